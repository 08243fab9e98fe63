/** The demonstration variants: 2,100 over every company and channel, in every state that a screen shows. */
import { sql, type Insertable, type Transaction } from 'kysely';
import { SALES_CHANNELS } from 'contract/company/product-variants';
import type { Tables } from '../src/database/connection';
import { EDGE_CASES, EDGE_SYNC_MESSAGE } from './edge-cases';
import { CATALOGUES } from './product-variant-catalogues';

type Variant = Insertable<Tables['product_variants']>;
type SalesChannel = (typeof SALES_CHANNELS)[number];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const ROWS_AT_ONCE = 500;

const FAILURES = [
  'Rate limit reached, trying again at the next run',
  'The channel does not list this variant any more',
  'HTTP 502: Bad Gateway',
  'The price of this variant could not be read: the app needs the permission read_products',
];
const LONG_NAME = 'Renamed for the Autumn Catalogue, the Wholesale Price List and the Printed Labels alike';

/** Adds the variants of the companies with these slugs; returns their ids in order. `now` is when the last were synchronised. */
export async function fillProductVariants(transaction: Transaction<Tables>, now: Date): Promise<number[]> {
  const companies = await transaction
    .selectFrom('companies')
    .select(['id', 'slug', 'created_at'])
    .orderBy('id')
    .execute();
  const rows = companies.flatMap((company) => variantsOf(company, now));
  const ids: number[] = [];
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const made = await transaction
      .insertInto('product_variants')
      .values(rows.slice(at, at + ROWS_AT_ONCE))
      .returning('id')
      .execute();
    ids.push(...made.map(({ id }) => id));
  }
  // The planner is to know the table before its first list.
  await sql`analyze product_variants`.execute(transaction);
  return ids;
}

function variantsOf({ id, slug, created_at }: { id: number; slug: string; created_at: string }, now: Date): Variant[] {
  const catalogue = CATALOGUES[slug];
  if (!catalogue) return [];
  const { code, size, products, variants } = catalogue;
  const isEdge = slug === EDGE_CASES;
  return Array.from({ length: size }, (_, at) => {
    const sales_channel = SALES_CHANNELS[at % SALES_CHANNELS.length] ?? 'shopify';
    // Each product on each channel in each variant, then the next edition of all of them.
    const kind = Math.floor(at / SALES_CHANNELS.length);
    const edition = Math.floor(kind / (products.length * variants.length)) + 1;
    const product = products[kind % products.length] ?? '';
    const names = {
      cached_product_name: edition === 1 ? product : `${product} No. ${edition}`,
      cached_product_variant_name: variants[Math.floor(kind / products.length) % variants.length] ?? '',
    };
    return {
      company_id: id,
      sales_channel,
      product_variant_identifier: identifierOf(sales_channel, code, at),
      ...names,
      override_product_name: productOverride(names.cached_product_name, at, isEdge),
      override_product_variant_name: at % 15 === 8 ? `${names.cached_product_variant_name} (old stock)` : null,
      // By the place alone it would be one channel's.
      is_active: (kind + at) % 9 !== 5,
      ...syncState(at, now, isEdge ? [EDGE_SYNC_MESSAGE] : FAILURES),
      created_at,
      updated_at: created_at,
    };
  });
}

/** As the channels write them. */
function identifierOf(channel: SalesChannel, code: string, at: number): string {
  const digits = String((at + 1) * 7_919 + code.charCodeAt(0) * 1_000_003);
  if (channel === 'amazon') return `B0${(Number(digits) * 31).toString(36).toUpperCase().padStart(8, 'X')}`;
  if (channel === 'tiktok') return `1729${digits.padStart(13, '0')}`;
  return `${code}-${String(at + 1).padStart(4, '0')}`;
}

/** Mostly none; then equal to the cached name, different from it, or (an edge case) much longer. */
function productOverride(cached: string, at: number, isEdge: boolean): string | null {
  if (at % 10 === 3) return cached;
  if (at % 10 === 6) return `${cached} (New)`;
  return isEdge && at % 20 === 9 ? `${cached}, ${LONG_NAME}`.slice(0, 255) : null;
}

/** Never, failed, fresh, hours or days ago. */
function syncState(
  at: number,
  now: Date,
  failures: readonly string[],
): Pick<Variant, 'last_synced_at' | 'sync_status' | 'sync_message'> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();
  if (at % 8 === 0) return { last_synced_at: null, sync_status: 'never', sync_message: null };
  if (at % 8 === 1) {
    const sync_message = failures[Math.floor(at / 8) % failures.length] ?? '';
    // Some never succeeded.
    return { last_synced_at: at % 3 ? ago((at % 90) * DAY) : null, sync_status: 'failed', sync_message };
  }
  const age = at % 8 === 2 ? (at % 55) * MINUTE : at % 8 < 6 ? (at % 23) * HOUR + 20 * MINUTE : ((at % 400) + 1) * DAY;
  return { last_synced_at: ago(age), sync_status: 'success', sync_message: null };
}
