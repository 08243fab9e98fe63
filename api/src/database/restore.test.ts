import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { contentsOf, KEY, openBackups, runCommand, schemaOf, smallDatabase, type Backups } from '../testing/backups';
import { openConsole, PASSWORD } from '../testing/console';
import { emptyDatabase, testDatabase } from '../testing/database';
import { openBackup } from './backup-file';
import { openConnection, type Database } from './connection';
import { restore } from './restore';
import { onSingleConnection } from './single-connection';

let backups: Backups;
/** One company with an API key. */
let small: Database;
let smallFile: string;
beforeAll(async () => {
  backups = await openBackups();
  small = await smallDatabase();
  smallFile = backups.newFile();
  await runCommand('backup', small, [smallFile]);
});
afterEach(() => backups.closeDatabases());
afterAll(async () => {
  await small.close();
  await backups.remove();
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
  const target = await backups.opened(emptyDatabase());
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
      for (const args of [[file], [file, '--replace']]) await runCommand('restore', asOwner, args);
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

it('a backup of an older version is restored and brought to this one', async () => {
  const older = await backups.opened(emptyDatabase());
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
  const file = backups.newFile();
  await runCommand('backup', older, [file]);
  const { rows } = await sql`select from kysely_migration where name > '0007_agents'`.execute(older.db);
  expect(rows).toEqual([]);

  const target = await backups.opened(testDatabase());
  await runCommand('restore', target, [file]);
  expect(await schemaOf(target)).toEqual(await schemaOf(await backups.opened(testDatabase())));
  expect(await target.db.selectFrom('social_media_posts').select(['url', 'tag_ids']).execute()).toEqual([
    { url: 'https://a.test', tag_ids: [] },
  ]);
  expect(await target.db.selectFrom('users').select(['username', 'deleted_at']).execute()).toEqual([
    { username: 'ada', deleted_at: null },
  ]);
});

it('a database of a newer version is not replaced', async () => {
  const file = smallFile;
  const target = await backups.opened(testDatabase());
  await sql`insert into kysely_migration (name, timestamp) values ('9999_later', 'x')`.execute(target.db);
  await expect(runCommand('restore', target, [file, '--replace'])).rejects.toThrow(
    'The database was brought to a newer version of the console (it has 9999_later)',
  );
});

it('with another ENCRYPTION_KEY a restore changes nothing, unless it is to empty the API keys', async () => {
  const file = smallFile;
  const target = await backups.opened(emptyDatabase());
  const other = Buffer.alloc(32, 6);
  await expect(runCommand('restore', target, [file], other)).rejects.toThrow(
    'ENCRYPTION_KEY does not open the API keys',
  );
  expect((await sql`select from pg_tables where schemaname = 'public'`.execute(target.db)).rows).toEqual([]);
  const said = await runCommand('restore', target, [file, '--clear-api-keys'], other);
  expect(said[1]).toMatch(/^Emptied the API keys of \d+ companies/);
  const { rows } = await sql`select from companies where has_shopify or has_klaviyo`.execute(target.db);
  expect(rows).toEqual([]);
  expect((await sql`select from encryption_check`.execute(target.db)).rows).toEqual([]);

  // The check value alone tells, where no company has a key.
  await small.db.updateTable('companies').set({ shopify_api_key: null }).execute();
  const without = backups.newFile();
  await runCommand('backup', small, [without]);
  await expect(runCommand('restore', target, [without, '--replace'], other)).rejects.toThrow(
    'ENCRYPTION_KEY does not open',
  );
});
