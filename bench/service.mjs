// What every measurement shares: the built service on a database of its own, calls to it, and numbers made readable.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeResults } from './results.mjs';
import { table as sectionTable } from './sections.mjs';

const dist = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'api', 'dist', 'src');
const require = createRequire(import.meta.url);

/**
 * Starts the built service in a process of its own, on a temporary embedded database with the demonstration data.
 * Answers `url`, `db` and `sql` (Kysely, to fill it further), `pid`, `signIn(username)`, `addPeople(count)` and `stop()`.
 */
export async function startService(environment = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'console-bench-'));
  // As root, the database server runs as somebody else, who has to get in.
  await chmod(folder, 0o711);
  const dataDir = path.join(folder, 'data');
  const { url, pid, stop } = await startProcess(dataDir, environment);
  const { COMMAND_LIMITS, openDatabase } = builtModule('database/connection.js');
  const database = await openDatabase({ databaseUrl: null, dataDir }, { limits: COMMAND_LIMITS });
  return {
    url,
    db: database.db,
    sql: createRequire(path.join(dist, 'main.js'))('kysely').sql,
    connection: database.connection,
    dataDir,
    pid,
    async signIn(username) {
      const pair = await call(`${url}/token/pair`, { body: { username, password: 'console-demo' } });
      return pair.access;
    },
    /** Adds so many people, without groups or companies unless `rights` names some; returns their access tokens. */
    async addPeople(count, rights = {}) {
      const { createUser } = builtModule('session/users.queries.js');
      const tokens = [];
      for (let at = 0; at < count; at += 1) {
        const person = {
          username: `person${at}`,
          email: '',
          password: 'console-demo',
          groups: [],
          companies: [],
          ...rights,
        };
        await createUser(database.db, person, { memoryCost: 8, timeCost: 1 });
        tokens.push(await this.signIn(person.username));
      }
      return tokens;
    },
    async stop() {
      await database.close();
      await stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts one process of the built service on a data folder; returns its `url`, `pid` and `stop()`. */
export async function startProcess(dataDir, environment = {}) {
  if (!existsSync(path.join(dist, 'main.js'))) throw new Error('The service is not built: `pnpm build` builds it.');
  const child = spawn(process.execPath, [path.join(dist, 'main.js'), 'serve', '--demo'], {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      AGENT_MESSAGES_PER_HOUR: '1000000',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const url = await new Promise((resolve, reject) => {
    let output = '';
    child.stdout.on('data', (text) => {
      output += text;
      const address = /is ready: (http:\S+)/.exec(output);
      if (address) resolve(`${address[1]}/api`);
    });
    child.once('exit', () => reject(new Error(`The service did not start:\n${output}`)));
  });
  const stop = () => {
    child.kill('SIGTERM');
    return ended;
  };
  return { url, pid: child.pid, stop };
}

/** A module of the built service, by its path below `dist/src`. */
export const builtModule = (file) => require(path.join(dist, file));

const isWhole = process.argv[2] === undefined;

/** So many rows, or the share of them that the first argument names: `node bench/facebook-ads.mjs 0.1` fills a tenth. */
export const rows = (count) => Math.ceil(count * Number(process.argv[2] ?? 1));

/** Adds a company for a measurement to fill. */
export function addCompany({ url }, token, name = 'Large') {
  const company = {
    name,
    slug: name.toLowerCase(),
    logo_url: 'https://example.test/x.png',
    timezone: 'America/Denver',
  };
  return call(`${url}/companies`, { token, body: company });
}

/**
 * Fills a table, and those beside it, by `fill`, which is handed a transaction: rows first, then the table's indexes as the
 * migrations made them. Afterwards the planner knows them all.
 */
export async function fillTable({ db, sql }, { table, beside = [] }, fill) {
  console.log(`Filling ${table} …`);
  const { rows: indexes } = await sql`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = ${table}::regclass and not indisunique and not indisexclusion`.execute(db);
  await db.transaction().execute(async (transaction) => {
    await sql`set local maintenance_work_mem = '256MB'`.execute(transaction);
    for (const { name } of indexes) await sql`drop index ${sql.ref(name)}`.execute(transaction);
    await fill(transaction);
    for (const { definition } of indexes) await sql.raw(definition).execute(transaction);
  });
  for (const filled of [table, ...beside]) await sql`vacuum analyze ${sql.table(filled)}`.execute(db);
}

/** Sends a call and returns its JSON; throws for what is no success. */
export async function call(url, { method, token, body } = {}) {
  const response = await fetch(url, {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
}

/** Milliseconds of each of `times` runs, one after the other, after a few that are not counted. */
export async function timed(times, run) {
  for (let warm = 0; warm < Math.min(10, times); warm += 1) await run(-1);
  const milliseconds = [];
  for (let at = 0; at < times; at += 1) {
    const started = performance.now();
    await run(at);
    milliseconds.push(performance.now() - started);
  }
  return milliseconds;
}

/** What was reported so far, as cells: name, median, 95th percentile, greatest, limit. */
const reported = [];

/** Prints the median, the 95th percentile and the greatest of some milliseconds, and the limit they are held against. */
export function report(name, milliseconds, limit = '') {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  const at = (share) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(1);
  reported.push([name, at(0.5), at(0.95), at(1), limit]);
  console.log(
    `${name.padEnd(52)} ${at(0.5).padStart(8)} ${at(0.95).padStart(8)} ${at(1).padStart(8)}  ${String(sorted.length).padStart(6)}  ${limit}`,
  );
}

/** Prints what each list takes, one line a case: its name, how many rows match, and the limit of every list. */
export async function reportLists(list, cases, times) {
  for (const [name, query] of Object.entries(cases)) {
    const { total } = await list(query);
    const matching = `${name} (${total.toLocaleString('en-US')})`;
    report(matching, await timed(times, () => list(query)), 'median 20, 95 % 50');
  }
}

/** Prints the heading, the machine's load, and the floor: the cheapest call and a trivial indexed query by the same way. */
export async function reportFloor({ url }, token) {
  const load = os.loadavg()[0]?.toFixed(1);
  console.log(`${os.availableParallelism()} cores, load ${load}, Node ${process.version}\n`);
  console.log(`${'milliseconds'.padEnd(52)}   median      95%      max   count  limit`);
  report('floor: GET /health', await timed(200, () => call(`${url}/health`)));
  report('floor: GET /companies/1', await timed(200, () => call(`${url}/companies/1`, { token })));
}

/**
 * Writes what was reported into a section of results.md, and after it other parts, such as tables of its own. A share of
 * the rows is a first look, and is not written.
 */
export async function writeReported(heading, parts = []) {
  if (!isWhole) return console.log('\nNot written into bench/results.md: only a share of the rows was filled.');
  const lines = sectionTable(['milliseconds', 'median', '95 %', 'most', 'limit'], reported);
  return writeResults(heading, `node bench/${path.basename(process.argv[1])}`, [lines, ...parts]);
}

const ps = (field, pid) => String(execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)])).trim();

/** The memory a process holds, in MiB. */
export const memoryOf = (pid) => Number(ps('rss', pid)) / 1024;

/** The processor time a process has used, in seconds. */
export const processorTimeOf = (pid) =>
  ps('time', pid)
    .split(/[:-]/)
    .reduce((sum, part) => sum * 60 + Number(part), 0);
