/** One connection for an operator's long work, as COPY needs it: none of the limits for people's calls. */
import { Kysely, PostgresDialect, type PostgresPoolClient } from 'kysely';
import { Client } from 'pg';
import type { Connection } from './connection';
import type { MigrationTable } from './migration-files';

/** A connection, as queries and as what COPY streams go through; both are the same, so a transaction holds both. */
export interface SingleConnection {
  readonly db: Kysely<MigrationTable>;
  readonly client: Client;
}

// Rows are written and read as text: these decide how dates, times and numbers look, whatever the server is set to.
const SETTINGS = [
  "set datestyle = 'ISO, YMD'",
  "set intervalstyle = 'postgres'",
  "set timezone = 'UTC'",
  'set extra_float_digits = 3',
  'set statement_timeout = 0',
  'set idle_in_transaction_session_timeout = 0',
].join('; ');

/** Opens a connection, lets `run` work with it, and closes it; what `run` left open is rolled back. */
export async function onSingleConnection<Result>(
  connection: Connection,
  run: (single: SingleConnection) => Promise<Result>,
): Promise<Result> {
  const client = new (connection.Client ?? Client)({ ...connection, application_name: 'console', keepAlive: true });
  // A lost connection fails the query that uses it; unheard, the event would end the process.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(SETTINGS);
    const lent = { query: client.query.bind(client), release: () => undefined } as PostgresPoolClient;
    const pool = { connect: async () => lent, end: async () => undefined };
    return await run({ db: new Kysely<MigrationTable>({ dialect: new PostgresDialect({ pool }) }), client });
  } finally {
    await client.end().catch(() => undefined);
  }
}
