import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { PROJECT_FOLDER } from '../start/config';
import { emptyDatabase } from '../testing/database';
import type { Database } from './connection';
import { StartError } from '../start/start-error';
import { migrate } from './migrate';

let database: Database;
let folder: string;
const write = (name: string, text: string) => writeFile(path.join(folder, `${name}.sql`), text);
const tables = async (): Promise<string[]> => {
  const { rows } = await sql<{ tablename: string }>`
    select tablename from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1`.execute(
    database.db,
  );
  return rows.map(({ tablename }) => tablename);
};

beforeEach(async () => {
  database = await emptyDatabase();
  folder = await mkdtemp(path.join(tmpdir(), 'console-migrations-'));
  await write('0001_first', 'create table first (id int); create table also_first (id int);');
  await write('0002_second', 'create table second (id int);');
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

test('the migrations run in the order of their numbers, each once', async () => {
  expect(await migrate(database.connection, folder)).toEqual(['0001_first', '0002_second']);
  expect(await migrate(database.connection, folder)).toEqual([]);
  await write('0003_third', 'create table third (id int);');
  expect(await migrate(database.connection, folder)).toEqual(['0003_third']);
  expect(await tables()).toEqual(['also_first', 'first', 'second', 'third']);
});

test('two processes that start at once run each migration once', async () => {
  const runs = await Promise.all([migrate(database.connection, folder), migrate(database.connection, folder)]);
  expect(runs.flat().sort()).toEqual(['0001_first', '0002_second']);
});

test('a migration that fails leaves nothing of itself and keeps the ones before it', async () => {
  await write('0002_second', 'create table second (id int); select 1 / 0;');
  await expect(migrate(database.connection, folder)).rejects.toThrow('Migration 0002_second: division by zero');
  expect(await tables()).toEqual(['also_first', 'first']);
});

test('a database of a newer version is refused with what to do', async () => {
  await migrate(database.connection, folder);
  await rm(path.join(folder, '0002_second.sql'));
  await expect(migrate(database.connection, folder)).rejects.toThrow(
    'The database was brought to a newer version of the console (it has 0002_second): start that version',
  );
});

test('no two migrations from 0014 on have one number', async () => {
  const files = (await readdir(path.join(PROJECT_FOLDER, 'api', 'migrations'))).sort();
  const numbers = files.map((file) => file.slice(0, 4));
  // Two pairs are older than the rule; a migration that has run is never renamed.
  expect(numbers.filter((number, at) => numbers.indexOf(number) !== at)).toEqual(['0006', '0012']);
});

describe('a list of migrations that is damaged is refused with what to do, and nothing is changed', () => {
  const forget = (name: string) => sql`delete from kysely_migration where name = ${name}`.execute(database.db);
  beforeEach(async () => {
    await migrate(database.connection, folder);
  });

  test('one in the middle is missing', async () => {
    await forget('0001_first');
    await expect(migrate(database.connection, folder)).rejects.toEqual(
      new StartError(
        "The database's list of migrations (its table kysely_migration) is damaged: it has 0002_second but not 0001_first. " +
          'Nothing was changed: restore a backup, or use another database (DATABASE_URL or DATA_DIR).',
      ),
    );
  });

  test('the last one is missing', async () => {
    await forget('0002_second');
    await expect(migrate(database.connection, folder)).rejects.toEqual(
      new StartError(
        "The database's list of migrations (its table kysely_migration) does not have 0002_second, but the database has " +
          'what it makes (relation "second" already exists). Nothing was changed: restore a backup, or use another database (DATABASE_URL or DATA_DIR).',
      ),
    );
  });

  test('they are listed in another order', async () => {
    await sql`update kysely_migration set timestamp = '1999-01-01' where name = '0002_second'`.execute(database.db);
    await expect(migrate(database.connection, folder)).rejects.toThrow(
      /^The database's list of migrations \(its table kysely_migration\) is damaged \(.*\): restore a backup, or use/,
    );
  });
});
