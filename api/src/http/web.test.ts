import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { fastify, type FastifyInstance } from 'fastify';
import { addSecurityHeaders } from './security-headers';
import { missingBuild, serveConsole } from './web';

let folder: string;
let app: FastifyInstance;

const DOCUMENT = '<!doctype html><title>Console</title>';
const SCRIPT = 'console.log("a script that is long enough to be worth compressing");'.repeat(20);
const FILES: Record<string, string> = {
  'host/dist/index.html': DOCUMENT,
  'host/dist/main.0123456789ab.js': SCRIPT,
  'host/dist/main.0123456789ab.js.map': '{"sources":["secret.ts"]}',
  'host/dist/.fingerprint': 'abc',
  'host/dist/logo.svg': '<svg/>',
  'host/package.json': '{"name":"host"}',
  'remote-ads/dist/mf-manifest.json': '{"id":"ads"}',
  'remote-ads/dist/mf-stats.json': '{"modules":[]}',
  'remote-ads/dist/remoteEntry.js': 'remote()',
  'remote-ads/dist/assets/screen.fedcba98.css': 'a{}',
  'package.json': '{"name":"console"}',
};

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'console-web-'));
  for (const [name, text] of Object.entries(FILES)) {
    await mkdir(path.join(folder, path.dirname(name)), { recursive: true });
    await writeFile(path.join(folder, name), text);
  }
  await writeFile(path.join(folder, 'host/dist/main.0123456789ab.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(path.join(folder, 'host/dist/main.0123456789ab.js.gz'), gzipSync(SCRIPT));
  const remotes = { ads: '/remotes/ads/mf-manifest.json', social: 'https://social.example:8443/x/mf-manifest.json' };
  app = fastify({ trustProxy: (_address, hop) => hop < 1 });
  addSecurityHeaders(app, { remotes });
  serveConsole(app, { config: { brand: 'Storeward', remotes, providers: [] }, demonstration: null, folder });
});
afterEach(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ method: 'GET', url, headers });

test('every address of a screen gets the one document, which is never taken from a cache unasked', async () => {
  for (const url of ['/', '/login', '/company-management', '/company-management/', '/product-variants/7/cogs?x=1.5']) {
    const { statusCode, headers, body } = await get(url);
    expect([url, statusCode, headers['cache-control'], body]).toEqual([url, 200, 'no-cache', DOCUMENT]);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
  }
});

test('below the name of an area every address answers the document: its screens are its remote’s matter', async () => {
  for (const url of ['/ads/notes', '/company/reports/7?x=1.5', '/social/a/b/', '/agents/x']) {
    const { statusCode, body } = await get(url);
    expect([url, statusCode, body]).toEqual([url, 200, DOCUMENT]);
  }
  for (const url of ['/ads', '/ads/', '/ads//', '/adsx/notes', '/remote/notes']) {
    const { statusCode, body } = await get(url);
    expect([url, statusCode, body]).toEqual([url, 404, DOCUMENT]);
  }
  // Files are looked for, and are not there.
  expect((await get('/ads/notes.js')).statusCode).toBe(404);
});

test('at an address without a screen the document comes with status 404 (ERR-04)', async () => {
  for (const url of ['/env', '/metrics', '/docs', '/company-management/7']) {
    const { statusCode, body } = await get(url);
    expect([url, statusCode, body]).toEqual([url, 404, DOCUMENT]);
  }
});

test('hashed files are kept for ever, all others are asked for each time, by their mark', async () => {
  const caching = async (url: string) => {
    const { headers } = await get(url);
    return [url, headers['cache-control'], headers.etag !== undefined];
  };
  for (const url of ['/main.0123456789ab.js', '/remotes/ads/assets/screen.fedcba98.css'])
    expect(await caching(url)).toEqual([url, 'public, max-age=31536000, immutable', false]);
  for (const url of ['/logo.svg', '/remotes/ads/mf-manifest.json', '/remotes/ads/remoteEntry.js'])
    expect(await caching(url)).toEqual([url, 'no-cache', true]);
  expect((await caching('/config.json'))[1]).toBe('no-cache');
});

test('a file is sent as the build compressed it, in the best way the browser takes', async () => {
  const encoded = async (accept: string) => {
    const { headers, rawPayload } = await get('/main.0123456789ab.js', { 'accept-encoding': accept });
    expect(headers['content-type']).toMatch('javascript');
    expect(headers.vary).toMatch(/accept-encoding/i);
    return [headers['content-encoding'], rawPayload];
  };
  expect(await encoded('gzip, deflate, br')).toEqual(['br', brotliCompressSync(SCRIPT)]);
  expect(await encoded('gzip')).toEqual(['gzip', gzipSync(SCRIPT)]);
  expect(await encoded('identity')).toEqual([undefined, Buffer.from(SCRIPT)]);
});

