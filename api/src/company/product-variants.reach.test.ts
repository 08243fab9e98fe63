import type { ProductVariant } from 'contract/company/product-variants';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';

let service: TestConsole;
/** Admin of A · CompanyAdmin of B · in no group, of A · SocialMediaManager of A · AaasAdmin. */
let variantsAdmin: Person;
let other: Person;
let member: Person;
let social: Person;
let everyone: Person;
let a: number;

beforeAll(async () => {
  service = await openConsole();
  a = await addTestCompany(service, 'Company A', 'company-a');
  await addTestCompany(service, 'Company B', 'company-b');
  variantsAdmin = await service.person('variants-admin', { groups: ['Admin'], companies: ['company-a'] });
  other = await service.person('other', { groups: ['CompanyAdmin'], companies: ['company-b'] });
  member = await service.person('member', { companies: ['company-a'] });
  social = await service.person('social', { groups: ['SocialMediaManager'], companies: ['company-a'] });
  everyone = await service.person('everyone', { groups: ['AaasAdmin', 'CompanyAdmin'] });
});
afterAll(() => service.close());

let counter = 0;
const created = async (who = everyone, company_id = a) => {
  const { status, body } = await who.post<ProductVariant>('/product-variants', {
    company_id,
    sales_channel: 'shopify',
    product_variant_identifier: `SKU-${++counter}`,
    cached_product_name: 'Cotton Tee',
    cached_product_variant_name: 'Small / Red',
    is_active: false,
  });
  expect(status).toBe(201);
  return body;
};
const stored = (id: number) =>
  service.database.db.selectFrom('product_variants').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

it('treats every call for a variant out of reach as if it did not exist (SCOPE-04, SCOPE-05)', async () => {
  const { id } = await created();
  const before = await stored(id);
  const whole = { cached_product_name: 'Stolen', cached_product_variant_name: 'Stolen' };
  const calls: [string, (id: number) => string, object?][] = [
    ['GET', (one) => `/product-variants/by-id/${one}`],
    ['PUT', (one) => `/product-variants/${one}`, whole],
    ['PATCH', (one) => `/product-variants/${one}`, whole],
    ['PATCH', (one) => `/product-variants/${one}/overrides`, { override_product_name: 'Stolen' }],
  ];
  for (const [method, path, body] of calls) {
    const foreign = await other.ask(method, path(id), body);
    const absent = await other.ask(method, path(999_999), body);
    expect(foreign).toMatchObject({ status: 404, body: { detail: 'Product Variant not found' } });
    expect({ status: absent.status, body: absent.body }).toEqual({ status: foreign.status, body: foreign.body });
  }
  expect(await stored(id)).toEqual(before);
});

it('lets Admin in as CompanyAdmin, and nobody else (ROLE-04, ROLE-05)', async () => {
  const { id } = await created(variantsAdmin);
  expect((await variantsAdmin.patch(`/product-variants/${id}`, { is_active: true })).status).toBe(200);
  for (const who of [member, social]) {
    const responses = [
      await who.get(`/product-variants?company_id=${a}`),
      await who.patch(`/product-variants/${id}`, { is_active: false }),
      await who.post('/product-variants/bulk/update-field', { company_id: a, variant_ids: [id] }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403]);
  }
  expect((await stored(id)).is_active).toBe(true);
});

it('hides the variants of a deleted company from everyone, and removes them when it is purged', async () => {
  const gone = await addTestCompany(service, 'Gone', 'gone');
  const { id } = await created(everyone, gone);
  await everyone.delete(`/companies/${gone}`);
  expect((await everyone.get(`/product-variants/by-id/${id}`)).status).toBe(404);
  expect((await everyone.get(`/product-variants?company_id=${gone}`)).status).toBe(404);
  await service.database.db.deleteFrom('companies').where('id', '=', gone).execute();
  await expect(stored(id)).rejects.toThrow();
});
