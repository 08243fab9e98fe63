/** The demonstration variants: 2,100 over every company and channel, in every state that a screen shows. */
import { sql, type Insertable, type Transaction } from 'kysely';
import { SALES_CHANNELS } from 'contract/company/product-variants';
import type { Tables } from '../src/database/connection';
import type { DemonstrationPlace } from './companies';
import { EDGE_SYNC_MESSAGE } from './edge-cases';
import { openTurn } from './open-work';
import { CATALOGUES } from './product-variant-catalogues';

type Variant = Insertable<Tables['product_variants']>;
type SalesChannel = (typeof SALES_CHANNELS)[number];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const FAILURES = [
  'Rate limit reached, trying again at the next run',
  'The channel does not list this variant any more',
  'HTTP 502: Bad Gateway',
  'The price of this variant could not be read: the app needs the permission read_products',
];
const LONG_NAME = 'Renamed for the Autumn Catalogue, the Wholesale Price List and the Printed Labels alike';

/** A variant as it is stored. */
export interface StoredVariant {
  readonly id: number;
  readonly place: DemonstrationPlace;
  /** Its place among its company's variants, and its product's among the company's products. */
  readonly at: number;
  readonly product: number;
}

/** Adds the variants of these companies; returns them in order. `now` is when the last were synchronised. */
export async function fillProductVariants(
  transaction: Transaction<Tables>,
  places: readonly DemonstrationPlace[],
  now: Date,
): Promise<StoredVariant[]> {
  const stored: StoredVariant[] = [];
  for (const place of places) {
    const { created_at } = await transaction
      .selectFrom('companies')
      .select('created_at')
      .where('id', '=', place.id)
      .executeTakeFirstOrThrow();
    const variants = variantsOf(place, created_at, now);
    const made = await transaction
      .insertInto('product_variants')
      .values(variants.map(({ row }) => row))
      .returning('id')
      .execute();
    stored.push(...made.map(({ id }, at) => ({ id, place, at, product: variants[at]?.product ?? 0 })));
  }
  // The planner is to know the table before its first list.
  await sql`analyze product_variants`.execute(transaction);
  return stored;
}

function variantsOf(place: DemonstrationPlace, created_at: string, now: Date): { row: Variant; product: number }[] {
  const catalogue = CATALOGUES[place.slug];
  if (!catalogue) return [];
  const { code, size, products, variants } = catalogue;
  return Array.from({ length: size }, (_, at) => {
    const sales_channel = SALES_CHANNELS[at % SALES_CHANNELS.length] ?? 'shopify';
    // Each product on each channel in each variant, then the next edition of all of them.
    const kind = Math.floor(at / SALES_CHANNELS.length);
    const edition = Math.floor(kind / (products.length * variants.length)) + 1;
    const product = kind % products.length;
    const name = products[product] ?? '';
    const names = {
      cached_product_name: edition === 1 ? name : `${name} No. ${edition}`,
      cached_product_variant_name: variants[Math.floor(kind / products.length) % variants.length] ?? '',
    };
    const row = {
      company_id: place.id,
      sales_channel,
      product_variant_identifier: identifierOf(sales_channel, code, at),
      ...names,
      override_product_name: productOverride(names.cached_product_name, at, place.isEdge),
      override_product_variant_name: at % 15 === 8 ? `${names.cached_product_variant_name} (old stock)` : null,
      // By the place alone it would be one channel's.
      is_active: (kind + at) % 9 !== 5,
      ...(place.isEdge ? oddSync(at, now) : syncOf(openTurn(place, 'variants not synced', at, size), at, now)),
      created_at,
      updated_at: created_at,
    };
    return { row, product };
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

type Sync = Pick<Variant, 'last_synced_at' | 'sync_status' | 'sync_message'>;

const before = (now: Date, milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString();

/** Minutes or hours ago; of those that ask for somebody, by their number, never or failed since days. */
function syncOf(turn: number | null, at: number, now: Date): Sync {
  if (turn === null) {
    const age = at % 4 === 0 ? (at % 55) * MINUTE : (at % 23) * HOUR + 20 * MINUTE;
    return { last_synced_at: before(now, age), sync_status: 'success', sync_message: null };
  }
  if (turn % 3 === 0) return { last_synced_at: null, sync_status: 'never', sync_message: null };
  const sync_message = FAILURES[turn % FAILURES.length] ?? '';
  return { last_synced_at: before(now, (8 + turn) * DAY), sync_status: 'failed', sync_message };
}

/** Never, failed, fresh, hours or days ago. */
function oddSync(at: number, now: Date): Sync {
  if (at % 8 === 0) return { last_synced_at: null, sync_status: 'never', sync_message: null };
  // Some never succeeded.
  if (at % 8 === 1)
    return {
      last_synced_at: at % 3 ? before(now, (at % 90) * DAY) : null,
      sync_status: 'failed',
      sync_message: EDGE_SYNC_MESSAGE,
    };
  const age =
    at % 8 === 2 ? (at % 55) * MINUTE : at % 8 < 6 ? (at % 23) * HOUR + 20 * MINUTE : (((at * 7) % 400) + 1) * DAY;
  return { last_synced_at: before(now, age), sync_status: 'success', sync_message: null };
}