test('an unchanged document is not sent twice', async () => {
  const { headers } = await get('/');
  expect((await get('/', { 'if-none-match': String(headers.etag) })).statusCode).toBe(304);
});

test.each([
  '/missing.js',
  '/remotes/ads/missing',
  '/remotes/unknown/mf-manifest.json',
  '/remotes/ads',
  '/main.0123456789ab.js.map',
  '/remotes/ads/mf-stats.json',
  '/.fingerprint',
  '/.git/config',
  '/.env',
  '/%2e%2e/package.json',
  '/..%2fpackage.json',
  '/..%5cpackage.json',
  '/remotes/ads/..%2f..%2fpackage.json',
  '/remotes/ads/%2e%2e/%2e%2e/package.json',
  '//package.json',
  '/main.0123456789ab.js%00',
])('%s is not found, in plain words (SEC-11)', async (url) => {
  const { statusCode, headers, body } = await get(url);
  expect([statusCode, headers['content-type'], body]).toEqual([404, 'text/plain; charset=utf-8', 'Not found\n']);
});

test('below /api what is not found is JSON, and only GET finds a page', async () => {
  expect((await get('/api/nothing')).json()).toEqual({ detail: 'Not found' });
  expect((await app.inject({ method: 'POST', url: '/login' })).statusCode).toBe(404);
  expect((await app.inject({ method: 'HEAD', url: '/login' })).statusCode).toBe(200);
});

test('/config.json says brand and remotes, and nothing of a demonstration that there is not', async () => {
  expect((await get('/config.json')).json()).toEqual({
    brand: 'Storeward',
    remotes: { ads: '/remotes/ads/mf-manifest.json', social: 'https://social.example:8443/x/mf-manifest.json' },
  });
});

test('a remote that is taken away and brought back needs no restart', async () => {
  const status = async () => (await get('/remotes/ads/mf-manifest.json')).statusCode;
  expect(await status()).toBe(200);
  await rename(path.join(folder, 'remote-ads'), path.join(folder, 'away'));
  expect(await status()).toBe(404);
  await rename(path.join(folder, 'away'), path.join(folder, 'remote-ads'));
  expect(await status()).toBe(200);
});

test('a console that is not built says how to build it', async () => {
  expect(await missingBuild(folder)).toBeNull();
  await rm(path.join(folder, 'host'), { recursive: true });
  expect(await missingBuild(folder)).toMatch('run `npx --yes pnpm@10.34.9 build`');
  expect(await get('/')).toMatchObject({
    statusCode: 404,
    body: 'The console is not built: run `npx --yes pnpm@10.34.9 build`.\n',
  });
});

test('every response carries the security headers, with the origins of the remotes and no unsafe-eval (HDR-01, HDR-03)', async () => {
  for (const url of ['/', '/config.json', '/missing.js', '/api/nothing', '/logo.svg']) {
    const { headers } = await get(url);
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toContain("script-src 'self' https://social.example:8443");
    expect(policy).toContain("connect-src 'self' https://social.example:8443");
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'self'",
        "img-src 'self' data:",
        "frame-src 'none'",
        "object-src 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy.join()).not.toMatch('unsafe-eval');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
  }
});

test('a script or a style, which is no page, says its type and who may load it, and nothing of pages (HDR-01)', async () => {
  for (const url of ['/main.0123456789ab.js', '/remotes/ads/assets/screen.fedcba98.css']) {
    const { headers } = await get(url, { 'x-forwarded-proto': 'https' });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
    });
    for (const name of ['content-security-policy', 'x-frame-options', 'cross-origin-opener-policy', 'referrer-policy'])
      expect(headers).not.toHaveProperty(name);
  }
});

test('the document alone may run its one inline script, by the hash that its build wrote beside it (HDR-03)', async () => {
  const policyOf = async (url: string) => String((await get(url)).headers['content-security-policy']).split(';');
  const hash = `sha256-${'A'.repeat(43)}=`;
  const file = path.join(folder, 'host/dist/head-script.sha256');
  await writeFile(file, `${hash}\n`);
  expect(await policyOf('/login')).toContain(`script-src 'self' https://social.example:8443 '${hash}'`);
  for (const url of ['/config.json', '/missing.js', '/api/nothing'])
    expect(await policyOf(url)).toContain("script-src 'self' https://social.example:8443");
  await writeFile(file, "'unsafe-inline'");
  expect(await policyOf('/login')).toContain("script-src 'self' https://social.example:8443");
});

test('transport security is asked for on TLS alone (HDR-01)', async () => {
  expect((await get('/')).headers).not.toHaveProperty('strict-transport-security');
  const { headers } = await get('/', { 'x-forwarded-proto': 'https' });
  expect(headers['strict-transport-security']).toBe('max-age=31536000');
});
