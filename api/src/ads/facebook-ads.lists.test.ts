import type { FacebookAd, FacebookAdList } from 'contract/ads/facebook-ads';
import type { Paged } from 'contract/paging';
import { addTestCompany, type Person, type TestConsole } from '../testing/console';
import { addFiveAds, FIVE_ADS } from '../testing/ads';
import { openTwoCompanies } from '../testing/two-companies';

let service: TestConsole;
/** AdManager of A · in no group, of A · AdManager of B. */
let manager: Person;
let member: Person;
let other: Person;
let a: number;
let b: number;
/** Ids of the ads of A by name. */
let idOf: Record<string, number>;

beforeAll(async () => {
  ({ service, a, b, manager, other } = await openTwoCompanies('AdManager'));
  member = await service.person('member', { companies: ['company-a'] });
  idOf = await addFiveAds(service, a, manager);
  await addFiveAds(service, b, other);
});
afterAll(() => service.close());

const listed = async (query = '') => (await member.get<FacebookAdList>(`/facebook-ads?company_id=${a}${query}`)).body;
const shown = async (query = '') => (await listed(query)).items.map(({ ad_name }) => ad_name);
const NAMES = FIVE_ADS.map(({ ad_name }) => ad_name);

describe('the list of ads', () => {
  it('returns the ads of the company, the highest spend of 7 days first, unknown spend last', async () => {
    const body = await listed();
    expect(body).toMatchObject({ total: 5, page: 1, page_size: 25, total_pages: 1 });
    expect(body.items.map(({ ad_name }) => ad_name)).toEqual(['gamma_1', 'back\\slash', 'alpha', 'Beta', "délta's"]);
    expect(body.items[2]).toEqual({
      ...FIVE_ADS[0],
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
    const response = await member.get('/facebook-ads');
    expect(response.status).toBe(422);
    expect(response.body.detail).toEqual([expect.objectContaining({ loc: ['query', 'company_id'] })]);
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
