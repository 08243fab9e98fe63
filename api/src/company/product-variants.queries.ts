/** Product variants in the database (DECISIONS §5). */
import { sql, type Generated, type GeneratedAlways, type Kysely, type Transaction } from 'kysely';
import {
  PRODUCT_VARIANT_DEFAULT_SORT,
  type PRODUCT_VARIANT_SORTS,
  type ProductVariant,
  type ProductVariantCreate,
  type ProductVariantListQuery,
  type ProductVariantOverrides,
  type ProductVariantPatch,
  type ProductVariantWrite,
} from '../../contract/company/product-variants';
import type { Paged } from '../../contract/paging';
import { demandCompany, inReach, type Caller } from '../http/access';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { NotFound, taken } from '../http/errors';
import { demandUnchanged, laterThanBefore, type Saved } from '../records/if-match';
import { byValue, foldedContains, nullsLast, type Listing } from '../database/list';
import { listLongPage } from '../database/long-list';

interface ProductVariantTable {
  id: GeneratedAlways<number>;
  company_id: number;
  is_active: Generated<boolean>;
  sales_channel: ProductVariant['sales_channel'];
  product_variant_identifier: string;
  cached_product_name: string;
  cached_product_variant_name: string;
  override_product_name: string | null;
  override_product_variant_name: string | null;
  last_synced_at: string | null;
  sync_status: Generated<ProductVariant['sync_status']>;
  sync_message: string | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  updated_by: number | null;
}

declare module '../database/connection' {
  interface Tables {
    product_variants: ProductVariantTable;
  }
}

const TABLE = 'product_variants';
/** What the audit log calls a variant. */
export const RESOURCE = 'product_variant';
/** The sentence for a variant that is not there. */
export const MISSING = 'Product variant not found';

/** The columns of an answer, named with their table, for some statements join another. */
export const COLUMNS = [
  'product_variants.id',
  'product_variants.company_id',
  sql<string>`(select name from companies where companies.id = product_variants.company_id)`.as('company_name'),
  'product_variants.sales_channel',
  'product_variants.product_variant_identifier',
  'product_variants.cached_product_name',
  'product_variants.cached_product_variant_name',
  'product_variants.override_product_name',
  'product_variants.override_product_variant_name',
  shown('override_product_name', 'cached_product_name').as('display_product_name'),
  shown('override_product_variant_name', 'cached_product_variant_name').as('display_product_variant_name'),
  'product_variants.is_active',
  'product_variants.last_synced_at',
  'product_variants.sync_status',
  'product_variants.sync_message',
  'product_variants.created_at',
  'product_variants.updated_at',
] as const;

/** The override when it is set and not blank, else the cached name. */
function shown(override: string, cached: string) {
  const [name, otherwise] = [sql.ref(`product_variants.${override}`), sql.ref(`product_variants.${cached}`)];
  return sql<string>`case when ${name} ~ '\\S' then ${name} else ${otherwise} end`;
}

const LISTING: Listing<(typeof PRODUCT_VARIANT_SORTS)[number]> = {
  sorts: {
    product_variant_identifier: byValue('product_variant_identifier_key'),
    display_product_name: byValue('display_product_name_key'),
    display_product_variant_name: byValue('display_product_variant_name_key'),
    sales_channel: byValue('sales_channel'),
    is_active: byValue('is_active'),
    last_synced_at: nullsLast(byValue('last_synced_at')),
    created_at: byValue('created_at'),
    updated_at: byValue('updated_at'),
  },
  defaultSort: PRODUCT_VARIANT_DEFAULT_SORT,
  id: 'product_variants.id',
};

const SEARCHED = [
  'cached_product_name',
  'override_product_name',
  'cached_product_variant_name',
  'override_product_variant_name',
] as const;

