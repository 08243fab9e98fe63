import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { decodedMappings, TraceMap } from '@jridgewell/trace-mapping';
import type { Page } from '@playwright/test';
import { expect, menuEntry, onMeteredLine, PASSWORD, signIn, test } from './support/test';

const KB = 1000;
const root = fileURLToPath(new URL('..', import.meta.url));

interface Script {
  url: string;
  bytes: number;
}

/** Collects what the page loads of JavaScript, as compressed on the wire. */
function watchScripts(page: Page): Script[] {
  const scripts: Script[] = [];
  page.on('requestfinished', async (request) => {
    if (request.resourceType() !== 'script') return;
    const script = { url: request.url(), bytes: 0 };
    scripts.push(script);
    script.bytes = (await request.sizes()).responseBodySize;
  });
  return scripts;
}

const total = (scripts: Script[]) => scripts.reduce((sum, { bytes }) => sum + bytes, 0);

/** The largest packages and files in the scripts, by the source maps of the build: where to look when a budget is broken. */
function largestModules(scripts: Script[]): string {
  const sizes = new Map<string, number>();
  for (const { url } of scripts) {
    const name = new URL(url).pathname;
    const remote = /^\/remotes\/(\w+)\/(.*)/.exec(name);
    const file = remote
      ? path.join(root, `remote-${remote[1]}`, 'dist', remote[2] ?? '')
      : path.join(root, 'host/dist', name);
    const lines = readFileSync(file, 'utf8').split('\n');
    const map = new TraceMap(readFileSync(`${file}.map`, 'utf8'));
    decodedMappings(map).forEach((segments, line) =>
      segments.forEach((segment, index) => {
        const source = segment.length > 1 ? (map.sources[segment[1] ?? 0] ?? '') : 'webpack runtime';
        const module = source
          .replace(/.*node_modules\/((?:@[^/]+\/)?[^/]+).*/, '$1')
          .replace(/^webpack:\/\/[^/]*\//, '');
        const end = segments[index + 1]?.[0] ?? lines[line]?.length ?? 0;
        sizes.set(module, (sizes.get(module) ?? 0) + end - segment[0]);
      }),
    );
  }
  const rows = [...sizes].sort(([, one], [, other]) => other - one).slice(0, 25);
  return rows.map(([module, bytes]) => `${(bytes / KB).toFixed(1).padStart(8)} kB minified  ${module}`).join('\n');
}

test('JavaScript: at most 115 kB to a usable login and 170 kB in all to the first list, in at most 10 requests', async ({
  page,
}) => {
  const scripts = watchScripts(page);
  await onMeteredLine(page);
  await page.goto('/login', { waitUntil: 'networkidle' });
  await expect(page.getByLabel('Username')).toBeEnabled();
  const login = total(scripts);
  await page.getByLabel('Username').fill('company-admin');
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await menuEntry(page, 'Company Management').click();
  await expect(page.getByRole('row')).not.toHaveCount(0);
  await page.waitForLoadState('networkidle');
  process.stdout.write(
    `JavaScript, brotli: login ${(login / KB).toFixed(1)} kB, first list ${(total(scripts) / KB).toFixed(1)} kB in ${scripts.length} requests\n`,
  );
  const largest = largestModules(scripts);
  expect(login, largest).toBeLessThanOrEqual(115 * KB);
  expect(total(scripts), largest).toBeLessThanOrEqual(170 * KB);
  expect(scripts.length, largest).toBeLessThanOrEqual(10);
});

/** Every address that a remote draws, and the chunk that its screen is. */
const CHUNKS = {
  '/company-management': 'company-management',
  '/product-variants': 'product-variants',
  '/product-variants/1/cogs': 'product-variants-cogs',
  '/facebook-ads': 'facebook-ads',
  '/agent-definitions': 'agent-definitions',
  '/knowledge': 'knowledge',
  '/social-media-post-criteria': 'social-media-post-criteria',
  '/social-media-search-terms': 'social-media-search-terms',
  '/social-media-profiles': 'social-media-profiles',
  '/social-media-posts': 'social-media-posts',
  '/agent-chat': 'agent-chat',
};

test('the script of a screen is fetched beside the container of its remote, not after it', async ({ page }) => {
  await signIn(page, 'admin');
  for (const [address, chunk] of Object.entries(CHUNKS))
    await test.step(address, async () => {
      await page.goto(address);
      await expect(page.locator(`link[rel=preload][href*="/${chunk}."][href$=".js"]`)).toBeAttached();
    });
});
