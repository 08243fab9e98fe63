// Lists of ads, fifty thousand in the company with two hundred tags and a million in the table, and ten people who tag
// and merge at once: `node bench/facebook-ads.mjs`, after `pnpm build`.
import { fillAds } from './fill.mjs';
import { besidePostgrest } from './postgrest.mjs';
import { report, reportLists, rows, run, timed } from './run.mjs';
import { call } from './service.mjs';

const OURS = rows(50_000);
const OTHERS = rows(950_000);
const TAGS = 200;
const TIMES = 60;

const common = 'include_tags=tag%201&include_tags=tag%202&exclude_tags=tag%203';
const rare = 'include_tags=tag%207&include_tags=tag%209&exclude_tags=tag%201';
const CASES = {
  'the worst filter: common tags, a search, spend': `${common}&search=summer&min_spend_7d=100`,
  'the same, a letter that every ad has': `${common}&search=a&min_spend_7d=1`,
  'the same, rare tags': `${rare}&search=a&min_spend_7d=1`,
  'the same, by name, its last page': `${common}&search=summer&min_spend_7d=100&sort_by=-cached_ad_name&page=20`,
  'common tags alone': common,
  'the first page': '',
  'the page in the middle': `page=${OURS / 50}`,
  'the last page by campaign, descending': `page=${OURS / 25}&sort_by=-cached_campaign_name`,
  'by spend of 28 days': 'sort_by=cached_spend_last_28d',
  'minimum spend alone': 'min_spend_7d=3000',
  'a word that every eighth has': 'search=summer',
  'a rare text': 'search=abc12',
  'a campaign, by name': 'campaign_name=campaign%2017&sort_by=cached_ad_name',
  'one type': 'ad_type=video',
};
await run('Ads', {
  fill: (service, company) => fillAds(service, company, { ours: OURS, others: OTHERS, tags: TAGS }),
  async measure(service, { company, token }) {
    const { url } = service;
    const list = (query) => call(`${url}/facebook-ads?company_id=${company.id}&${query}`, { token });
    await reportLists(list, CASES, TIMES);

    const tags = `${url}/tags?company_id=${company.id}`;
    report('two hundred tags with their uses, a page', await timed(TIMES, () => call(tags, { token })));
    const exporting = () =>
      fetch(`${url}/facebook-ads/export`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ company_id: company.id }),
      }).then((response) => response.text());
    report('the export of fifty thousand', await timed(3, exporting), 'median 800');

    await tagTogether(service, { company, list });
    return besidePostgrest(service, token, {
      path: 'facebook-ads',
      table: 'facebook_ads',
      columns:
        'id company_id ad_identifier ad_name ad_type campaign_name adset_name spend_last_1d spend_last_7d spend_last_14d spend_last_28d cache_updated_at'.split(
          ' ',
        ),
      order: ['spend_last_7d', 'desc nulls last'],
      companyId: company.id,
      cases: {
        'ads: a word that every eighth has': { query: 'ad_name=summer', column: 'ad_name', text: 'summer' },
        'ads: a rare text': { query: 'ad_name=abc12', column: 'ad_name', text: 'abc12' },
      },
    });
  },
});

/** Ten people who tag and merge at once. */
async function tagTogether({ db, sql, url, signIn }, { company, list }) {
  const { items } = await list('page_size=100');
  const token = await signIn('admin');
  const changes = [];
  const client = async (at) => {
    for (let change = 0; change < 20; change += 1) {
      const [from, to] = [`shared ${(at + change) % 7}`, `shared ${(at * change) % 7}`];
      const started = performance.now();
      await call(`${url}/facebook-ads/tags/bulk/add`, {
        token,
        body: { resource_ids: items.map(({ id }) => id), tag_names: [from, to] },
      });
      if (from !== to)
        // Somebody else may have merged it away already: 404.
        await call(`${url}/tags/merge`, { token, body: { from_tag: from, to_tag: to, company_id: company.id } }).catch(
          (error) => /^404/.test(error.message) || Promise.reject(error),
        );
      changes.push(performance.now() - started);
    }
  };
  await Promise.all(Array.from({ length: 10 }, (_, at) => client(at)));
  report('100 ads tagged and a merge, 10 clients at once', changes, 'median 150, counts true');
  const { rows: wrong } = await sql`
  select from tags t where company_id = ${company.id} and name like 'shared%'
    and (select count(*) from tag_uses u where u.tag_id = t.id) <> 100`.execute(db);
  if (wrong.length) throw new Error(`${wrong.length} tags are not on exactly the ads that were tagged`);
}
