import type { FieldError } from 'contract/errors';
import { GROUPS } from 'contract/session';
import { addTestCompany, openConsole, type Person, type TestConsole } from './testing/console';
import { machineToken } from './testing/machines';

let service: TestConsole;
/** In every group. */
let person: Person;
let company: number;

beforeAll(async () => {
  service = await openConsole();
  company = await addTestCompany(service, 'Company A', 'company-a');
  person = await service.person('person', { groups: [...GROUPS] });
});
afterAll(() => service.close());

const UNKNOWN = (name: string) => ({
  loc: ['query', name],
  msg: 'This parameter is not known',
  type: 'additionalProperties',
});

it('a query parameter that a call does not know is 422, on every route and before a record is looked for', async () => {
  const token = await machineToken(person, { company_ids: [company] });
  const routes = service.app.guarded.filter(({ method }) => method !== 'HEAD');
  expect(routes.length).toBeGreaterThan(90);
  for (const { method, url, access } of routes) {
    const asking = access.who === 'machine' ? token : person;
    const path = url.slice('/api'.length).replace(/:\w+/g, '999999');
    const body = method === 'GET' || method === 'DELETE' ? undefined : {};
    for (const query of ['nonsense=1', 'nonsense=', 'nonsense=1&nonsense=2']) {
      const { status, body: response } = await asking.ask<{ detail: FieldError[] }>(method, `${path}?${query}`, body);
      expect([method, url, status]).toEqual([method, url, 422]);
      expect(response.detail).toContainEqual(UNKNOWN('nonsense'));
    }
  }
});

it('who is not signed in, or not in the group, is told so first', async () => {
  const nobodys = await service.person('nobodys');
  for (const { method, url, access } of service.app.guarded) {
    if (method === 'HEAD' || access.who === 'anyone') continue;
    const path = url.slice('/api'.length).replace(/:\w+/g, '1');
    expect((await service.nobody.ask(method, `${path}?nonsense=1`)).status).toBe(401);
    if (access.who === 'groups') expect((await nobodys.ask(method, `${path}?nonsense=1`)).status).toBe(403);
  }
});

it('names like those of an object’s own, long ones and many are told like any other', async () => {
  for (const name of ['__proto__', 'constructor', 'toString', 'page%5B%5D', 'Page', ' page'])
    expect((await person.get(`/companies?${name}=1`)).body).toMatchObject({
      detail: [UNKNOWN(decodeURIComponent(name))],
    });
  const long = await person.get<{ detail: FieldError[] }>(`/companies?${'x'.repeat(5000)}=1`);
  expect(long.body.detail).toEqual([UNKNOWN('x'.repeat(100))]);
  const many = Array.from({ length: 200 }, (_, at) => `x${at}=1`).join('&');
  expect((await person.get<{ detail: FieldError[] }>(`/companies?${many}`)).body.detail).toHaveLength(20);
});

