import type { ProductVariant } from 'contract/company/product-variants';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';

let service: TestConsole;
/** CompanyAdmin of A · CompanyAdmin of B · AaasAdmin. */
let admin: Person;
let other: Person;
let everyone: Person;
let a: number;
let b: number;

beforeAll(async () => {
  service = await openConsole();
  a = await addTestCompany(service, 'Company A', 'company-a');
  b = await addTestCompany(service, 'Company B', 'company-b');
  admin = await service.person('admin', { groups: ['CompanyAdmin'], companies: ['company-a'] });
  other = await service.person('other', { groups: ['CompanyAdmin'], companies: ['company-b'] });
  everyone = await service.person('everyone', { groups: ['AaasAdmin', 'CompanyAdmin'] });
});
afterAll(() => service.close());

const written = {
  sales_channel: 'shopify',
  cached_product_name: 'Cotton Tee',
  cached_product_variant_name: 'Small / Red',
  override_product_name: 'Tee',
  override_product_variant_name: null,
  is_active: false,
};
let counter = 0;
const created = async (changes: object = {}, who = everyone) => {
  counter += 1;
  const { status, body } = await who.post<ProductVariant>('/product-variants', {
    ...written,
    company_id: a,
    product_variant_identifier: `SKU-${counter}`,
    ...changes,
  });
  expect(status).toBe(201);
  return body;
};
const stored = async (id: number) => {
  const { cached_product_name, override_product_name, is_active, company_id } = await service.database.db
    .selectFrom('product_variants')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { cached_product_name, override_product_name, is_active, company_id };
};
const detail = (loc: string, msg: string) => expect.objectContaining({ loc: ['body', loc], msg }) as unknown;

describe('creating', () => {
  it('returns 201 and the variant, never synchronised, with its display names', async () => {
    expect(await created({ product_variant_identifier: 'ABC-1' })).toEqual({
      ...written,
      id: expect.any(Number) as number,
      company_id: a,
      company_name: 'Company A',
      product_variant_identifier: 'ABC-1',
      display_product_name: 'Tee',
      display_product_variant_name: 'Small / Red',
      cost_today: null,
      last_synced_at: null,
      sync_status: 'never',
      sync_message: null,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
      updated_at: expect.any(String) as string,
    });
  });

  it('makes it active, without overrides, unless told otherwise', async () => {
    const { is_active, override_product_name } = await created({
      is_active: undefined,
      override_product_name: undefined,
    });
    expect({ is_active, override_product_name }).toEqual({ is_active: true, override_product_name: null });
  });

  it('returns every broken rule of the form in its own message', async () => {
    const body = {
      company_id: a,
      cached_product_name: ' ',
      override_product_name: 'x'.repeat(256),
      sales_channel: 'etsy',
    };
    const response = await admin.post('/product-variants', body);
    expect(response.status).toBe(422);
    expect(response.body.detail).toEqual([
      detail('sales_channel', 'Sales Channel must be one of amazon, shopify, tiktok'),
      detail('product_variant_identifier', 'Product Variant ID is required'),
      detail('cached_product_name', 'Cached Product Name is required'),
      detail('cached_product_variant_name', 'Cached Variant Name is required'),
      detail('override_product_name', 'Override Product Name must not exceed 255 characters'),
    ]);
  });

  it('keeps any text, of any width, in lists too', async () => {
    const name = '🧵'.repeat(255);
    const odd = `"O'Malley" مرحبا \\ %_ \u202e <b>`;
    const { id } = await created({
      cached_product_name: name,
      override_product_name: odd,
      product_variant_identifier: name,
    });
    const { body } = await admin.get<{ items: ProductVariant[] }>(
      `/product-variants?company_id=${a}&product_variant_identifier=${encodeURIComponent(name)}`,
    );
    expect(body.items).toEqual([expect.objectContaining({ id, cached_product_name: name, display_product_name: odd })]);
  });

  it('refuses an identifier that the channel has in this company (409), and no other', async () => {
    const identity = { product_variant_identifier: 'TWICE' };
    await created(identity);
    const again = await admin.post('/product-variants', { ...written, ...identity, company_id: a });
    expect(again).toMatchObject({
      status: 409,
      body: {
        detail: 'product_variant_identifier: This company has a variant with this ID on this sales channel already',
      },
    });
    await created({ ...identity, sales_channel: 'amazon' });
    await created({ ...identity, company_id: b });
  });

  it('is 404 in a company out of reach, and none is made', async () => {
    const identity = { product_variant_identifier: 'FOREIGN' };
    for (const company_id of [b, 999_999]) {
      const response = await admin.post('/product-variants', { ...written, ...identity, company_id });
      expect(response).toMatchObject({ status: 404, body: { detail: 'Company not found' } });
    }
    const found = await other.get(`/product-variants?company_id=${b}&product_variant_identifier=FOREIGN`);
    expect(found.body.total).toBe(0);
  });
});

