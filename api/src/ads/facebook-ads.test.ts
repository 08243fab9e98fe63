import Papa from 'papaparse';
import type { FacebookAd, FacebookAdList, FacebookAdPreview } from '../../contract/ads/facebook-ads';
import type { Paged } from '../../contract/paging';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';

let service: TestConsole;
/** AdManager of A · in no group, of A · AdManager of B. */
let manager: Person;
let member: Person;
let other: Person;
let a: number;
let b: number;
/** Ids of the ads of A by name, and an ad of B. */
let idOf: Record<string, number>;
let foreign: number;

const ads = [
  { ad_name: 'alpha', ad_type: 'image', campaign_name: 'Spring', adset_name: 'Women', spend_last_7d: 10.5 },
  { ad_name: 'Beta', ad_type: 'video', campaign_name: 'spring 100%', adset_name: 'Men', spend_last_7d: 0 },
  { ad_name: 'gamma_1', ad_type: 'IMAGE', campaign_name: 'Summer', adset_name: 'Men', spend_last_7d: 99_999_999.99 },
  { ad_name: "délta's", ad_type: null, campaign_name: null, adset_name: null, spend_last_7d: null },
  { ad_name: 'back\\slash', ad_type: 'carousel', campaign_name: 'Äther', adset_name: 'All', spend_last_7d: 10.5 },
].map((ad, at) => ({ ...ad, ad_identifier: `23850${at}`, spend_last_1d: at, spend_last_14d: null }));

beforeAll(async () => {
  service = await openConsole();
  const { db } = service.database;
  a = await addTestCompany(service, 'Company A', 'company-a');
  b = await addTestCompany(service, 'Company B', 'company-b');
  manager = await service.person('manager', { groups: ['AdManager'], companies: ['company-a'] });
  member = await service.person('member', { companies: ['company-a'] });
  other = await service.person('other', { groups: ['AdManager'], companies: ['company-b'] });
  const rows = await db
    .insertInto('facebook_ads')
    .values([
      ...ads.map((ad) => ({ ...ad, company_id: a })),
      { company_id: b, ad_identifier: '238500', ad_name: 'alpha' },
    ])
    .returning(['id', 'company_id', 'ad_name'])
    .execute();
  idOf = Object.fromEntries(rows.filter((row) => row.company_id === a).map((row) => [row.ad_name, row.id]));
  foreign = rows.find((row) => row.company_id === b)?.id ?? 0;
  await tagged('alpha', 'Sale', 'a/b');
  await tagged('Beta', 'Sale', 'مرحبا');
  await tagged('gamma_1', 'Sale', 'a/b', 'old & "odd"');
});
afterAll(() => service.close());

const tagged = (name: string, ...tags: string[]) => manager.put(`/facebook-ads/${idOf[name]}/tags`, { tags });
const listed = async (query = '', person = member) =>
  (await person.get<FacebookAdList>(`/facebook-ads?company_id=${a}${query}`)).body;
const shown = async (query = '') => (await listed(query)).items.map(({ ad_name }) => ad_name);
const NAMES = ads.map(({ ad_name }) => ad_name);

