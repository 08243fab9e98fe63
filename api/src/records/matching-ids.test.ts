import { sql } from 'kysely';
import { MAX_MATCHING_IDS, type MatchingIds } from 'contract/matching-ids';
import { NOUNS } from 'contract/nouns';
import type { Paged } from 'contract/paging';
import { GROUPS } from 'contract/session';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';

let service: TestConsole;
/** In every group, so of every company. */
let person: Person;
/** A social media manager of company A alone. */
let manager: Person;
let a: number;
let b: number;

beforeAll(async () => {
  service = await openConsole();
  a = await addTestCompany(service, 'Company A', 'company-a');
  b = await addTestCompany(service, 'Company B', 'company-b');
  person = await service.person('person', { groups: [...GROUPS] });
  manager = await service.person('manager', { groups: ['SocialMediaManager'], companies: ['company-a'] });
});
afterAll(() => service.close());

interface Operation {
  parameters?: { in: string; name: string; required?: boolean }[];
}
const PATHS = Object.values(NOUNS)
  .map(({ path }) => path)
  .sort();
const parametersOf = (path: string) => {
  const { get } = (service.app.swagger().paths?.[`/api${path}`] ?? {}) as { get?: Operation };
  return (get?.parameters ?? []).filter((parameter) => parameter.in === 'query');
};

it('every list that a selection is made on has them, by the filters of the list', () => {
  const lists = Object.keys(service.app.swagger().paths ?? {}).filter((path) => path.endsWith('/ids'));
  expect(lists.map((path) => path.slice('/api'.length, -'/ids'.length)).sort()).toEqual(PATHS);
  for (const noun of PATHS) {
    const filters = parametersOf(noun).filter(({ name }) => !['page', 'page_size', 'sort_by', 'sort'].includes(name));
    expect(parametersOf(`${noun}/ids`)).toEqual(filters);
    expect(filters).not.toHaveLength(0);
  }
});

const ids = (query: string, who = person) => who.get<MatchingIds>(query);

it('are those of the list, on all of its pages, each with its company', async () => {
  for (const [at, company_id] of [a, b, a, b, a].entries())
    await service.database.db
      .insertInto('social_media_posts')
      .values({ company_id, url: `https://example.test/${at}`, platform: 'tiktok', status: at ? 'active' : 'error' })
      .execute();
  const posts = '/social-media-posts';
  for (const filters of ['', `company_id=${a}`, 'status=active', `status=active&company_id=${a}`, 'search=nothing']) {
    const { items: listed } = (await person.get<Paged<{ id: number; company_id: number }>>(`${posts}?${filters}`)).body;
    const expected = listed.map(({ id, company_id }) => ({ id, company_id }));
    const { status, body } = await ids(`${posts}/ids?${filters}`);
    expect([filters, status, body.total]).toEqual([filters, 200, expected.length]);
    expect(new Set(body.items)).toEqual(new Set(expected));
    expect(body.items.map(({ company_id }) => company_id)).toEqual(expected.map((item) => item.company_id).sort());
  }
});

it('name nothing out of reach, and a company out of reach is 404', async () => {
  const { body } = await ids('/social-media-posts/ids', manager);
  expect(body.items.map(({ company_id }) => company_id)).toEqual([a, a, a]);
  for (const id of [b, 999_999])
    expect(await ids(`/social-media-posts/ids?company_id=${id}`, manager)).toMatchObject({
      status: 404,
      body: { detail: 'Company not found' },
    });
});

it('of what belongs to no company are ids alone', async () => {
  const { body } = await person.post<{ id: number }>('/knowledge', { name: 'Tea', content: 'Green' });
  expect((await ids('/knowledge/ids?name=tea')).body).toEqual({ items: [{ id: body.id }], total: 1 });
  const found = await ids('/companies/ids?search=company-a');
  expect(found.body).toEqual({ items: [{ id: a }], total: 1 });
});

it('of search terms have the platform and the text, by which the bulk calls name them', async () => {
  const term = { company_id: a, search_term: 'matcha', platform: 'youtube', status: 'pending' };
  const { body } = await person.post<{ id: number }>('/social-media-search-terms', term);
  const { items } = (await ids(`/social-media-search-terms/ids?company_id=${a}&search=matcha`)).body;
  expect(items).toEqual([{ id: body.id, company_id: a, platform: 'youtube', search_term: 'matcha' }]);
});

it('of variants have the identifier, by which costs can name them and a forecast does', async () => {
  const { id } = await service.database.db
    .insertInto('product_variants')
    .values({
      company_id: a,
      sales_channel: 'amazon',
      product_variant_identifier: 'SKU-9',
      cached_product_name: 'Tea',
      cached_product_variant_name: 'Small',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { items } = (await ids(`/product-variants/ids?company_id=${a}&product_variant_identifier=SKU-9`)).body;
  expect(items).toEqual([{ id, company_id: a, product_variant_identifier: 'SKU-9' }]);
});

it('are known by the filters alone: paging, sorting and what is misspelt are 422', async () => {
  for (const query of ['page=1', 'page_size=100', 'sort_by=status', 'sort=status', 'stauts=error', 'status=lost'])
    expect([query, (await ids(`/social-media-posts/ids?${query}`)).status]).toEqual([query, 422]);
  for (const noun of ['product-variants', 'facebook-ads', 'social-media-search-terms'])
    expect((await ids(`/${noun}/ids`)).status).toBe(422);
});

it('are at most 10,000: what matches more is refused with its number, nothing is cut off', async () => {
  const add = (from: number, to: number) =>
    sql`insert into social_media_search_terms (company_id, platform, search_term, status)
      select ${b}::int, 'facebook', 'term ' || n, 'active' from generate_series(${from}::int, ${to}::int) as n`.execute(
      service.database.db,
    );
  const path = `/social-media-search-terms/ids?company_id=${b}`;
  await add(1, MAX_MATCHING_IDS);
  const { status, body } = await ids(path);
  expect([status, body.total, body.items.length]).toEqual([200, MAX_MATCHING_IDS, MAX_MATCHING_IDS]);
  await add(MAX_MATCHING_IDS + 1, MAX_MATCHING_IDS + 1);
  expect(await ids(path)).toMatchObject({
    status: 400,
    body: {
      detail: '10,001 records match, and at most 10,000 can be selected at once. Please narrow the filters.',
    },
  });
  expect((await ids(`${path}&search=term%2010`)).status).toBe(200);
});
