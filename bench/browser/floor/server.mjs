// Serves the floor: its files, compressed before anybody asks, and its two lists, on one origin.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { orders, users } from './data.mjs';

const TYPES = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript; charset=utf-8' };

/** The files of a folder by their path, compressed. */
function filesOf(folder) {
  const files = new Map();
  for (const name of readdirSync(folder)) {
    const text = readFileSync(path.join(folder, name));
    const isPage = name.endsWith('.html');
    files.set(`/${name}`, {
      body: brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      head: {
        'content-type': TYPES[path.extname(name)] ?? 'application/octet-stream',
        'content-encoding': 'br',
        'cache-control': isPage ? 'no-cache' : 'public, max-age=31536000, immutable',
        etag: `"${createHash('sha256').update(text).digest('base64url').slice(0, 16)}"`,
      },
    });
  }
  return files;
}

/** One page of some rows, by `page`, `size` and `sort`, a property with `-` in front for descending. */
function pageOf(rows, query) {
  const [page, size] = ['page', 'size'].map((name) => Number(query.get(name)));
  const sort = query.get('sort') ?? '';
  const field = sort.replace('-', '');
  const sign = sort.startsWith('-') ? -1 : 1;
  const compare = (one, other) => (one[field] < other[field] ? -1 : one[field] > other[field] ? 1 : 0) * sign;
  const sorted = field ? [...rows].sort(compare) : rows;
  return sorted.slice((page - 1) * size, page * size);
}

function answerOf(files, { pathname, searchParams }) {
  if (pathname === '/blank')
    return { head: { 'content-type': TYPES['.html'] }, body: '<!doctype html><title>-</title>' };
  if (pathname.startsWith('/api/')) {
    const rows = { '/api/users': users, '/api/orders': orders }[pathname];
    const body = rows ? pageOf(rows, searchParams) : {};
    return {
      head: { 'content-type': 'application/json', 'cache-control': 'no-store' },
      body: JSON.stringify(body),
    };
  }
  return files.get(pathname) ?? files.get('/index.html');
}

/**
 * Starts the server of the floor's files on a free port of this machine; returns its `origin` and `stop()`. `headers` are
 * sent with everything.
 */
export async function serveFloor(folder, headers = {}) {
  const files = filesOf(folder);
  const server = createServer((request, response) => {
    request.resume();
    const { head: own, body } = answerOf(files, new URL(request.url, 'http://floor'));
    const head = { ...own, ...headers };
    const isKnown = head.etag && request.headers['if-none-match'] === head.etag;
    response.writeHead(isKnown ? 304 : 200, isKnown ? head : { ...head, 'content-length': Buffer.byteLength(body) });
    response.end(isKnown ? undefined : body);
  });
  // A browser keeps its connections between two visits.
  server.keepAliveTimeout = 60_000;
  await new Promise((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    stop() {
      server.closeAllConnections();
      return new Promise((closed) => server.close(closed));
    },
  };
}
