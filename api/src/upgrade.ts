import type { Database } from './database/connection';
import { migrate } from './database/migrate';
import { requireDatabaseKey } from './encryption-key';
import { migrateJobs, requireJobsAllowed } from './jobs/job-queue';
import type { Config } from './start/config';

/**
 * Brings the database to this version, and the jobs' schema in it, unless the start would be refused afterwards: then it throws the StartError before
 * anything is changed, and the version before still fits. Returns the names of the migrations that were run.
 *
 * @param report gets a line on what takes longer than a second
 */
export async function upgrade(
  database: Pick<Database, 'db' | 'connection'>,
  config: Pick<Config, 'encryptionKey' | 'encryptionKeyFile' | 'isEncryptionKeyNew'>,
  report: (line: string) => void,
): Promise<string[]> {
  await requireDatabaseKey(database, config);
  await requireJobsAllowed(database.db);
  const names = await migrate(database.connection, { report });
  await migrateJobs(database.connection);
  return names;
}
