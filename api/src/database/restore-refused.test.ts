import { readFile, truncate, writeFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { CommandError } from '../commands';
import { openBackups, runCommand, smallDatabase, type Backups } from '../testing/backups';
import { emptyDatabase } from '../testing/database';
import { writeBackup, type Frame } from './backup-file';
import type { Database } from './connection';
import { migrationNames } from './migrate';

let backups: Backups;
let target: Database;
/** A backup without a mistake. */
let bytes: Buffer;
beforeAll(async () => {
  backups = await openBackups();
  target = await emptyDatabase();
  const file = backups.newFile();
  await runCommand('backup', await backups.opened(smallDatabase()), [file]);
  bytes = await readFile(file);
});
afterAll(async () => {
  await backups.closeDatabases();
  await target.close();
  await backups.remove();
});

const refused = async (named: string, message: string) => {
  const failed = await runCommand('restore', target, [named, '--replace']).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(CommandError);
  expect((failed as Error).message).toContain(message);
  const { rows } = await sql`select from pg_tables where schemaname = 'public'`.execute(target.db);
  expect(rows).toEqual([]);
};

it('before anything is touched, the operator is told of a file that was cut off, anywhere', async () => {
  for (const length of [bytes.length - 1, bytes.length - 40, bytes.length >> 1, 30]) {
    const cut = backups.newFile();
    await writeFile(cut, bytes);
    await truncate(cut, length);
    await refused(cut, `${cut} is damaged or cut off: its checksum is wrong.`);
  }
});

it('before anything is touched, the operator is told of a file of which one bit is another', async () => {
  for (const at of [20, 40, bytes.length >> 1, bytes.length - 33, bytes.length - 1]) {
    const flipped = backups.newFile();
    const copy = Buffer.from(bytes);
    copy[at] = copy[at]! ^ 1;
    await writeFile(flipped, copy);
    await refused(flipped, `${flipped} is damaged or cut off: its checksum is wrong.`);
  }
});

it('before anything is touched, the operator is told of a file of something else, a folder, and no file', async () => {
  const foreign = backups.newFile();
  for (const content of ['', '-- PostgreSQL database dump', 'x'.repeat(10_000)]) {
    await writeFile(foreign, content);
    await refused(foreign, `${foreign} is no backup of this console.`);
  }
  await refused(backups.folder, `${backups.folder} is no backup of this console.`);
  await refused(`${backups.folder}/none`, `There is no file ${backups.folder}/none.`);
});

it('before anything is touched, the operator is told of a backup of a newer version, and one whose tables nobody knows', async () => {
  const migrations = await migrationNames();
  const made = async (frames: Frame[]) => {
    const other = backups.newFile();
    await writeBackup(
      other,
      (async function* () {
        yield* frames;
      })(),
    );
    return other;
  };
  const head = (names: string[]): Frame => ({
    type: 'head',
    head: { taken_at: '2030-01-01T00:00:00Z', migrations: names },
  });
  await refused(
    await made([head([...migrations, '9999_later'])]),
    'from a newer version of the console (it has 9999_later)',
  );
  await refused(await made([head(migrations.slice(1))]), 'a database with migrations missing');
  const table: Frame = { type: 'table', name: 'pg_authid', columns: ['rolname'] };
  await refused(await made([head(migrations), table]), 'no backup of this console');
  await refused(await made([head(migrations)]), 'no backup of this console');
});
