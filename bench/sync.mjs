// Connections of 200 companies, each with a store of 2,000 variants and an account of 2,000 ads, read by one process:
// `node bench/sync.mjs`, after `pnpm build`; `node bench/sync.mjs 0.1` connects a tenth of the companies. The sources are
// their stand-ins in a process of their own (scripts/faults/sources); Meta's refuses more than 60 calls of an account a minute.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { besides } from './besides.mjs';
import { report, rows, run } from './run.mjs';
import { table } from './sections.mjs';
import { addCompany, call, memoryOf, processorTimeOf } from './service.mjs';
import { accountOf, centsOn, META_TOKEN, storeOf, tokenOf } from '../scripts/faults/source-records.mjs';

const COMPANIES = rows(200);
const RECORDS = 2000;
/** The longest that a round may take. */
const MOST_MINUTES = 60;

const sources = fork(
  fileURLToPath(new URL('../scripts/faults/sources.mjs', import.meta.url)),
  [COMPANIES, RECORDS].map(String),
);
const [addresses] = await once(sources, 'message');

await run('Connections', {
  empty: true,
  environment: { SOURCE_SHOPIFY_URL: addresses.shopify, SOURCE_META_URL: addresses.meta },
  fill: connectAll,
  async measure(service) {
    const figures = [];
    for (const name of ['the first fill', 'the next reading']) figures.push(await measureRound(service, name));
    await requireTrue(service);
    return [
      table(['round', 'minutes', 'limit', 'processor: service, sources (s)', 'memory: start, most (MiB)'], figures),
    ];
  },
});
sources.disconnect();

/** A company each with two connections, confirmed as by a person who has seen the preview. */
async function connectAll(service) {
  const { db, sql, url } = service;
  const shared = await service.signIn('admin').then((token) =>
    call(`${url}/credentials`, {
      token,
      body: { company_id: null, source: 'meta', kind: 'token', label: 'All accounts', secret: META_TOKEN },
    }),
  );
  for (let at = 0; at < COMPANIES; at += 1) {
    // A token holds for fifteen minutes.
    const token = await service.signIn('admin');
    const { id } = await addCompany(service, token, `Company ${at}`.replace(' ', '-'));
    const { id: key } = await call(`${url}/credentials`, {
      token,
      body: { company_id: id, source: 'shopify', kind: 'token', label: 'Store', secret: tokenOf(at) },
    });
    for (const body of [
      { source: 'shopify', external_id: storeOf(at), credential_id: key },
      { source: 'meta', external_id: accountOf(at), credential_id: shared.id },
    ])
      await call(`${url}/connections`, { token, body: { company_id: id, ...body } });
  }
  await sql`update connections set confirmed_at = now(), state = 'ok'`.execute(db);
}

/** Has all be due at once, and waits until the last was read; returns the cells of its line. */
async function measureRound(service, name) {
  const { db, sql, url, pid } = service;
  const used = () => [processorTimeOf(pid), processorTimeOf(sources.pid)];
  const before = used();
  const memory = [memoryOf(pid)];
  const token = await service.signIn('admin');
  const { rows: first } = await sql`select min(company_id) as id from connections`.execute(db);
  const list = `${url}/facebook-ads?company_id=${first[0].id}`;
  const began = performance.now();
  const minutes = () => (performance.now() - began) / 60_000;
  const { rows: start } = await sql`
    update connections set next_run_at = now() returning clock_timestamp()::text as at`.execute(db);
  const isOver = async () => {
    const { rows: states } = await sql`
      select count(*) filter (where last_success_at > ${start[0].at}::timestamptz) as done, count(*) as all,
        (select string_agg(distinct message, '; ') from sync_runs where status = 'failed') as failed
      from connections`.execute(db);
    const [{ done, all, failed }] = states;
    if (failed) throw new Error(`A run has failed: ${failed}`);
    memory.push(memoryOf(pid));
    process.stderr.write(`\r${name}: ${done} of ${all} after ${minutes().toFixed(1)} min   `);
    return done === all;
  };
  const { milliseconds } = await besides({ url: list, token }, async () => {
    // A token holds for fifteen minutes: who looks on does so for the first ten.
    while (!(await isOver()) && minutes() < 10) await wait(1000);
  });
  while (!(await isOver())) {
    if (minutes() > 3 * MOST_MINUTES) throw new Error('It does not come to an end.');
    await wait(2000);
  }
  const taken = minutes();
  process.stderr.write('\n');
  report(`a list of ads beside ${name}`, milliseconds, '95 % 50');
  const spent = used().map((seconds, at) => (seconds - before[at]).toFixed(0));
  const figures = [name, taken.toFixed(1), String(MOST_MINUTES), spent.join(', ')];
  figures.push(`${memory[0].toFixed(0)}, ${Math.max(...memory).toFixed(0)}`);
  console.log(figures.join('  '));
  return figures;
}

/** Throws unless every record is there once, and the spend of each ad is its source's to the cent. */
async function requireTrue({ db, sql }) {
  const { rows: counts } = await sql`
    select (select count(*) from product_variants) as variants, (select count(*) from facebook_ads) as ads`.execute(db);
  const [{ variants, ads }] = counts;
  if (variants !== COMPANIES * RECORDS || ads !== COMPANIES * RECORDS)
    throw new Error(`There are ${variants} variants and ${ads} ads.`);
  const { rows: last } =
    await sql`select (now() at time zone 'America/New_York')::date - date '1970-01-01' - 1 as day`.execute(db);
  const { rows: all } = await sql`select ad_identifier, spend_last_28d as spend from facebook_ads`.execute(db);
  const wrong = all.filter(({ ad_identifier, spend }) => {
    const at = Number(ad_identifier) - 23_850_000_000_000;
    const cents = Array.from({ length: 28 }, (_, ago) => centsOn(at, last[0].day - ago)).reduce(
      (sum, one) => sum + one,
    );
    return Math.round(spend * 100) !== cents;
  });
  if (wrong.length) throw new Error(`The spend of ${wrong.length} ads is another than the source's.`);
  console.log(`${variants} variants and ${ads} ads, each once; the spend of 28 days is the source's to the cent`);
}
