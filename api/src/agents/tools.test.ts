import { openScriptedConsole, ORDERS, type ScriptedConsole } from '../testing/scripted-console';

let scripted: ScriptedConsole;
beforeAll(async () => {
  scripted = await openScriptedConsole();
});
afterAll(() => scripted.close());

/** A tool's result, of which only the parts that are named are looked at. */
const found = async (name: string, args: object) => (await call(name, args)).result;
const call = (name: string, args: object) => scripted.call(scripted.person, name, args);
const companies = ['company-a'];

it('spend is told in all and by campaign, ad set or tag, for one of the four periods, added up by the database', async () => {
  expect(await found('ad_spend', { companies, period: '7d', by: 'campaign' })).toMatchObject({
    summary:
      'Company A: 3 ads. They spent $100.50 in the last 7 days, up to yesterday. The average of an ad is $33.50. Of 2 campaigns the one that spent most: Summer, $70.00.',
    companies: [{ name: 'Company A' }],
    days: 'the last 7 days, up to yesterday',
    total: 2,
    columns: [
      { key: 'name', label: 'Campaign', unit: 'text' },
      { key: 'ads', label: 'Ads', unit: 'count' },
      { key: 'spend', label: 'Spend, 7 days', unit: 'usd' },
    ],
    rows: [
      { name: 'Summer', ads: 1, spend: 70 },
      { name: 'Spring', ads: 2, spend: 30.5 },
    ],
    open: { path: '/facebook-ads', query: { sort_by: '-cached_spend_last_7d' } },
  });
  const bySet = await found('ad_spend', { companies, period: '28d', by: 'ad_set' });
  expect(bySet).toMatchObject({ rows: [{ name: ORDERS, ads: 3, spend: 402 }] });
  const byTag = await found('ad_spend', { companies, by: 'tag' });
  expect(byTag).toMatchObject({ rows: [{ name: 'winner', ads: 2, spend: 30.5 }] });
  expect(await call('ad_spend', { companies, period: '30d' })).toMatchObject({ is_error: true });
});

it('what is highest of all is said on the first page alone', async () => {
  for (const [tool, args, says] of [
    ['ad_spend', { by: 'campaign' }, 'spent most'],
    ['find_ads', {}, 'spent most'],
    ['find_posts', {}, 'newest post'],
  ] as const) {
    const one = { companies, limit: 1, ...args };
    expect(await found(tool, one)).toMatchObject({ summary: expect.stringContaining(says) as string });
    const next = await found(tool, { ...one, page: 2 });
    expect(next).toMatchObject({ page: 2, summary: expect.not.stringContaining(says) as string });
  }
});

it('several companies stand beside each other; without a name it is every company in reach', async () => {
  const both = await found('ad_spend', { companies: ['company-a', 'company-a-west'] });
  expect(both).toMatchObject({ companies: [{}, {}], rows: [{ name: 'Company A', spend: 100.5 }], total: 1 });
  expect(await found('ad_spend', {})).toMatchObject({ companies: [], rows: [{ name: 'Company A', spend: 100.5 }] });
});

it('a filter that was used is named and narrows the total; what no list can show is not offered to be opened', async () => {
  const ofSummer = await found('ad_spend', { companies, campaign: 'summ' });
  expect(ofSummer).toMatchObject({
    filters: [{ label: 'Campaign', value: 'summ' }],
    rows: [{ spend: 70 }],
    open: { query: { campaign_name: 'summ' } },
  });
  const untagged = await found('find_ads', { companies, untagged: true });
  expect(untagged).toMatchObject({ total: 1, rows: [{ identifier: 'A-three' }] });
  expect(untagged).not.toHaveProperty('open');
  const nothing = await found('find_ads', { companies, search: 'nowhere' });
  expect(nothing).toMatchObject({ summary: 'There are no ads of Company A, search nowhere.', total: 0, rows: [] });
});

