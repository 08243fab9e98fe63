import { execFile } from 'node:child_process';
import { readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const lockFile = (cluster: string): string => path.join(cluster, 'postmaster.pid');

/** The process that PostgreSQL's lock on a cluster names, null without a lock. */
export const lockHolder = async (cluster: string): Promise<number | null> => {
  const text = await readFile(lockFile(cluster), 'utf8').catch(() => '');
  return Number.parseInt(text, 10) || null;
};

/**
 * Removes a lock whose number was given to some other program since, after a crash of the machine or
 * of a container: PostgreSQL itself would take that program for a server and never start again.
 */
export const removeStaleLock = async (cluster: string): Promise<void> => {
  const holder = await lockHolder(cluster);
  const program = holder && (await programOf(holder));
  if (!program || program.includes('postgres')) return;
  const aside = `${lockFile(cluster)}.stale-${process.pid}`;
  // A server may have written its own lock since we looked: that one is put back.
  await rename(lockFile(cluster), aside).catch(() => undefined);
  if (Number.parseInt(await readFile(aside, 'utf8').catch(() => ''), 10) === holder) await rm(aside, { force: true });
  else await rename(aside, lockFile(cluster)).catch(() => undefined);
};

const programOf = async (pid: number): Promise<string | null> => {
  if (process.platform === 'linux') return readFile(`/proc/${pid}/comm`, 'utf8').catch(() => null);
  return promisify(execFile)('ps', ['-o', 'comm=', '-p', String(pid)]).then(
    ({ stdout }) => stdout,
    () => null,
  );
};
