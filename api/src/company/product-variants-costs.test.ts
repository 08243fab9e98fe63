import fc from 'fast-check';
import { sql } from 'kysely';
import { dateOf, dayOf } from 'contract/calendar';
import type { ProductVariantTotals } from 'contract/company/product-variant-totals';
import type { ProductVariant } from 'contract/company/product-variants';
import type { CogsTimeline } from 'contract/company/product-variant-cogs';
import type { Paged } from 'contract/paging';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';

let service: TestConsole;
let admin: Person;
/** Two companies that never have the same day. */
let early: number;
let late: number;

beforeAll(async () => {
  service = await openConsole();
  early = await companyIn('kiribati', 'Pacific/Kiritimati');
  late = await companyIn('samoa', 'Pacific/Pago_Pago');
  admin = await service.person('admin', { groups: ['CompanyAdmin'], companies: ['kiribati', 'samoa'] });
});
afterAll(() => service.close());
beforeEach(() => sql`delete from product_variants`.execute(service.database.db));

async function companyIn(slug: string, timezone: string) {
  const id = await addTestCompany(service, slug, slug);
  await sql`update companies set timezone = ${timezone} where id = ${id}`.execute(service.database.db);
  return id;
}

/** Days from today, both included; null is open. */
type Period = readonly [first: number | null, last: number | null];
interface Sold {
  readonly is_active: boolean;
  readonly periods: readonly Period[];
}

