// The console in a browser, through nginx and without, beside a plain React table: `pnpm bench:browser [--runs 7]`. It
// builds both, starts them on free ports, visits them in turn, first as the machine is and then slowed down, and writes what it measured into
// bench/results.md. Nothing is judged; what is to be reached stands beside each figure.
import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { chromium as playwright } from '@playwright/test';
import { chromium } from '../../e2e/support/chromium.mjs';
import { missingForNginx, startGateway } from '../../scripts/nginx.mjs';
import { writeResults } from '../results.mjs';
import { table } from '../sections.mjs';
import { startProcess } from '../service.mjs';
import { ALONE, CONSOLE, FLOOR } from './apps.mjs';
import { buildFloor } from './floor/build.mjs';
import { serveFloor } from './floor/server.mjs';
import { PEERS, rowsOf, SETTINGS } from './lines.mjs';
import { visit } from './visit.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const APPS = [CONSOLE, ALONE, FLOOR];
/** Headers of what one document holds and not of how a browser takes a site. */
const OWN_HEADERS =
  /^(accept-ranges|cache-control|connection|content-|cross-origin-resource|date|etag|keep-alive|last-modified|link|server|transfer|vary|x-request)/;

/** Ends with a sentence about what is wrong. */
function end(sentence, status = 1) {
  console.error(sentence);
  process.exit(status);
}

function runsAskedFor() {
  try {
    const { values } = parseArgs({ options: { runs: { type: 'string', default: '7' } } });
    const runs = Number(values.runs);
    if (!Number.isInteger(runs) || runs < 1) end(`--runs is '${values.runs}': give a whole number above 0.`, 2);
    return runs;
  } catch (error) {
    return end(`${error.message} The one option is --runs <number>.`, 2);
  }
}

const runs = runsAskedFor();
const { executablePath, args } = await chromium().catch((error) =>
  end(`There is no Chromium: set CHROME_PATH to one. (${error.message})`),
);
/** Nothing outside this machine is asked for, not even by the browser itself. */
const OFFLINE = '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1';
const launch = () => playwright.launch({ executablePath, args: [...args, OFFLINE], handleSIGINT: false });
const version = await launch()
  .then(async (browser) => {
    await browser.close();
    return browser.version();
  })
  .catch((error) => end(`Chromium (${executablePath}) does not start: ${error.message.split('\n')[0]}`));

if (missingForNginx()) end(`There is no ${missingForNginx()}: apt-get install nginx.`);
const built = spawnSync(process.execPath, [path.join(root, 'scripts/build.mjs')], { stdio: 'inherit' });
if (built.status !== 0) end('The console could not be built.');
const folder = await mkdtemp(path.join(os.tmpdir(), 'console-bench-browser-'));
// As root, the database server runs as somebody else, who has to get in.
await chmod(folder, 0o711);
const floorFolder = await buildFloor().catch((error) => end(`The floor could not be built: ${error.message}`));
const service = await startProcess(path.join(folder, 'data'), { TRUST_PROXY: '1' }).catch((error) =>
  end(error.message),
);
const gateway = await startGateway([service.port]).catch(async (error) => {
  await service.stop();
  end(error.message);
});
const floor = await serveFloor(floorFolder, await siteHeaders(gateway.origin));

/** The visits, by setting and app. */
const visits = {};
const failures = [];
const loads = [];
let isInterrupted = false;
process.once('SIGINT', () => (isInterrupted = true));
// By number, as the floor is: a name would have to be looked up.
const origins = {
  [CONSOLE.name]: gateway.origin,
  [ALONE.name]: `http://127.0.0.1:${service.port}`,
  [FLOOR.name]: floor.origin,
};
try {
  for (const setting of SETTINGS) {
    visits[setting.key] = Object.fromEntries(APPS.map(({ name }) => [name, []]));
    for (let run = 0; run < runs; run += 1)
      // They take turns in coming first, so that none always has the warmer machine.
      for (const app of run % 2 ? APPS.toReversed() : APPS) {
        if (isInterrupted) break;
        const started = Date.now();
        loads.push(os.loadavg()[0]);
        const what = `${setting.key}, run ${run + 1} of ${runs}, ${app.name}`;
        try {
          visits[setting.key][app.name].push(await visit(launch, app, origins[app.name], setting));
          console.log(`${what}: ${((Date.now() - started) / 1000).toFixed(1)} s, load ${os.loadavg()[0].toFixed(1)}`);
        } catch (error) {
          failures.push(what);
          console.error(`${what} failed: ${error.message.split('\n').slice(0, 3).join(' ')}`);
        }
      }
  }
} finally {
  await gateway.stop();
  await service.stop();
  await floor.stop();
  await rm(folder, { recursive: true, force: true });
}
if (isInterrupted) end('Interrupted: nothing was written.', 130);
for (const setting of SETTINGS)
  for (const { name } of APPS)
    if (visits[setting.key][name].length * 2 <= runs)
      end(
        `Of ${runs} visits to the ${name} (${setting.name.toLowerCase()}) more than half failed: nothing was written.`,
      );

const HEAD = ['median', ...APPS.map(({ name }) => name), 'ratio', 'to reach'];
const parts = [
  `Through nginx (Debian's, the project's settings, the files of the images) and by the service alone, in Chromium ${version}, ${runs} visits to each in turn, the plain table with the console's own headers, load average while measuring ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}${failures.length ? `; failed and left out: ${failures.join('; ')}` : ''}.`,
];
for (const { key, name } of SETTINGS) {
  const rows = rowsOf(
    key,
    APPS.map((app) => visits[key][app.name]),
  );
  parts.push(`### ${name}`, table(HEAD, rows));
  console.log(`\n${name}\n${[HEAD, ...rows].map(lineOf).join('\n')}`);
}
parts.push(
  '### Other consoles',
  `Quoted, not measured: beside a table of the same kind, taken ${PEERS.taken}.`,
  table(['median', ...PEERS.names], PEERS.lines),
);
await writeResults('In a browser', 'pnpm bench:browser', parts);

/** The headers with which the console opens a document, such as its opener policy: a browser treats the floor alike. */
async function siteHeaders(origin) {
  const { headers } = await fetch(`${origin}/login`);
  // The floor's own script is in no policy of the console's.
  return Object.fromEntries(
    [...headers].filter(([name]) => !OWN_HEADERS.test(name) && name !== 'content-security-policy'),
  );
}

function lineOf([name, ...cells]) {
  return `${name.padEnd(48)} ${cells.map((cell) => cell.padStart(12)).join(' ')}`;
}
