import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { fillDemonstration } from '../../demo';
import { startEmbeddedPostgres } from '../embedded-postgres/server';
import { addTestCompany, openConsole, PASSWORD, type TestConsole } from '../testing/console';
import { emptyDatabase, testDatabase } from '../testing/database';
import { backupCommands } from '../backup.commands';
import { CommandError } from '../commands';
import { BACKED_UP, LEFT_OUT, storedTables } from './backup-tables';
import { openBackup, writeBackup, type Frame } from './backup-file';
import { openConnection, type Database } from './connection';
import { migrationNames } from './migrate';
import { restore } from './restore';
import { onSingleConnection } from './single-connection';
import { secretsWith } from './secrets';

// Each test copies all data there and back.
jest.setTimeout(60_000);

let folder: string;
const KEY = Buffer.alloc(32, 5);
const opened: Database[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'console-backup-'));
  // Root runs a database server as somebody else, who has to get in.
  await chmod(folder, 0o711);
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const kept = async (making: Promise<Database>) => {
  const database = await making;
  opened.push(database);
  return database;
};
const newFile = () => path.join(folder, `${randomBytes(4).toString('hex')}.backup`);
const run = async (name: 'backup' | 'restore', database: Database, args: string[], encryptionKey = KEY) => {
  const lines: string[] = [];
  const command = backupCommands.find((one) => one.name === name);
  const config = { encryptionKey } as TestConsole['config'];
  await command?.prepare(args)({ database, config, print: (line) => lines.push(line) });
  return lines;
};

