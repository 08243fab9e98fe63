// Spend by day and by groups over the ads of a company, 50,000 of a million, each with 28 days: `node bench/spend.mjs`, after
// `pnpm build`.
import { fillAds } from './fill.mjs';
import { report, rows, run, timed } from './run.mjs';
import { call } from './service.mjs';

const OURS = rows(50_000);
const OTHERS = rows(950_000);
const RECORDS = 1000;
const DAYS = 28;
const TIMES = 40;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Since 1970-01-01. */
const TODAY = Math.floor(Date.now() / DAY_MS);

const KEPT = 'median 20';
const ADDED_UP = '95 % 150';
const CASES = {
  'by day': ['by=day', KEPT],
  'by type': ['by=ad_type', KEPT],
  'by campaign': ['by=campaign', KEPT],
  'by tag': ['by=tag', KEPT],
  'by day, 90 days': ['by=day&days=90', KEPT],
  'a letter that every ad has, by day': ['by=day&search=a', ADDED_UP],
  'the same, by campaign': ['by=campaign&search=a', ADDED_UP],
  'the same, by tag': ['by=tag&search=a', ADDED_UP],
  'the same, by day, 90 days': ['by=day&days=90&search=a', ADDED_UP],
  'a common tag, by campaign': ['by=campaign&include_tags=tag%201', ADDED_UP],
  'a word that every eighth has, by day': ['by=day&search=summer', ADDED_UP],
};

await run('Spend', {
  async fill(service, company) {
    await fillAds(service, company, { ours: OURS, others: OTHERS, tags: 200 });
    await fillDaysOfOthers(service, company);
  },
  async measure(service, { company, token }) {
    await bringDays(service, company, token);
    await service.sql`analyze facebook_ads, facebook_ad_blocks`.execute(service.db);
    const spend = (query) => call(`${service.url}/facebook-ads/spend?company_id=${company.id}&${query}`, { token });
    for (const [name, [query, limit]] of Object.entries(CASES)) {
      const { ads } = await spend(query);
      report(`${name} (${ads.toLocaleString('en-US')})`, await timed(TIMES, () => spend(query)), limit);
    }
    const { db, sql } = service;
    const rename = () =>
      sql`
      update facebook_ads set campaign_name = campaign_name || '.'
      where id = (select min(id) from facebook_ads where company_id = ${company.id})`.execute(db);
    for (const by of ['day', 'campaign', 'tag']) {
      const milliseconds = [];
      for (let at = 0; at < 10; at += 1) {
        await rename();
        const began = performance.now();
        await spend(`by=${by}`);
        milliseconds.push(performance.now() - began);
      }
      report(`by ${by}, the first after a change`, milliseconds);
    }
  },
});

/** Each ad of the others has the same days; they are only in the way. */
async function fillDaysOfOthers({ db, sql }, company) {
  const began = performance.now();
  const { numAffectedRows } = await sql`
    insert into facebook_ad_blocks (company_id, block, ad_id, cents)
    select company_id, day / 32, id, sum(125 * ('1e' || 16 * (day % 32))::numeric)
    from facebook_ads, generate_series(${TODAY - DAYS}::int, ${TODAY - 1}::int) as day
    where company_id <> ${company.id}
    group by 1, 2, 3 on conflict do nothing`.execute(db);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(`${numAffectedRows} blocks of the others in ${seconds} s`);
}

/** The days of ours, a thousand ads a call. */
async function bringDays({ db, sql, url }, company, token) {
  const { rows: ads } = await sql`
    select ad_identifier, ad_name from facebook_ads where company_id = ${company.id} order by id`.execute(db);
  const days = (at) =>
    Array.from({ length: DAYS }, (_, ago) => ({
      day: new Date((TODAY - 1 - ago) * DAY_MS).toISOString().slice(0, 10),
      spend: ((at * 31 + ago * 17) % 9000) / 100,
    }));
  const body = {
    name: 'Days',
    company_ids: [company.id],
    scopes: ['ingest:facebook-ads'],
    expires_at: new Date(Date.now() + DAY_MS).toISOString(),
  };
  const { token: secret } = await call(`${url}/ingest-tokens`, { token, body });
  const milliseconds = [];
  for (let from = 0; from < ads.length; from += RECORDS) {
    const records = ads.slice(from, from + RECORDS).map((ad, at) => ({ ...ad, days: days(from + at) }));
    const record = { company_id: company.id, source: 'bench', observed_at: new Date().toISOString(), records };
    const began = performance.now();
    const { error_count: errors } = await call(`${url}/ingest/facebook-ads`, {
      method: 'PUT',
      token: secret,
      body: record,
    });
    if (errors) throw new Error(`${errors} records were refused.`);
    milliseconds.push(performance.now() - began);
  }
  report('a thousand ads with their first 28 days', milliseconds, 'median 2000');
}
