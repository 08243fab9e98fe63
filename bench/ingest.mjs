// Writes of programs by PUT /ingest, a thousand records a call, into tables of a million rows: `node bench/ingest.mjs`,
// after `pnpm build`.
import { fillAds, fillPosts, fillVariants } from './fill.mjs';
import { report, rows, run, timed } from './run.mjs';
import { call } from './service.mjs';

const OURS = rows(50_000);
const OTHERS = rows(950_000);
const RECORDS = 1000;
const TIMES = 20;
const DAY = 24 * 60 * 60 * 1000;

await run('Ingest', {
  async fill(service, company) {
    await fillAds(service, company, { ours: OURS, others: OTHERS, tags: 200 });
    await fillVariants(service, company, { ours: OURS, others: OTHERS });
    await fillPosts(service, company, { ours: OURS, others: OTHERS, every: 20 });
  },
  measure: measureIngest,
});

async function measureIngest({ db, sql, url }, { company, token: admin }) {
  /** Our records of a table, a thousand at a time, over and over. */
  async function pagesOf(table, columns) {
    const { rows: all } = await sql`
    select ${sql.raw(columns)} from ${sql.table(table)} where company_id = ${company.id} order by id`.execute(db);
    const pages = Math.floor(all.length / RECORDS) || 1;
    let at = 0;
    return () => {
      const from = (at++ % pages) * RECORDS;
      return all.slice(from, from + RECORDS);
    };
  }

  /** Measures calls whose records `next` makes; returns what the last was answered. */
  async function measure(name, resource, next, limit, values = {}) {
    // A token of its own: each may call 120 times a minute.
    const expires_at = new Date(Date.now() + DAY).toISOString();
    const token = { name, company_ids: [company.id], scopes: [`ingest:${resource}`], expires_at };
    const { token: secret } = await call(`${url}/ingest-tokens`, { token: admin, body: token });
    let last;
    const milliseconds = await timed(TIMES, async () => {
      const body = {
        company_id: company.id,
        source: 'bench',
        observed_at: new Date().toISOString(),
        records: next(),
        ...values,
      };
      last = await call(`${url}/ingest/${resource}`, { method: 'PUT', token: secret, body });
      if (last.error_count || last.stale) throw new Error(`${name}: ${JSON.stringify(last)}`);
    });
    const { created, updated, unchanged } = last;
    report(`${name} (${created} new, ${updated} other, ${unchanged} alike)`, milliseconds, limit);
  }

  let round = 0;
  const everySecond = (records, change) => {
    round += 1;
    return records.map((record, at) => (at % 2 ? record : { ...record, ...change(record, round) }));
  };
  const LIMIT = 'median 400';

  const ads = await pagesOf('facebook_ads', 'ad_identifier, ad_name, ad_type, campaign_name, adset_name');
  const windows = (spend) => ({
    spend_last_1d: spend,
    spend_last_7d: spend * 6,
    spend_last_14d: spend * 12,
    spend_last_28d: spend * 25,
  });
  const withWindows = () => ads().map((ad) => ({ ...ad, ...windows(5) }));
  // Once, so that the windows are known.
  for (let page = 0; page < OURS; page += RECORDS * 25)
    await measure('ads, windows of all are new', 'facebook-ads', withWindows, '');
  await measure(
    'ads, the spend of half',
    'facebook-ads',
    () => everySecond(withWindows(), (_, n) => windows(5 + n)),
    LIMIT,
  );

  const variants = await pagesOf(
    'product_variants',
    'sales_channel, product_variant_identifier, cached_product_name, cached_product_variant_name',
  );
  await measure('variants, none', 'product-variants', variants, LIMIT);
  const renamed = (record, n) => ({ cached_product_name: `Mug ${n} ${record.product_variant_identifier}` });
  await measure('variants, the names of half', 'product-variants', () => everySecond(variants(), renamed), LIMIT);
  let made = 0;
  const newVariants = () =>
    Array.from({ length: RECORDS }, () => ({
      sales_channel: 'amazon',
      product_variant_identifier: `new-${(made += 1)}`,
      cached_product_name: `Kettle ${made}`,
      cached_product_variant_name: 'Red',
    }));
  await measure('variants, all of them new', 'product-variants', newVariants, LIMIT);

  const posts = await pagesOf('social_media_posts', 'url, cached_author_username, cached_caption, cached_play_count');
  const watched = (_, n) => ({ cached_play_count: 1000 + n });
  await measure('posts, the views of half', 'social-media-posts', () => everySecond(posts(), watched), LIMIT);

  const today = Date.now();
  const days = (spend) =>
    Array.from({ length: 28 }, (_, at) => ({
      day: new Date(today - (at + 1) * DAY).toISOString().slice(0, 10),
      spend,
    }));
  const withDays = () => ads().map((ad) => ({ ...ad, days: days(2.5) }));
  await measure('ads, 28 new days each', 'facebook-ads', withDays, 'median 2000');
  const corrected = (ad, n) => ({ days: ad.days.map((day, at) => (at < 3 ? { ...day, spend: 3 + n } : day)) });
  await measure(
    'ads, 28 days each, three of half other',
    'facebook-ads',
    () => everySecond(withDays(), corrected),
    'median 2000',
  );
}
