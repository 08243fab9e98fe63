// Breaks the built console on purpose: `pnpm test:faults [--rounds 200] [--short] [--only kills]`, --short without what takes
// minutes. It wants `node scripts/build.mjs api` to have run. The last line counts; what this machine cannot do is said to be not run.
import { parseArgs } from 'node:util';
import { across, missingForAcross } from './faults/across.mjs';
import { answersOverCrash } from './faults/answer.mjs';
import { failover, missingForFailover } from './faults/failover.mjs';
import { fullDisk, missingForFullDisk } from './faults/full-disk.mjs';
import { fewHandles } from './faults/handles.mjs';
import { killRounds } from './faults/kills.mjs';
import { missingForNginx } from './nginx.mjs';
import { replacement } from './faults/replacement.mjs';
import { killsWhileReading } from './faults/sync.mjs';
import { endAll } from './faults/service.mjs';

/** Each answers the problems of each of its tests; `missing` says what this machine lacks for it. */
const PARTS = {
  kills: { run: killRounds },
  answers: { run: answersOverCrash },
  reading: { run: killsWhileReading, isLong: true },
  'full disk': { run: fullDisk, missing: missingForFullDisk, isLong: true },
  handles: { run: fewHandles, isLong: true },
  failover: { run: failover, missing: missingForFailover, isLong: true },
  replacement: { run: replacement, missing: missingForNginx },
  across: { run: across, missing: missingForAcross, isLong: true },
};

const readArguments = () => {
  try {
    const { values } = parseArgs({
      options: { rounds: { type: 'string', default: '200' }, only: { type: 'string' }, short: { type: 'boolean' } },
    });
    if (!/^[1-9]\d{0,4}$/.test(values.rounds)) throw new Error(`--rounds is '${values.rounds}': give a number from 1.`);
    if (values.only !== undefined && !(values.only in PARTS))
      throw new Error(`--only is '${values.only}': give one of ${Object.keys(PARTS).join(', ')}.`);
    return { rounds: Number(values.rounds), only: values.only, short: values.short };
  } catch (error) {
    console.error(error.message);
    process.exit(2);
  }
};

const { rounds, only, short } = readArguments();
let passed = 0;
let failed = 0;
for (const [name, { run, missing, isLong }] of Object.entries(PARTS)) {
  if ((only !== undefined && only !== name) || (short && isLong)) continue;
  console.log(`\n── ${name}`);
  const lack = missing?.();
  if (lack) {
    console.log(`not run: there is no ${lack}`);
    continue;
  }
  const began = Date.now();
  let results;
  try {
    results = await run(rounds);
  } catch (error) {
    console.error(error);
    endAll();
    results = [[error.message]];
  }
  for (const problems of results) {
    if (problems.length) failed += 1;
    else passed += 1;
  }
  console.log(`── ${name}: ${((Date.now() - began) / 1000).toFixed(0)} s`);
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exit(failed > 0 ? 1 : 0);
