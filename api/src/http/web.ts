import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { AREAS, type ConsoleConfig } from 'contract/console-config';
import { isScreenPath } from 'contract/console-paths';
import { PROJECT_FOLDER, type Config } from '../start/config';
import { keepHeadersOfCode } from './security-headers';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const ALWAYS_ASK = 'no-cache';
// The bundler writes the hash of a file's content into its name.
const HASHED = /\.[0-9a-f]{8,}\./;
/** Opened by itself a browser shows it as text: no page. */
const CODE = /\.(js|css)$/;

/** The settings of serveConsole. */
export interface ConsoleSite {
  config: Pick<Config, 'brand' | 'remotes' | 'providers'>;
  /** The users that the login screen offers; only in demonstration mode. */
  demonstration: ConsoleConfig['demonstration'] | null;
  /** The folder that holds `host/dist` and `remote-<area>/dist`. */
  folder?: string;
}

/**
 * Serves the built console beside the API in one process: the host at `/`, each remote at
 * `/remotes/<area>/`, `/config.json`, and the host's document at every address of a screen.
 * Files are looked up at each request, so a new build or a remote that comes and goes needs no restart.
 */
export const serveConsole = (
  app: FastifyInstance,
  { config, demonstration, folder = PROJECT_FOLDER }: ConsoleSite,
): void => {
  const served: ConsoleConfig = {
    brand: config.brand,
    remotes: config.remotes,
    ...(config.providers.length > 0 && { providers: config.providers.map(({ name, label }) => ({ name, label })) }),
    ...(demonstration && { demonstration }),
  };
  app.get('/config.json', async (_, reply) => reply.header('cache-control', ALWAYS_ASK).send(served));

  app.register(fastifyStatic, {
    serve: false,
    root: folder,
    preCompressed: true,
    cacheControl: false,
    // The mark (ETag) says it all.
    lastModified: false,
    acceptRanges: false,
    index: false,
    dotfiles: 'deny',
  });
  app.setNotFoundHandler(async (request, reply) => {
    const pathname = request.url.split('?', 1)[0] ?? '';
    if (pathname === '/api' || pathname.startsWith('/api/')) return reply.code(404).send({ detail: 'Not found' });
    if (request.method !== 'GET' && request.method !== 'HEAD') return notFound(reply);
    const asked = fileAt(pathname);
    if (asked && (await isFile(path.join(folder, asked)))) {
      if (CODE.test(asked)) keepHeadersOfCode(reply);
      // A file named after its content is never asked for again, and needs no ETag.
      const isHashed = HASHED.test(asked);
      return reply.header('cache-control', isHashed ? IMMUTABLE : ALWAYS_ASK).sendFile(asked, { etag: !isHashed });
    }
    if (!isPage(pathname)) return notFound(reply);
    if (!(await isFile(path.join(folder, DOCUMENT)))) {
      return notFound(reply, 'The console is not built: run `npx --yes pnpm@10.34.9 build`.');
    }
    await allowHeadScript(reply, folder);
    return reply
      .code(isScreenPath(pathname) ? 200 : 404)
      .header('cache-control', ALWAYS_ASK)
      .sendFile(DOCUMENT);
  });
};

/** The message for an operator whose console is not built, else null. */
export const missingBuild = async (folder: string = PROJECT_FOLDER): Promise<string | null> =>
  (await isFile(path.join(folder, DOCUMENT)))
    ? null
    : 'The console is not built, only the API is served: run `npx --yes pnpm@10.34.9 build`.';

const DOCUMENT = 'host/dist/index.html';
/** The hash of the document's one inline script, which the build writes beside it (build/head.mjs). */
const SCRIPT_HASH = 'host/dist/head-script.sha256';

/** Adds that script to the policy of a response that is the document; without its hash the page does without it. */
async function allowHeadScript(reply: FastifyReply, folder: string) {
  const hash = (await readFile(path.join(folder, SCRIPT_HASH), 'utf8').catch(() => '')).trim();
  if (!/^sha256-[A-Za-z0-9+/]{43}=$/.test(hash)) return;
  const policy = String(reply.getHeader('content-security-policy'));
  reply.header('content-security-policy', policy.replace(/script-src [^;]*/, `$& '${hash}'`));
}

/** The file for an address, from the project's folder; null for what is never served, there or not. */
const fileAt = (pathname: string): string | null => {
  const decoded = decode(pathname);
  if (decoded === null || !/^\/[^\\\0]*[^/\\\0]$/.test(decoded) || decoded.endsWith('.map')) return null;
  if (decoded.endsWith('/mf-stats.json')) return null;
  const segments = decoded.slice(1).split('/');
  // An empty segment, `.` and `..` are other spellings of a path; hidden files are not served.
  if (segments.some((segment) => segment === '' || segment.startsWith('.'))) return null;
  const [first, area, ...rest] = segments;
  if (first !== 'remotes') return ['host', 'dist', ...segments].join('/');
  const isRemote = AREAS.some((known) => known === area) && rest.length > 0;
  return isRemote ? [`remote-${area}`, 'dist', ...rest].join('/') : null;
};

/** A page's address has no extension; below `/remotes` there are only files. */
const isPage = (pathname: string): boolean =>
  !pathname.startsWith('/remotes/') && decode(pathname)?.includes('.') === false;

const decode = (pathname: string): string | null => {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return null;
  }
};

const isFile = async (file: string): Promise<boolean> => (await stat(file).catch(() => null))?.isFile() ?? false;

const notFound = (reply: FastifyReply, text = 'Not found'): FastifyReply =>
  reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(`${text}\n`);
