// Somebody else's calls beside a load: one every 50 ms, from a process of their own (caller.mjs).
import { fork } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const CALLER = fileURLToPath(new URL('caller.mjs', import.meta.url));

/** Milliseconds of each call of somebody with this `token` to this `url` while `work` goes on, and the work's result. */
export async function besides({ url, token }, work) {
  const milliseconds = [];
  const caller = fork(CALLER, [url, token]);
  let isFailed = false;
  caller.on('message', (taken) => milliseconds.push(taken));
  caller.once('exit', (code) => (isFailed = code !== 0));
  // Its connection and its first calls are not what is measured.
  await wait(500);
  milliseconds.length = 0;
  const result = await work();
  if (isFailed) throw new Error('A call of the other person failed.');
  caller.disconnect();
  return { milliseconds, result };
}
