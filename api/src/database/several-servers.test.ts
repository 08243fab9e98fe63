import { createServer, type AddressInfo, type Server } from 'node:net';
import { sql } from 'kysely';
import { testDatabase } from '../testing/database';
import { openLine, type DatabaseLine } from '../testing/database-line';
import { COMMAND_LIMITS, openDatabase, type Database } from './connection';
import { isDatabaseAway } from './failures';
import { migrate } from './migrate';
import { onSingleConnection } from './single-connection';

let database: Database;
let line: DatabaseLine;
let silent: Server;
let name: string;
let user: string;
beforeAll(async () => {
  database = await testDatabase();
  line = await openLine(database.connection);
  // One that hangs: its system takes connections, and the server does not answer.
  silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const { rows } = await sql<{ name: string; user: string }>`
    select current_database() as name, current_user as user`.execute(database.db);
  ({ name = '', user = '' } = rows[0] ?? { name: '', user: '' });
});
afterAll(async () => {
  line.close();
  silent.close();
  await database.close();
});

const ABSENT = '127.0.0.1:1';
const there = () => `127.0.0.1:${line.port}`;
const hanging = () => `127.0.0.1:${(silent.address() as AddressInfo).port}`;
const addressOf = (hosts: string[], rest = '') => {
  const { connectionString } = database.connection;
  const password = connectionString === undefined ? '' : new URL(connectionString).password;
  return `postgres://${user}${password && `:${password}`}@${hosts.join(',')}/${name}${rest}`;
};
const opening = (hosts: string[], rest?: string) =>
  openDatabase({ databaseUrl: addressOf(hosts, rest), dataDir: '/nowhere' }, { limits: COMMAND_LIMITS });

test('of several servers the one that takes writes is used, whatever the others do, by everything that connects', async () => {
  for (const hosts of [
    [ABSENT, there()],
    [hanging(), there()],
    [there(), ABSENT],
  ]) {
    const opened = await opening(hosts, '?target_session_attrs=read-write');
    expect(await opened.ping()).toBe(true);
    expect(await migrate(opened.connection)).toEqual([]);
    await onSingleConnection(opened.connection, async ({ client }) => {
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    });
    await opened.close();
  }
});

test('where none takes writes, the start says what each of them answered, without the password', async () => {
  await sql`alter database ${sql.id(name)} set default_transaction_read_only = on`.execute(database.db);
  await expect(opening([ABSENT, hanging(), there()])).rejects.toThrow(
    `No server of DATABASE_URL takes writes: ${ABSENT} cannot be used (ECONNREFUSED), ${hanging()} cannot be used (timeout expired), ` +
      `${there()} is a standby or allows reading only. Check DATABASE_URL and that the primary runs, or promote a standby.`,
  );
  await expect(opening([there()], '?target_session_attrs=primary')).rejects.toThrow(/is a standby or allows reading/);
  await sql`alter database ${sql.id(name)} reset default_transaction_read_only`.execute(database.db);
});

test('a server that is slow and not replaced is waited for', async () => {
  const opened = await opening([there(), ABSENT]);
  const { rows } = await sql<{ slept: string }>`select 'to the end' as slept from pg_sleep(2.5)`.execute(opened.db);
  expect(rows).toEqual([{ slept: 'to the end' }]);
  await opened.close();
});

test('servers that are away fail calls as away, and the one that comes back is used again', async () => {
  const opened = await opening([there(), ABSENT]);
  expect(await opened.ping()).toBe(true);
  const { port } = line;
  line.close();
  const failing = async () => sql`select 1`.execute(opened.db).catch((error: unknown) => error);
  for (let call = 0; call < 3; call += 1) expect(isDatabaseAway(await failing())).toBe(true);
  line = await openLine(database.connection, port);
  expect(await opened.ping()).toBe(true);
  await opened.close();
});
