import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { startProcess, type TestProcess } from '../testing/processes';
import { openConnection, type Database } from '../database/connection';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './server';

let dataDir: string;
const processes: TestProcess[] = [];
const servers: EmbeddedPostgres[] = [];
const databases: Database[] = [];

const start = async (report?: (message: string) => void): Promise<EmbeddedPostgres> => {
  const server = await startEmbeddedPostgres({ dataDir, report });
  servers.push(server);
  return server;
};
const startWriter = (): TestProcess => {
  const writer = startProcess('testing/writer.ts', [dataDir], {});
  processes.push(writer);
  return writer;
};
const open = ({ connection }: EmbeddedPostgres): Database => {
  const database = openConnection(connection);
  databases.push(database);
  return database;
};
const lockFile = (): string => path.join(dataDir, 'postgres', 'postmaster.pid');
const postmaster = (): number => parseInt(readFileSync(lockFile(), 'utf8'), 10);
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
/** Waits for something that another process brings about; the test's own time-out ends it. */
const until = async (holds: () => boolean | Promise<boolean>): Promise<void> => {
  while (!(await holds())) await wait(10);
};

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'console-embedded-'));
  await chmod(dataDir, 0o711);
});
afterEach(async () => {
  await Promise.all(databases.splice(0).map((database) => database.close()));
  await Promise.all(processes.splice(0).map((running) => running.ends('SIGKILL')));
  for (const server of servers.splice(0)) await server.stop();
  await until(() => !existsSync(lockFile()) || !isRunning(postmaster()));
  await rm(dataDir, { recursive: true, force: true });
});

test('two first starts on one empty folder share one database, and nothing half made is left', async () => {
  const writers = [startWriter(), startWriter()];
  await Promise.all(writers.map((writer) => writer.says(/acknowledged \d+/)));
  expect(await readdir(dataDir)).toEqual(['postgres']);
  const server = await start();
  expect(server.isOwner()).toBe(false);
  const codes = await Promise.all(writers.map((writer) => writer.ends('SIGTERM')));
  expect(codes).toEqual([0, 0]);
});

test('a second process attaches, and takes the server over when the first one ends', async () => {
  const first = await start();
  const messages: string[] = [];
  const second = await start((message) => messages.push(message));
  expect([first.isOwner(), second.isOwner()]).toEqual([true, false]);
  const database = open(second);
  expect(await database.ping()).toBe(true);
  await first.stop();
  await until(() => database.ping());
  expect(second.isOwner()).toBe(true);
  await until(() => messages.length >= 2);
  expect(messages).toEqual([
    'The process that ran the database has ended: starting it again.',
    'The database answers again.',
  ]);
});

test('a server that is killed is started again, with all that was committed', async () => {
  const server = await start();
  const database = open(server);
  await sql`create table kept as select 7 as seven`.execute(database.db);
  const killed = postmaster();
  process.kill(killed, 'SIGKILL');
  // A connection of the killed server may still answer for a moment.
  await until(async () => {
    if (isRunning(killed)) return false;
    const found = await sql<{ seven: number }>`select seven from kept`.execute(database.db).catch(() => null);
    return found?.rows[0]?.seven === 7;
  });
  expect(server.isOwner()).toBe(true);
});

test('the lock of a crashed machine, whose number another program has since, does not keep the server from starting', async () => {
  await (await start()).stop();
  // This process is certainly running and certainly no PostgreSQL.
  writeFileSync(path.join(dataDir, 'postgres', 'postmaster.pid'), `${process.ppid}\n${dataDir}/postgres\n`);
  expect((await start()).isOwner()).toBe(true);
});

test('a folder made by a newer PostgreSQL is refused with what to do', async () => {
  await (await start()).stop();
  writeFileSync(path.join(dataDir, 'postgres', 'PG_VERSION'), '19\n');
  await expect(start()).rejects.toThrow(
    `The database in ${dataDir}/postgres was made by PostgreSQL 19 and this console brings 18: start the version of the console that made it, or set DATA_DIR to another folder.`,
  );
});

test('a folder that holds something else is refused and left alone', async () => {
  await mkdir(path.join(dataDir, 'postgres'));
  writeFileSync(path.join(dataDir, 'postgres', 'letter.txt'), 'dear');
  await expect(start()).rejects.toThrow('is there but holds no database: move it away');
  expect(await readdir(path.join(dataDir, 'postgres'))).toEqual(['letter.txt']);
});

test('kill -9 in the middle of writes loses nothing that was acknowledged, and leaves no server behind', async () => {
  const acknowledged = new Set<number>();
  const checkStored = async (writer: TestProcess) => {
    const [, ids = ''] = await writer.says(/stored: (.*)\./);
    const stored = new Set(ids.split(' ').map(Number));
    expect([...acknowledged].filter((id) => !stored.has(id))).toEqual([]);
  };
  for (let round = 1; round <= 4; round += 1) {
    const writer = startWriter();
    await checkStored(writer);
    await until(() => writer.output().split('acknowledged').length > 25);
    const server = postmaster();
    await writer.ends('SIGKILL');
    for (const [, id] of writer.output().matchAll(/acknowledged (\d+)\n/g)) acknowledged.add(Number(id));
    // Every other round the next start comes while this server is still ending.
    if (round % 2 === 0) await until(() => !isRunning(server));
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(4 * 25);
  const last = startWriter();
  await checkStored(last);
  expect(await last.ends('SIGTERM')).toBe(0);
});
