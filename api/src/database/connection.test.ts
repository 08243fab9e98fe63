import { createServer, type AddressInfo, type Server } from 'node:net';
import { sql } from 'kysely';
import { databaseOn, testDatabase } from '../testing/database';
import { openLine } from '../testing/database-line';
import { CALL_LIMITS, COMMAND_LIMITS, openConnection, openDatabase, type Database, type Limits } from './connection';
import { isDatabaseAway } from './failures';
import { eventually } from '../testing/eventually';

let database: Database;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

test('a selected row is a wire row: numbers, moments in UTC with Z, calendar dates', async () => {
  const { rows } = await sql`
    select 9007199254740991::int8 as big, 12.50::numeric as money, 0.0155::numeric as rate,
      '2026-03-01 12:30:00.5+02'::timestamptz as moment, '2026-03-01'::date as day, true as flag,
      null::timestamptz as never, '{"a": [1]}'::jsonb as json`.execute(database.db);
  expect(rows).toEqual([
    {
      big: 9007199254740991,
      money: 12.5,
      rate: 0.0155,
      moment: '2026-03-01T10:30:00.500Z',
      day: '2026-03-01',
      flag: true,
      never: null,
      json: { a: [1] },
    },
  ]);
});

test.each(['UTC', 'America/Denver', 'Asia/Kolkata'])('a time is read the same from a server in %s', async (zone) => {
  const times = [
    '2026-03-01 12:30:00Z',
    '2026-03-01 12:30:00.5Z',
    '2026-03-01 12:30:00.123987Z',
    '0044-03-15 00:00:00Z',
  ];
  const read = await database.db.transaction().execute(async (transaction) => {
    await sql`set local timezone to ${sql.lit(zone)}`.execute(transaction);
    const { rows } = await sql<{ at: string }>`
      select at from unnest(${times}::timestamptz[]) with ordinality as given (at, place) order by place`.execute(
      transaction,
    );
    return rows.map(({ at }) => at);
  });
  expect(read).toEqual([
    '2026-03-01T12:30:00.000Z',
    '2026-03-01T12:30:00.500Z',
    '2026-03-01T12:30:00.123Z',
    '0044-03-15T00:00:00.000Z',
  ]);
});

test('a query is neither given to several workers nor compiled', async () => {
  const { rows } = await sql`
    select current_setting('max_parallel_workers_per_gather') as workers, current_setting('jit') as jit`.execute(
    database.db,
  );
  expect(rows).toEqual([{ workers: '0', jit: 'off' }]);
});

test('a connection that is lost fails its query as away, and a new one takes its place', async () => {
  const session = openConnection(database.connection);
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(session.db);
  const sleeping = sql`select pg_sleep(30)`.execute(session.db).catch((error: unknown) => error);
  let ended = false;
  while (!ended) {
    const { rows: running } = await sql<{ ended: boolean }>`
      select pg_terminate_backend(pid) as ended from pg_stat_activity
      where pid = ${rows[0]?.pid} and query like '%pg_sleep(30)%' and state = 'active'`.execute(database.db);
    ended = running[0]?.ended ?? false;
  }
  expect(isDatabaseAway(await sleeping)).toBe(true);
  // The pool learns of the end a moment after the query does.
  await eventually(() => session.ping());
  await session.close();
});

test('a connection that is lost inside a transaction, between two statements, does not end the process', async () => {
  const session = openConnection(database.connection);
  const lost = session.db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
    await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(database.db);
    await sql`select 1`.execute(transaction);
  });
  expect(isDatabaseAway(await lost.catch((error: unknown) => error))).toBe(true);
  await session.close();
});

