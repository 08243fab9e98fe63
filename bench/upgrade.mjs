// How long an upgrade takes, and how long people's lists and changes wait for it:
// `node bench/upgrade.mjs [--rows 1000000]`, after `node scripts/build.mjs api`.
// It fills a database of the oldest release below (so many ads, posts and variants, each variant with costs, and entries
// of the audit log), on a PostgreSQL 15 of its own with its default settings, and brings it from release to release, the
// last time by this checkout's `console migrate`. A reader and a writer of each table ask again and again meanwhile.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { POSTGRES_15, startPostgres } from '../scripts/postgres-server.mjs';

/** The first release, and the one before this checkout: the states in between were never deployed (docs/upgrading.md). */
const RELEASES = ['9a2c2d1', '79f7cba'];
const ENTRY = `insert into audit_log (username, action, resource, record_id) values ('x', 'update', 'company', '1')`;
const TABLES = ['facebook_ads', 'social_media_posts', 'product_variants', 'audit_log'];

/** The rows of each table: `$1` rows, of twelve companies. */
const FILLED = {
  product_variants: `
    insert into product_variants (company_id, sales_channel, product_variant_identifier, cached_product_name,
      cached_product_variant_name, override_product_name, is_active, last_synced_at, sync_status)
    select 1 + n % 12, (array['amazon', 'shopify', 'tiktok'])[1 + n % 3], 'SKU-' || lpad(n::text, 7, '0'),
      'Vintage Cotton Tee ' || md5(n::text), (array['Small', 'Medium', 'Large'])[1 + n % 3] || ' / Blue',
      case when n % 4 = 0 then 'Renamed ' || md5(n::text) end, n % 9 <> 0, now() - make_interval(mins => n % 500000), 'success'
    from generate_series(1, $1::int) n`,
  product_variant_cogs: `
    insert into product_variant_cogs (product_variant_id, cogs_amount, effective_start_date)
    select n, 1 + n % 100, '2026-01-01' from generate_series(1, $1::int) n`,
  facebook_ads: `
    insert into facebook_ads (company_id, ad_identifier, ad_name, ad_type, campaign_name, adset_name, spend_last_1d,
      spend_last_7d, spend_last_14d, spend_last_28d, cache_updated_at)
    select 1 + n / 500 % 12, (23850000000000 + n)::text, 'Spring – ' || md5(n::text) || ' v' || n % 9, 'image',
      'Campaign ' || n % 300 || ' | Prospecting', 'Women ' || n % 50, n % 1000, n % 1000 * 6.5, n % 1000 * 12.25,
      n % 1000 * 25, now()
    from generate_series(1, $1::int) n`,
  social_media_posts: `
    insert into social_media_posts (company_id, url, platform, post_type, status, cached_author_username, cached_caption,
      cached_play_count, created_at)
    select 1 + n / 50 % 12, 'https://www.instagram.com/p/' || md5(n::text), (array['instagram', 'tiktok', 'youtube'])[1 + n % 3],
      'video', (array['pending', 'active', 'inactive', 'error'])[1 + n / 7 % 4], 'creator_' || n % 5000,
      'summer sale matcha morning routine ' || md5((n * 7)::text), n % 1000000, now() - make_interval(mins => n)
    from generate_series(1, $1::int) n`,
  audit_log: `
    insert into audit_log (username, action, resource, record_id, before, after, request_id)
    select 'admin', 'update', 'product_variant', n::text, jsonb_build_object('id', n, 'company_id', 1 + n % 12, 'name', md5(n::text)),
      jsonb_build_object('id', n, 'company_id', 1 + n % 12, 'name', md5((n * 3)::text)), md5((n / 10)::text)
    from generate_series(1, $1::int) n`,
};

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const main = path.join(root, 'api', 'dist', 'src', 'main.js');
const { Client } = createRequire(path.join(root, 'api/package.json'))('pg');
const { values } = parseArgs({ options: { rows: { type: 'string', default: '1000000' } } });
const rows = Number(values.rows);
if (!Number.isInteger(rows) || rows < 1) {
  console.error(`--rows is '${values.rows}': give a number from 1.`);
  process.exit(2);
}

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' });
const migrationsOf = (release) =>
  git('ls-tree', '--name-only', release, 'api/migrations/')
    .split('\n')
    .filter((file) => file.endsWith('.sql'))
    .sort();
const seconds = (milliseconds) => (milliseconds / 1000).toFixed(1);

