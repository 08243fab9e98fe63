// The time and locks of a migration at a million rows: `node bench/migrations.mjs 0030 0031`, after `pnpm build`. It fills
// the tables that the migration names, runs it, looks all the time at the locks that it has, and writes them at its head.
import { copyFile, mkdtemp, chmod, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fillTable } from './fill.mjs';
import { FULL_TABLES, fillTables } from './migrations/full.mjs';
import { withMeasured } from './migrations/head.mjs';
import { builtModule } from './service.mjs';

const ROWS = 1_000_000;
/** Whoever reads or writes waits for one of these; ACCESS SHARE to SHARE UPDATE EXCLUSIVE let both through. */
const HOLDING = ['ShareLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock'];

const { migrate } = builtModule('database/migrate.js');
const { migrationFiles, MIGRATIONS } = builtModule('database/migration-files.js');
const { COMMAND_LIMITS, openConnection } = builtModule('database/connection.js');
const { finishBackgroundSteps } = builtModule('database/background-steps.js');
const { startEmbeddedPostgres } = builtModule('embedded-postgres/server.js');
const { sql } = createRequire(MIGRATIONS)('kysely');

const fileOf = (name) => path.join(MIGRATIONS, `${name}.sql`);
const files = await migrationFiles();
const asked = process.argv.slice(2).map((number) => files.find(({ name }) => name.startsWith(`${number}_`)));
if (!asked.length || asked.includes(undefined)) {
  console.error('Say which migrations by their numbers: node bench/migrations.mjs 0030 0031');
  process.exit(2);
}
for (const { name } of asked) await measure(name);

/** Runs one migration on full tables and writes at its head what it held. */
async function measure(name) {
  const text = await readFile(fileOf(name), 'utf8');
  // The body of a function does not run now.
  const statements = text.replaceAll(/\bas \$(\w*)\$[^]*?\$\1\$/g, '').replaceAll(/^--.*$/gm, '');
  const tables = FULL_TABLES.filter((table) => new RegExp(`\\b${table}\\b`).test(statements));
  const folder = await mkdtemp(path.join(os.tmpdir(), 'console-migrations-'));
  // As root, the database server runs as somebody else, who has to get in.
  await chmod(folder, 0o711);
  const server = await startEmbeddedPostgres({ dataDir: folder });
  const database = openConnection(server.connection, { limits: COMMAND_LIMITS, afterClose: () => server.stop() });
  try {
    const copy = (file) => copyFile(fileOf(file.name), path.join(folder, `${file.name}.sql`));
    await Promise.all(files.filter((file) => file.name < name).map(copy));
    await migrate(database.connection, { folder });
    await fillTables({ sql }, tables, ROWS, (table, fill) => fillTable({ db: database.db, sql }, { table }, fill));
    await copy({ name });
    const { milliseconds, held } = await watchLocks(database, () => migrate(database.connection, { folder }));
    console.log(`${name}: ${milliseconds.toLocaleString('en-US')} ms`);
    for (const { table, mode, ms } of held) console.log(`  ${table} ${mode} ${ms.toLocaleString('en-US')} ms`);
    await writeFile(fileOf(name), withMeasured(text, milliseconds, held));
    if (!tables.length) return;
    const since = performance.now();
    await finishBackgroundSteps(database.connection);
    console.log(`All background steps, without pauses: ${((performance.now() - since) / 1000).toFixed(0)} s`);
  } finally {
    await database.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs something and looks all the time who holds which table; returns how long it took, and of each lock how long it was held. */
async function watchLocks({ db }, run) {
  const seen = new Map();
  let isRunning = true;
  const watching = (async () => {
    while (isRunning) {
      const { rows } = await sql`
        select relation::regclass::text as table, mode from pg_locks
        where locktype = 'relation' and granted and pid <> pg_backend_pid() and mode = any(${HOLDING}::text[])
          and relation::regclass::text = any(${[...FULL_TABLES, 'companies']}::text[])`.execute(db);
      const now = performance.now();
      for (const { table, mode } of rows) {
        const lock = seen.get(`${table} ${mode}`) ?? { table, mode, from: now };
        seen.set(`${table} ${mode}`, { ...lock, until: now });
      }
    }
  })();
  const started = performance.now();
  await run().finally(() => (isRunning = false));
  const milliseconds = Math.round(performance.now() - started);
  await watching;
  // It was there for at least a part of the millisecond in which it was seen once.
  const held = [...seen.values()].map(({ table, mode, from, until }) => ({
    table,
    mode,
    ms: Math.ceil(until - from) + 1,
  }));
  return { milliseconds, held };
}
