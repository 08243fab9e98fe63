import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import {
  COMMAND_LIMITS,
  inDatabase,
  openConnection,
  type Connection,
  type ConnectionOptions,
  type Database,
} from '../database/connection';

/** The environment variable by which the test processes learn of the server. */
export const TEST_SERVER = 'CONSOLE_TEST_SERVER';

/** The server of a test run, and the migrated database that others are copied from. */
export interface TestServer {
  connection: Connection;
  template: string;
}

/** A migrated database of its own, dropped when it is closed. */
export const testDatabase = (options?: ConnectionOptions): Promise<Database> =>
  freshDatabase(testServer().template, options);

/** The same without any table. */
export const emptyDatabase = (): Promise<Database> => freshDatabase('template0');

/** How to reach a database of the test server. */
export const databaseOn = (name: string): Connection => inDatabase(testServer().connection, name);

/** Makes a database as a copy of another. */
export const createDatabase = (name: string, template: string): Promise<void> =>
  onServer(`create database ${name} template ${template}`);

/** Drops a database, whoever is still connected to it. */
export const dropDatabase = (name: string): Promise<void> => onServer(`drop database if exists ${name} with (force)`);

const testServer = (): TestServer => {
  const text = process.env[TEST_SERVER];
  if (text === undefined) throw new Error('No test database was started: run the tests by Jest from the root folder.');
  return JSON.parse(text) as TestServer;
};

const freshDatabase = async (template: string, options: ConnectionOptions = {}): Promise<Database> => {
  const name = `console_test_${randomBytes(6).toString('hex')}`;
  await createDatabase(name, template);
  return openConnection(databaseOn(name), { afterClose: () => dropDatabase(name), ...options });
};

const onServer = async (statement: string): Promise<void> => {
  // To drop a database the server writes down what all others have changed: that is not a person's call.
  const server = openConnection(testServer().connection, { limits: COMMAND_LIMITS });
  try {
    await sql.raw(statement).execute(server.db);
  } finally {
    await server.close();
  }
};