const folder = mkdtempSync(path.join(os.tmpdir(), 'console-upgrade-'));
const server = await startPostgres(POSTGRES_15, 'upgrade', { settings: [] });
const address = new URL(server.url);
address.password = 'upgrade';
const connect = async () => {
  const client = new Client({ connectionString: address.href });
  await client.connect();
  return client;
};

try {
  const db = await connect();
  await db.query(`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null)`);
  await runFiles(db, RELEASES[0], []);
  await fill(db);
  for (const [at, release] of RELEASES.slice(1).entries()) {
    const done = migrationsOf(RELEASES[at]);
    await measured(`${RELEASES[at]} to ${release}`, () => runFiles(db, release, done));
  }
  await measured(`${RELEASES.at(-1)} to this checkout`, () => migrate());
  const { rows: noted } = await db.query(`select count(*)::int as count from kysely_migration`);
  console.log(
    `${noted[0].count} migrations were run, on ${rows} rows of each table; load ${os.loadavg()[0].toFixed(1)}`,
  );
  await db.end();
} finally {
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}

/** Runs a release's migrations after those that are done, each in a transaction of its own, as that release does. */
async function runFiles(db, release, done) {
  for (const file of migrationsOf(release).filter((one) => !done.includes(one))) {
    const began = performance.now();
    await db.query('begin');
    await db.query(git('show', `${release}:${file}`));
    const name = path.basename(file, '.sql');
    await db.query('insert into kysely_migration values ($1, $2)', [name, new Date().toISOString()]);
    await db.query('commit');
    const took = performance.now() - began;
    if (took > 1000) console.log(`  ${name}: ${seconds(took)} s`);
    // Two that end in one millisecond would have no order.
    await wait(2);
  }
}

/** Runs this checkout's `console migrate` to its end. */
async function migrate() {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', main, 'migrate'], {
    env: { PATH: process.env.PATH, DATABASE_URL: address.href, KEY_DIR: folder },
    stdio: 'inherit',
  });
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`console migrate ended with ${code}`);
}

/** Says how long `act` took, and of each table how long the slowest reader and writer waited meanwhile. */
async function measured(name, act) {
  console.log(`\n${name}`);
  const probes = [];
  let isOver = false;
  for (const table of TABLES)
    for (const [kind, query] of [
      ['read', `select from ${table} where id = 1`],
      ['write', `update ${table} set company_id = company_id where id = 1`],
    ]) {
      // Entries of the audit log are only added.
      const asked = table === 'audit_log' && kind === 'write' ? ENTRY : query;
      const client = await connect();
      const probe = { table, kind, slowest: 0 };
      probe.over = (async () => {
        while (!isOver) {
          const began = performance.now();
          await client.query(asked);
          probe.slowest = Math.max(probe.slowest, performance.now() - began);
          await wait(50);
        }
        await client.end();
      })();
      probes.push(probe);
    }
  const began = performance.now();
  await act();
  const took = performance.now() - began;
  isOver = true;
  await Promise.all(probes.map(({ over }) => over));
  console.log(`  in all ${seconds(took)} s; the longest wait of one read and one write:`);
  for (const table of TABLES) {
    const [read, write] = ['read', 'write'].map((kind) =>
      probes.find((one) => one.table === table && one.kind === kind),
    );
    console.log(`  ${table}: ${seconds(read.slowest)} s, ${seconds(write.slowest)} s`);
  }
}

/** The rows that the oldest release's lists are filled with; indexes are built afterwards, as fast as it goes. */
async function fill(db) {
  const began = performance.now();
  await db.query(`set session_replication_role = replica; set maintenance_work_mem = '256MB'`);
  await db.query(`insert into companies (name, slug, logo_url, timezone)
    select 'Company ' || n, 'company-' || n, 'https://example.test/logo.png', 'America/Chicago' from generate_series(1, 12) n`);
  for (const [table, insert] of Object.entries(FILLED)) {
    const { rows: indexes } = await db.query(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
       from pg_index where indrelid = '${table}'::regclass and not indisunique and not indisexclusion`,
    );
    for (const { name } of indexes) await db.query(`drop index ${name}`);
    await db.query(insert, [rows]);
    for (const { definition } of indexes) await db.query(definition);
    await db.query(`vacuum analyze ${table}`);
  }
  await db.query('reset session_replication_role');
  console.log(`filled in ${seconds(performance.now() - began)} s`);
}
