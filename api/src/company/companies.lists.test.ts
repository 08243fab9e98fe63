import type { Company } from 'contract/company/companies';
import type { Paged } from 'contract/paging';
import { openConsole, type Person, type TestConsole } from '../testing/console';

let service: TestConsole;
const company = { logo_url: 'https://example.test/x.png', timezone: 'America/Chicago' };

beforeAll(async () => {
  service = await openConsole();
});
afterAll(() => service.close());

describe('company lists', () => {
  let lister: Person;
  const names = [
    'apple',
    'Banana',
    'Zebra',
    'äpfel',
    'banana',
    'Éclair',
    '100% Cotton',
    'under_score',
    'back\\slash',
    "quo'te",
  ];
  const listed = async (query: string) => (await lister.get<Paged<Company>>(`/companies?search=listed${query}`)).body;
  const shown = async (query: string) => (await listed(query)).items.map(({ name }) => name);

  beforeAll(async () => {
    lister = await service.person('lister', { groups: ['AaasAdmin'] });
    await lister.post('/companies', { ...company, name: 'Not asked for', slug: 'other' });
    for (const [at, name] of names.entries()) {
      const key = at % 2 ? { klaviyo_api_key: 'key' } : { shopify_api_key: 'key' };
      await lister.post('/companies', { ...company, ...key, name, slug: `listed-${at}` });
    }
  });

  it('return 25 a page by name unless told otherwise, with the exact total', async () => {
    const body = await listed('');
    expect(body).toMatchObject({ total: 10, page: 1, page_size: 25, total_pages: 1 });
    expect(body.items.map(({ name }) => name)).toEqual([
      '100% Cotton',
      'apple',
      'back\\slash',
      'Banana',
      'banana',
      "quo'te",
      'under_score',
      'Zebra',
      'äpfel',
      'Éclair',
    ]);
  });

  it('sort by every sortable column in both directions, descending by a minus in front, by sort_by and by sort', async () => {
    const ascending = await shown('&sort_by=name');
    expect(await shown('&sort_by=-name')).toEqual([...ascending].reverse());
    expect(await shown('&sort=-name')).toEqual([...ascending].reverse());
    expect(await shown('&sort_by=created_at')).toEqual(names);
    expect(await shown('&sort_by=-updated_at')).toEqual([...names].reverse());
    expect(await shown('&sort_by=slug')).toEqual(names);
    expect(await shown('&sort_by=timezone')).toEqual(names);
  });

  it('never repeat or drop a row over pages of equal sort values', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => shown(`&sort_by=timezone&page_size=3&page=${page}`)));
    expect(pages.map(({ length }) => length)).toEqual([3, 3, 3, 1]);
    expect(new Set(pages.flat()).size).toBe(10);
  });

  it('return an empty page with the true total past the end', async () => {
    expect(await listed('&page=9&page_size=4')).toEqual({
      items: [],
      total: 10,
      page: 9,
      page_size: 4,
      total_pages: 3,
    });
    expect((await listed('&page=1000000000')).total).toBe(10);
  });

  it.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=x',
    'page=1e9',
    'page_size=0',
    'page_size=101',
    'page_size=1e9',
    'page=1&page=2',
  ])('refuse ?%s (INJ-04)', async (query) => {
    const { status, body } = await lister.get(`/companies?${query}`);
    expect(status).toBe(422);
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['query', query.split('=')[0]] })]);
  });

  it.each([
    'name;drop table companies',
    '(select pg_sleep(5))',
    'name desc nulls',
    '-',
    '--name',
    'NAME',
    'company__name',
    'shopify_api_key',
    'x'.repeat(10_000),
  ])('refuse to sort by %.30s (INJ-01)', async (sort) => {
    expect((await lister.get(`/companies?sort_by=${encodeURIComponent(sort)}`)).status).toBe(422);
    expect((await lister.get(`/companies?sort=${encodeURIComponent(sort)}`)).status).toBe(422);
  });

  it.each([
    ['name', 'ANA', ['Banana', 'banana']],
    ['name', '%', ['100% Cotton']],
    ['name', '_', ['under_score']],
    ['name', '\\', ['back\\slash']],
    ['name', "'", ["quo'te"]],
    ['name', 'ÉC', ['Éclair']],
    ['name', '', names],
    ['slug', 'LISTED-3', ['äpfel']],
    ['timezone', 'America/Denver', []],
    ['has_shopify', 'true', names.filter((_, at) => at % 2 === 0)],
    ['has_klaviyo', 'false', names.filter((_, at) => at % 2 === 0)],
  ])(
    'filter by %s=%s, contains without regard to case, every sign an ordinary one (INJ-03)',
    async (filter, value, expected) => {
      expect(await shown(`&sort_by=created_at&${filter}=${encodeURIComponent(value)}`)).toEqual(expected);
    },
  );

  it.each(['has_shopify=yes', 'timezone=Mars', 'name=%00', `name=${'%25'.repeat(10_000)}`])(
    'refuse ?%.20s',
    async (query) => {
      expect((await lister.get(`/companies?${query}`)).status).toBe(422);
    },
  );

  it('search by name or slug, ten unless limit says otherwise', async () => {
    const { body } = await lister.get<Paged<Company>>('/companies/search?q=LISTED');
    expect(body).toEqual({ items: expect.any(Array) as Company[], total: 10 });
    const two = await lister.get<Paged<Company>>('/companies/search/?q=banana&limit=1');
    expect(two.body).toMatchObject({ items: [{ name: 'Banana' }], total: 2 });
    for (const limit of ['0', '101', 'x'])
      expect((await lister.get(`/companies/search?limit=${limit}`)).status).toBe(422);
  });
});