it('a text is looked for from the beginning of a word on, with either dash between numbers', async () => {
  const { db } = scripted.service.database;
  const named = (ad_identifier: string, adset_name: string) =>
    db.updateTable('facebook_ads').set({ adset_name }).where('ad_identifier', '=', ad_identifier).execute();
  await named('A-one', 'Women 25–44');
  await named('A-two', 'Men 25–44 (1%)');
  expect(await found('ad_spend', { companies, ad_set: 'men 25-44' })).toMatchObject({ rows: [{ ads: 1, spend: 20 }] });
  expect(await found('find_ads', { companies, search: 'Men 25–44 (1%' })).toMatchObject({ total: 1 });
  for (const ad of ['A-one', 'A-two']) await named(ad, ORDERS);
});

it('ads are found by text and tag, the highest spend first, a page at a time', async () => {
  const first = await found('find_ads', { companies, limit: 2 });
  expect(first).toMatchObject({ rows: [{ identifier: 'A-three' }, { identifier: 'A-two' }], total: 3, page: 1 });
  const second = await found('find_ads', { companies, limit: 2, page: 2 });
  expect(second).toMatchObject({ rows: [{ identifier: 'A-one' }], total: 3, page: 2 });
  const lowest = await found('find_ads', { companies, limit: 1, order: 'least' });
  expect(lowest).toMatchObject({ rows: [{ identifier: 'A-one', spend: 10.5 }] });
  const tagged = await found('find_ads', { companies, tags: ['winner'], search: 'A-one' });
  expect(tagged).toMatchObject({ rows: [{ identifier: 'A-one', tags: ['winner'] }], total: 1 });
  expect(await call('find_ads', { companies, limit: 51 })).toMatchObject({ is_error: true });
});

it('variants come with what they cost today or on a date', async () => {
  expect(await found('find_variants', { companies, search: 'boots' })).toMatchObject({
    rows: [{ variant: 'Size 9', cost: 31.25 }],
    total: 1,
    summary: expect.stringContaining('costs $31.25 today.') as unknown,
  });
  const { db } = scripted.service.database;
  const cogs = db.updateTable('product_variant_cogs').where('cogs_amount', '=', 31.25);
  await cogs.set({ effective_start_date: '2026-01-05' }).execute();
  const before = await found('find_variants', { companies, on: '2026-01-04' });
  expect(before).toMatchObject({ rows: [{ cost: null }], days: '2026-01-04' });
  const missing = await found('find_variants', { companies, cost: 'missing', on: '2026-01-04', by: 'sales_channel' });
  expect(missing).toMatchObject({ rows: [{ name: 'shopify', variants: 1, without_cost: 1 }] });
  const changes = await found('cost_changes', { companies, days: 36_500 });
  expect(changes).toMatchObject({
    total: 1,
    rows: [{ identifier: 'A-1', since: '2026-01-05', cost: 31.25, before: null }],
  });
  await cogs.set({ effective_start_date: null }).execute();
});

it('posts come newest first with their views added up, of the companies in reach, and are counted by group', async () => {
  expect(await found('find_posts', {})).toMatchObject({
    rows: [{ company: 'Company A', author: 'someone', views: 1200 }],
    total: 1,
    summary: expect.stringContaining('1,200 views in all') as unknown,
  });
  const byStatus = await found('find_posts', { companies, by: 'status' });
  expect(byStatus).toMatchObject({ rows: [{ name: 'active', count: 1 }], open: { path: '/social-media-posts' } });
  const others = await found('find_posts', { companies, status: 'error' });
  expect(others).toMatchObject({ total: 0, filters: [{ label: 'Status', value: 'error' }] });
});

it('companies come with what is kept about them, and never with a key', async () => {
  const one = await found('find_companies', { companies });
  expect(one).toMatchObject({ total: 1, rows: [{ name: 'Company A', slug: 'company-a', has_shopify: false }] });
  expect(JSON.stringify(one)).not.toContain('api_key');
  expect(await found('find_companies', {})).toMatchObject({ total: 2, open: { path: '/company-management' } });
  expect(await found('find_companies', { timezone: 'America/Denver' })).not.toHaveProperty('open');
});

it('names are recognised in a text: companies in reach with a slip of the pen, and tags that the person may read', async () => {
  const text = 'What did company a west and the winners of Compny B cost?';
  expect(await found('find_names', { text })).toEqual({
    companies: [{ words: ['company', 'a', 'west'], name: 'Company A West', slug: 'company-a-west' }],
    unclear: [],
    tags: [{ words: ['winners'], name: 'winner', on: ['facebook_ad'] }],
  });
});
