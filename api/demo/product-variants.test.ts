import { sql } from 'kysely';
import { dayOf } from 'contract/calendar';
import { cogsRecord, type CogsRecord } from 'contract/company/product-variant-cogs';
import { productVariant, SALES_CHANNELS, type ProductVariant } from 'contract/company/product-variants';
import type { Paged } from 'contract/paging';
import { secretsWith } from '../src/database/secrets';
import { bodyValidator } from '../src/http/validation';
import { openConsole, type Person, type TestConsole } from '../src/testing/console';
import { fillCompanies } from './companies';
import { fillProductVariantCogs } from './product-variant-cogs';
import { fillProductVariants } from './product-variants';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const HOUR = 60 * 60 * 1000;

let service: TestConsole;
let admin: Person;
let variants: ProductVariant[];

beforeAll(async () => {
  service = await openConsole();
  admin = await service.person('someone', { groups: ['AaasAdmin', 'CompanyAdmin'] });
  const places = await service.database.db.transaction().execute(async (transaction) => {
    const places = await fillCompanies(transaction, secretsWith(service.config.encryptionKey));
    await fillProductVariantCogs(transaction, await fillProductVariants(transaction, places, NOW), NOW);
    return places;
  });
  const pages = await Promise.all(
    places
      .flatMap(({ id }) =>
        [1, 2, 3, 4, 5].map((page) => `/product-variants?company_id=${id}&page_size=100&page=${page}`),
      )
      .map((path) => admin.get<Paged<ProductVariant>>(path)),
  );
  variants = pages.flatMap(({ body }) => body.items);
});
afterAll(() => service.close());

it('is nothing that the contract would refuse', async () => {
  const [brokenVariant, brokenCogs] = [bodyValidator(productVariant), bodyValidator(cogsRecord)];
  const { body } = await admin.get<Paged<CogsRecord>>('/product-variant-cogs?page_size=100');
  expect(variants.flatMap((variant) => brokenVariant(variant))).toEqual([]);
  expect(body.items.flatMap((record) => brokenCogs(record))).toEqual([]);
});

it('is 2,100 variants over every company and channel', () => {
  expect(variants).toHaveLength(2100);
  expect(new Set(variants.map(({ company_id }) => company_id)).size).toBe(13);
  for (const channel of SALES_CHANNELS)
    expect(variants.filter(({ sales_channel }) => sales_channel === channel).length).toBeGreaterThan(600);
});

const age = ({ last_synced_at }: ProductVariant) => NOW.getTime() - Date.parse(last_synced_at ?? '');
it.each<[string, (variant: ProductVariant) => unknown]>([
  ['not active', (one) => !one.is_active],
  ['never synchronised', (one) => one.sync_status === 'never' && one.last_synced_at === null],
  ['synchronised just now', (one) => age(one) < HOUR],
  ['synchronised today', (one) => age(one) > HOUR && age(one) < 24 * HOUR],
  ['synchronised long ago', (one) => age(one) > 100 * 24 * HOUR],
  ['failed, with much to say', (one) => one.sync_status === 'failed' && (one.sync_message ?? '').length > 100],
  ['overridden with what it is called anyway', (one) => one.override_product_name === one.cached_product_name],
  ['overridden otherwise', (one) => one.override_product_name === `${one.cached_product_name} (New)`],
  ['overridden at length', (one) => (one.override_product_name ?? '').length > one.cached_product_name.length + 50],
  ['of two hundred characters', (one) => one.cached_product_name.length === 200],
  ['with quotes', (one) => one.cached_product_name.includes('"')],
  ['with emoji', (one) => /\p{Extended_Pictographic}/u.test(one.cached_product_name)],
  ['written from right to left', (one) => /\p{Script=Arabic}/u.test(one.cached_product_name)],
])('has variants that are %s', (_, is) => {
  expect(variants.filter(is).length).toBeGreaterThan(2);
});

it.each(SALES_CHANNELS)('has variants on %s that are not active', (channel) => {
  const inactive = variants.filter((one) => one.sales_channel === channel && !one.is_active);
  expect(inactive.length).toBeGreaterThan(50);
});

it('has histories of costs from none to thirty periods, each unbroken', async () => {
  const rows = await service.database.db
    .selectFrom('product_variant_cogs')
    .select(['product_variant_id', 'effective_start_date', 'effective_end_date'])
    .orderBy('product_variant_id')
    .orderBy(sql`effective_start_date nulls first`)
    .execute();
  const lengths = new Map<number, number>();
  const gaps = rows.filter((row, at) => {
    lengths.set(row.product_variant_id, (lengths.get(row.product_variant_id) ?? 0) + 1);
    const before = rows[at - 1];
    if (before?.product_variant_id !== row.product_variant_id) return false;
    return dayOf(row.effective_start_date ?? '') !== dayOf(before.effective_end_date ?? '') + 1;
  });
  expect(gaps).toEqual([]);
  expect(lengths.size).toBeLessThan(2100);
  expect(Math.max(...lengths.values())).toBe(30);
});
