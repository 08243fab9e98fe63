import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';

/** Faults of a file on its way; `empty` is kept for ever, as a half-done copy is. `evaluates badly` and `draws badly` are releases with a mistake of their own. */
export type Fault =
  'cut' | 'empty' | '404' | '503' | 'HTML' | 'half' | 'hangs' | 'throws' | 'evaluates badly' | 'draws badly';

/** A site in front of another that serves it all, but for the files that a test misdirects. */
export interface FaultySite {
  url: string;
  /** Files whose path matches misbehave; null: none does. */
  misbehave(what: { files: RegExp; fault: Fault } | null): void;
  /**
   * Serves what matches as another release: the same code, every hash in it and in its files' names another. Files of
   * the release before are gone unless they are kept. Null goes back to the first.
   */
  release(what: { files: RegExp; keepsOld?: boolean } | null): void;
  /** Serves what lies below the path `from` below `to` alone, and says so in `/config.json`; null: all lies where it was. */
  move(what: { from: string; to: string } | null): void;
  /** The paths that were asked for, in order. */
  asked: string[];
  close(): void;
}

// Of a file's name, and of the array through which a release's chunks arrive.
const HASH = /(?<=[."'_])[0-9a-f]{12}(?=[."'])|(?<=webpackChunk_\w+_)[0-9a-f]{8}\b/g;
const turned = (text: string) => text.replace(HASH, (hash) => [...hash].reverse().join(''));
const code = /\.(js|css|json|html)$/;

/** Has every module of a chunk do something else than it was built for. */
const badly = (text: string, module: string) => {
  const list = /webpackChunk\w+/.exec(text)?.[0];
  if (!list || !text.includes('.push([[')) return `throw new Error('boom');${text}`;
  return `(() => {
    const chunks = (globalThis.${list} ||= []);
    const push = chunks.push;
    chunks.push = (chunk) => {
      chunks.push = push;
      for (const id in chunk[1]) chunk[1][id] = ${module};
      return chunks.push(chunk);
    };
  })();${text}`;
};

// As a server says of an error; what is half or another file may well be kept under a hashed name.
const NOT_KEPT = { 'cache-control': 'no-cache' };

const FAULTS: Record<Fault, (response: ServerResponse, type: string, body: Buffer) => void> = {
  cut: (response) => response.destroy(),
  404: (response) => response.writeHead(404, NOT_KEPT).end('Not Found'),
  503: (response) => response.writeHead(503, NOT_KEPT).end('Service Unavailable'),
  HTML: (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hello</p>'),
  half: (response, type, body) =>
    response.writeHead(200, { 'content-type': type }).end(body.subarray(0, body.length / 2)),
  empty: (response, type) =>
    response.writeHead(200, { 'content-type': type, 'cache-control': 'public, max-age=31536000, immutable' }).end(),
  hangs: () => undefined,
  throws: (response, type) => response.writeHead(200, { 'content-type': type }).end('throw new Error("boom")'),
  'evaluates badly': (response, type, body) =>
    response.writeHead(200, { 'content-type': type }).end(badly(String(body), '() => { throw new Error("boom"); }')),
  'draws badly': (response, type, body) =>
    response
      .writeHead(200, { 'content-type': type })
      .end(
        badly(
          String(body),
          '(module) => { module.exports = { __esModule: true, default() { throw new Error("boom"); } }; }',
        ),
      ),
};

/** Response of the site behind, its body unpacked. */
function answerOf(target: string, incoming: IncomingMessage, path: string) {
  return new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
    // A mark of another release's file says nothing of this one.
    const { 'if-none-match': _, 'if-modified-since': __, ...asked } = incoming.headers;
    const headers = { ...asked, 'accept-encoding': 'identity' };
    const passed = request(target + path, { method: incoming.method, headers }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const packed = Buffer.concat(parts);
        const body = answer.headers['content-encoding'] === 'gzip' ? gunzipSync(packed) : packed;
        resolve({ status: answer.statusCode ?? 502, headers: answer.headers, body });
      });
    });
    passed.on('error', reject);
    incoming.pipe(passed);
  });
}

/** Starts a site in front of `target`, a URL without a slash at its end; `headers` are added to each answer. */
export async function startFaultySite(target: string, headers: Record<string, string> = {}): Promise<FaultySite> {
  let faulty: { files: RegExp; fault: Fault } | null = null;
  let released: { files: RegExp; keepsOld?: boolean } | null = null;
  let moved: { from: string; to: string } | null = null;
  const asked: string[] = [];

  async function serve(incoming: IncomingMessage, response: ServerResponse) {
    let path = incoming.url ?? '/';
    if (moved && path.startsWith(moved.from)) return void response.writeHead(404).end('Not Found');
    if (moved && path.startsWith(moved.to)) path = path.replace(moved.to, moved.from);
    const file = path.replace(/\?.*/, '');
    asked.push(path);
    if (faulty?.fault === 'hangs' && faulty.files.test(file)) return;
    const isNew = released?.files.test(file) === true;
    let answer = await answerOf(target, incoming, isNew ? turned(path) : path);
    // The first release's files under their own names are there only while they are kept.
    const isKept = isNew && answer.status === 404 && released?.keepsOld === true;
    if (isKept) answer = await answerOf(target, incoming, path);
    const { 'transfer-encoding': _, 'content-length': __, ...passed } = answer.headers;
    for (const [name, value] of Object.entries({ ...passed, ...headers })) if (value) response.setHeader(name, value);
    if (moved && file === '/config.json')
      answer = { ...answer, body: Buffer.from(String(answer.body).replaceAll(moved.from, moved.to)) };
    const isPage = /html/.test(answer.headers['content-type'] ?? '');
    const body =
      isNew && !isKept && (code.test(file) || isPage) && answer.status === 200
        ? Buffer.from(turned(String(answer.body)))
        : answer.body;
    if (faulty?.files.test(file)) {
      FAULTS[faulty.fault](response, answer.headers['content-type'] ?? '', body);
      return;
    }
    response.writeHead(answer.status).end(body);
  }

  const server: Server = createServer((incoming, response) => {
    serve(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    misbehave: (what) => void (faulty = what),
    release: (what) => void (released = what),
    move: (what) => void (moved = what),
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}
