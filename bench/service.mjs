// The built service on a database of its own, and calls to it.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = path.join(path.dirname(path.dirname(fileURLToPath(import.meta.url))), 'api', 'dist', 'src');
const require = createRequire(import.meta.url);

/**
 * Starts the built service in a process of its own, on a temporary embedded database with the demonstration data, or
 * where it is to be `empty` with an administrator alone. Answers `url`, `port`, `db` and `sql` (Kysely, to fill it further), `pid`, `signIn(username)`, `addPeople(count)` and `stop()`.
 */
export async function startService(environment = {}, { empty = false } = {}) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'console-bench-'));
  // As root, the database server runs as somebody else, who has to get in.
  await chmod(folder, 0o711);
  const dataDir = path.join(folder, 'data');
  const { url, port, pid, stop } = await startProcess(dataDir, environment, empty ? '--no-demo' : '--demo');
  const { COMMAND_LIMITS, openDatabase } = builtModule('database/connection.js');
  const database = await openDatabase({ databaseUrl: null, dataDir }, { limits: COMMAND_LIMITS });
  const { createUser } = builtModule('session/users.queries.js');
  const addPerson = (person) =>
    createUser(
      database.db,
      { email: '', password: 'console-demo', groups: [], companies: [], ...person },
      { memoryCost: 8, timeCost: 1 },
    );
  if (empty) await addPerson({ username: 'admin', groups: ['AaasAdmin', 'CompanyAdmin'] });
  return {
    url,
    port,
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
      const tokens = [];
      for (let at = 0; at < count; at += 1) {
        const username = `person${at}`;
        await addPerson({ username, ...rights });
        tokens.push(await this.signIn(username));
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

/** Starts one process of the built service on a data folder; returns its `url`, `port`, `pid` and `stop()`. */
export async function startProcess(dataDir, environment = {}, demo = '--demo') {
  if (!existsSync(path.join(dist, 'main.js'))) throw new Error('The service is not built: `pnpm build` builds it.');
  const child = spawn(process.execPath, [path.join(dist, 'main.js'), 'serve', demo], {
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
  return { url, port: new URL(url).port, pid: child.pid, stop };
}

/** A module of the built service, by its path below `dist/src`. */
export const builtModule = (file) => require(path.join(dist, file));

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

const ps = (field, pid) => String(execFileSync('ps', ['-o', `${field}=`, '-p', String(pid)])).trim();

/** The memory a process holds, in MiB. */
export const memoryOf = (pid) => Number(ps('rss', pid)) / 1024;

/** The processor time a process has used, in seconds. */
export const processorTimeOf = (pid) =>
  ps('time', pid)
    .split(/[:-]/)
    .reduce((sum, part) => sum * 60 + Number(part), 0);