/** A period's amount: its place in the timeline, from 1. */
const amountOf = (at: number) => at + 1;
let made = 0;
async function addVariant(company_id: number, today: string, { is_active, periods }: Sold): Promise<number> {
  made += 1;
  const { db } = service.database;
  const { id } = await db
    .insertInto('product_variants')
    .values({
      company_id,
      is_active,
      sales_channel: 'shopify',
      product_variant_identifier: `SKU-${made}`,
      cached_product_name: made % 2 ? 'Odd' : 'Even',
      cached_product_variant_name: 'Small',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const date = (day: number | null) => (day === null ? null : dateOf(dayOf(today) + day));
  const rows = periods.map(([first, last], at) => ({
    product_variant_id: id,
    cogs_amount: amountOf(at),
    effective_start_date: date(first),
    effective_end_date: date(last),
  }));
  if (rows.length) await db.insertInto('product_variant_cogs').values(rows).execute();
  return id;
}

/** The day that the COGS screen of the company has. */
async function todayOf(companyId: number) {
  const id = await addVariant(companyId, '2026-01-01', { is_active: false, periods: [] });
  const { today } = (await admin.get<CogsTimeline>(`/product-variant-cogs/timeline/${id}`)).body;
  await service.database.db.deleteFrom('product_variants').where('id', '=', id).execute();
  return today;
}
const list = async (companyId: number, query = '') =>
  (await admin.get<Paged<ProductVariant>>(`/product-variants?company_id=${companyId}&page_size=100${query}`)).body;
const totals = async (companyId: number, query = '') =>
  (await admin.get<ProductVariantTotals>(`/product-variants/totals?company_id=${companyId}${query}`)).body;
const idsOf = ({ items }: Paged<ProductVariant>) => items.map(({ id }) => id).sort((one, two) => one - two);

/** Periods that follow each other, from some day on or for ever, to some day or for ever. */
const timeline: fc.Arbitrary<readonly Period[]> = fc
  .record({
    starts: fc.uniqueArray(fc.integer({ min: -45, max: 45 }), { maxLength: 4 }),
    isOpenAtFirst: fc.boolean(),
    last: fc.option(fc.integer({ min: 0, max: 40 })),
  })
  .map(({ starts, isOpenAtFirst, last }) => {
    const sorted = starts.sort((one, two) => one - two);
    return sorted.map((start, at) => {
      const next = sorted[at + 1];
      const end = next === undefined ? (last === null ? null : start + last) : next - 1;
      return [at === 0 && isOpenAtFirst ? null : start, end] as const;
    });
  });
const sold = fc.array(fc.record({ is_active: fc.boolean(), periods: timeline }), { minLength: 4, maxLength: 12 });

const isOn = ([first, last]: Period, day: number) => (first === null || first <= day) && (last === null || last >= day);
const costOf = ({ periods }: Sold, day = 0) => {
  const at = periods.findIndex((period) => isOn(period, day));
  return at < 0 ? null : amountOf(at);
};

it("variants carry the cost of their company's today, and filters and totals agree with the periods, in any time zone", async () => {
  const days = [
    [early, await todayOf(early)],
    [late, await todayOf(late)],
  ] as const;
  expect(days[0][1]).not.toBe(days[1][1]);
  await fc.assert(
    fc.asyncProperty(sold, async (variants) => {
      await sql`delete from product_variants`.execute(service.database.db);
      for (const [company, today] of days) {
        const model = new Map<number, Sold>();
        for (const one of variants) model.set(await addVariant(company, today, one), one);
        const matching = (is: (one: Sold) => boolean) => [...model].filter(([, one]) => is(one)).map(([id]) => id);
        const all = await list(company);
        expect(new Map(all.items.map(({ id, cost_today }) => [id, cost_today]))).toEqual(
          new Map([...model].map(([id, one]) => [id, costOf(one)])),
        );
        const active = (is: boolean) => matching((one) => one.is_active && (costOf(one) !== null) === is);
        expect(await totals(company)).toEqual({ with_cost: active(true).length, without_cost: active(false).length });
        expect(idsOf(await list(company, '&cost=with'))).toEqual(active(true));
        expect(idsOf(await list(company, '&cost=without'))).toEqual(active(false));
        expect(idsOf(await list(company, `&without_cost_on=${today}`))).toEqual(active(false));
        const ending = await list(company, '&cost=ending');
        expect(idsOf(ending)).toEqual(
          matching((one) => one.is_active && costOf(one) !== null && costOf(one, 31) === null),
        );
        expect(await totals(company, '&cost=ending')).toEqual({ with_cost: ending.total, without_cost: 0 });
      }
    }),
    { numRuns: 12 },
  );
}, 60_000);

it.each([
  ['its last day is today', [[-5, 0]], true],
  ['its last day was yesterday', [[-5, -1]], false],
  ['its last day is 30 days from today', [[null, 30]], true],
  ['its last day is 31 days from today', [[null, 31]], false],
  [
    'another follows it',
    [
      [null, 3],
      [4, null],
    ],
    false,
  ],
  ['it begins tomorrow', [[1, 9]], false],
] as const)('a cost ends within 30 days: %s', async (_, periods, ends) => {
  await addVariant(late, await todayOf(late), { is_active: true, periods });
  expect((await list(late, '&cost=ending')).total).toBe(ends ? 1 : 0);
});

it('totals are of the active ones that all of the filters match', async () => {
  const today = await todayOf(late);
  const add = (is_active: boolean, ...periods: Period[]) => addVariant(late, today, { is_active, periods });
  for (const periods of [[[null, null]], [], [[5, null]], [[-9, 9]]] as Period[][]) await add(true, ...periods);
  await add(false, [null, null]);
  expect(await totals(late)).toEqual({ with_cost: 2, without_cost: 2 });
  const odd = await list(late, '&cached_product_name=odd&is_active=true');
  const costs = odd.items.map(({ cost_today }) => cost_today);
  expect(await totals(late, '&cached_product_name=odd')).toEqual({
    with_cost: costs.filter((cost) => cost !== null).length,
    without_cost: costs.filter((cost) => cost === null).length,
  });
  expect(odd.total).toBe(2);
  expect(await totals(late, '&is_active=false')).toEqual({ with_cost: 0, without_cost: 0 });
});

it('totals are refused for a company out of reach, and where they are asked for a page', async () => {
  const other = await addTestCompany(service, 'Other', 'other');
  expect((await admin.get(`/product-variants/totals?company_id=${other}`)).status).toBe(404);
  expect((await admin.get('/product-variants/totals')).status).toBe(422);
  expect((await admin.get(`/product-variants/totals?company_id=${late}&page=1`)).status).toBe(422);
});

it('a saved cost is the cost today at once, in what a change of the variant returns too', async () => {
  const id = await addVariant(late, await todayOf(late), { is_active: true, periods: [] });
  const save = { product_variant_id: id, cogs_amount: 12.35, effective_start_date: null };
  expect((await admin.post('/product-variant-cogs', save)).status).toBe(201);
  const changed = await admin.patch(`/product-variants/${id}/overrides`, { override_product_name: 'Tea' });
  expect(changed.body).toMatchObject({ override_product_name: 'Tea', cost_today: 12.35 });
  expect((await admin.get(`/product-variants/by-id/${id}`)).body).toMatchObject({ cost_today: 12.35 });
});

it('a filter by another word for costs is refused', async () => {
  const { status, body } = await admin.get(`/product-variants?company_id=${late}&cost=soon`);
  expect([status, body.detail]).toEqual([422, [expect.objectContaining({ loc: ['query', 'cost'] })]]);
});
