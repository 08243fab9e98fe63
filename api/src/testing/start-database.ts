import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Connection } from '../database/connection';
import { runBackgroundSteps } from '../database/background-steps';
import { sumsOfOldRows } from '../database/list-sums';
import { startEmbeddedPostgres } from '../embedded-postgres/server';
import { migrate } from '../database/migrate';
import { migrateJobs } from '../jobs/job-queue';
import { TEST_SERVER, type TestServer } from './database';
import { onStop } from './stop-database';

/**
 * Before all API tests: one server for the whole run, with the migrations run once, in a database that each
 * test's own is copied from. TEST_DATABASE_URL or DATABASE_URL names the server to use, else a private one is started.
 */
export default async (): Promise<void> => {
  const url = process.env.TEST_DATABASE_URL || process.env.DATABASE_URL;
  const connection: Connection = url ? { connectionString: url } : await startPrivate();
  const template = `console_template_${process.pid}`;
  const server: TestServer = { connection, template };
  process.env[TEST_SERVER] = JSON.stringify(server);

  const { createDatabase, dropDatabase, databaseOn } = await import('./database');
  await createDatabase(template, 'template0');
  onStop(() => dropDatabase(template));
  await migrate(databaseOn(template));
  // As in a database that has been in use: lists have what is kept of them.
  await runBackgroundSteps(databaseOn(template), { steps: [sumsOfOldRows] });
  await migrateJobs(databaseOn(template));
};

const startPrivate = async (): Promise<Connection> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'console-test-'));
  // Root runs the server as somebody else, who has to get in.
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  onStop(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  return server.connection;
};
