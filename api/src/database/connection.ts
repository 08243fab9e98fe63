import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Client, Pool, type PoolConfig, types } from 'pg';
import type { Config } from '../start/config';
import { dataFolderError, makeDataFolder } from '../start/data-folder';
import { startEmbeddedPostgres } from '../embedded-postgres/server';
import { StartError } from '../start/start-error';

/**
 * The tables by name. Each noun adds its own:
 * `declare module './connection' { interface Tables { companies: CompanyTable } }`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- filled by declaration merging
export interface Tables {}

/** Where a PostgreSQL server is and how to get in. */
export type Connection = Pick<PoolConfig, 'connectionString' | 'host' | 'port' | 'user' | 'database'>;

/** A pool at one moment. */
export interface PoolState {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

/** An open database. */
export interface Database {
  readonly db: Kysely<Tables>;
  /** For who needs connections of its own: migrations, tests. */
  readonly connection: Connection;
  /** True when the database answers a query within two seconds. Never rejects. */
  ping(): Promise<boolean>;
  /** How many connections there are, how many of them do nothing, and how many calls wait for one. */
  connections(): PoolState;
  /** Ends the connections; the embedded server stops when this process runs it. Never rejects. */
  close(): Promise<void>;
}

const CONNECT_TIMEOUT_MS = 3000;
const STATEMENT_TIMEOUT_MS = 30_000;
// A server that lets its own limit pass in silence is not slow but gone: its plug is pulled, or its address has moved.
const SILENCE_TIMEOUT_MS = STATEMENT_TIMEOUT_MS + 5000;
const IDLE_TRANSACTION_TIMEOUT_MS = 60_000;
const PING_TIMEOUT_MS = 2000;
const CLOSE_TIMEOUT_MS = 1000;
const POOL_SIZE = 10;
const OLDEST_VERSION = 15;

/**
 * Opens the database that the configuration names: the server of DATABASE_URL, else the embedded one,
 * which it starts. `report` hears later what happens to the embedded server. Throws StartError with
 * what to do when it cannot be used.
 */
export const openDatabase = async (
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  report?: (sentence: string) => void,
): Promise<Database> => {
  if (config.databaseUrl === null) {
    makeDataFolder(config.dataDir);
    const server = await startEmbeddedPostgres({ dataDir: config.dataDir, report }).catch((error: unknown) => {
      throw dataFolderError(config.dataDir, error);
    });
    return openConnection(server.connection, () => server.stop());
  }
  const database = openConnection({ connectionString: config.databaseUrl });
  try {
    await refuseUnusable(database, config.databaseUrl);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
};

/**
 * Opens a pool on a server that runs; `afterClose` is called when it is closed. A connection in use on which nothing
 * is heard for `silence` milliseconds is given up, and its query fails as away; an idle one the pool closes earlier.
 */
export const openConnection = (
  connection: Connection,
  afterClose?: () => Promise<void>,
  silence = SILENCE_TIMEOUT_MS,
): Database => {
  const pool = openPool(connection, { max: POOL_SIZE, statement_timeout: STATEMENT_TIMEOUT_MS });
  pool.on('connect', (client) => {
    const stream = (client as Client).connection.stream as Socket;
    stream.setTimeout(silence, () => stream.destroy());
  });
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    db,
    connection,
    connections: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    ping: async () => {
      const timeout = new Promise<false>((resolve) => setTimeout(resolve, PING_TIMEOUT_MS, false).unref());
      const answered = sql`select 1`.execute(db).then(
        () => true,
        () => false,
      );
      return Promise.race([answered, timeout]);
    },
    close: async () => {
      // A query that still runs would hold the pool open; it ends with its connection.
      await Promise.race([db.destroy().catch(() => undefined), wait(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
      await afterClose?.();
    },
  };
};

/** A pool whose rows are wire rows: numbers, ISO times in UTC with milliseconds, calendar dates. */
export const openPool = (connection: Connection, limits: Pick<PoolConfig, 'max' | 'statement_timeout'>): Pool => {
  const pool = new Pool({
    ...connection,
    ...limits,
    application_name: 'console',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    types: { getTypeParser: wireParser as typeof types.getTypeParser },
  });
  // A lost connection fails the query that uses it; unheard, the event would end the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
};

const toIso = (text: string): string => {
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

const AWAY_CODES = new Set([
  // The network and the socket.
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND', 'EAI_AGAIN'],
  // Shutting down, crashed, starting, too many connections.
  ...['57P01', '57P02', '57P03', '53300'],
]);
// What pg says, without a code, when a connection ends under a query or cannot be had in time.
const AWAY_MESSAGES =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Client was closed|server closed the connection/;

/** True when a failed query failed because the database is away for now: answered 503, worth trying again. */
export const isDatabaseAway = (error: unknown): boolean => {
  // By its looks: an error of Node's own is not always an instance of this realm's Error.
  if (typeof error !== 'object' || error === null || !('message' in error)) return false;
  const { code, syscall, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return syscall === 'connect';
  if (code !== undefined && (AWAY_CODES.has(code) || code.startsWith('08'))) return true;
  return AWAY_MESSAGES.test(message);
};

const refuseUnusable = async ({ db }: Database, url: string): Promise<void> => {
  const { host, pathname } = new URL(url);
  const name = `The database ${decodeURIComponent(pathname.slice(1))} at ${host || 'the local socket'}`;
  let version: number;
  try {
    const { rows } = await sql<{ version: number }>`
      select current_setting('server_version_num')::int / 10000 as version`.execute(db);
    version = rows[0]?.version ?? 0;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
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