/** One page of a company's variants; throws NotFound for a company out of reach. */
export async function listProductVariants(
  db: Kysely<Tables>,
  caller: Caller,
  query: ProductVariantListQuery,
): Promise<Paged<ProductVariant>> {
  const { company_id, sales_channel, product_variant_identifier, is_active } = query;
  await demandCompany(db, caller, company_id);
  let selected = db.selectFrom(TABLE).select(COLUMNS).where('company_id', '=', company_id);
  for (const name of SEARCHED) {
    const text = query[name];
    if (text !== undefined) selected = selected.where(foldedContains(`${name}_key`, text));
  }
  if (sales_channel !== undefined) selected = selected.where('sales_channel', '=', sales_channel);
  if (product_variant_identifier !== undefined)
    selected = selected.where('product_variant_identifier', '=', product_variant_identifier);
  if (is_active !== undefined) selected = selected.where('is_active', '=', is_active);
  const { page } = await listLongPage(selected, LISTING, query, { texts: SEARCHED.map((name) => query[name]) });
  return page;
}

/** The variants in the caller's reach. */
export const visibleVariants = (db: Kysely<Tables>, caller: Caller) =>
  db.selectFrom(TABLE).where(inReach(caller, 'product_variants.company_id'));

/** The refusal of a variant that is not there or out of reach. */
export const missingVariant = () => new NotFound(MISSING);

/** One variant; throws NotFound. */
export async function findProductVariant(db: Kysely<Tables>, caller: Caller, id: number): Promise<ProductVariant> {
  return visibleVariants(db, caller)
    .select(COLUMNS)
    .where('product_variants.id', '=', id)
    .executeTakeFirstOrThrow(missingVariant);
}

const identifierTaken = taken(
  'product_variants_identity',
  'product_variant_identifier: This company has a variant with this ID on this sales channel already',
);

/** A new variant; throws NotFound for a company out of reach, Taken for an identifier that the channel has. */
export async function createProductVariant(
  db: Kysely<Tables>,
  caller: Caller,
  body: ProductVariantCreate,
): Promise<ProductVariant> {
  return db
    .transaction()
    .execute(async (transaction) => {
      await demandCompany(transaction, caller, body.company_id);
      const after = await transaction
        .insertInto(TABLE)
        .values({ ...body, ...withoutBlank(body), updated_by: caller.userId })
        .returning(COLUMNS)
        .executeTakeFirstOrThrow();
      await audit(transaction, caller, { action: 'create', resource: RESOURCE, recordId: after.id, after });
      return after;
    })
    .catch(identifierTaken);
}

/** Every writable field is set: an absent override to null, an absent `is_active` to true, as in a new one (PUT). */
export const replaceProductVariant = (
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  body: ProductVariantWrite,
  ifMatch: string | null,
): Promise<ProductVariant> =>
  updateProductVariant(
    db,
    caller,
    id,
    { override_product_name: null, override_product_variant_name: null, is_active: true, ...body },
    ifMatch,
  );

/** The sent fields are set (PATCH); throws NotFound or ChangedMeanwhile (see `demandUnchanged`). */
export async function updateProductVariant(
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  changes: ProductVariantPatch,
  ifMatch: string | null,
): Promise<ProductVariant> {
  return db.transaction().execute(async (transaction) => {
    const before = await lockProductVariant(transaction, caller, id);
    await demandUnchanged(transaction, ifMatch, 'product variant', before);
    const after = await transaction
      .updateTable(TABLE)
      .set({ ...changes, ...withoutBlank(changes), updated_by: caller.userId, updated_at: laterThanBefore })
      .where('id', '=', id)
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    await audit(transaction, caller, { action: 'update', resource: RESOURCE, recordId: id, before, after });
    return after;
  });
}

/** One variant, locked until the transaction ends; throws NotFound. */
export const lockProductVariant = (
  transaction: Transaction<Tables>,
  caller: Caller,
  id: number,
): Promise<ProductVariant & Saved> =>
  visibleVariants(transaction, caller)
    .select(COLUMNS)
    .select('product_variants.updated_by')
    .where('product_variants.id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(missingVariant);

/** The overrides that were sent; one without a visible sign is none. */
export const withoutBlank = ({ override_product_name, override_product_variant_name }: ProductVariantOverrides) => ({
  override_product_name: orNull(override_product_name),
  override_product_variant_name: orNull(override_product_variant_name),
});
const orNull = (text: string | null | undefined) => (text?.trim() === '' ? null : text);