/** Every row that a backup holds, and where the sequences stand. */
const contentsOf = async (database: Database) => {
  const contents: Record<string, unknown> = {};
  await onSingleConnection(database.connection, async ({ db, client }) => {
    for (const { name } of await storedTables(db, BACKED_UP)) {
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${client.escapeIdentifier(name)} t order by 1`,
      );
      contents[name] = rows.map(({ row }) => row);
    }
    const { rows } = await client.query(
      `select sequencename, last_value from pg_sequences where schemaname = 'public' order by 1`,
    );
    contents.sequences = rows;
  });
  return contents;
};
/** All that a schema is made of, in words. */
const schemaOf = async ({ db }: Database) => {
  const { rows } = await sql<{ part: string }>`
    select indexdef || '' as part from pg_indexes where schemaname = 'public'
    union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
      -- Before PostgreSQL 18, what is not null has no constraint of its own; the columns below tell it.
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
    union all select pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
    union all select table_name || '.' || column_name || ' ' || data_type || coalesce(column_default, '')
      || is_nullable || coalesce(identity_generation, '') || coalesce(generation_expression, '')
      from information_schema.columns where table_schema = 'public'
    order by 1`.execute(db);
  return rows.map(({ part }) => part);
};

/** The demonstration data with what COPY has to escape, the sequence of a row that is gone, and what is left out. */
let source: Database;
let sourceFile: string;
/** One company with an API key. */
let small: Database;
let smallFile: string;
beforeAll(async () => {
  source = await testDatabase();
  await fillDemonstration(source, secretsWith(KEY));
  const knowledge = { name: 'Tab\tand \\ and line\nand \\N and quote " é 抹茶 🍵', content: '\\.' };
  await source.db
    .insertInto('knowledge')
    .values({ ...knowledge, updated_by: null })
    .execute();
  const gone = { name: 'x', slug: 'x', logo_url: 'x', timezone: 'America/Denver' } as const;
  await source.db.insertInto('companies').values(gone).execute();
  await source.db.deleteFrom('companies').where('slug', '=', 'x').execute();
  await sql`insert into sign_in_failures (address, username_key) values ('192.0.2.1', 'x')`.execute(source.db);
  sourceFile = newFile();
  await run('backup', source, [sourceFile]);

  small = await testDatabase();
  const company = { id: 700_000, name: 'Seven', slug: 'seven', logo_url: 'x', timezone: 'America/Denver' } as const;
  const shopify_api_key = secretsWith(KEY).seal('shpat_seven', 'companies/700000/shopify_api_key');
  await small.db
    .insertInto('companies')
    .values({ ...company, shopify_api_key })
    .execute();
  const sealed = secretsWith(KEY).seal('any text', 'encryption_check');
  await sql`insert into encryption_check (sealed) values (${sealed})`.execute(small.db);
  smallFile = newFile();
  await run('backup', small, [smallFile]);
}, 120_000);
afterAll(async () => {
  await source.close();
  await small.close();
});

it('every table of the schema is backed up or left out by name', async () => {
  const database = await kept(testDatabase());
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition order by 1`.execute(database.db);
  const decided = [...BACKED_UP, ...LEFT_OUT];
  expect(rows.map(({ name }) => name)).toEqual(decided.sort());
  expect(new Set(decided).size).toBe(decided.length);
});

it('a backup goes from a server to an embedded one and back, and every row, sequence and index is the same', async () => {
  const before = await contentsOf(source);
  const file = newFile();
  const [said] = await run('backup', source, [file]);
  expect(said).toMatch(new RegExp(`^Backed up [\\d,]+ rows of \\d+ tables to ${file} \\(`));
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const dataDir = await mkdtemp(path.join(folder, 'embedded-'));
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  const embedded = await kept(Promise.resolve(openConnection(server.connection, { afterClose: () => server.stop() })));
  await run('restore', embedded, [file]);
  expect(await contentsOf(embedded)).toEqual(before);
  expect(await schemaOf(embedded)).toEqual(await schemaOf(source));
  const again = newFile();
  await run('backup', embedded, [again]);

  const target = await kept(emptyDatabase());
  await run('restore', target, [again]);
  expect(await contentsOf(target)).toEqual(before);
  for (const table of ['sessions', 'sign_in_failures', 'facebook_ad_selections'] as const)
    expect(await target.db.selectFrom(table).selectAll().execute()).toEqual([]);
  // The next id is one that nobody had, and triggers work again.
  const made = await target.db
    .insertInto('companies')
    .values({ name: 'x', slug: 'x', logo_url: 'x', timezone: 'America/Denver' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { rows: last } = await sql<{
    id: number;
  }>`select max(id) + 2 as id from companies where id <> ${made.id}`.execute(target.db);
  expect(made.id).toBe(last[0]?.id);
  await target.db.deleteFrom('tag_uses').where('resource_type', '=', 'facebook_ad').execute();
  const tagged = await sql`select from facebook_ads where tag_ids <> '{}'`.execute(target.db);
  expect(tagged.rows).toEqual([]);
});

it('a database that holds data is left alone without --replace, and replaced with it', async () => {
  const file = sourceFile;
  const target = await openConsole({ encryptionKey: KEY });
  try {
    await addTestCompany(target, 'Other', 'other');
    const person = await target.person('somebody');
    const before = await contentsOf(target.database);
    await expect(run('restore', target.database, [file])).rejects.toThrow(
      /^The database holds data already \(audit_log\)/,
    );
    expect(await contentsOf(target.database)).toEqual(before);

    const said = await run('restore', target.database, [file, '--replace']);
    expect(said.at(-1)).toBe('Everybody has to sign in again.');
    expect(await contentsOf(target.database)).toEqual(await contentsOf(source));
    // The service that ran all the while goes on with what is there now.
    expect((await person.get('/users/me')).status).toBe(401);
    const pair = await target.nobody.post('/token/pair', { username: 'admin', password: 'console-demo' });
    expect(pair.status).toBe(200);
  } finally {
    await target.app.close();
    await target.database.close();
  }
});

it('while a backup is restored, the service is not ready and calls are 503; a restore that fails changes nothing', async () => {
  const target = await openConsole({ encryptionKey: KEY });
  const backup = await openBackup(smallFile);
  try {
    const person = await target.person('somebody');
    const before = await contentsOf(target.database);
    const statuses: number[] = [];
    const failed = await restore(target.database.connection, backup, {
      replace: true,
      beforeCommit: async () => {
        const calls = await Promise.all([
          target.nobody.get('/ready'),
          person.get('/users/me'),
          target.nobody.post('/token/pair', { username: 'somebody', password: PASSWORD }),
        ]);
        statuses.push(...calls.map(({ status }) => status));
        const another = restore(target.database.connection, backup, {
          replace: true,
          beforeCommit: async () => undefined,
        });
        await expect(another).rejects.toThrow('Another restore is under way in this database.');
        expect(calls[0].body).toEqual({ detail: 'A backup is being restored. Please try again later.' });
        expect(calls[1].headers).toHaveProperty('retry-after');
        throw new Error('the key does not fit');
      },
    }).catch((error: unknown) => error);
    expect(failed).toEqual(new Error('the key does not fit'));
    expect(statuses).toEqual([503, 503, 503]);
    expect(await contentsOf(target.database)).toEqual(before);
    expect((await target.nobody.get('/ready')).status).toBe(200);
    expect((await person.get('/users/me')).status).toBe(200);
  } finally {
    await backup.close();
    await target.app.close();
    await target.database.close();
  }
});

it('an owner of the tables who is no superuser restores', async () => {
  const file = smallFile;
  const target = await kept(emptyDatabase());
  const role = `restorer_${randomBytes(4).toString('hex')}`;
  await sql
    .raw(`create role ${role} login password 'restorer'; grant create on schema public to ${role}`)
    .execute(target.db);
  try {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(target.db);
    await sql.raw(`alter database ${rows[0]?.name} owner to ${role}`).execute(target.db);
    await onSingleConnection({ ...target.connection }, ({ client }) => client.query('select'));
    const { user: _, ...connection } = { user: '', ...target.connection };
    const asOwner = openConnection(
      connection.connectionString === undefined
        ? { ...connection, user: role }
        : { connectionString: connection.connectionString.replace(/\/\/[^@/]*@|\/\//, `//${role}:restorer@`) },
    );
    try {
      for (const args of [[file], [file, '--replace']]) await run('restore', asOwner, args);
    } finally {
      await asOwner.close();
    }
    expect(await contentsOf(target)).toEqual(await contentsOf(small));
  } finally {
    await sql
      .raw(`reassign owned by ${role} to current_user; drop owned by ${role}; drop role ${role}`)
      .execute(target.db);
  }
});

describe('before anything is touched, the operator is told of', () => {
  let target: Database;
  let bytes: Buffer;
  beforeAll(async () => {
    target = await emptyDatabase();
    bytes = await readFile(sourceFile);
  });
  afterAll(() => target.close());
  const refused = async (named: string, sentence: string) => {
    const failed = await run('restore', target, [named, '--replace']).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(CommandError);
    expect((failed as Error).message).toContain(sentence);
    const { rows } = await sql`select from pg_tables where schemaname = 'public'`.execute(target.db);
    expect(rows).toEqual([]);
  };

  it('a file that was cut off, anywhere', async () => {
    for (const length of [bytes.length - 1, bytes.length - 40, bytes.length >> 1, 30]) {
      const cut = newFile();
      await writeFile(cut, bytes);
      await truncate(cut, length);
      await refused(cut, `${cut} is damaged or cut off: its checksum is wrong.`);
    }
  });

  it('a file of which one bit is another', async () => {
    for (const at of [20, 40, bytes.length >> 1, bytes.length - 33, bytes.length - 1]) {
      const flipped = newFile();
      const copy = Buffer.from(bytes);
      copy[at] = copy[at]! ^ 1;
      await writeFile(flipped, copy);
      await refused(flipped, `${flipped} is damaged or cut off: its checksum is wrong.`);
    }
  });

  it('a file of something else, a folder, and no file', async () => {
    const foreign = newFile();
    for (const content of ['', '-- PostgreSQL database dump', 'x'.repeat(10_000)]) {
      await writeFile(foreign, content);
      await refused(foreign, `${foreign} is no backup of this console.`);
    }
    await refused(folder, `${folder} is no backup of this console.`);
    await refused(`${folder}/none`, `There is no file ${folder}/none.`);
  });

  it('a backup of a newer version, and one whose tables nobody knows', async () => {
    const migrations = await migrationNames();
    const made = async (frames: Frame[]) => {
      const other = newFile();
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
});

it('a backup of an older version is restored and brought to this one', async () => {
  const older = await kept(emptyDatabase());
  await onSingleConnection(older.connection, async ({ db }) => {
    const { migrateInTransaction } = await import('./migrate');
    await migrateInTransaction(db, '0007_agents');
  });
  await sql`insert into users (username, username_key, password_hash) values ('ada', 'ada', 'x')`.execute(older.db);
  await sql`insert into companies (name, slug, logo_url, timezone) values ('One', 'one', 'x', 'America/Denver')`.execute(
    older.db,
  );
  await sql`insert into social_media_posts (company_id, url, platform, status) values (1, 'https://a.test', 'tiktok', 'active')`.execute(
    older.db,
  );
  await sql`insert into audit_log (username, action, resource, record_id) values ('ada', 'create', 'company', '1')`.execute(
    older.db,
  );
  const file = newFile();
  await run('backup', older, [file]);
  const { rows } = await sql`select from kysely_migration where name > '0007_agents'`.execute(older.db);
  expect(rows).toEqual([]);

  const target = await kept(testDatabase());
  await run('restore', target, [file]);
  expect(await schemaOf(target)).toEqual(await schemaOf(await kept(testDatabase())));
  expect(await target.db.selectFrom('social_media_posts').select(['url', 'tag_ids']).execute()).toEqual([
    { url: 'https://a.test', tag_ids: [] },
  ]);
  expect(await target.db.selectFrom('users').select(['username', 'deleted_at']).execute()).toEqual([
    { username: 'ada', deleted_at: null },
  ]);
});

it('a database of a newer version is not replaced', async () => {
  const file = smallFile;
  const target = await kept(testDatabase());
  await sql`insert into kysely_migration (name, timestamp) values ('9999_later', 'x')`.execute(target.db);
  await expect(run('restore', target, [file, '--replace'])).rejects.toThrow(
    'The database was brought to a newer version of the console (it has 9999_later)',
  );
});

it('with another ENCRYPTION_KEY a restore changes nothing, unless it is to empty the API keys', async () => {
  const file = smallFile;
  const target = await kept(emptyDatabase());
  const other = Buffer.alloc(32, 6);
  await expect(run('restore', target, [file], other)).rejects.toThrow('ENCRYPTION_KEY does not open the API keys');
  expect((await sql`select from pg_tables where schemaname = 'public'`.execute(target.db)).rows).toEqual([]);
  const said = await run('restore', target, [file, '--clear-api-keys'], other);
  expect(said[1]).toMatch(/^Emptied the API keys of \d+ companies/);
  const { rows } = await sql`select from companies where has_shopify or has_klaviyo`.execute(target.db);
  expect(rows).toEqual([]);
  expect((await sql`select from encryption_check`.execute(target.db)).rows).toEqual([]);

  // The check value alone tells, where no company has a key.
  await small.db.updateTable('companies').set({ shopify_api_key: null }).execute();
  const without = newFile();
  await run('backup', small, [without]);
  await expect(run('restore', target, [without, '--replace'], other)).rejects.toThrow('ENCRYPTION_KEY does not open');
});

it('a backup beside writers holds one moment: no use without its tag, no message without its conversation', async () => {
  const file = newFile();
  let isOver = false;
  const write = async () => {
    for (let n = 0; !isOver; n += 1) {
      const slug = `made-${randomBytes(6).toString('hex')}`;
      await small.db.transaction().execute(async (transaction) => {
        for (const ending of ['a', 'b'])
          await transaction
            .insertInto('companies')
            .values({ name: slug, slug: `${slug}-${ending}`, logo_url: 'x', timezone: 'America/Denver' })
            .execute();
      });
    }
  };
  const writers = [write(), write()];
  try {
    for (let n = 0; n < 3; n += 1) await run('backup', small, [file]);
  } finally {
    isOver = true;
    await Promise.all(writers);
  }
  const target = await kept(emptyDatabase());
  await run('restore', target, [file]);
  const { rows } =
    await sql`select name from companies where slug like 'made-%' group by name having count(*) <> 2`.execute(
      target.db,
    );
  expect(rows).toEqual([]);
});

it('a backup that cannot be written leaves the old file and nothing else', async () => {
  const source = await kept(testDatabase());
  const place = await mkdtemp(path.join(folder, 'place-'));
  const file = path.join(place, 'nightly');
  await run('backup', source, [file]);
  const before = await readFile(file);
  const broken = (async function* (): AsyncGenerator<Frame> {
    yield { type: 'head', head: { taken_at: '', migrations: [] } };
    throw new Error('the database went away');
  })();
  await expect(writeBackup(file, broken)).rejects.toThrow('the database went away');
  expect(await readFile(file)).toEqual(before);
  expect(await readdir(place)).toEqual(['nightly']);
  await expect(run('backup', source, [path.join(place, 'no', 'folder')])).rejects.toThrow(
    'cannot be written (ENOENT).',
  );
  expect(await openBackup(file).then((backup) => backup.close().then(() => 'whole'))).toBe('whole');
});
