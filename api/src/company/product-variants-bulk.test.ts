import type { BulkResponse } from 'contract/bulk';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';

let service: TestConsole;
/** CompanyAdmin of A · of B · of both. */
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
  everyone = await service.person('everyone', { groups: ['CompanyAdmin'], companies: ['company-a', 'company-b'] });
});
afterAll(() => service.close());

let counter = 0;
const created = (company_id = a) => {
  counter += 1;
  return service.database.db
    .insertInto('product_variants')
    .values({
      company_id,
      sales_channel: 'shopify',
      product_variant_identifier: `SKU-${counter}`,
      cached_product_name: 'Cotton Tee',
      cached_product_variant_name: 'Small / Red',
      override_product_name: 'Tee',
      is_active: false,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
};
const stored = (id: number) =>
  service.database.db
    .selectFrom('product_variants')
    .select(['company_id', 'is_active', 'override_product_name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

const update = (body: object, who = admin) =>
  who.post<BulkResponse>('/product-variants/bulk/update-field', {
    company_id: a,
    field_name: 'is_active',
    field_value: true,
    confirm: true,
    ...body,
  });
const updateOverrides = (body: object, who = admin) =>
  who.post<BulkResponse>('/product-variants/bulk/update-overrides', { company_id: a, confirm: true, ...body });

it('sets one field; an id named twice counts once, one that is not there is named', async () => {
  const [one, two] = [await created(), await created()];
  const { status, body } = await update({ variant_ids: [two.id, one.id, one.id, 999_999] });
  expect(status).toBe(200);
  expect(body).toEqual({
    success_count: 2,
    error_count: 1,
    errors: [{ id: 999_999, msg: 'Product Variant not found' }],
  });
  for (const { id } of [one, two])
    expect(await stored(id)).toMatchObject({ is_active: true, override_product_name: 'Tee' });
});

it.each([
  ['text', 'Mug', 'Mug'],
  ['empty text clears', '', null],
  ['blank text clears', ' ', null],
  ['null clears', null, null],
])('an override by %s', async (_, field_value, expected) => {
  const { id } = await created();
  expect((await update({ variant_ids: [id], field_name: 'override_product_name', field_value })).status).toBe(200);
  expect(await stored(id)).toMatchObject({ override_product_name: expected, is_active: false });
});

it.each([
  { field_name: 'is_active', field_value: 'true' },
  { field_name: 'is_active', field_value: null },
  { field_name: 'is_active', field_value: undefined },
  { field_name: 'override_product_name', field_value: true },
  { field_name: 'override_product_name', field_value: 7 },
  { field_name: 'override_product_name', field_value: ['x'] },
  { field_name: 'override_product_name', field_value: undefined },
  { field_name: 'override_product_name', field_value: 'x'.repeat(256) },
])('refuses the value of %j', async (body) => {
  const { id } = await created();
  const response = await update({ ...body, variant_ids: [id] });
  expect(response.status).toBe(422);
  expect(response.body).toMatchObject({ detail: [{ loc: ['body', 'field_value'] }] });
  expect(await stored(id)).toMatchObject({ is_active: false, override_product_name: 'Tee' });
});

it.each([
  'company_id',
  'shopify_api_key',
  'id',
  'is_active; drop',
  '__proto__',
  'constructor',
  'cached_product_name',
  'sync_status',
  '',
  null,
  ['is_active'],
])('refuses the field %j (BULK-06)', async (field_name) => {
  const { id } = await created();
  expect((await update({ variant_ids: [id], field_name, field_value: 'x' })).status).toBe(422);
  expect(await stored(id)).toMatchObject({ company_id: a, is_active: false });
});

it.each([[[]], [undefined], [null], ['1'], [[null]], [[{}]], [[[1]]], [[1.5]], [[0]], [['1']], [Array(1001).fill(1)]])(
  'refuses the ids %.40j (BULK-07)',
  async (ids) => {
    expect((await update({ variant_ids: ids })).status).toBe(422);
    const updates = Array.isArray(ids) ? ids.map((id: unknown) => ({ id })) : ids;
    expect((await updateOverrides({ updates })).status).toBe(422);
  },
);

it('does what is in the company and names the rest, whoever they belong to (BULK-05)', async () => {
  const [mine, foreign] = [await created(), await created(b)];
  const asked = { company_id: b, variant_ids: [mine.id, foreign.id] };
  const expected = {
    success_count: 1,
    error_count: 1,
    errors: [{ id: mine.id, msg: 'Product Variant not found' }],
  };
  // Also for someone who reaches both companies: the body names one.
  for (const who of [other, everyone]) expect((await update(asked, who)).body).toEqual(expected);
  expect((await stored(mine.id)).is_active).toBe(false);
  expect((await stored(foreign.id)).is_active).toBe(true);
});

it('is 404 for a company out of reach', async () => {
  const { id } = await created();
  for (const company_id of [a, 999_999]) {
    const responses = [
      await update({ company_id, variant_ids: [id] }, other),
      await updateOverrides({ company_id, updates: [{ id, override_product_name: 'x' }] }, other),
    ];
    for (const response of responses)
      expect(response).toMatchObject({ status: 404, body: { detail: 'Company not found' } });
  }
  expect(await stored(id)).toMatchObject({ is_active: false, override_product_name: 'Tee' });
});

it.each([false, undefined])('wants confirmation: %s is 400 and changes nothing (BULK-10)', async (confirm) => {
  const { id } = await created();
  for (const response of [
    await update({ variant_ids: [id], confirm }),
    await updateOverrides({ updates: [{ id, override_product_name: 'x' }], confirm }),
  ])
    expect(response).toMatchObject({ status: 400, body: { detail: 'Please confirm the action' } });
  expect(await stored(id)).toMatchObject({ is_active: false, override_product_name: 'Tee' });
});

it('gives each variant its own overrides; an absent one stays, the later of two counts', async () => {
  const [one, two, three] = [await created(), await created(), await created()];
  const { body } = await updateOverrides({
    updates: [
      { id: three.id, override_product_variant_name: 'Third' },
      { id: one.id, override_product_name: 'Lost' },
      { id: two.id, override_product_name: '' },
      { id: one.id, override_product_name: 'First' },
      { id: 999_999, override_product_name: 'Nobody' },
    ],
  });
  expect(body).toMatchObject({ success_count: 3, error_count: 1, errors: [{ id: 999_999 }] });
  const names = await Promise.all([one, two, three].map(({ id }) => admin.get(`/product-variants/by-id/${id}`)));
  expect(names.map(({ body: now }) => [now.override_product_name, now.override_product_variant_name])).toEqual([
    ['First', null],
    [null, null],
    ['Tee', 'Third'],
  ]);
});

it('of the same variants at once ends in one of the two states, never in a deadlock', async () => {
  const ids = await Promise.all(Array.from({ length: 30 }, () => created().then(({ id }) => id)));
  const responses = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      update({ variant_ids: at % 2 ? ids : [...ids].reverse(), field_value: at % 2 === 0 }),
    ),
  );
  expect(responses.map(({ body }) => body.success_count)).toEqual(Array(10).fill(30));
  expect(new Set(await Promise.all(ids.map(async (id) => (await stored(id)).is_active))).size).toBe(1);
});
