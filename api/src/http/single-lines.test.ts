import { GROUPS } from 'contract/session';
import { companyBody } from '../testing/companies';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';

let service: TestConsole;
let person: Person;
let company_id: number;

beforeAll(async () => {
  service = await openConsole();
  company_id = await addTestCompany(service, 'Company A', 'company-a');
  person = await service.person('person', { groups: [...GROUPS] });
});
afterAll(() => service.close());

/** The value between blanks of several kinds. */
const padded = (value: string) => ` \t\u00a0${value}\u3000\n `;
const { shopify_api_key: _, klaviyo_api_key: __, ...company } = companyBody;
const profile = { platform: 'tiktok', platform_username: 'tea', platform_identifier: '12', status: 'active' };
const variant = {
  product_variant_identifier: 'SKU-1',
  cached_product_name: 'Tee',
  cached_product_variant_name: 'Small',
  override_product_name: 'Shirt',
};

it.each([
  ['/companies', company, ['name', 'slug', 'logo_url', 'shopify_store_url'], {}],
  ['/knowledge', { name: 'Returns' }, ['name'], { content: 'x' }],
  ['/agent-definitions', { slug: 'helper' }, ['slug'], { system_prompt: 'x'.repeat(10) }],
  ['/product-variants', variant, Object.keys(variant), { company_id: 'company', sales_channel: 'tiktok' }],
  [
    '/social-media-search-terms',
    { search_term: 'tea' },
    ['search_term'],
    { company_id: 'company', platform: 'facebook', status: 'active' },
  ],
  ['/social-media-profiles', profile, ['platform_username', 'platform_identifier'], { company_id: 'company' }],
  [
    '/social-media-posts',
    { url: 'https://example.test/1' },
    ['url'],
    { company_id: 'company', platform: 'tiktok', status: 'active' },
  ],
  ['/social-media-post-criteria', { description: 'Shows the mug' }, ['description'], { company_id: 'company' }],
  ['/tags', { name: 'sale' }, ['name'], { company_id: 'company', resource_type: 'facebook_ad' }],
] as const)(
  'POST %s judges and stores single-line texts without the blanks at their ends',
  async (path, fields, lines, rest) => {
    const body = Object.fromEntries(
      Object.entries({ ...fields, ...rest }).map(([name, value]) => [
        name,
        value === 'company' ? company_id : (lines as readonly string[]).includes(name) ? padded(String(value)) : value,
      ]),
    );
    const made = await person.post(path, body);
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject(
      Object.fromEntries(lines.map((name) => [name, (fields as Record<string, unknown>)[name]])),
    );
  },
);

it('the same holds for PATCH, for lists within a body, and for what a bulk call writes', async () => {
  const { body: made } = await person.post<{ id: number }>('/companies', { ...company, slug: 'patched' });
  const patched = await person.patch(`/companies/${made.id}`, {
    name: padded('Pine'),
    logo_url: padded('https://a.test'),
  });
  expect(patched.body).toMatchObject({ name: 'Pine', logo_url: 'https://a.test' });
  const profiles = [{ ...profile, platform_username: padded('milk') }];
  expect((await person.post('/social-media-profiles/bulk/create', { company_id, profiles })).status).toBe(200);
  expect((await person.get('/social-media-profiles?search=milk')).body).toMatchObject({
    items: [{ platform_username: 'milk' }],
  });
  const { body: other } = await person.post<{ id: number }>('/product-variants', {
    ...variant,
    product_variant_identifier: 'SKU-2',
    company_id,
    sales_channel: 'tiktok',
  });
  const many = { company_id, variant_ids: [other.id], field_name: 'override_product_name', confirm: true };
  await person.post('/product-variants/bulk/update-field', { ...many, field_value: padded('Blouse') });
  const find = () => person.get(`/product-variants/by-id/${other.id}`);
  expect((await find()).body).toMatchObject({ override_product_name: 'Blouse' });
  const updates = [{ id: other.id, override_product_name: padded('Jumper') }];
  await person.post('/product-variants/bulk/update-overrides', { company_id, updates, confirm: true });
  expect((await find()).body).toMatchObject({ override_product_name: 'Jumper' });
});

it('blanks alone are no text, and what fits without them fits', async () => {
  expect((await person.post('/knowledge', { name: padded(''), content: 'x' })).body).toMatchObject({
    detail: [{ loc: ['body', 'name'], msg: 'Name is required' }],
  });
  expect((await person.post('/knowledge', { name: padded('n'.repeat(255)), content: 'x' })).status).toBe(201);
  expect((await person.post('/knowledge', { name: padded('n'.repeat(256)), content: 'x' })).status).toBe(422);
});

it('long texts and keys keep theirs', async () => {
  const content = padded('Thirty days');
  expect((await person.post('/knowledge', { name: 'Long', content })).body).toMatchObject({ content });
  const prompt = { slug: 'long', system_prompt: padded('You are helpful.') };
  expect((await person.post('/agent-definitions', prompt)).body).toMatchObject(prompt);
  const status_message = padded('Gone');
  const posted = { company_id, ...profile, platform_username: 'long', status_message };
  expect((await person.post('/social-media-profiles', posted)).body).toMatchObject({ status_message });
});
