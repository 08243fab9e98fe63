// kill -9 in the middle of writing: of the service, of the database, of both by turns; then every ledger is compared.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Caller, postmasterOf, processesOf, startService, until } from './service.mjs';
import { makeWriters } from './writers.mjs';

const KINDS = ['service', 'database', 'both'];
const SECONDS = 60;
// An answer whose process has said nothing for ten seconds is no longer being written.
const SILENCE_MS = 11_000;

/** Runs so many rounds; answers the problems of each, and prints a line a round and the figures. */
export async function killRounds(rounds) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'console-faults-'));
  await chmod(folder, 0o711);
  const dataDir = path.join(folder, 'data');
  const start = () => startService({ DATA_DIR: dataDir });
  let service = await start();
  const caller = new Caller(service.url);
  await caller.signIn();
  const writers = await makeWriters(caller);
  const results = [];
  const writes = new Map();
  const recovery = { service: [], database: [], both: [] };
  let number = Date.now() % 1_000_000_000;
  const began = Date.now();

  for (let round = 0; round < rounds; round += 1) {
    const kind = KINDS[round % KINDS.length];
    const problems = [];
    const before = new Set(processesOf(dataDir));
    const roundBegan = Date.now();
    await caller.signIn();
    const state = { ends: false, written: new Set() };
    const running = writers.map(async (writer) => {
      while (!state.ends) {
        if (await writer.write(caller, (number += 1))) {
          state.written.add(writer.name);
          writes.set(writer.name, (writes.get(writer.name) ?? 0) + 1);
        } else await wait(20);
      }
    });
    // Only when all of them write, and then at any moment; an answer of the chat takes seconds, so not in each round.
    const all = (isPatient) => writers.every(({ name }) => (name === 'chat' && !isPatient) || state.written.has(name));
    const wrote = await until(() => all(round % 4 === 0), SECONDS);
    if (!wrote) problems.push(`not every writer wrote: only ${[...state.written].join(', ')}`);
    await wait(Math.random() * 1000);

    const postmaster = postmasterOf(dataDir);
    if (kind !== 'database') {
      state.ends = true;
      service.kill('SIGKILL');
    }
    if (kind !== 'service' && postmaster) process.kill(postmaster, 'SIGKILL');
    const killed = Date.now();
    if (kind === 'database') {
      state.written.clear();
      const again = await until(() => all(false), SECONDS);
      if (!again) problems.push(`not every writer wrote again: only ${[...state.written].join(', ')}`);
      recovery[kind].push(Date.now() - killed);
      await wait(300);
      state.ends = true;
      await Promise.all(running);
    } else {
      await Promise.all(running);
      await service.ended;
      service = await start();
      caller.url = service.url;
      recovery[kind].push(Date.now() - killed);
    }
    await caller.signIn();
    for (const writer of writers)
      for (const problem of await writer.check(caller)) problems.push(`${writer.name}: ${problem}`);
    problems.push(...caller.faults.splice(0));
    problems.push(...(await leftOver(before, { dataDir, service, kind })));
    const seconds = ((Date.now() - roundBegan) / 1000).toFixed(1);
    console.log(
      `round ${round + 1}, kill -9 of ${kind}: ${problems.length ? firstOf(problems) : 'nothing lost'} (${seconds} s)`,
    );
    results.push(problems);
  }

  await wait(SILENCE_MS);
  await caller.signIn();
  const end = (await Promise.all(writers.map((writer) => writer.unfinished?.(caller) ?? []))).flat();
  service.kill('SIGTERM');
  const code = await service.ended;
  if (code !== 0) end.push(`the service ended with ${code}`);
  if (!(await until(() => processesOf(dataDir).length === 0, 10))) end.push('processes were left over');
  results.push(end);
  if (end.length) console.log(`at the end: ${end.join('; ')}`);
  await rm(folder, { recursive: true, force: true });
  report({ writes, recovery, counts: caller.counts, rounds, milliseconds: Date.now() - began });
  return results;
}

// Once each, and so few that a person reads them.
const firstOf = (problems) => [...new Set(problems)].slice(0, 8).join('; ');

/** Processes that were there before the kill and should have gone with it. */
async function leftOver(before, { dataDir, service, kind }) {
  const gone = () => {
    const now = new Set(processesOf(dataDir));
    const old = [...before].filter((pid) => now.has(pid) && pid !== service.pid);
    const servers = [...now].filter((pid) => pid === postmasterOf(dataDir));
    return old.length === 0 && servers.length === 1;
  };
  return (await until(gone, 10)) ? [] : [`processes were left over after the kill of ${kind}`];
}

function report({ writes, recovery, counts, rounds, milliseconds }) {
  const total = [...writes.values()].reduce((sum, count) => sum + count, 0);
  console.log(`\n${rounds} rounds in ${(milliseconds / 1000).toFixed(0)} s, ${total} answered writes:`);
  for (const [name, count] of writes) console.log(`  ${name.padEnd(24)} ${String(count).padStart(7)}`);
  const statuses = [...counts].sort(([a], [b]) => a - b).map(([status, count]) => `${status || 'cut'}: ${count}`);
  console.log(`answers by status: ${statuses.join(', ')}`);
  for (const [kind, values] of Object.entries(recovery)) {
    if (!values.length) continue;
    const sorted = values.sort((a, b) => a - b);
    const median = sorted[Math.floor(sorted.length / 2)];
    console.log(
      `${kind === 'database' ? 'every writer writes again' : 'ready again'} after the kill of ${kind}: median ${median} ms, at most ${sorted.at(-1)} ms`,
    );
  }
}
