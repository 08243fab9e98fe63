// The dashboard's and a search's times with a million variants, ads and posts each, over twenty companies:
// `node bench/working-day.mjs`, after `pnpm build`.
import { fillAds, fillPosts, fillVariants } from './fill.mjs';
import { report, rows, run, timed } from './run.mjs';
import { builtModule, call } from './service.mjs';

const COMPANIES = 20;
const ROWS = rows(1_000_000);
const TIMES = 40;

const CASES = {
  'a letter': 'c',
  'the beginning of many': 'vintage',
  'a word that every eighth has': 'cotton',
  'a word in most posts': 'matcha',
  'a rare text': 'abc12',
  'a text that none has': 'zqxwv',
  'an id': '7919',
  'an identifier': 'SKU-0007919',
};

await run('Working day', {
  async fill(service, company) {
    const { db, sql } = service;
    // The demonstration has twelve.
    await sql`
      insert into companies (name, slug, logo_url, timezone)
      select 'More ' || n, 'more-' || n, 'https://example.test/x.png', 'America/Denver'
      from generate_series(14, ${COMPANIES}::int) as n`.execute(db);
    const share = { ours: 0, others: ROWS, companies: COMPANIES };
    await fillVariants(service, company, share);
    await fillAds(service, company, { ...share, tags: 20 });
    await fillPosts(service, company, share);
  },
  async measure(service, { token }) {
    const { db, sql, url } = service;
    const { rows: known } = await sql`select id from companies order by id limit ${COMPANIES}`.execute(db);
    const ids = known.map(({ id }) => id);
    const { attentionOf } = builtModule('dashboard/attention.queries.js');
    const counted = await attentionOf(db, ids);
    const total = (kind) => counted.reduce((sum, { counts }) => sum + counts[kind], 0).toLocaleString('en-US');
    for (const kind of Object.keys(counted[0].counts)) console.log(`  ${kind}: ${total(kind)}`);
    report('twenty companies counted anew', await timed(TIMES, () => attentionOf(db, ids)), 'once a minute');
    report('one company counted anew', await timed(TIMES, () => attentionOf(db, [ids[0]])), 'once a minute');
    const summary = `${url}/dashboard/summary?${ids.map((id) => `company_id=${id}`).join('&')}`;
    report('the summary of twenty companies', await timed(TIMES, () => call(summary, { token })), '50');

    const one = await service.signIn('company-admin');
    for (const [who, key] of [
      ['everything', token],
      ['a few companies', one],
    ])
      for (const [name, q] of Object.entries(CASES)) {
        const search = () => call(`${url}/search?limit=20&q=${encodeURIComponent(q)}`, { token: key });
        const { items } = await search();
        report(`search in ${who}, ${name} (${items.length})`, await timed(TIMES, search), '100');
      }
  },
});
