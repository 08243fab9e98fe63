// A primary that is killed, and one that hangs, under every kind of writer; the standby is promoted and takes over.
// PostgreSQL 15, synchronous replication, this machine's loopback only.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { hasPostgres, POSTGRES_15, startPostgres } from '../postgres-server.mjs';
import { Caller, main, root, startService, until } from './service.mjs';
import { makeWriters } from './writers.mjs';

const { Client } = createRequire(path.join(root, 'api/package.json'))('pg');
const PASSWORD = 'p@ss/word,1';
const SECONDS = 60;
/** So long after the promotion every kind of writer has written again. */
const LIMIT_MS = 5000;
// No one loses what a machine has written when only a process ends; the standby's answer is waited for all the same.
const SETTINGS = ['fsync=off', 'max_connections=200', 'hot_standby=on'];
const SYNCHRONOUS = ['synchronous_commit=on', 'synchronous_standby_names=*'];

/** The program missing for this part on this machine, or null. */
export const missingForFailover = () => (hasPostgres(POSTGRES_15) ? null : `PostgreSQL in ${POSTGRES_15}`);

/** Fails a primary in each way; answers the problems of each. */
export async function failover() {
  const results = [];
  for (const [name, signal] of [
    ['killed', 'SIGKILL'],
    ['hangs', 'SIGSTOP'],
  ])
    results.push(await failOver(name, signal));
  return results;
}

async function failOver(name, signal) {
  const keys = mkdtempSync(path.join(os.tmpdir(), 'console-faults-'));
  const primary = await startPostgres(POSTGRES_15, PASSWORD, { settings: [...SETTINGS, ...SYNCHRONOUS] });
  const standby = await startPostgres(POSTGRES_15, PASSWORD, { settings: SETTINGS, standbyOf: primary.url });
  let service;
  try {
    const isSynchronous = async () =>
      (await ask(primary, 'select sync_state from pg_stat_replication'))[0]?.sync_state === 'sync';
    if (!(await until(isSynchronous, SECONDS))) return ['the standby does not follow'];
    const [one, other] = [primary, standby].map(({ url }) => new URL(url).host);
    const environment = {
      DATABASE_URL: `postgres://console@${one},${other}/postgres?target_session_attrs=read-write`,
      DATABASE_PASSWORD: PASSWORD,
      KEY_DIR: keys,
    };
    execFileSync(process.execPath, [main, 'demo'], { env: { PATH: process.env.PATH, ...environment } });
    const start = () => startService(environment);
    service = await start();
    const { problems, figures } = await underWriters(service, {
      start,
      async fail() {
        primary.signal(signal);
        // Whoever promotes notices some time later; the writers meet the fault meanwhile.
        await wait(3000);
        await ask(standby, 'select pg_promote()');
      },
      bringBack: () => primary.signal('SIGCONT'),
    });
    console.log(
      `${name}: ${figures}; ${problems.length ? [...new Set(problems)].slice(0, 8).join('; ') : 'nothing lost'}`,
    );
    return problems;
  } finally {
    service?.kill('SIGTERM');
    await service?.ended;
    primary.signal('SIGKILL');
    await primary.stop();
    await standby.stop();
    rmSync(keys, { recursive: true, force: true });
  }
}

/**
 * Lets all kinds of writers write while the primary fails, and again once it was replaced and is back; answers what was
 * lost, and the figures in words.
 */
async function underWriters(service, { start, fail, bringBack }) {
  const caller = new Caller(service.url);
  await caller.signIn();
  const writers = await makeWriters(caller);
  const state = { ends: false, written: new Set(), count: 0 };
  let number = Date.now() % 1_000_000_000;
  const running = writers.map(async (writer) => {
    while (!state.ends) {
      if (await writer.write(caller, (number += 1))) {
        state.written.add(writer.name);
        state.count += 1;
      } else await wait(20);
    }
  });
  const all = (isPatient) => writers.every(({ name }) => (name === 'chat' && !isPatient) || state.written.has(name));
  const problems = [];
  if (!(await until(() => all(true), SECONDS)))
    problems.push(`not every writer wrote: only ${[...state.written].join(', ')}`);
  await wait(Math.random() * 1000);
  const before = state.count;
  await fail();
  const promoted = Date.now();
  state.written.clear();
  await until(() => state.written.size > 0, SECONDS);
  const first = Date.now() - promoted;
  if (!(await until(() => all(false), SECONDS)))
    problems.push(`not every writer wrote again: only ${[...state.written].join(', ')}`);
  const last = Date.now() - promoted;
  if (last > LIMIT_MS) problems.push(`the last kind of writer wrote again ${last} ms after the promotion`);
  // The former primary is back, and is not written to.
  bringBack();
  state.written.clear();
  if (!(await until(() => all(true), SECONDS)))
    problems.push(`beside the former primary only these wrote: ${[...state.written].join(', ')}`);
  state.ends = true;
  await Promise.all(running);
  // By a process that knows nothing of what was: it finds both, and takes the one that was promoted.
  const later = await start();
  caller.url = later.url;
  await caller.signIn();
  for (const writer of writers)
    for (const problem of await writer.check(caller)) problems.push(`${writer.name}: ${problem}`);
  later.kill('SIGTERM');
  await later.ended;
  problems.push(...caller.faults);
  const statuses = [...caller.counts]
    .sort(([a], [b]) => a - b)
    .map(([status, times]) => `${times} x ${status || 'cut'}`);
  const figures = `${before} answered writes before, ${state.count} in all; the first one ${first} ms after the promotion, every kind ${last} ms; ${statuses.join(', ')}`;
  return { problems, figures };
}

async function ask({ url }, query) {
  const address = new URL(url);
  address.password = encodeURIComponent(PASSWORD);
  const client = new Client({ connectionString: address.href });
  await client.connect();
  try {
    return (await client.query(query)).rows;
  } finally {
    await client.end();
  }
}