describe('saving', () => {
  it('PUT replaces every writable field: absent overrides become null, an absent is_active true', async () => {
    const { id } = await created();
    const { status, body } = await admin.put<ProductVariant>(`/product-variants/${id}`, {
      cached_product_name: 'New',
      cached_product_variant_name: 'Large',
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      cached_product_name: 'New',
      display_product_variant_name: 'Large',
      override_product_name: null,
      is_active: true,
    });
    expect((await admin.put(`/product-variants/${id}`, { cached_product_name: 'Alone' })).status).toBe(422);
  });

  it('PATCH writes the fields that were sent and no other', async () => {
    const { updated_at: _, ...before } = await created();
    const { body } = await admin.patch<ProductVariant>(`/product-variants/${before.id}`, { is_active: true });
    expect(body).toMatchObject({ ...before, is_active: true });
    expect((await admin.patch(`/product-variants/${before.id}`, { cached_product_name: ' ' })).status).toBe(422);
  });

  it('the overrides call sets one and leaves the other; null, empty and blank clear it', async () => {
    const { id } = await created();
    const save = async (body: object) =>
      (await admin.patch<ProductVariant>(`/product-variants/${id}/overrides`, body)).body;
    expect(await save({ override_product_variant_name: 'S' })).toMatchObject({
      override_product_name: 'Tee',
      display_product_variant_name: 'S',
    });
    for (const nothing of ['', '  ', null]) {
      await save({ override_product_name: 'Tee' });
      expect(await save({ override_product_name: nothing })).toMatchObject({
        override_product_name: null,
        display_product_name: 'Cotton Tee',
      });
    }
    expect((await admin.patch(`/product-variants/${id}/overrides`, { is_active: true })).status).toBe(422);
  });

  it.each([
    'id',
    'company_id',
    'company_name',
    'product_variant_identifier',
    'sales_channel',
    'display_product_name',
    'sync_status',
    'sync_message',
    'last_synced_at',
    'created_at',
    'updated_by',
    'cached_product_name_key',
  ])('refuses %s, which stays or only the server sets, and changes nothing (MASS-02)', async (field) => {
    const { id } = await created();
    const before = await stored(id);
    const whole = { cached_product_name: 'New', cached_product_variant_name: 'New' };
    for (const response of [
      await admin.patch(`/product-variants/${id}`, { ...whole, [field]: 'x' }),
      await admin.put(`/product-variants/${id}`, { ...whole, [field]: 'x' }),
      await admin.patch(`/product-variants/${id}/overrides`, { override_product_name: 'New', [field]: 'x' }),
    ]) {
      expect(response.status).toBe(422);
      expect(response.body.detail).toEqual([detail(field, 'This field cannot be set')]);
    }
    expect(await stored(id)).toEqual(before);
  });

  it.each(['{"__proto__":{"is_active":true}}', '{"constructor":{"prototype":{}}}'])(
    'refuses %s, and the next request is none the wiser (MASS-05)',
    async (body) => {
      const { id } = await created();
      expect((await admin.patch(`/product-variants/${id}`, body)).status).toBe(400);
      expect(({} as Record<string, unknown>).is_active).toBeUndefined();
      expect((await stored(id)).is_active).toBe(false);
    },
  );

  it('refuses with 412, who and when, if somebody saved since the variant was read', async () => {
    const { id, updated_at } = await created();
    const ifMatch = { 'if-match': `"${updated_at}"` };
    const first = await admin.patch<ProductVariant>(`/product-variants/${id}`, { is_active: true }, ifMatch);
    expect(first.status).toBe(200);
    const late = await everyone.patch(`/product-variants/${id}/overrides`, { override_product_name: 'x' }, ifMatch);
    expect(late).toMatchObject({
      status: 412,
      body: {
        detail: `admin changed this product variant on ${first.body.updated_at}`,
        updated_by: 'admin',
        updated_at: first.body.updated_at,
      },
    });
  });
});

it('writes every change to the audit log in the same transaction', async () => {
  const { id } = await created();
  const { headers } = await admin.patch(`/product-variants/${id}`, { is_active: true });
  await other.patch(`/product-variants/${id}`, { is_active: false });
  await admin.post('/product-variants/bulk/update-overrides', {
    company_id: a,
    updates: [{ id, override_product_name: null }],
    confirm: true,
  });
  const entries = await service.database.db
    .selectFrom('audit_log')
    .selectAll()
    .where('resource', '=', 'product_variant')
    .where('record_id', '=', String(id))
    .orderBy('id')
    .execute();
  expect(entries.map(({ action, username }) => [action, username])).toEqual([
    ['create', 'everyone'],
    ['update', 'admin'],
    ['update', 'admin'],
  ]);
  expect(entries[1]).toMatchObject({
    request_id: headers['x-request-id'],
    before: { is_active: false },
    after: { is_active: true },
  });
  expect(entries[2]).toMatchObject({
    before: { override_product_name: 'Tee' },
    after: { override_product_name: null },
  });
});
