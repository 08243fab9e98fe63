import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { PROJECT_FOLDER } from '../start/config';
import { emptyDatabase } from '../testing/database';
import { eventually } from '../testing/eventually';
import type { Database } from './connection';
import { StartError } from '../start/start-error';
import { migrate } from './migrate';
import { migrationFiles } from './migration-files';

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
  expect(await migrate(database.connection, { folder })).toEqual(['0001_first', '0002_second']);
  expect(await migrate(database.connection, { folder })).toEqual([]);
  await write('0003_third', 'create table third (id int);');
  expect(await migrate(database.connection, { folder })).toEqual(['0003_third']);
  expect(await tables()).toEqual(['also_first', 'first', 'second', 'third']);
});

test('two processes that start at once run each migration once', async () => {
  const runs = await Promise.all([migrate(database.connection, { folder }), migrate(database.connection, { folder })]);
  expect(runs.flat().sort()).toEqual(['0001_first', '0002_second']);
});

test('a migration that fails leaves nothing of itself and keeps the ones before it', async () => {
  await write('0002_second', 'create table second (id int); select 1 / 0;');
  await expect(migrate(database.connection, { folder })).rejects.toThrow('Migration 0002_second: division by zero');
  expect(await tables()).toEqual(['also_first', 'first']);
});

test('a database of a newer version is refused with what to do', async () => {
  await migrate(database.connection, { folder });
  await rm(path.join(folder, '0002_second.sql'));
  await expect(migrate(database.connection, { folder })).rejects.toThrow(
    'The database was brought to a newer version of the console (it has 0002_second): start that version',
  );
});

test('a migration that somebody keeps from a table lets others through, and says so until it is done', async () => {
  await migrate(database.connection, { folder });
  await write('0003_third', 'alter table first add seen boolean; alter table also_first add seen boolean;');
  const lines: string[] = [];
  let free!: () => void;
  let held!: Promise<void>;
  const freed = new Promise<void>((resolve) => (free = resolve));
  // Else the migration may be over before anybody keeps it from the table.
  await new Promise<void>((isKept) => {
    held = database.db.transaction().execute(async (transaction) => {
      await sql`select from also_first`.execute(transaction);
      isKept();
      await freed;
    });
  });
  const migrated = migrate(database.connection, { folder, report: (line) => lines.push(line) });
  await eventually(() => lines.some((line) => line.includes('waits for somebody who uses a table')));
  // Its changes so far are rolled back, and readers of the table it waits for go on.
  for (const table of ['first', 'also_first'])
    expect((await sql`select from ${sql.table(table)}`.execute(database.db)).rows).toEqual([]);
  free();
  await held;
  expect(await migrated).toEqual(['0003_third']);
  expect(lines).toContain('Migrating: 0003_third waits for somebody who uses a table that it changes');
});

test('what a migration does is reported from its first second on', async () => {
  await write('0002_second', 'select pg_sleep(1.2);');
  const lines: string[] = [];
  await migrate(database.connection, { folder, report: (line) => lines.push(line) });
  expect(lines).toEqual(['Migrating: 0002_second, 1 s']);
});

test('a database that goes away under a migration is told in a sentence, and the next start goes on', async () => {
  await write('0002_second', 'create table second (id int); select pg_terminate_backend(pg_backend_pid());');
  await expect(migrate(database.connection, { folder })).rejects.toEqual(
    new StartError(
      'The database went away while migration 0002_second ran, and undoes it by itself; the migrations before it are kept. Start again once the database answers.',
    ),
  );
  await write('0002_second', 'create table second (id int);');
  expect(await migrate(database.connection, { folder })).toEqual(['0002_second']);
});

test('a database that allows reading only is refused in a sentence', async () => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(database.db);
  await sql`alter database ${sql.ref(rows[0]?.name ?? '')} set default_transaction_read_only = on`.execute(database.db);
  await expect(migrate(database.connection, { folder })).rejects.toEqual(
    new StartError(
      'The database allows reading only (default_transaction_read_only is on): let the user of DATABASE_URL write, or name another database.',
    ),
  );
});

