/** The folder of BACKUP_DIR: a backup for each of the last days and weeks, and nothing else of this console's. */
import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** On so many days, each the newest of its day (UTC). */
export const DAILY = 7;
/** In so many weeks before those days, each the newest of its week. */
export const WEEKLY = 4;

const NAME = /^console-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.backup$/;
// The remains of a backup that was cut off; one that is being written is younger than a day.
const DRAFT = /^\.console-.*\.backup\.[0-9a-f]{8}$/;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The name of a backup that is taken now. */
export const backupName = (now: Date): string =>
  `console-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.backup`;

/** The backups in a folder, the newest first. Rejects as readdir does. */
export const backupsIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder))
    .filter((name) => NAME.test(name))
    .sort()
    .reverse();

const dayOf = (name: string): string => NAME.exec(name)?.[1] ?? '';
// Weeks from Monday on: the first day of 1970 was a Thursday.
const weekOf = (name: string): number => Math.floor((Date.parse(dayOf(name)) / DAY_MS + 3) / 7);

/** Those of the names that are kept, of names from the newest to the oldest. */
export function kept(names: readonly string[]): string[] {
  const firstOf = (given: readonly string[], periodOf: (name: string) => string | number) =>
    given.filter((name, at) => at === 0 || periodOf(name) !== periodOf(given[at - 1] ?? ''));
  const days = firstOf(names, dayOf).slice(0, DAILY);
  const oldest = dayOf(days.at(-1) ?? '');
  const earlier = names.filter((name) => dayOf(name) < oldest);
  return [...days, ...firstOf(earlier, weekOf).slice(0, WEEKLY)];
}

/** Removes the backups that are not kept and what cut off ones left; returns how many backups went. */
export async function removeExpired(folder: string): Promise<number> {
  const names = await backupsIn(folder);
  const keeping = new Set(kept(names));
  const expired = names.filter((name) => !keeping.has(name));
  for (const name of expired) await rm(path.join(folder, name));
  for (const name of (await readdir(folder)).filter((one) => DRAFT.test(one))) {
    const draft = await stat(path.join(folder, name)).catch(() => null);
    if (draft && Date.now() - draft.mtimeMs > DAY_MS) await rm(path.join(folder, name), { force: true });
  }
  return expired.length;
}
