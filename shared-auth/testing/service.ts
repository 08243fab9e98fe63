/** A real service for tests: an HTTP server in this process, at whose address the page is then open. */
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export { rereads, SignedIn, signedInStore } from './signed-in';
export { endSession } from '../session-end';
export { keepUnsavedOf } from '../unsaved-text';

/** A request as it came in. */
export interface ServiceRequest {
  method: string;
  /** Without the base path and the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The JSON of the body, or undefined. */
  body: unknown;
}

/** Response of the service: a status and JSON; text goes out as it is. Undefined: the responder writes to `response` itself. */
export type Answer = readonly [status: number, body?: unknown, headers?: Record<string, string>];
export type Responder = (
  requests: ServiceRequest,
  response: ServerResponse,
) => Answer | undefined | Promise<Answer | undefined>;

export interface Service {
  /** Every request so far. */
  requests: ServiceRequest[];
  /** The requests so far to one call, such as 'GET /users/me'. */
  requestsTo(call: string): ServiceRequest[];
  /** Responds to a call from now on, such as 'GET /users/me'; every other is 404. */
  on(call: string, responder: Responder | Answer): void;
  close(): Promise<void>;
}

/** Starts the service and opens the page at its address, so that `/api/...` reaches it. */
export async function startService(): Promise<Service> {
  const responders = new Map<string, Responder>();
  const requests: ServiceRequest[] = [];
  const nameOf = ({ method, path }: ServiceRequest) => `${method} ${path}`;
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://service');
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
    const one: ServiceRequest = {
      method: request.method ?? 'GET',
      path: url.pathname.replace(/^\/api(?=\/)/, ''),
      query: url.searchParams,
      headers: request.headers,
      body: text ? JSON.parse(text) : undefined,
    };
    requests.push(one);
    const scripted = await (responders.get(nameOf(one)) ?? (() => [404, { detail: 'Not found' }] as const))(
      one,
      response,
    );
    if (!scripted) return;
    const [status, body, headers] = scripted;
    response.writeHead(status, {
      'Content-Type': typeof body === 'string' ? 'text/html' : 'application/json',
      ...headers,
    });
    response.end(typeof body === 'string' || body === undefined ? body : JSON.stringify(body));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const page = globalThis as unknown as { openPage(url: string): void };
  page.openPage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    requests,
    requestsTo: (call) => requests.filter((one) => nameOf(one) === call),
    on: (call, responder) => responders.set(call, typeof responder === 'function' ? responder : () => responder),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