describe('a migration outside a transaction', () => {
  const OUTSIDE = '-- outside a transaction\n-- Why.\n';
  const indexes = async () => {
    const { rows } = await sql<{ name: string; is_valid: boolean }>`
      select relname as name, indisvalid as is_valid from pg_index join pg_class on pg_class.oid = indexrelid
      where indrelid = 'first'::regclass order by 1`.execute(database.db);
    return Object.fromEntries(rows.map(({ name, is_valid }) => [name, is_valid]));
  };
  const one = 'create unique index concurrently if not exists first_id\n  on first (id);\n';
  beforeEach(async () => {
    await migrate(database.connection, { folder });
    await write(
      '0003_third',
      `${OUTSIDE}${one}create index concurrently if not exists first_other on first ((id + 1)) where id > 0;`,
    );
  });

  test('builds its indexes while others write, and a start beside it waits', async () => {
    // Writers hold back such a build; it holds back no one.
    const migrated = await database.db.transaction().execute(async (transaction) => {
      await sql`insert into first values (1)`.execute(transaction);
      const starts = [1, 2].map(() => migrate(database.connection, { folder }));
      await eventually(async () => 'first_id' in (await indexes()));
      await sql`set local statement_timeout = '5s'`.execute(transaction);
      await sql`insert into first values (2)`.execute(transaction);
      return () => Promise.all(starts);
    });
    expect((await migrated()).flat()).toEqual(['0003_third']);
    expect(await indexes()).toEqual({ first_id: true, first_other: true });
  });

  test('that was cut off drops what it left, and builds it again', async () => {
    await sql`insert into first values (1), (1)`.execute(database.db);
    await expect(migrate(database.connection, { folder })).rejects.toThrow('Migration 0003_third: could not create');
    expect(await indexes()).toEqual({ first_id: false });
    await sql`delete from first`.execute(database.db);
    expect(await migrate(database.connection, { folder })).toEqual(['0003_third']);
    expect(await indexes()).toEqual({ first_id: true, first_other: true });
  });

  test('runs within the transaction of a restore too', async () => {
    const [file] = (await migrationFiles(folder, { inTransaction: true })).slice(-1);
    await database.db.transaction().execute(async (transaction) => file?.up(transaction));
    expect(await indexes()).toEqual({ first_id: true, first_other: true });
  });

  test('does nothing but build and drop indexes', async () => {
    await write('0003_third', `${OUTSIDE}alter table first add seen boolean;`);
    await expect(migrate(database.connection, { folder })).rejects.toThrow(
      '0003_third runs outside a transaction, where only',
    );
  });
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
    await migrate(database.connection, { folder });
  });

  test('one in the middle is missing', async () => {
    await forget('0001_first');
    await expect(migrate(database.connection, { folder })).rejects.toEqual(
      new StartError(
        "The database's list of migrations (its table kysely_migration) is damaged: it has 0002_second but not 0001_first. " +
          'Nothing was changed: restore a backup, or use another database (DATABASE_URL or DATA_DIR).',
      ),
    );
  });

  test('the last one is missing', async () => {
    await forget('0002_second');
    await expect(migrate(database.connection, { folder })).rejects.toEqual(
      new StartError(
        "The database's list of migrations (its table kysely_migration) does not have 0002_second, but the database has " +
          'what it makes (relation "second" already exists). Nothing was changed: restore a backup, or use another database (DATABASE_URL or DATA_DIR).',
      ),
    );
  });

  test('they are listed in another order', async () => {
    await sql`update kysely_migration set timestamp = '1999-01-01' where name = '0002_second'`.execute(database.db);
    await expect(migrate(database.connection, { folder })).rejects.toThrow(
      /^The database's list of migrations \(its table kysely_migration\) is damaged \(.*\): restore a backup, or use/,
    );
  });
});
