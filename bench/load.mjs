// People at work: lists of a million rows, edits, bulk actions and the chat, through the gateway and two processes:
// `node bench/load.mjs [--rows 1000000] [--minutes 5] [--people 20]`, after `pnpm build`. It ends with 1 when an answer
// was 5xx, a list took more than 300 ms (95 %), or memory or connections did not come back to where they began.
import { createRequire } from 'node:module';
import { clearInterval, setInterval } from 'node:timers';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import path from 'node:path';
import { startGateway } from '../scripts/nginx.mjs';
import { fillAds, fillPosts, fillVariants } from './fill.mjs';
import { actionOf } from './load-actions.mjs';
import { percentile, reportFloor } from './run.mjs';
import { addCompany, builtModule, memoryOf, startProcess, startService } from './service.mjs';

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '5' },
    people: { type: 'string', default: '20' },
  },
});
const [rows, minutes, people] = ['rows', 'minutes', 'people'].map((name) => {
  const number = Number(values[name]);
  if (number > 0) return number;
  console.error(`--${name} is '${values[name]}': give a number above 0.`);
  process.exit(2);
});

const PACE_MS = 2000;
// Before anything is measured, so that what a process needs once is there.
const WARM_UP_MS = 15_000;
// An idle connection is closed after ten seconds, and memory is given back when no more is needed.
const SETTLING_MS = 30_000;
const LIST_LIMIT_MS = 300;
// The growth that a process may keep, in MiB: caches that are full by then, and what V8 keeps for the next load.
const MEMORY_LIMIT = 64;
const CONNECTION_LIMIT = 2;

const environment = {
  TRUST_PROXY: '1',
  // A person of this load sends more than a person.
  AGENT_MESSAGES_PER_HOUR: '100000',
};

const require = createRequire(path.join(path.dirname(fileURLToPath(import.meta.url)), '../api/package.json'));
const { Client } = require('pg');
const service = await startService(environment);
let second;
let gateway;
const counter = new Client({ ...service.connection, application_name: 'bench' });

let isGood = true;
const judge = (message, good) => {
  console.log(`${good ? 'good' : 'BAD '}  ${message}`);
  if (!good) isGood = false;
};

try {
  second = await startProcess(service.dataDir, environment);
  gateway = await startGateway([service.port, second.port], { withPages: false });
  await counter.connect();
  const token = await service.signIn('admin');
  const company = await addCompany(service, token);
  const filling = performance.now();
  const [tenth, twentieth] = [Math.ceil(rows / 10), Math.ceil(rows / 20)];
  await fillVariants(service, company, { ours: tenth, others: rows - tenth });
  await fillAds(service, company, { ours: twentieth, others: rows - twentieth, tags: 200 });
  await fillPosts(service, company, { ours: tenth, others: rows - tenth });
  console.log(
    `Filled ${rows.toLocaleString('en-US')} rows a list in ${((performance.now() - filling) / 1000).toFixed(0)} s.`,
  );
  const staff = await signInStaff();
  await reportFloor({ url: `${gateway.origin}/api` }, token);

  const warmUp = { answers: [], failures: [] };
  await work(staff, company, WARM_UP_MS, warmUp);
  await wait(SETTLING_MS);
  const before = await look();

  const measured = { answers: [], failures: [] };
  const peak = { connections: 0, memory: [0, 0] };
  const watching = setInterval(() => {
    look().then(({ connections, memory }) => {
      peak.connections = Math.max(peak.connections, connections);
      peak.memory = peak.memory.map((most, at) => Math.max(most, memory[at]));
    }, console.error);
  }, 1000);
  await work(staff, company, minutes * 60_000, measured);
  clearInterval(watching);
  await wait(SETTLING_MS);
  const after = await look();
  tell(measured, { before, peak, after });
} finally {
  await counter.end().catch(() => undefined);
  await gateway?.stop();
  await second?.stop();
  await service.stop();
}
process.exit(isGood ? 0 : 1);

