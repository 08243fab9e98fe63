// The one address of `pnpm dev`, on this machine alone: it hands requests on to a console, serves the areas that are
// built here in the place of its own, and tells the pages what was built.
import { createReadStream, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, request as askHttp } from 'node:http';
import { request as askHttps } from 'node:https';
import path from 'node:path';

const CLIENT = readFileSync(new URL('client.js', import.meta.url), 'utf8');
const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.map': 'application/json' };
/** Headers that are a matter of one connection, or of the other address. */
const NOT_HANDED_ON = ['connection', 'keep-alive', 'transfer-encoding', 'strict-transport-security', 'content-length'];

/**
 * @param {object} options
 * @param {URL} options.console where everything comes from that is not local
 * @param {Record<string, string>} [options.local] folders of built files by area
 * @param {string} [options.bar] what a bar on each page says
 * @param {() => Promise<unknown>} [options.ready] what is waited for before a request is handed on
 * @returns {Promise<{ url: string, tell(parts: string[]): void, close(): Promise<void> }>}
 */
export async function openFront({ console: target, local = {}, bar = '', ready = async () => undefined, port }) {
  const pages = new Set();
  /** Where the other areas lie: they are asked through here, for their servers know the console's own origin alone. */
  const elsewhere = new Map();
  const server = createServer((request, response) => {
    respond(request, response).catch((error) => {
      // What has begun can only be broken off.
      if (response.headersSent) response.destroy();
      else say(response, 502, `${target.origin} could not be asked: ${error.code ?? error.message}.`);
    });
  });
  await new Promise((listening, failed) => server.once('error', failed).listen(port, '127.0.0.1', listening));
  const { port: own } = server.address();

  async function respond(request, response) {
    // A page of another site that calls itself by a name of this machine reaches nothing.
    if (!['localhost', '127.0.0.1'].some((host) => request.headers.host === `${host}:${own}`))
      return say(response, 403, 'This address is for this machine alone.');
    const { pathname } = new URL(request.url, target);
    if (pathname === '/.dev/client.js')
      return send(response, 'text/javascript', `globalThis.devSettings = ${JSON.stringify({ bar })};\n${CLIENT}`);
    if (pathname === '/.dev/events') return listen(response);
    const [, area] = /^\/remotes\/([\w-]+)\//.exec(pathname) ?? [];
    if (area && Object.hasOwn(local, area))
      return serve(response, local[area], pathname.slice(`/remotes/${area}/`.length));
    await ready();
    if (pathname === '/config.json' && Object.keys(local).length > 0)
      return handOn(request, response, new URL(request.url, target), withLocalAreas);
    const base = elsewhere.get(area);
    const address = base ? new URL(request.url.slice(`/remotes/${area}/`.length), base) : new URL(request.url, target);
    const isPage = request.method === 'GET' && (request.headers.accept ?? '').includes('text/html');
    return handOn(request, response, address, isPage ? withClient : null);
  }

  function listen(response) {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write(':\n\n');
    pages.add(response);
    response.on('close', () => pages.delete(response));
  }

  /** The areas' addresses, all of this origin: the local ones, and those of the console as it has them. */
  function withLocalAreas(text) {
    const config = JSON.parse(text);
    const remotes = { ...config.remotes };
    for (const [area, listed] of Object.entries(remotes)) {
      const url = new URL(listed, target);
      const file = url.pathname.split('/').at(-1);
      elsewhere.set(area, new URL('.', url));
      remotes[area] = `/remotes/${area}/${file}${url.search}`;
    }
    for (const area of Object.keys(local)) remotes[area] = `/remotes/${area}/mf-manifest.json`;
    return JSON.stringify({ ...config, remotes });
  }

  return {
    url: `http://localhost:${own}`,
    tell: (parts) => pages.forEach((page) => page.write(`event: built\ndata: ${JSON.stringify(parts)}\n\n`)),
    close: () =>
      new Promise((closed) => {
        server.close(closed);
        server.closeAllConnections();
      }),
  };
}

const withClient = (text) => text.replace('<head>', '<head><script src="/.dev/client.js"></script>');

/** Hands a request on; `change` makes another text of a good answer, all else goes through as it comes. */
function handOn(request, response, address, change) {
  return new Promise((done, failed) => {
    const headers = { ...request.headers, host: address.host };
    if (headers.origin) headers.origin = address.origin;
    if (headers.referer) headers.referer = `${address.origin}/`;
    if (change) for (const name of ['accept-encoding', 'if-none-match', 'if-modified-since']) delete headers[name];
    const ask = address.protocol === 'https:' ? askHttps : askHttp;
    const asked = ask(address, { method: request.method, headers }, (answer) => {
      const handed = Object.entries(answer.headers).filter(([name]) => !NOT_HANDED_ON.includes(name));
      const given = Object.fromEntries(handed);
      if (given.location?.startsWith(address.origin))
        given.location = given.location.slice(address.origin.length) || '/';
      answer.on('error', failed);
      if (!change || !isText(answer)) {
        if (answer.headers['content-length']) given['content-length'] = answer.headers['content-length'];
        response.writeHead(answer.statusCode, given);
        response.on('close', done);
        return void answer.pipe(response);
      }
      let text = '';
      answer.setEncoding('utf8').on('data', (piece) => (text += piece));
      answer.on('end', () => {
        delete given.etag;
        try {
          const changed = change(text);
          response.writeHead(answer.statusCode, given).end(changed);
          done();
        } catch (error) {
          failed(error);
        }
      });
    });
    asked.on('error', failed);
    // A stream that nobody reads any more ends there too.
    response.on('close', () => asked.destroy());
    request.pipe(asked);
  });
}

const isText = ({ headers }) => /^(?:text\/html|application\/json)/.test(headers['content-type'] ?? '');

async function serve(response, folder, name) {
  const file = path.join(folder, path.normalize(`/${decodeURIComponent(name)}`));
  const isThere = await stat(file).then(
    (found) => found.isFile(),
    () => false,
  );
  if (!isThere) return say(response, 404, 'Not found');
  response.writeHead(200, {
    'content-type': TYPES[path.extname(file)] ?? 'application/octet-stream',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  createReadStream(file).pipe(response);
}

const send = (response, type, text, status = 200) =>
  response.writeHead(status, { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'no-store' }).end(text);
const say = (response, status, sentence) => send(response, 'text/plain', `${sentence}\n`, status);