describe('the list of ads', () => {
  it('answers the ads of the company, the highest spend of 7 days first, unknown spend last', async () => {
    const body = await listed();
    expect(body).toMatchObject({ total: 5, page: 1, page_size: 25, total_pages: 1 });
    expect(body.items.map(({ ad_name }) => ad_name)).toEqual(['gamma_1', 'back\\slash', 'alpha', 'Beta', "délta's"]);
    expect(body.items[2]).toEqual({
      ...ads[0],
      id: idOf.alpha,
      company_id: a,
      company_name: 'Company A',
      spend_last_28d: null,
      cache_updated_at: null,
      tags: ['a/b', 'Sale'],
    });
  });

  it('adds up the spend of all that match, whatever the page; unknown spend adds nothing', async () => {
    const totals = { spend_last_1d: 10, spend_last_7d: 100_000_020.99, spend_last_14d: 0, spend_last_28d: 0 };
    expect((await listed()).totals).toEqual(totals);
    expect((await listed('&page_size=1&page=3')).totals).toEqual(totals);
    expect(await listed('&page=9')).toMatchObject({ items: [], total: 5, totals });
    expect((await listed('&ad_name=Beta')).totals).toEqual({ ...totals, spend_last_1d: 1, spend_last_7d: 0 });
    expect((await listed('&ad_name=nothing')).totals.spend_last_7d).toBe(0);
  });

  it.each([
    ['cached_ad_name', ['alpha', 'back\\slash', 'Beta', "délta's", 'gamma_1'], 0],
    ['cached_ad_type', ['back\\slash', 'alpha', 'gamma_1', 'Beta'], 1],
    ['cached_campaign_name', ['alpha', 'Beta', 'gamma_1', 'back\\slash'], 1],
    ['cached_adset_name', ['back\\slash', 'Beta', 'gamma_1', 'alpha'], 1],
    ['cached_spend_last_1d', NAMES, 0],
    ['cached_spend_last_7d', ['Beta', 'alpha', 'back\\slash', 'gamma_1'], 1],
    ['cached_spend_last_14d', NAMES, 5],
    ['cached_spend_last_28d', NAMES, 5],
  ])('sorts by %s in both directions, what is missing last', async (sort, known, missing) => {
    const ascending = await shown(`&sort_by=${sort}`);
    const descending = await shown(`&sort=-${sort}`);
    expect(ascending).toHaveLength(5);
    expect(missing === 5 ? ascending : ascending.slice(0, 5 - missing)).toEqual(known);
    expect(descending.slice(0, 5 - missing)).toEqual(missing === 5 ? [] : [...known].reverse());
    expect([...descending].sort()).toEqual([...ascending].sort());
  });

  it.each(['ad_name', 'id', 'tags', '-', 'cached_spend_last_3d', 'cached_ad_name;drop table ads', 'CACHED_AD_NAME'])(
    'refuses to sort by %s (INJ-01)',
    async (sort) => {
      expect((await member.get(`/facebook-ads?company_id=${a}&sort_by=${encodeURIComponent(sort)}`)).status).toBe(422);
    },
  );

  it.each([
    ['search=SPRING', ['alpha', 'Beta']],
    ['search=women', ['alpha']],
    ['search=238502', ['gamma_1']],
    ['search=%25', ['Beta']],
    ['search=_', ['gamma_1']],
    ['search=%5C', ['back\\slash']],
    ["search='", ["délta's"]],
    ['ad_name=DÉLTA', ["délta's"]],
    ['campaign_name=ÄTHER', ['back\\slash']],
    ['adset_name=men', ['alpha', 'Beta', 'gamma_1']],
    ['ad_type=image', ['alpha', 'gamma_1']],
    ['ad_identifier=8504', ['back\\slash']],
    ['min_spend_7d=10.5', ['alpha', 'gamma_1', 'back\\slash']],
    ['min_spend_7d=0', ['alpha', 'Beta', 'gamma_1', 'back\\slash']],
    ['include_tags=sale', ['alpha', 'Beta', 'gamma_1']],
    ['include_tags=Sale&include_tags=a%2Fb', ['alpha', 'gamma_1']],
    ['include_tags=Sale&include_tags=a%2Fb&exclude_tags=old%20%26%20%22odd%22', ['alpha']],
    ['include_tags=unknown', []],
    ['include_tags=Sale&include_tags=unknown', []],
    ['exclude_tags=unknown', NAMES],
    ['exclude_tags=%20SALE%E2%80%8B', ["délta's", 'back\\slash']],
    [`include_tags=${encodeURIComponent('مرحبا')}`, ['Beta']],
    ['exclude_tags=a%2Fb&exclude_tags=%D9%85%D8%B1%D8%AD%D8%A8%D8%A7', ["délta's", 'back\\slash']],
    ['include_tags=sale&exclude_tags=sale', []],
    ['search=spring&min_spend_7d=1&include_tags=sale&ad_type=im', ['alpha']],
    ['search=&ad_name=&include_tags=&min_spend_7d=', NAMES],
  ])('filters by ?%s', async (query, expected) => {
    expect([...(await shown(`&sort_by=cached_spend_last_1d&${query}`))]).toEqual(expected);
    expect((await listed(`&${query}`)).total).toBe(expected.length);
  });

  it.each([
    'min_spend_7d=-1',
    'min_spend_7d=1e3',
    'min_spend_7d=x',
    'min_spend_7d=NaN',
    'min_spend_7d=0.001',
    'min_spend_7d=99999999999999999999',
    'min_spend_7d=10000000000',
    'search=%00',
    `search=${'x'.repeat(1001)}`,
    'search=a&search=b',
    'page=0',
    'page_size=101',
    `include_tags=${'x&include_tags='.repeat(51)}x`,
  ])('refuses ?%.40s', async (query) => {
    expect((await member.get(`/facebook-ads?company_id=${a}&${query}`)).status).toBe(422);
  });

  it('asks for a company (422); one out of reach is as if it did not exist', async () => {
    const answer = await member.get('/facebook-ads');
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([expect.objectContaining({ loc: ['query', 'company_id'] })]);
    const [theirs, absent] = [
      await member.get(`/facebook-ads?company_id=${b}`),
      await member.get('/facebook-ads?company_id=999999'),
    ];
    expect(theirs).toMatchObject({ status: 404, body: absent.body });
    expect(absent.status).toBe(404);
  });

  it('hides the ads of a deleted company, also from those who reach every one', async () => {
    const gone = await addTestCompany(service, 'Gone', 'gone');
    const admin = await service.person('admin', { groups: ['AaasAdmin', 'AdManager'] });
    const { id } = await service.database.db
      .insertInto('facebook_ads')
      .values({ company_id: gone, ad_identifier: '1', ad_name: 'Gone' })
      .returning('id')
      .executeTakeFirstOrThrow();
    expect((await admin.get(`/facebook-ads/${id}`)).status).toBe(200);
    await admin.delete(`/companies/${gone}`);
    for (const path of [`/facebook-ads/${id}`, `/facebook-ads?company_id=${gone}`, `/facebook-ads/${id}/preview`])
      expect((await admin.get(path)).status).toBe(404);
    expect((await admin.post('/facebook-ads/export', { company_id: gone })).status).toBe(404);
    expect((await admin.post(`/facebook-ads/${id}/tags`, { tag_name: 'x' })).status).toBe(404);
  });
});

