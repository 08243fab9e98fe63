import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { backupName, backupsIn, kept, removeExpired } from './backup-folder';

const DAY_MS = 24 * 60 * 60 * 1000;
const at = (day: number, hour = 3) => backupName(new Date(Date.UTC(2026, 10, day, hour)));

it('of a backup every night, those of the last seven days and of the four weeks before them are kept', () => {
  let names: string[] = [];
  // From a Sunday on, three months.
  for (let day = 1; day <= 90; day += 1) {
    names = kept([at(day), ...names]);
    const ages = names.map((name) => day - (Date.parse(name.slice(8, 18)) - Date.UTC(2026, 10, 0)) / DAY_MS);
    expect(ages.slice(0, 7)).toEqual(Array.from({ length: Math.min(7, day) }, (_, age) => age));
    if (day < 40) continue;
    expect(ages).toHaveLength(11);
    // A week apart, but for the one that may still be replaced by a later one of its week.
    expect(ages.slice(8).map((age, index) => age - (ages[7 + index] ?? 0))).toEqual([expect.any(Number), 7, 7]);
    expect(ages[10]).toBeGreaterThanOrEqual(7 + 15);
  }
});

it('of several on a day the newest is kept, however many days are left out', () => {
  const names = [at(20, 12), at(20, 3), at(11), at(10, 5), at(10, 3), at(1), at(0)];
  expect(kept(names)).toEqual([at(20, 12), at(11), at(10, 5), at(1), at(0)]);
});

it('nothing but backups of this form, and what one that was cut off left, is ever removed', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'console-backup-folder-'));
  const strangers = ['console.backup', 'notes.txt', `x-${at(1)}`, `${at(1)}.gpg`, `.${at(3)}.0123abcd`];
  const backups = Array.from({ length: 40 }, (_, day) => at(day + 1));
  for (const name of [...strangers, ...backups, `.${at(2)}.0123abcd`]) await writeFile(path.join(folder, name), '');
  const old = Date.now() / 1000 - 2 * 24 * 60 * 60;
  await utimes(path.join(folder, `.${at(2)}.0123abcd`), old, old);
  expect(await removeExpired(folder)).toBe(29);
  const left = await backupsIn(folder);
  expect(left).toHaveLength(11);
  expect((await readdir(folder)).sort()).toEqual([...strangers, ...left].sort());
  await rm(folder, { recursive: true });
});