/** Users who may do what the load does, signed in through the gateway. */
async function signInStaff() {
  const { createUser } = builtModule('session/users.queries.js');
  const groups = ['CompanyAdmin', 'SocialMediaManager', 'AdManager'];
  const staff = [];
  for (let at = 0; at < people; at += 1) {
    const username = `load-${at}`;
    const user = { username, email: '', password: 'console-demo', groups, companies: ['large'] };
    // This load does not measure the cost of a hash.
    await createUser(service.db, user, { memoryCost: 8, timeCost: 1 });
    const response = await fetch(`${gateway.origin}/api/token/pair`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username, password: 'console-demo' }),
    });
    if (!response.ok) throw new Error(`${username} cannot sign in: ${response.status}`);
    staff.push({ at, token: (await response.json()).access, writing: 0 });
  }
  return staff;
}

/** Lets everybody do one thing every two seconds, each at a time of their own, until the time is over. */
async function work(staff, company, milliseconds, seen) {
  const end = performance.now() + milliseconds;
  const begun = [];
  await Promise.all(
    staff.map(async (person) => {
      let next = performance.now() + (PACE_MS * person.at) / staff.length;
      for (let turn = 0; next < end; turn += 1, next += PACE_MS) {
        await wait(Math.max(0, next - performance.now()));
        begun.push(act(person, company, turn, seen));
      }
    }),
  );
  await Promise.all(begun);
}

async function act(person, company, turn, seen) {
  const { kind, prepare, run } = actionOf(person, turn, { url: `${gateway.origin}/api`, company });
  try {
    const prepared = await prepare?.();
    const started = performance.now();
    await run(prepared);
    seen.answers.push({ kind, milliseconds: performance.now() - started });
  } catch (error) {
    seen.failures.push({ kind, message: error.message, status: Number(/^\d{3}/.exec(error.message)?.[0] ?? 0) });
  }
}

/** The memory of both processes in MiB, and how many connections they have. */
async function look() {
  const { rows: counted } = await counter.query(
    `select count(*)::int as connections from pg_stat_activity
     where application_name = 'console' and datname = current_database()`,
  );
  // The bench's own pool is one of them while it lives; it is idle then, and closed by itself.
  return { connections: counted[0].connections, memory: [memoryOf(service.pid), memoryOf(second.pid)] };
}

function tell({ answers, failures }, { before, peak, after }) {
  console.log(
    `\n${people} people, ${minutes} minutes, one action every ${PACE_MS / 1000} s: ${answers.length} answered\n`,
  );
  const of = (kind) => answers.filter((one) => one.kind === kind).map(({ milliseconds }) => milliseconds);
  console.log(`${'milliseconds'.padEnd(52)}   median      95%      99%      max   count  limit`);
  for (const kind of ['list', 'edit', 'bulk', 'chat'])
    line(kind, of(kind), kind === 'list' ? `95 % ${LIST_LIMIT_MS}` : '');
  console.log('\n                      before    peak   after');
  const row = (name, pick) =>
    console.log(`${name.padEnd(20)} ${[before, peak, after].map((one) => pick(one).toFixed(0).padStart(7)).join(' ')}`);
  row('memory 1, MiB', ({ memory }) => memory[0]);
  row('memory 2, MiB', ({ memory }) => memory[1]);
  row('connections', ({ connections }) => connections);
  console.log('');
  for (const { kind, message } of failures.slice(0, 10)) console.log(`${kind}: ${message.slice(0, 200)}`);
  judge(
    `${failures.filter(({ status }) => status >= 500 || status === 0).length} answers of 5xx or none at all`,
    failures.every(({ status }) => status >= 400 && status < 500),
  );
  judge(`${failures.length} calls failed`, failures.length === 0);
  judge(
    `lists: 95 % in ${percentile(of('list'), 0.95).toFixed(0)} ms, limit ${LIST_LIMIT_MS}`,
    percentile(of('list'), 0.95) <= LIST_LIMIT_MS,
  );
  for (const at of [0, 1])
    judge(
      `memory ${at + 1}: ${(after.memory[at] - before.memory[at]).toFixed(0)} MiB more than before, limit ${MEMORY_LIMIT}`,
      after.memory[at] - before.memory[at] <= MEMORY_LIMIT,
    );
  judge(
    `connections: ${after.connections - before.connections} more than before, limit ${CONNECTION_LIMIT}`,
    after.connections - before.connections <= CONNECTION_LIMIT,
  );
}

function line(name, milliseconds, limit) {
  const figures = [0.5, 0.95, 0.99, 1].map((share) => percentile(milliseconds, share).toFixed(0).padStart(8));
  console.log(`${name.padEnd(52)} ${figures.join(' ')}  ${String(milliseconds.length).padStart(6)}  ${limit}`);
}
