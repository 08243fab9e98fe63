/* global document, MutationObserver, PerformanceObserver, requestAnimationFrame */
// The waits of the first list: every request with its beginning, its end and who asked for it, and every long task,
// as a table. `node bench/browser/waits.mjs [URL of a demonstration console] [--slow]`; `--slow`: a four times slower
// processor and Fast 4G. The list is opened in a browser that was signed in and has nothing in its cache.
import { createRequire } from 'node:module';
import { parseArgs } from 'node:util';

const { chromium } = createRequire(new URL('../../e2e/package.json', import.meta.url))('@playwright/test');
const { values, positionals } = parseArgs({
  options: { slow: { type: 'boolean' }, user: { type: 'string', default: 'company-admin' } },
  allowPositionals: true,
});
const console_ = new URL(positionals[0] ?? 'http://127.0.0.1:8080');
const LIST = '/product-variants?company_id=1';
const ROWS = '.list-table tbody tr:not(.list-table__skeleton)';
/** Fast 4G as DevTools has it: milliseconds, and bytes a second. */
const FAST_4G = {
  offline: false,
  latency: 165,
  downloadThroughput: (9e6 / 8) * 0.9,
  uploadThroughput: (1.5e6 / 8) * 0.9,
};

const browser = await chromium.launch({
  executablePath: process.env.CHROME_PATH || '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  const storageState = await signedIn();
  const seen = await openList(storageState);
  print(seen);
} finally {
  await browser.close();
}

/** The profile of a browser whose person has signed in and opened the list once. */
async function signedIn() {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(new URL('/login', console_).href);
  await page.getByLabel('Username').fill(values.user);
  await page.getByLabel('Password').fill('console-demo');
  await page.keyboard.press('Enter');
  await page.getByRole('navigation', { name: 'Main' }).waitFor();
  await page.goto(new URL(LIST, console_).href);
  await page.locator(ROWS).first().waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

async function openList(storageState) {
  const context = await browser.newContext({ storageState, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript((rows) => {
    const seen = (globalThis.seen = { tasks: [], paint: 0, rows: 0 });
    const observe = (type, take) =>
      new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true });
    observe('longtask', ({ startTime, duration }) => seen.tasks.push({ startTime, duration }));
    observe('paint', ({ startTime }) => (seen.paint ||= startTime));
    new MutationObserver(() => {
      if (seen.rows || !document.querySelector(rows)) return;
      seen.rows = -1;
      requestAnimationFrame(() => setTimeout(() => (seen.rows = performance.now())));
    }).observe(document, { subtree: true, childList: true });
  }, ROWS);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  const requests = new Map();
  let zero = null;
  devtools.on('Network.requestWillBeSent', ({ requestId, request, timestamp, initiator, type }) => {
    if (!request.url.startsWith('http')) return;
    zero ??= timestamp;
    requests.set(requestId, { url: request.url, type, start: timestamp, by: initiator, bytes: 0 });
  });
  devtools.on('Network.responseReceived', ({ requestId, timestamp }) => {
    const request = requests.get(requestId);
    if (request) request.first = timestamp;
  });
  devtools.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { end: timestamp, bytes: encodedDataLength });
  });
  if (values.slow) {
    await devtools.send('Network.emulateNetworkConditions', FAST_4G);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  }
  await page.goto(new URL(LIST, console_).href, { waitUntil: 'commit' });
  await page.waitForFunction(() => globalThis.seen?.rows > 0, null, { timeout: 60_000, polling: 50 });
  const { tasks, paint, rows } = await page.evaluate(() => globalThis.seen);
  await context.close();
  const at = (timestamp) => (timestamp === undefined ? null : (timestamp - zero) * 1000);
  const list = [...requests.values()].map((request) => ({
    ...request,
    start: at(request.start),
    end: at(request.end),
  }));
  return {
    requests: list.filter(({ start }) => start <= rows),
    tasks: tasks.filter((task) => task.startTime <= rows),
    paint,
    rows,
  };
}

/** A file's name without its hash. */
function nameOf(url) {
  const { pathname, origin } = new URL(url);
  const short = pathname.replace(/\.[0-9a-f]{12}\./, '.');
  return origin === console_.origin ? short : origin + short;
}

function askedBy({ type, url, stack }) {
  if (type === 'parser') return 'the document';
  const frames = [];
  for (let trace = stack; trace; trace = trace.parent) frames.push(...trace.callFrames);
  const from = frames.find((frame) => frame.url)?.url ?? url;
  return from ? nameOf(from) : type;
}

function print({ requests, tasks, paint, rows }) {
  const rounded = (ms) => (ms === null ? '–' : String(Math.round(ms)));
  const lines = [
    ...requests.map(({ url, type, start, end, bytes, by }) => ({
      start,
      cells: [rounded(start), rounded(end), type, nameOf(url), (bytes / 1000).toFixed(1), askedBy(by)],
    })),
    ...tasks.map(({ startTime, duration }) => ({
      start: startTime,
      cells: [rounded(startTime), rounded(startTime + duration), 'long task', '', '', `${rounded(duration)} ms`],
    })),
    { start: paint, cells: [rounded(paint), '', 'first picture', '', '', ''] },
    { start: rows, cells: [rounded(rows), '', 'rows', '', '', ''] },
  ].sort((one, other) => one.start - other.start);
  const table = [
    ['from ms', 'to ms', 'kind', 'what', 'kB', 'asked by'],
    ['--:', '--:', '---', '---', '--:', '---'],
  ];
  for (const cells of [...table, ...lines.map((line) => line.cells)]) console.log(`| ${cells.join(' | ')} |`);
  const blocking = tasks.reduce((sum, { duration }) => sum + duration - 50, 0);
  console.log(`\n${requests.length} requests until the rows; the page was blocked for ${rounded(blocking)} ms.`);
}
