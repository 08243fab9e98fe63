import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { sql } from 'kysely';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onSingleConnection } from './single-connection';
import { COMMAND_LIMITS } from './connection';
import { migrate } from './migrate';
import { migrationFiles, MIGRATIONS } from './migration-files';
import { emptyDatabase } from '../testing/database';
import { faultsOf } from '../../../bench/migrations/faults.mjs';
import { FULL_TABLES, fillTables } from '../../../bench/migrations/full.mjs';
import { measuredLocks } from '../../../bench/migrations/head.mjs';

/** The first migration that people may work beside; those before it stay as they are. */
const FIRST = '0030';
const ROWS = 20_000;
const MOST_MS = 1000;

let database;
let folder;
let files;

/** Adds a migration to the folder, runs it, and returns its faults. */
async function faultsOfFile(name, text) {
  await writeFile(path.join(folder, `${name}.sql`), text);
  const { isOutside } = (await migrationFiles(folder)).find((file) => file.name === name);
  return faultsOf({ db: database.db, sql }, { isOutside, run: () => migrate(database.connection, { folder }) });
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'console-migrations-'));
  files = await migrationFiles();
  const copy = ({ name }) => copyFile(path.join(MIGRATIONS, `${name}.sql`), path.join(folder, `${name}.sql`));
  await Promise.all(files.filter(({ name }) => name < FIRST).map(copy));
  database = await emptyDatabase({ limits: COMMAND_LIMITS });
  await migrate(database.connection, { folder });
  // A connection that ends has counted what it did.
  await onSingleConnection(database.connection, ({ db }) =>
    fillTables({ sql }, FULL_TABLES, ROWS, (_table, fill) => db.transaction().execute(fill)),
  );
});
afterAll(async () => {
  await database?.close();
  await rm(folder, { recursive: true });
});

test(`no migration from ${FIRST} on holds up who uses full tables`, async () => {
  const faults = {};
  for (const { name } of files.filter(({ name }) => name >= FIRST)) {
    const found = await faultsOfFile(name, await readFile(path.join(MIGRATIONS, `${name}.sql`), 'utf8'));
    if (found.length) faults[name] = found;
  }
  expect(faults).toEqual({});
});

test(`each migration from ${FIRST} on says what it holds at a million rows, and for no longer than a second`, async () => {
  for (const { name } of files.filter(({ name }) => name >= FIRST)) {
    const locks = measuredLocks(await readFile(path.join(MIGRATIONS, `${name}.sql`), 'utf8'));
    // \`node bench/migrations.mjs NAME\` writes it.
    expect({ name, isMeasured: locks !== null }).toEqual({ name, isMeasured: true });
    expect({ name, tooLong: locks.filter(({ ms }) => ms > MOST_MS) }).toEqual({ name, tooLong: [] });
  }
});

describe('a migration is refused', () => {
  test.each([
    ['9001_rewrites', 'alter table facebook_ads add x text default md5(random()::text);', 'rewrites facebook_ads'],
    ['9002_changes_a_type', 'alter table audit_log alter record_id type varchar(99);', 'rewrites audit_log'],
    ['9003_builds', 'create index x on product_variants (sync_status);', 'builds x on product_variants'],
    ['9004_writes', 'update audit_log set agent = $$x$$ where id % 10 = 0;', /^reads or writes \d+ rows of audit_log/],
    ['9005_checks', 'alter table social_media_posts add check (status <> $$x$$);', /rows of social_media_posts/],
    ['9006_requires', 'alter table agent_messages alter run_id drop not null, add check (id > 0);', /agent_messages/],
  ])('%s', async (name, text, fault) => {
    expect(await faultsOfFile(name, text)).toEqual([expect.stringMatching(fault)]);
  });

  test.each([
    ['9011_adds', 'alter table facebook_ads add y text, add z boolean not null default false;'],
    ['9012_limits', 'alter table social_media_posts add check (status <> $$y$$) not valid;'],
    ['9013_points', 'create table beside (ad_id integer references facebook_ads); create index on beside (ad_id);'],
    [
      '9014_builds',
      '-- outside a transaction\ncreate index concurrently if not exists y on product_variants (id, sync_status);',
    ],
  ])('but not %s', async (name, text) => {
    expect(await faultsOfFile(name, text)).toEqual([]);
  });
});