const PAGED = ['page=1', 'page_size=10'];
/** The parameters of each call by the specifications' §7 and the decisions; `{sort}` is the list's own default. */
const SPECIFIED: Readonly<Record<string, readonly string[]>> = {
  '/companies': [
    ...PAGED,
    'sort_by=name',
    'sort=-name',
    'name=a',
    'slug=a',
    'search=a',
    'timezone=America/Denver',
    'has_shopify=true',
    'has_klaviyo=false',
  ],
  '/companies/search': ['q=a', 'limit=10'],
  '/product-variants?company_id={company}': [
    ...PAGED,
    'sort_by=product_variant_identifier',
    'sort=product_variant_identifier',
    'sales_channel=amazon',
    'is_active=true',
    'cached_product_name=a',
    'override_product_name=a',
    'cached_product_variant_name=a',
    'override_product_variant_name=a',
    'product_variant_identifier=a',
    'without_cost_on=2026-01-31',
    'synced_before=2026-01-31',
    'cost=ending',
  ],
  '/product-variant-cogs': [...PAGED, 'sort_by=cogs_amount', 'sort=cogs_amount', 'company_id={company}'],
  '/tags/': [...PAGED, 'sort=name', 'company_id={company}', 'resource_type=facebook_ad', 'search=a'],
  '/tags/stats/': ['company_id={company}', 'resource_type=facebook_ad'],
  '/search?q=a': ['limit=20'],
  '/dashboard/summary': ['company_id={company}', 'company_id={company}&company_id={company}'],
  '/dashboard/spend': ['company_id={company}', 'company_id={company}&company_id={company}'],
  '/facebook-ads?company_id={company}': [
    ...PAGED,
    'sort_by=-cached_spend_last_7d',
    'sort=cached_ad_name',
    'ad_type=a',
    'include_tags=a',
    'exclude_tags=a',
    'search=a',
    'campaign_name=a',
    'adset_name=a',
    'ad_name=a',
    'ad_identifier=a',
    'min_spend_7d=1.5',
    'include_tags=a&include_tags=b',
    'exclude_tags=a&exclude_tags=b',
    'spend_moved=true',
  ],
  '/knowledge': [...PAGED, 'sort_by=name', 'sort=name', 'search=a', 'name=a', 'content_contains=a'],
  '/agent-definitions': [...PAGED, 'sort_by=slug', 'sort=slug', 'search=a', 'slug_contains=a', 'slug=a'],
  '/agent-definitions/search': ['q=a', 'limit=10'],
  '/social-media-search-terms?company_id={company}': [
    ...PAGED,
    'sort_by=search_term',
    'sort=search_term',
    'search=a',
    'platform=facebook',
    'status=active',
  ],
  '/social-media-post-criteria': [
    ...PAGED,
    'sort_by=company__name',
    'sort=company__name',
    'company_id={company}',
    'search=a',
  ],
  '/social-media-profiles': [
    ...PAGED,
    'sort_by=platform_username',
    'sort=platform_username',
    'company_id={company}',
    'search=a',
    'platform=tiktok',
    'status=active',
    'tag=a',
  ],
  '/social-media-posts': [
    ...PAGED,
    'sort_by=-created_at',
    'sort=-created_at',
    'company_id={company}',
    'search=a',
    'platform=tiktok',
    'status=pending',
    'author=a',
    'post_type=reel',
    'caption=a',
    'tagged_with=a',
    'not_tagged_with=a',
    'tagged_with=a&tagged_with=b',
    'not_tagged_with=a&not_tagged_with=b',
  ],
};

it.each(Object.entries(SPECIFIED))('GET %s knows every parameter that it is given', async (path, parameters) => {
  const [base = '', own = ''] = path.replace('{company}', String(company)).split('?');
  for (const parameter of parameters) {
    const query = [own, parameter.replaceAll('{company}', String(company))].filter(Boolean).join('&');
    expect([query, (await person.get(`${base}?${query}`)).status]).toEqual([query, 200]);
  }
});

it('every search-terms call takes the company in its query, where it changes nothing too', async () => {
  const term = { search_term: 'tea', platform: 'facebook', status: 'active', company_id: company };
  const lines = { company_id: company, search_terms: ['tea', 'milk'], platform: 'facebook' };
  const base = '/social-media-search-terms';
  const query = `?company_id=${company}`;
  const { body, status } = await person.post<{ id: number }>(`${base}${query}`, term);
  expect(status).toBe(201);
  const { company_id: _, ...form } = term;
  expect((await person.get(`${base}/${body.id}${query}`)).status).toBe(200);
  expect((await person.put(`${base}/${body.id}${query}`, form)).status).toBe(200);
  expect((await person.post(`${base}/bulk/create${query}`, lines)).status).toBe(200);
  const update = { ...lines, new_status: 'inactive', confirm: true };
  expect((await person.post(`${base}/bulk/update-status${query}`, update)).status).toBe(200);
  expect((await person.delete(`${base}/${body.id}${query}`)).status).toBe(204);
});
