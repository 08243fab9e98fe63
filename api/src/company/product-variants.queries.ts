/** Product variants in the database (DECISIONS §5). */
import { sql, type Generated, type Kysely, type RawBuilder } from 'kysely';
import type { ProductVariantTotals } from 'contract/company/product-variant-totals';
import { variantNoun, type ProductVariant, type ProductVariantListQuery } from 'contract/company/product-variants';
import type { Paged } from 'contract/paging';
import type { Tables } from '../database/connection';
import { anyOf, byValue, foldedContains } from '../database/list';
import { listLongPage } from '../database/long-list';
import { isAuthorised, type Caller } from '../http/access';
import { NotFound } from '../http/errors';
import type { Table } from '../records/columns';
import { recordsOf } from '../records/records';
import {
  costEndingAfter,
  covers,
  readToday,
  startOfDay,
  syncedBefore,
  todayIn,
  withCostOn,
  withoutCostOn,
} from './product-variants-attention';

declare module '../database/connection' {
  interface Tables {
    product_variants: Table<typeof variantNoun> & {
      /** The source that it was read from last; null: none, or not known. */
      read_from: string | null;
      /** How its source knows it, where that is not the identifier; matched once. */
      source_id: string | null;
      /** Kept by the database: the first day that a cost covers; null without a cost, or where the first has no start. */
      cost_from: string | null;
      /** Kept by the database: the last day that a cost covers, `infinity` for ever, `-infinity` without a cost. */
      cost_until: Generated<string>;
    };
  }
}

/** The override when it is set and not blank, else the cached name. */
function shown(override: string, cached: string) {
  const [name, otherwise] = [sql.ref(`product_variants.${override}`), sql.ref(`product_variants.${cached}`)];
  return sql<string>`case when ${name} ~ '\\S' then ${name} else ${otherwise} end`;
}

/** The names that are displayed. */
export const display_product_name = shown('override_product_name', 'cached_product_name');
export const display_product_variant_name = shown('override_product_variant_name', 'cached_product_variant_name');

/** Both of them, as one text. */
export const variantName = sql<string>`concat(${display_product_name}, ' – ', ${display_product_variant_name})`;

const cost_today = sql<number | null>`(
  select cogs_amount from product_variant_cogs
  where product_variant_id = product_variants.id and ${covers(todayIn(sql.ref('product_variants.company_id')))})`;

/** The variants that a filter by today's cost matches. */
const BY_COST = {
  with: withCostOn,
  without: (day) => anyOf(withoutCostOn(day)),
  ending: costEndingAfter,
} satisfies Record<NonNullable<ProductVariantListQuery['cost']>, typeof withCostOn>;

/** The calls on variants, but for their list. */
export const variants = recordsOf({
  noun: variantNoun,
  table: 'product_variants',
  readAt: 'last_synced_at',
  conflict: {
    constraint: 'product_variants_identity',
    message: 'product_variant_identifier: This company has a variant with this ID on this sales channel already',
  },
  computed: { display_product_name, display_product_variant_name, cost_today },
  // Texts that lists compare are kept folded, in columns of their own.
  searched: {
    label: sql`${display_product_name} || ' – ' || ${display_product_variant_name}`,
    names: [sql.ref('display_product_name_key'), sql.ref('product_variant_identifier_key')],
    // The displayed name is one of the two that have an index.
    contains: (text) => sql`(
      ${anyOf([foldedContains('cached_product_name_key', text), foldedContains('override_product_name_key', text)])}
      and ${foldedContains('display_product_name_key', text)})`,
  },
  sorts: {
    product_variant_identifier: byValue('product_variant_identifier_key'),
    display_product_name: byValue('display_product_name_key'),
    display_product_variant_name: byValue('display_product_variant_name_key'),
  },
  filters: {
    cached_product_name: (text) => foldedContains('cached_product_name_key', text),
    override_product_name: (text) => foldedContains('override_product_name_key', text),
    cached_product_variant_name: (text) => foldedContains('cached_product_variant_name_key', text),
    override_product_variant_name: (text) => foldedContains('override_product_variant_name_key', text),
    product_variant_identifier: (text) => sql<boolean>`product_variant_identifier = ${text}`,
    without_cost_on: (day) => anyOf(withoutCostOn(sql`${day}`)),
    synced_before: (day, { companyId }) => anyOf(syncedBefore(startOfDay(sql`${day}`, companyId))),
    cost: async (asked, { db, companyId = 0 }) => BY_COST[asked](await readToday(db, companyId), companyId),
  },
});

/** One page of a company's variants; throws NotFound for a company that the caller is not authorised for. */
export async function listProductVariants(
  db: Kysely<Tables>,
  caller: Caller,
  query: ProductVariantListQuery,
): Promise<Paged<ProductVariant>> {
  const matching = await variants.matching(db, caller, query);
  const { cached_product_name, override_product_name, cached_product_variant_name } = query;
  const texts = [
    cached_product_name,
    override_product_name,
    cached_product_variant_name,
    query.override_product_variant_name,
  ];
  const kept = await variants.keptSums(db, caller, query);
  return (await listLongPage(db, matching, variants.listing, query, { texts, kept })).page;
}

/** How many of the active ones that the filters match have a cost today, and how many have none; throws as the list. */
export async function totalsOfVariants(
  db: Kysely<Tables>,
  caller: Caller,
  query: ProductVariantListQuery,
): Promise<ProductVariantTotals> {
  const matching = await variants.matching(db, caller, query);
  const day = await readToday(db, query.company_id);
  // Each for itself: an index counts it, and no row is read.
  const count = (is: RawBuilder<boolean>) =>
    sql`(${matching
      .where(is)
      .clearSelect()
      .select(sql`count(*)`.as('count'))})`;
  const { rows } = await sql<ProductVariantTotals>`
    select ${count(withCostOn(day, query.company_id))} as with_cost,
      ${sql.join(withoutCostOn(day).map(count), sql` + `)} as without_cost`.execute(db);
  return rows[0] ?? { with_cost: 0, without_cost: 0 };
}

/** The variants that the caller is authorised for. */
export const visibleVariants = (db: Kysely<Tables>, caller: Caller) =>
  db.selectFrom('product_variants').where(isAuthorised(caller, 'product_variants.company_id'));

/** Thrown for a variant that is not there or not authorised. */
export const missingVariant = () => new NotFound(variants.definition.missing);