describe('one ad', () => {
  it('is answered as in the list, and is 404 out of reach (SCOPE-13)', async () => {
    const [inList] = (await listed('&ad_name=alpha')).items;
    expect((await member.get<FacebookAd>(`/facebook-ads/${idOf.alpha}`)).body).toEqual(inList);
    for (const id of [foreign, 999_999, 'x', '1.5'])
      for (const path of ['', '/preview', '/tags'])
        expect((await member.get(`/facebook-ads/${id}${path}`)).status).toBe(404);
    expect((await member.get(`/facebook-ads/${foreign}`)).body).toEqual({ detail: 'Ads not found' });
  });

  it('has a preview as it is, however hostile, as JSON and never as a page (PREV-01)', async () => {
    const preview_html = '<script>parent.localStorage</script><img src=x onerror=alert(1)>';
    await service.database.db
      .insertInto('facebook_ad_previews')
      .values({ ad_id: idOf.alpha ?? 0, preview_html, error: null })
      .execute();
    const { body, headers } = await member.get<FacebookAdPreview>(`/facebook-ads/${idOf.alpha}/preview`);
    expect(body).toEqual({ preview_html, error: null });
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('without a preview answers null and the reason (PREV-05)', async () => {
    await service.database.db
      .insertInto('facebook_ad_previews')
      .values({ ad_id: idOf.Beta ?? 0, preview_html: null, error: 'The ad was deleted' })
      .execute();
    const preview = async (name: string) => (await member.get(`/facebook-ads/${idOf[name]}/preview`)).body;
    expect(await preview('Beta')).toEqual({ preview_html: null, error: 'The ad was deleted' });
    expect(await preview('gamma_1')).toEqual({ preview_html: null, error: 'There is no preview of this ad yet' });
  });
});

describe('the selection', () => {
  const change = (action: string, selected_ids?: unknown[], person = manager) =>
    person.post('/facebook-ads/selection/', { action, ...(selected_ids && { selected_ids }) });

  it('is set, added to, removed from and cleared, and kept for its person alone', async () => {
    const [one = 0, two = 0, three = 0] = Object.values(idOf);
    const steps: [string, number[] | undefined, number[]][] = [
      ['set', [two, one, one], [one, two]],
      ['add', [three, two], [one, two, three]],
      ['remove', [one, 999_999], [two, three]],
      ['set', [one], [one]],
      ['add', undefined, [one]],
      ['clear', undefined, []],
      ['add', [three], [three]],
    ];
    for (const [action, ids, selected_ids] of steps) {
      expect((await change(action, ids)).body).toEqual({ selected_ids });
      expect((await manager.get('/facebook-ads/selection')).body).toEqual({ selected_ids });
    }
    expect((await other.get('/facebook-ads/selection')).body).toEqual({ selected_ids: [] });
  });

  it('does not take ads out of reach, and shows none that went out of reach', async () => {
    expect((await change('set', [foreign, idOf.alpha, 999_999])).body).toEqual({ selected_ids: [idOf.alpha] });
    const { db } = service.database;
    const leaver = await service.person('leaver', { groups: ['AdManager'], companies: ['company-a'] });
    await change('set', [idOf.alpha], leaver);
    const { id } = await db.selectFrom('users').select('id').where('username', '=', 'leaver').executeTakeFirstOrThrow();
    await db.deleteFrom('memberships').where('user_id', '=', id).execute();
    expect((await leaver.get('/facebook-ads/selection')).body).toEqual({ selected_ids: [] });
  });

  it('refuses what is no selection', async () => {
    for (const ids of [['1'], [null], [0], [1.5], Array(1001).fill(1)])
      expect((await change('set', ids)).status).toBe(422);
    expect((await change('replace', [1])).status).toBe(422);
    expect((await manager.post('/facebook-ads/selection', {})).status).toBe(422);
  });

  it('holds no more than a bulk call takes', async () => {
    const many = await service.database.db
      .insertInto('facebook_ads')
      .values(Array.from({ length: 1001 }, (_, n) => ({ company_id: b, ad_identifier: `many-${n}`, ad_name: 'Many' })))
      .returning('id')
      .execute();
    const ids = many.map(({ id }) => id);
    expect((await change('set', ids.slice(0, 1000), other)).status).toBe(200);
    expect(await change('add', ids.slice(1000), other)).toMatchObject({
      status: 400,
      body: { detail: 'A selection must not hold more than 1000 ads' },
    });
    expect((await other.get('/facebook-ads/selection')).body.selected_ids).toEqual(ids.slice(0, 1000));
  });
});

describe('the export', () => {
  const exported = async (body: object, person = manager) => {
    const { status, text, headers } = await person.post('/facebook-ads/export/', body);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text.startsWith('\uFEFF')).toBe(true);
    return Papa.parse<string[]>(text.slice(1).replace(/\r\n$/, ''), { newline: '\r\n' }).data;
  };

  it('has the columns of the screen and every ad that matches, in the order of the list', async () => {
    const [header, ...rows] = await exported({ company_id: a });
    expect(header).toEqual([
      ...['Ad ID', 'Ad Name', 'Type', 'Campaign', 'Ad Set'],
      ...['1d Spend', '7d Spend', '14d Spend', '28d Spend', 'Last Updated', 'Tags'],
    ]);
    expect(rows.map(([, name]) => name)).toEqual(await shown());
    expect(rows[2]).toEqual(['238500', 'alpha', 'image', 'Spring', 'Women', '0', '10.5', '', '', '', 'a/b, Sale']);
  });

  it("takes the list's filters, its sort, and the ads that are named", async () => {
    const names = async (body: object) => (await exported({ company_id: a, ...body })).slice(1).map(([, name]) => name);
    expect(await names({ include_tags: ['sale'], sort_by: 'cached_ad_name' })).toEqual(['alpha', 'Beta', 'gamma_1']);
    expect(await names({ search: 'spring', min_spend_7d: 1 })).toEqual(['alpha']);
    expect(await names({ search: '', ad_name: '', include_tags: [] })).toHaveLength(5);
    expect(await names({ ad_ids: [idOf.Beta, idOf.alpha, foreign, 999_999] })).toEqual(['alpha', 'Beta']);
    expect(await names({ search: 'nothing' })).toEqual([]);
  });

  it('holds no cell that a spreadsheet evaluates (CSV-01, CSV-02)', async () => {
    const names = ['=1+1', '+1+1', '@SUM(A1)', '\t=1', ' =1', '＝1', 'a","=1', 'line\nend', '-5'];
    const company = await addTestCompany(service, 'Formulas', 'formulas');
    await service.database.db
      .insertInto('facebook_ads')
      .values(
        names.map((ad_name, at) => ({ company_id: company, ad_identifier: String(at), ad_name, spend_last_1d: -at })),
      )
      .execute();
    const admin = await service.person('exporter', { groups: ['AdManager'], companies: ['formulas'] });
    const rows = (await exported({ company_id: company, sort_by: '-cached_spend_last_1d' }, admin)).slice(1);
    expect(rows.map(([, name]) => name)).toEqual(names.map((name, at) => (at < 6 ? `'${name}` : name)));
    expect(rows.map(([, , , , , spend]) => spend)).toEqual(names.map((_, at) => String(-at || 0)));
  });

  it('reads on in pieces', async () => {
    const company = await addTestCompany(service, 'Large', 'large');
    const values = Array.from({ length: 2500 }, (_, n) => ({
      company_id: company,
      ad_identifier: `${n}`,
      ad_name: String(n).padStart(4, '0'),
    }));
    await service.database.db.insertInto('facebook_ads').values(values).execute();
    const admin = await service.person('large-exporter', { groups: ['AdManager'], companies: ['large'] });
    const rows = (await exported({ company_id: company, sort_by: 'cached_ad_name' }, admin)).slice(1);
    expect(rows.map(([id]) => Number(id))).toEqual(values.map((_, n) => n));
  });

  it('is refused like any call: 403, 422, 404', async () => {
    expect((await member.post('/facebook-ads/export', { company_id: a })).status).toBe(403);
    for (const body of [
      {},
      { company_id: 'x' },
      { company_id: a, ad_ids: [] },
      { company_id: a, sort_by: 'id' },
      { company_id: a, page: 1 },
    ])
      expect((await manager.post('/facebook-ads/export', body)).status).toBe(422);
    expect((await manager.post('/facebook-ads/export', { company_id: b })).status).toBe(404);
  });
});

describe('refreshing', () => {
  it('answers 409 while no connection is configured, 404 for ads out of reach, 422 for none', async () => {
    expect(await manager.post('/facebook-ads/refresh/', { ad_ids: [idOf.alpha] })).toMatchObject({
      status: 409,
      body: { detail: 'Facebook connection is not configured' },
    });
    expect((await manager.post('/facebook-ads/refresh/', { ad_ids: [foreign] })).status).toBe(404);
    for (const ad_ids of [[], ['1'], null])
      expect((await manager.post('/facebook-ads/refresh', { ad_ids })).status).toBe(422);
    expect((await member.post('/facebook-ads/refresh', { ad_ids: [idOf.alpha] })).status).toBe(403);
  });

  it('answers 202 and how many are on their way where one is configured', async () => {
    const queued: number[] = [];
    const connected = await openConsole({}, { facebook: { queueRefresh: async (ids) => queued.push(...ids) } });
    const company = await addTestCompany(connected, 'Company', 'company');
    const { id } = await connected.database.db
      .insertInto('facebook_ads')
      .values({ company_id: company, ad_identifier: '1', ad_name: 'Ad' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const person = await connected.person('person', { groups: ['AdManager'], companies: ['company'] });
    const answer = await person.post('/facebook-ads/refresh/', { ad_ids: [id, id, 999_999] });
    expect(answer).toMatchObject({ status: 202, body: { queued: 1 } });
    expect(queued).toEqual([id]);
    await connected.close();
  });
});

it('tags of the ads of a list are those of each ad', async () => {
  const { body } = await member.get<Paged<FacebookAd>>(`/facebook-ads?company_id=${a}&sort_by=cached_ad_name`);
  expect(body.items.map(({ tags }) => tags)).toEqual([
    ['a/b', 'Sale'],
    [],
    ['Sale', 'مرحبا'],
    [],
    ['a/b', 'old & "odd"', 'Sale'],
  ]);
});
