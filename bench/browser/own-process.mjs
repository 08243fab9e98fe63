// The cost of a page's own process: the plain table as it is, and with the console's Cross-Origin-Opener-Policy,
// visited in turn. `node bench/browser/own-process.mjs [--runs 5] [--slow]` prints the medians in milliseconds.
import { parseArgs } from 'node:util';
import { chromium as playwright } from '@playwright/test';
import { chromium } from '../../e2e/support/chromium.mjs';
import { FLOOR } from './apps.mjs';
import { buildFloor } from './floor/build.mjs';
import { serveFloor } from './floor/server.mjs';
import { SETTINGS } from './lines.mjs';
import { median } from './measured-page.mjs';
import { visit } from './visit.mjs';

const { values } = parseArgs({ options: { runs: { type: 'string', default: '5' }, slow: { type: 'boolean' } } });
const runs = Number(values.runs);
if (!Number.isInteger(runs) || runs < 1) throw new Error(`--runs is '${values.runs}': give a whole number above 0.`);
const setting = SETTINGS.find(({ key }) => key === (values.slow ? 'slow' : 'plain'));
const { executablePath, args } = await chromium();
const launch = () => playwright.launch({ executablePath, args });

const folder = await buildFloor();
const floors = [
  { name: 'as it is', ...(await serveFloor(folder)), visits: [] },
  {
    name: 'in its own process',
    ...(await serveFloor(folder, { 'cross-origin-opener-policy': 'same-origin' })),
    visits: [],
  },
];
try {
  for (let run = 0; run < runs; run += 1)
    for (const { origin, visits } of run % 2 ? floors.toReversed() : floors)
      visits.push(await visit(launch, FLOOR, origin, setting));
} finally {
  await Promise.all(floors.map(({ stop }) => stop()));
}
console.log(`plain table, ${setting.name.toLowerCase()}, ${runs} visits to each, in milliseconds`);
for (const load of ['login', 'cold', 'warm', 'reload'])
  console.log(
    `${load.padEnd(8)}${floors.map(({ name, visits }) => `${name} ${median(visits.map((one) => one[load].painted)).toFixed(0)}`).join(', ')}`,
  );
