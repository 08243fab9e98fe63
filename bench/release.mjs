// A release's cost for who was here before: `node bench/release.mjs COMMIT`. It builds that commit and what is here, deploys
// the one and then the other under one address, through nginx with the project's settings, and opens the variants: with the
// earlier release in the browser's cache, with this one, and with neither.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium as playwright } from '@playwright/test';
import { chromium } from '../e2e/support/chromium.mjs';
import { startGateway } from '../scripts/nginx.mjs';
import { freePort } from '../scripts/postgres-server.mjs';
import { CONSOLE } from './browser/apps.mjs';
import { MeasuredPage } from './browser/measured-page.mjs';
import { writeResults } from './results.mjs';
import { table } from './sections.mjs';
import { startProcess } from './service.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const ROWS = { row: CONSOLE.list.row, count: 25 };
/** Longer than the console waits before it fetches ahead. */
const QUIET_MS = 4000;
const run = (cwd, command, ...args) => execFileSync(command, args, { cwd, stdio: ['ignore', 'inherit', 'inherit'] });

const [commit] = process.argv.slice(2);
if (!commit) {
  console.error('Usage: node bench/release.mjs COMMIT, the commit that was deployed before.');
  process.exit(2);
}
const folder = mkdtempSync(path.join(os.tmpdir(), 'console-bench-release-'));
chmodSync(folder, 0o755);
const [earlier, releases] = ['earlier', 'releases'].map((name) => path.join(folder, name));
mkdirSync(releases);
run(root, 'git', 'worktree', 'add', '--detach', earlier, commit);
const stops = [];
try {
  run(earlier, 'npx', '--yes', 'pnpm@10.34.9', 'install', '--frozen-lockfile', '--prefer-offline');
  for (const project of [earlier, root]) run(project, process.execPath, 'scripts/build.mjs');
  const service = await startProcess(path.join(folder, 'data'), { TRUST_PROXY: '1' });
  stops.push(service.stop);
  const browser = await playwright.launch(await chromium());
  stops.push(() => browser.close());
  const port = String(await freePort());

  let gateway = await startGateway([service.port], { project: earlier, releases, port });
  stops.push(() => gateway.stop());
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  await signIn(context, gateway.origin);
  const signedIn = await context.storageState();
  // A page's copy is fetched by who opens it once more.
  for (let time = 0; time < 2; time += 1) await open(context, gateway.origin, CONSOLE.list.path);
  await gateway.stop();
  gateway = await startGateway([service.port], { releases, port });

  const visits = [
    ['Cold', await open(await browser.newContext({ storageState: signedIn }), gateway.origin, CONSOLE.list.path)],
    ['With the earlier release', await open(context, gateway.origin, CONSOLE.list.path)],
    ['Again', await open(context, gateway.origin, CONSOLE.list.path)],
    ['At an address that was not opened before', await open(context, gateway.origin, '/facebook-ads?company_id=1')],
  ];
  const kB = (bytes) => `${(bytes / 1e3).toFixed(1)} kB`;
  const lines = visits.map(([name, { bytes, javascript, requests, atRest }]) => [
    name,
    kB(bytes),
    `${((100 * bytes) / visits[0][1].bytes).toFixed(0)} %`,
    kB(javascript),
    String(requests),
    kB(atRest.bytes),
  ]);
  const head = ['visit', 'to the rows', 'of a cold one', 'JavaScript', 'requests', 'with what is fetched ahead'];
  const name = execFileSync('git', ['rev-parse', '--short=10', commit], { cwd: root, encoding: 'utf8' }).trim();
  console.log([head, ...lines].map((cells) => cells.map((cell) => cell.padEnd(28)).join('')).join('\n'));
  await writeResults('A release', 'node bench/release.mjs COMMIT', [
    `Through nginx, with ${name} as the earlier release, in Chromium ${browser.version()}: bytes on the wire, heads included.`,
    table(head, lines),
  ]);
} finally {
  for (const stop of stops.reverse()) await stop();
  run(root, 'git', 'worktree', 'remove', '--force', earlier);
  rmSync(folder, { recursive: true, force: true });
}

async function signIn(context, origin) {
  const page = await context.newPage();
  await page.goto(origin + CONSOLE.login.path);
  for (const [field, text] of CONSOLE.login.fields) await page.locator(field).fill(text);
  await page.locator(CONSOLE.login.submit).click();
  await page.locator(CONSOLE.login.done).first().waitFor();
  await page.close();
}

/** Opens an address in a new tab and returns what it took until the rows, and until it was at rest (measured-page.mjs). */
async function open(context, origin, address) {
  const measured = await MeasuredPage.open(context, { rows: ROWS }, { cpu: 1, network: null });
  const took = await measured.load((page) => page.goto(origin + address, { waitUntil: 'commit' }), ['rows'], QUIET_MS);
  await measured.page.close();
  return took;
}
