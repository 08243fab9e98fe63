import helmet from '@fastify/helmet';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Config } from '../start/config';

const HSTS = 'max-age=31536000';

/**
 * Puts the security headers on every response, the API's and the files'. Call it on the root instance
 * before anything else is registered: hooks reach only what comes after them. What a page may load is
 * the console's own origin and the origins of the configured remotes.
 */
export const addSecurityHeaders = (app: FastifyInstance, { remotes }: Pick<Config, 'remotes'>): void => {
  const remoteOrigins = originsOf(Object.values(remotes));
  app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...remoteOrigins],
        // antd writes its styles into the page.
        styleSrc: ["'self'", "'unsafe-inline'", ...remoteOrigins],
        imgSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", ...remoteOrigins],
        // An ad's preview stands in a frame as text (srcdoc), which this does not touch; nothing may lead it elsewhere.
        frameSrc: ["'none'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    strictTransportSecurity: false,
  });
  // Over plain http a browser ignores the header, and behind a proxy only the request says which it was.
  app.addHook('onRequest', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', HSTS);
  });
};

/** Headers that a browser reads only of a document, a frame or a worker. */
const OF_PAGES = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'referrer-policy',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-frame-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
];
/** The security headers of a response to a call (DECISIONS §1). */
const OF_CALLS = ['x-request-id', 'x-contract-version'];

/**
 * Takes from a response that is a script or a style what only a page's or a call's response needs: half a kB with each of
 * a page's files. That its type stands, and who may load it, stays.
 */
export const keepHeadersOfCode = (reply: FastifyReply): void => {
  for (const name of [...OF_PAGES, ...OF_CALLS]) reply.removeHeader(name);
};

/** For a response that no hook reaches: to an address that cannot be parsed. It holds a message and nothing to load. */
export const BARE_SECURITY_HEADERS = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
} as const;

const originsOf = (urls: string[]): string[] => [
  ...new Set(urls.filter((url) => URL.canParse(url)).map((url) => new URL(url).origin)),
];
