import { createHash } from 'node:crypto';
import { chmodSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test, type BrowserContext, type Response } from '@playwright/test';
import { freePort } from '../support/running-console';
import { deployed, startNginx, writableFolder } from './processes';

const HASH = /[0-9a-f]{12}/;
const NEXT = '0123456789ab';

/** How a response came: as what, and in how many bytes. */
interface Came {
  encoding: string | null;
  bytes: number;
}

/** The gateway's image a day later: a line more in its start script. */
function makeNextImage(images: string, folder: string) {
  cpSync(path.join(images, 'gateway'), path.join(folder, 'gateway'), { recursive: true });
  const files = path.join(folder, 'gateway/files');
  const named = (pattern: RegExp) => readdirSync(files).find((name) => pattern.test(name)) ?? '';
  const main = named(/^main\.[0-9a-f]{12}\.js$/);
  const text = (name: string) => readFileSync(path.join(files, name), 'utf8');
  const page = text('index.html').replaceAll(main, main.replace(HASH, NEXT));
  const next = {
    [main.replace(HASH, NEXT)]: `${text(main)}\n// A day later.`,
    'index.html': page,
    [`index.${NEXT}.html`]: page,
  };
  for (const name of readdirSync(files)) if (/^(main|index)\./.test(name)) rmSync(path.join(files, name));
  for (const [name, content] of Object.entries(next)) {
    writeFileSync(path.join(files, name), content);
    writeFileSync(path.join(files, `${name}.br`), brotliCompressSync(content));
  }
  return { main, next: main.replace(HASH, NEXT) };
}

/** Opens an address and returns how its document, the start script and the document's copy came. */
async function visit(context: BrowserContext, address: string, { waitsForCopy = true } = {}) {
  const page = await context.newPage();
  const responses: Record<string, Response> = {};
  page.on('response', (response) => {
    const [, kind] = /\/(main|index)\.[0-9a-f]{12}\.(js|html)$/.exec(response.url()) ?? [];
    if (!kind && response.url() !== address) return;
    responses[kind ?? 'document'] = response;
  });
  const copy = waitsForCopy
    ? page.waitForResponse(/\/index\.[0-9a-f]{12}\.html$/).then((response) => response.finished())
    : null;
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Login', exact: true })).toBeEnabled();
  await copy;
  const came: Record<string, Came> = {};
  for (const [what, response] of Object.entries(responses))
    came[what] = {
      encoding: await response.headerValue('content-encoding'),
      bytes: (await response.request().sizes()).responseBodySize,
    };
  await page.close();
  return came;
}

/** A difference of a line and some names. */
function expectDifference(came: Came | undefined) {
  expect(came?.encoding).toBe('dcz');
  expect(came?.bytes).toBeLessThan(400);
}

test('a release costs a browser that was here before no more than what changed, and so does a page at another address', async ({
  browser,
}) => {
  const { images, services } = deployed();
  const later = mkdtempSync(path.join(tmpdir(), 'console-later-'));
  const RELEASES_DIR = writableFolder();
  const env = { API_UPSTREAM: services.join(','), RELEASES_DIR, PORT: String(await freePort()) };
  const context = await browser.newContext();
  const { main, next } = makeNextImage(images, later);
  try {
    const first = await startNginx(images, 'gateway', env);
    try {
      const cold = await visit(context, `${first.url}/facebook-ads`, { waitsForCopy: false });
      expect([cold.document?.encoding, cold.main?.encoding, cold.index]).toEqual(['br', 'br', undefined]);
      await visit(context, `${first.url}/facebook-ads`);
      const elsewhere = await visit(context, `${first.url}/knowledge`, { waitsForCopy: false });
      expectDifference(elsewhere.document);
    } finally {
      await first.stop();
    }
    chmodSync(later, 0o755);
    const second = await startNginx(later, 'gateway', env);
    try {
      const after = await visit(context, `${second.url}/facebook-ads`);
      for (const what of ['document', 'main', 'index']) expectDifference(after[what]);

      // Who has not got the earlier file, or does not know of differences, is sent the whole one.
      const had = createHash('sha256')
        .update(readFileSync(path.join(RELEASES_DIR, 'superseded', main)))
        .digest('base64');
      for (const [accepted, has, encoding] of [
        ['br, dcz', had, 'dcz'],
        ['br', had, 'br'],
        ['br, dcz', `${'A'.repeat(43)}=`, 'br'],
        ['br, dcz', '../../values.conf', 'br'],
        ['dcz', `${'A'.repeat(43)}=`, null],
      ] as const) {
        const headers = { 'Accept-Encoding': accepted, 'Available-Dictionary': `:${has}:` };
        const response = await fetch(`${second.url}/${next}`, { headers });
        expect([accepted, has, response.status, response.headers.get('content-encoding')]).toEqual([
          accepted,
          has,
          200,
          encoding,
        ]);
      }
      expect((await fetch(`${second.url}/${next}.${had}.dcz`)).status).toBe(404);
    } finally {
      await second.stop();
    }
  } finally {
    await context.close();
    for (const folder of [later, RELEASES_DIR]) rmSync(folder, { recursive: true });
  }
});