test('a connection that is lost, in use or not, is told in a message', async () => {
  const notes: string[] = [];
  const session = openConnection(database.connection, { note: (message) => notes.push(message) });
  const end = () =>
    sql`
    select pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
  expect(await session.ping()).toBe(true);
  await end();
  await eventually(() => notes.length > 0);
  const idle = notes.splice(0);
  const lost = session.db.transaction().execute(async (transaction) => {
    await sql`select 1`.execute(transaction);
    await end();
    await eventually(() => notes.length > 0);
  });
  await lost.catch(() => undefined);
  for (const note of [...idle, ...notes]) expect(note).toMatch(/^A connection to the database was lost: ./);
  await session.close();
});

test('a server that falls silent under a query is given up, and found again once it answers', async () => {
  const line = await openLine(database.connection);
  const limits = { ...CALL_LIMITS, silence: 300 };
  const session = openConnection(line.connection, { limits });
  expect(await session.ping()).toBe(true);
  line.fallSilent();
  expect(isDatabaseAway(await sql`select 1`.execute(session.db).catch((error: unknown) => error))).toBe(true);
  expect(await session.ping()).toBe(true);
  await session.close();
  line.close();
});

describe('the limits of a connection', () => {
  const withLimits = async <R>(limits: Limits | undefined, ask: (session: Database) => Promise<R>) => {
    const session = openConnection(database.connection, limits ? { limits } : {});
    return ask(session).finally(() => session.close());
  };
  const settings = async ({ db }: Database) =>
    (
      await sql<Record<string, string>>`
        select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
          current_setting('idle_in_transaction_session_timeout') as idle`.execute(db)
    ).rows[0];
  const work = ({ db }: Database) =>
    sql`select pg_sleep(0.6)`.execute(db).then(
      () => 'done',
      () => 'cut off',
    );

  test('are those of people’s calls unless somebody asks for a command’s, which has none', async () => {
    expect(await withLimits(undefined, settings)).toEqual({ statement: '30s', lock: '5s', idle: '1min' });
    expect(await withLimits(COMMAND_LIMITS, settings)).toEqual({ statement: '0', lock: '0', idle: '0' });
  });

  test('cut off a call that takes too long or is silent for too long, and no command', async () => {
    expect(await withLimits({ ...CALL_LIMITS, statement: 300 }, work)).toBe('cut off');
    expect(await withLimits({ ...CALL_LIMITS, silence: 300 }, work)).toBe('cut off');
    expect(await withLimits(COMMAND_LIMITS, work)).toBe('done');
  });

  test('of operators’ commands are a command’s, also where DATABASE_URL names the server', async () => {
    const { connectionString, host, port, user, database: name } = database.connection;
    const databaseUrl = connectionString ?? `postgres:///${name}?host=${host}&port=${port}&user=${user}`;
    const opened = await openDatabase({ databaseUrl, dataDir: '/nowhere' }, { limits: COMMAND_LIMITS });
    expect(await settings(opened)).toEqual({ statement: '0', lock: '0', idle: '0' });
    await opened.close();
  });
});

test('a broken rule, a mistake in SQL and anything else are not taken for an absent database', async () => {
  const mistake = await sql`select no_such_column`.execute(database.db).catch((error: unknown) => error);
  expect(isDatabaseAway(mistake)).toBe(false);
  expect(isDatabaseAway(Object.assign(new Error('no such file'), { code: 'ENOENT', syscall: 'open' }))).toBe(false);
  expect(isDatabaseAway('ECONNREFUSED')).toBe(false);
});

describe('a server of DATABASE_URL that cannot be used is told in one message, without the password', () => {
  let silent: Server;
  let port: number;
  beforeAll(async () => {
    silent = createServer();
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    port = (silent.address() as AddressInfo).port;
  });
  afterAll(() => silent.close());
  const opening = (databaseUrl: string) => openDatabase({ databaseUrl, dataDir: '/nowhere' });

  test('nobody listens', async () => {
    await expect(opening('postgres://me:hunter2@127.0.0.1:1/console')).rejects.toThrow(
      /^The database console at 127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED\): check DATABASE_URL and that the server runs\.$/,
    );
  });

  test('somebody listens who never answers', async () => {
    await expect(opening(`postgres://me:hunter2@127.0.0.1:${port}/console`)).rejects.toThrow(
      /^The database console at 127\.0\.0\.1:\d+ cannot be reached \([^)]*\): check DATABASE_URL/,
    );
  });

  test('there is no such database', async () => {
    const { connectionString, host, port: number, user } = databaseOn('no_such_database');
    const url = connectionString ?? `postgres:///no_such_database?host=${host}&port=${number}&user=${user}`;
    await expect(opening(url)).rejects.toThrow(
      /^The database no_such_database at .* refuses the connection \(database "no_such_database" does not exist\): check DATABASE_URL\.$/,
    );
  });
});
