import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { KEY, openBackups, runCommand, smallDatabase, type Backups } from '../testing/backups';
import { openBackup, type Frame } from './backup-file';
import { noteProof, proveBackup, secondsSinceProof } from './backup-proof';
import { openConnection, type Database } from './connection';

let backups: Backups;
let source: Database;
let folder: string;
let proofName: string;
beforeAll(async () => {
  backups = await openBackups();
  source = await smallDatabase();
  await sql`
    insert into knowledge (name, content)
    select 'k' || n, ${'Tab\t, line\n and \\'} || n from generate_series(1, 3000) n`.execute(source.db);
  folder = await mkdtemp(path.join(backups.folder, 'kept-'));
  const { rows } = await sql<{ name: string }>`select current_database() || '_proof' as name`.execute(source.db);
  proofName = rows[0]?.name ?? '';
});
afterEach(() => backups.closeDatabases());
afterAll(async () => {
  await source.close();
  await backups.remove();
});

const run = (args: string[], { key = KEY, dir = folder as string | null, database = source } = {}) =>
  runCommand('backup', database, args, key, dir);
const newest = async () => path.join(folder, (await readdir(folder)).sort().at(-1) ?? '');
const databases = async () =>
  (await sql<{ name: string }>`select datname as name from pg_database`.execute(source.db)).rows.map(
    ({ name }) => name,
  );

it('a backup without a name goes into BACKUP_DIR, and the newest one there is restored, compared and noted', async () => {
  await expect(run(['--prove'])).rejects.toThrow(/^There is no backup in .*: make one by `.* backup` first\.$/);
  const [said] = await run([]);
  expect(said).toMatch(
    /^Backed up [\d,]+ rows of \d+ tables to .*\/console-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup \(/,
  );
  expect(await secondsSinceProof(source.db)).toBe(Infinity);
  const [proven, ...more] = await run(['--prove']);
  expect(more).toEqual([]);
  expect(proven).toMatch(
    new RegExp(
      `^Proved ${await newest()}: 3,\\d{3} rows of \\d+ tables, as they were at 20.*Z, are restored with the same`,
    ),
  );
  expect(await secondsSinceProof(source.db)).toBeLessThan(600);
  expect(await databases()).not.toContain(proofName);
});

it('a database that was not brought to this version has no place for it, and that is said', async () => {
  const older = await backups.opened(smallDatabase());
  await sql`drop table backup_proof`.execute(older.db);
  expect(await noteProof(older.db, '2026-11-01T03:00:00.000Z')).toBe(false);
});

describe('what keeps a backup from being proven is told in one sentence, and nothing of the trial is left', () => {
  afterEach(async () => expect(await databases()).not.toContain(proofName));

  test('no folder, one that cannot be read or written', async () => {
    await expect(run(['--prove'], { dir: null })).rejects.toThrow(
      'file is missing: name one, or set BACKUP_DIR to a folder for backups.',
    );
    const gone = path.join(folder, 'gone');
    await expect(run(['--prove'], { dir: gone })).rejects.toThrow(
      `BACKUP_DIR is ${gone}, which cannot be read (ENOENT).`,
    );
    await expect(run([], { dir: gone })).rejects.toThrow(
      /cannot be written \(ENOENT\): name a place that is there and that this user may write\.$/,
    );
  });

  test('another key', async () => {
    await expect(run(['--prove'], { key: Buffer.alloc(32, 9) })).rejects.toThrow(
      `${await newest()} is whole, but ENCRYPTION_KEY does not open its API keys: keep the key of that time with it.`,
    );
  });

  test('a file that is damaged', async () => {
    const damaged = backups.newFile();
    const bytes = await readFile(await newest());
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
    await writeFile(damaged, bytes);
    await expect(run([damaged, '--prove'])).rejects.toThrow('is damaged or cut off: its checksum is wrong.');
  });

  test('a row that is not what the file holds', async () => {
    const file = await openBackup(await newest());
    let pass = 0;
    const twofold = {
      ...file,
      async *frames(): AsyncGenerator<Frame> {
        pass += 1;
        for await (const frame of file.frames())
          yield frame.type === 'rows' && pass === 2
            ? { ...frame, data: Buffer.from(frame.data.toString('latin1').replace('k2999', 'k3999'), 'latin1') }
            : frame;
      },
    };
    await expect(proveBackup(source, twofold, async () => undefined)).rejects.toThrow(
      'What was restored of knowledge is not what the backup holds: its checksum is another.',
    );
    await file.close();
  });

  test('a user who may make no database', async () => {
    const role = `${proofName}_role`;
    await sql`create role ${sql.id(role)} login password 'restorer'`.execute(source.db);
    const { connection } = source;
    const limited = openConnection(
      connection.connectionString === undefined
        ? { ...connection, user: role }
        : { connectionString: connection.connectionString.replace(/\/\/[^@/]*@|\/\//, `//${role}:restorer@`) },
    );
    await expect(run(['--prove'], { database: limited })).rejects.toThrow(
      'The database refuses a throwaway database (permission denied to create database): give the user the right by `alter role … createdb`.',
    );
    await limited.close();
    await sql`drop role ${sql.id(role)}`.execute(source.db);
  });
});

it('a database of that name that is somebody’s is left alone', async () => {
  await sql`create database ${sql.id(proofName)} template template0`.execute(source.db);
  await expect(run(['--prove'])).rejects.toThrow(
    `There is a database ${proofName}, which no proof made: rename or drop it`,
  );
  expect(await databases()).toContain(proofName);
  await sql`drop database ${sql.id(proofName)}`.execute(source.db);
});
