import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Client, Pool, type PoolConfig, types } from 'pg';
import type { Config } from '../start/config';
import { dataFolderError, makeDataFolder } from '../start/data-folder';
import { startEmbeddedPostgres } from '../embedded-postgres/server';
import { joiningDialect } from './one-transaction';
import { serversOf } from '../start/database-url';
import { StartError } from '../start/start-error';
import { failureOf, isDatabaseAway } from './failures';
import { readinessOf, type Readiness } from './readiness';
import { clientOfSeveral, NoWritableServer } from './several-servers';

/**
 * The tables by name. Each noun adds its own:
 * `declare module './connection' { interface Tables { companies: CompanyTable } }`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by declaration merging
export interface Tables {}

/** Where a PostgreSQL server is and how to get in. */
export type Connection = Pick<PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database'> & {
  /** Connects where the one of several servers is that takes writes; the driver's own where there is one server. */
  Client?: typeof Client;
};

/** A pool at one moment. */
export interface PoolState {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

/** An open database. */
export interface Database extends Pick<Readiness, 'obstacle' | 'isClockAway'> {
  readonly db: Kysely<Tables>;
  /** For who needs connections of its own: migrations, tests. */
  readonly connection: Connection;
  /** True when the database runs a query within two seconds. Never rejects. */
  ping(): Promise<boolean>;
  /** How many connections there are, how many of them do nothing, and how many calls wait for one. */
  connections(): PoolState;
  /** Ends the connections; the embedded server stops when this process runs it. Never rejects. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 3000;
/** How long a change waits for a record that somebody else holds locked, in milliseconds (DECISIONS §1). */
export const LOCK_TIMEOUT_MS = 5000;
// The operating system asks after a server that has been silent for so long, and gives it up if it is gone.
const KEEP_ALIVE_MS = 30_000;
const PING_TIMEOUT_MS = 2000;
const CLOSE_TIMEOUT_MS = 1000;
const POOL_SIZE = 10;
const OLDEST_VERSION = 15;
// A list takes some milliseconds: starting a second worker or compiling its query would take longer than it does, and a
// person's call is to leave the other processors to other people's.
const PLANNING = '-c max_parallel_workers_per_gather=0 -c jit=off';

/** How long things may take on a connection, each in milliseconds; 0 is as long as they do. */
export interface Limits {
  /** One statement. */
  readonly statement: number;
  /** Waiting for a lock. */
  readonly lock: number;
  /** A transaction in which nothing is asked. */
  readonly idleInTransaction: number;
  /** A connection in use on which nothing is heard: it is given up, and its query fails as away. */
  readonly silence: number;
}

/**
 * For people's calls. A server that lets its own limit of a statement pass in silence is not slow but gone: its plug is
 * pulled, or its address has moved.
 */
export const CALL_LIMITS: Limits = {
  statement: 30_000,
  lock: LOCK_TIMEOUT_MS,
  idleInTransaction: 60_000,
  silence: 35_000,
};

/** For operators' commands, whose work takes as long as it takes, and ends by Ctrl-C. */
export const COMMAND_LIMITS: Limits = { statement: 0, lock: 0, idleInTransaction: 0, silence: 0 };

/**
 * Opens the database that the configuration names: the server of DATABASE_URL, else the embedded one,
 * which it starts. `report` hears later what happens to the embedded server, `note` of each lost connection; `limits` are
 * those of people's calls unless it says COMMAND_LIMITS. Throws StartError with what to do when it cannot be used.
 */
export const openDatabase = async (
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  { report, ...options }: { report?: (message: string) => void } & Pick<ConnectionOptions, 'note' | 'limits'> = {},
): Promise<Database> => {
  if (config.databaseUrl === null) {
    makeDataFolder(config.dataDir);
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir, report }).catch((error: unknown) => {
      throw dataFolderError(config.dataDir, error);
    });
    return openConnection(server.connection, { afterClose: () => server.stop(), ...options });
  }
  const { urls, isChosen } = serversOf(config.databaseUrl);
  const [connectionString = ''] = urls;
  const connection = isChosen ? { connectionString, Client: clientOfSeveral(urls) } : { connectionString };
  const database = openConnection(connection, options);
  try {
    await requireUsable(database, connectionString);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
};

/** The options of openConnection. */
export interface ConnectionOptions {
  /** Called when the database is closed. */
  afterClose?: (() => Promise<void>) | undefined;
  /** CALL_LIMITS unless it says otherwise. */
  limits?: Limits;
  /** Hears of each lost connection, in a message. */
  note?: ((message: string) => void) | undefined;
  /** This process's time in milliseconds. */
  clock?: () => number;
}

/** How to reach another database of the same server. */
export const inDatabase = (connection: Connection, name: string): Connection => {
  if (connection.connectionString === undefined) return { ...connection, database: name };
  const url = new URL(connection.connectionString);
  url.pathname = `/${name}`;
  return { ...connection, connectionString: url.href };
};

/** Opens a pool on a server that runs. An idle connection the pool closes itself. */
export const openConnection = (
  connection: Connection,
  { afterClose, limits = CALL_LIMITS, note, clock }: ConnectionOptions = {},
): Database => {
  const pool = openPool(connection, { max: POOL_SIZE, limits }, note);
  const db = new Kysely<Tables>({ dialect: joiningDialect(new PostgresDialect({ pool })) });
  const readiness = readinessOf(db, clock);
  const readOnly = new WeakSet<object>();
  pool.on('connect', (client) => {
    const { connection: wire } = client as Client;
    const stream = wire.stream as Socket;
    stream.setTimeout(limits.silence, () => stream.destroy());
    wire.on('errorMessage', (error: Error) => {
      const failure = failureOf(error);
      if (failure) readiness.note(failure);
      if (failure === 'read only') readOnly.add(client);
    });
  });
  // Whether a connection may write is decided when it begins: one that may not is replaced, or it would stay so.
  pool.on('release', (_error, client) => {
    if (readOnly.has(client)) void (client as Client).end().catch(() => undefined);
  });
  return {
    db,
    connection,
    obstacle: readiness.obstacle,
    isClockAway: readiness.isClockAway,
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    ping: async () => {
      const timeout = new Promise<false>((resolve) => setTimeout(resolve, PING_TIMEOUT_MS, false).unref());
      const replied = sql`select 1`.execute(db).then(
        () => true,
        () => false,
      );
      return Promise.race([replied, timeout]);
    },
    close: async () => {
      // A query that still runs would hold the pool open; it ends with its connection.
      await Promise.race([db.destroy().catch(() => undefined), wait(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
      await afterClose?.();
    },
  };
};

/**
 * A pool whose rows are wire rows: numbers, ISO times in UTC with milliseconds, calendar dates; with `isDriver` they are
 * the driver's own, as a library expects them. `note` hears of each lost connection.
 */
export const openPool = (
  connection: Connection,
  { max, limits, isDriver = false }: { max: number; limits: Limits; isDriver?: boolean },
  note?: (message: string) => void,
): Pool => {
  const pool = new Pool({
    options: PLANNING,
    ...connection,
    max,
    statement_timeout: limits.statement,
    lock_timeout: limits.lock,
    idle_in_transaction_session_timeout: limits.idleInTransaction,
    application_name: 'console',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    ...(!isDriver && { types: { getTypeParser: wireParser as typeof types.getTypeParser } }),
  });
  // A lost connection fails the query that uses it; unheard, either event would end the process. The pool's is the client's.
  pool.on('error', () => undefined);
  pool.on('connect', (client) =>
    client.on('error', ({ message }) => note?.(`A connection to the database was lost: ${message}`)),
  );
  return pool;
};

// How a server in UTC writes a time; all others are read by the driver.
const IN_UTC = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,3}))?\+00$/;

const toIso = (text: string): string => {
  const [, day, clock, fraction = ''] = IN_UTC.exec(text) ?? [];
  if (day && clock) return `${day}T${clock}.${fraction.padEnd(3, '0')}Z`;
  const time = types.getTypeParser(types.builtins.TIMESTAMPTZ)(text) as unknown;
  return time instanceof Date ? time.toISOString() : text;
};

const WIRE_PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  [types.builtins.INT8]: Number,
  [types.builtins.NUMERIC]: Number,
  [types.builtins.TIMESTAMPTZ]: toIso,
  [types.builtins.DATE]: (text) => text,
};

const wireParser = (oid: number, format?: 'text' | 'binary'): unknown =>
  WIRE_PARSERS[oid] ?? types.getTypeParser(oid, format as 'text');

const requireUsable = async ({ db }: Database, url: string): Promise<void> => {
  const { host, pathname } = new URL(url);
  const name = `The database ${decodeURIComponent(pathname.slice(1))} at ${host || 'the local socket'}`;
  let version: number;
  try {
    const { rows } = await sql<{ version: number }>`
      select current_setting('server_version_num')::int / 10000 as version`.execute(db);
    version = rows[0]?.version ?? 0;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (error instanceof NoWritableServer)
      throw new StartError(`${message} Check DATABASE_URL and that the primary runs, or promote a standby.`);
    if (isDatabaseAway(error)) {
      throw new StartError(
        `${name} cannot be reached (${code ?? message}): check DATABASE_URL and that the server runs.`,
      );
    }
    throw new StartError(`${name} refuses the connection (${message}): check DATABASE_URL.`);
  }
  if (version < OLDEST_VERSION) {
    throw new StartError(`${name} is PostgreSQL ${version}: PostgreSQL ${OLDEST_VERSION} or newer is needed.`);
  }
};
