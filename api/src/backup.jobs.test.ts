import { readdir } from 'node:fs/promises';
import { backupJobs } from './backup.jobs';
import { secondsSinceProof } from './database/backup-proof';
import { enqueue, findJobs } from './jobs/job-queue';
import { runJobs } from './jobs/run-jobs';
import { KEY, openBackups, runCommand, smallDatabase, type Backups } from './testing/backups';
import type { TestConsole } from './testing/console';
import { eventually } from './testing/eventually';

let backups: Backups;
beforeAll(async () => (backups = await openBackups()));
afterEach(() => backups.closeDatabases());
afterAll(() => backups.remove());

const jobsWith = (backupDir: string | null, connection: Parameters<typeof runJobs>[0], lines: string[]) =>
  backupJobs({ connection }, { encryptionKey: KEY, backupDir } as TestConsole['config'], (line) => lines.push(line));

test('each night one process backs up into BACKUP_DIR and proves it; without a folder nothing is planned', async () => {
  const database = await backups.opened(smallDatabase());
  const lines: string[] = [];
  expect(jobsWith(null, database.connection, lines).schedule).toEqual({});
  const jobs = jobsWith(backups.folder, database.connection, lines);
  expect(jobs.schedule).toEqual({ backup: '17 2 * * *' });
  const running = runJobs(database.connection, { ...jobs, report: (line) => lines.push(line) });
  await enqueue(database.db, { task: 'backup' });
  await eventually(() => lines.some((line) => line.startsWith('Proved ')));
  expect((await readdir(backups.folder)).filter((name) => /^console-.*Z\.backup$/.test(name))).toHaveLength(1);
  expect(await secondsSinceProof(database.db)).toBeLessThan(3600);
  await running.stop();
});

test('after a restore there is no job of the database before', async () => {
  const database = await backups.opened(smallDatabase());
  const file = backups.newFile();
  await runCommand('backup', database, [file]);
  await enqueue(database.db, { task: 'read', runAt: new Date('2099-01-01') });
  await runCommand('restore', database, [file, '--replace']);
  expect(await findJobs(database.db)).toEqual([]);
});
