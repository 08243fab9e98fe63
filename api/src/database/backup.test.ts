import { chmod, mkdtemp, readdir, readFile, stat } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { sql } from 'kysely';
import { fillDemonstration } from '../../demo';
import { startEmbeddedPostgres } from '../embedded-postgres/server';
import {
  asRestored,
  contentsOf,
  KEY,
  openBackups,
  runCommand,
  schemaOf,
  smallDatabase,
  type Backups,
} from '../testing/backups';
import { addTestCompany, openConsole } from '../testing/console';
import { emptyDatabase, testDatabase } from '../testing/database';
import { backedUpTables, LEFT_OUT, storedTables } from './backup-tables';
import { openBackup, writeBackup, type Frame } from './backup-file';
import { openConnection, type Database } from './connection';
import { secretsWith } from './secrets';
import { onSingleConnection } from './single-connection';

let backups: Backups;
/** The demonstration data with what COPY has to escape, the sequence of a row that is gone, and what is left out. */
let source: Database;
let sourceFile: string;
beforeAll(async () => {
  backups = await openBackups();
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
  sourceFile = backups.newFile();
  await runCommand('backup', source, [sourceFile]);
});
afterEach(() => backups.closeDatabases());
afterAll(async () => {
  await source.close();
  await backups.remove();
});

it('every table of the schema is backed up, a new one by itself, but those that are left out by name', async () => {
  const { db, connection } = await backups.opened(testDatabase());
  await sql`create table later (id integer)`.execute(db);
  const [stored, backedUp] = await onSingleConnection(connection, async (single) =>
    [await storedTables(single.db), await backedUpTables(single.db)].map((tables) => tables.map(({ name }) => name)),
  );
  expect(backedUp).toEqual(expect.arrayContaining(['companies', 'later', 'tag_uses', 'users']));
  expect(stored).toEqual([...(backedUp ?? []), ...LEFT_OUT].sort());
});

it('a backup goes from a server to an embedded one and back, and every row, sequence and index is the same @at-length', async () => {
  const before = await contentsOf(source);
  const file = backups.newFile();
  const [said] = await runCommand('backup', source, [file]);
  expect(said).toMatch(new RegExp(`^Backed up [\\d,]+ rows of \\d+ tables to ${file} \\(`));
  expect((await stat(file)).mode & 0o777).toBe(0o600);

  const dataDir = await mkdtemp(path.join(backups.folder, 'embedded-'));
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  const embedded = await backups.opened(
    Promise.resolve(openConnection(server.connection, { afterClose: () => server.stop() })),
  );
  await runCommand('restore', embedded, [file]);
  expect(await contentsOf(embedded)).toEqual(asRestored(before));
  expect(await schemaOf(embedded)).toEqual(await schemaOf(source));
  const again = backups.newFile();
  await runCommand('backup', embedded, [again]);

  const target = await backups.opened(emptyDatabase());
  await runCommand('restore', target, [again]);
  expect(await contentsOf(target)).toEqual(asRestored(before));
  for (const table of ['sessions', 'sign_in_failures', 'facebook_ad_selections'] as const)
    expect(await target.db.selectFrom(table).selectAll().execute()).toEqual([]);
  // The next id is a new one, and triggers work again.
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
    await expect(runCommand('restore', target.database, [file])).rejects.toThrow(
      /^The database holds data already \(audit_log\)/,
    );
    expect(await contentsOf(target.database)).toEqual(before);

    const said = await runCommand('restore', target.database, [file, '--replace']);
    expect(said.at(-1)).toBe('Everybody has to sign in again.');
    expect(await contentsOf(target.database)).toEqual(asRestored(await contentsOf(source)));
    // The service that ran all the while goes on with what is there now.
    expect((await person.get('/users/me')).status).toBe(401);
    const pair = await target.nobody.post('/token/pair', { username: 'admin', password: 'console-demo' });
    expect(pair.status).toBe(200);
  } finally {
    await target.app.close();
    await target.database.close();
  }
});

it('a backup beside writers holds one moment: no use without its tag, no message without its conversation', async () => {
  const small = await backups.opened(smallDatabase());
  const file = backups.newFile();
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
    for (let n = 0; n < 3; n += 1) await runCommand('backup', small, [file]);
  } finally {
    isOver = true;
    await Promise.all(writers);
  }
  const target = await backups.opened(emptyDatabase());
  await runCommand('restore', target, [file]);
  const { rows } =
    await sql`select name from companies where slug like 'made-%' group by name having count(*) <> 2`.execute(
      target.db,
    );
  expect(rows).toEqual([]);
});

it('a backup that cannot be written leaves the old file and nothing else', async () => {
  const source = await backups.opened(testDatabase());
  const place = await mkdtemp(path.join(backups.folder, 'place-'));
  const file = path.join(place, 'nightly');
  await runCommand('backup', source, [file]);
  const before = await readFile(file);
  const broken = (async function* (): AsyncGenerator<Frame> {
    yield { type: 'head', head: { taken_at: '', migrations: [] } };
    throw new Error('the database went away');
  })();
  await expect(writeBackup(file, broken)).rejects.toThrow('the database went away');
  expect(await readFile(file)).toEqual(before);
  expect(await readdir(place)).toEqual(['nightly']);
  await expect(runCommand('backup', source, [path.join(place, 'no', 'folder')])).rejects.toThrow(
    'cannot be written (ENOENT): name a place that is there and that this user may write.',
  );
  expect(await openBackup(file).then((backup) => backup.close().then(() => 'whole'))).toBe('whole');
});
