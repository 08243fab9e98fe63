/** Which of our variants a source's are: by the source's own id, which is kept once it was found out (DECISIONS §13). */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { ProductVariant } from 'contract/company/product-variants';
import type { Tables } from '../database/connection';
import { RuleBroken } from '../http/errors';
import type { EndedRecord } from '../records/from-source';
import { variantName } from './product-variants.queries';

declare module '../database/connection' {
  interface Tables {
    product_variants_apart: { company_id: number; sales_channel: Channel; source_id: string };
  }
}

type Channel = ProductVariant['sales_channel'];

/** A channel of a company. */
export interface Shelf {
  readonly companyId: number;
  readonly channel: Channel;
}

/** A variant of ours that may be one of the source's. */
export interface OurVariant {
  readonly id: number;
  readonly identifier: string;
  readonly sourceId: string | null;
  readonly productName: string;
  readonly variantName: string;
  /** When and from where it was read last. */
  readonly readAt: string | null;
  readonly readFrom: string | null;
}

/** The variants that a source's ids name, or that have one of these identifiers. */
export async function variantsNamed(
  db: Kysely<Tables>,
  { companyId, channel }: Shelf,
  { sourceIds, identifiers }: { readonly sourceIds: readonly string[]; readonly identifiers: readonly string[] },
): Promise<OurVariant[]> {
  const { rows } = await sql<OurVariant>`
    select id, product_variant_identifier as identifier, source_id as "sourceId", cached_product_name as "productName",
      cached_product_variant_name as "variantName", last_synced_at as "readAt", read_from as "readFrom"
    from product_variants
    where company_id = ${companyId} and sales_channel = ${channel}
      and (source_id = any(${sourceIds}::text[]) or product_variant_identifier = any(${identifiers}::text[]))`.execute(
    db,
  );
  return rows;
}

/** Those of a source's ids that a person has called new variants. */
export async function variantsApart(
  db: Kysely<Tables>,
  { companyId, channel }: Shelf,
  sourceIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ source_id: string }>`
    select source_id from product_variants_apart
    where company_id = ${companyId} and sales_channel = ${channel} and source_id = any(${sourceIds}::text[])`.execute(
    db,
  );
  return new Set(rows.map(({ source_id }) => source_id));
}

/** The variants that are a source's ids: by its own id, or since a person has said so. */
export async function variantsMatched(
  db: Kysely<Tables>,
  { companyId, channel }: Shelf,
  sourceIds: readonly string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: number; source_id: string }>`
    select id, source_id from product_variants
    where company_id = ${companyId} and sales_channel = ${channel} and source_id = any(${[...sourceIds]}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, source_id }) => [source_id, id]));
}

/** Those of a source's ids that are the identifier of one of ours. */
export async function identifiersTaken(
  db: Kysely<Tables>,
  { companyId, channel }: Shelf,
  sourceIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ identifier: string }>`
    select product_variant_identifier as identifier from product_variants
    where company_id = ${companyId} and sales_channel = ${channel}
      and product_variant_identifier = any(${[...sourceIds]}::text[])`.execute(db);
  return new Set(rows.map(({ identifier }) => identifier));
}

/** Keeps by which id the source knows variants whose identifier is another. */
export async function keepSourceIds(
  transaction: Transaction<Tables>,
  found: readonly { readonly id: number; readonly sourceId: string }[],
): Promise<void> {
  if (!found.length) return;
  await sql`
    update product_variants set source_id = given."sourceId"
    from jsonb_to_recordset(${JSON.stringify(found)}::jsonb) as given (id int, "sourceId" text)
    where product_variants.id = given.id`.execute(transaction);
}

/** The names of variants with their identifiers, by their ids. */
export async function variantLabels(
  db: Kysely<Tables>,
  { companyId, channel }: Shelf,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; label: string }>`
    select id, concat(${variantName}, ' (', product_variant_identifier, ')') as label from product_variants
    where id = any(${[...ids]}::int[]) and company_id = ${companyId} and sales_channel = ${channel}`.execute(db);
  return new Map(rows.map(({ id, label }) => [id, label]));
}

/**
 * A person says which variant a source's is, or with null that it is a new one. It holds for good, and in place of an
 * earlier word; false where the company has no such variant on the channel. Throws RuleBroken where a new one cannot be
 * made, since one of ours has its identifier.
 */
export async function matchSourceId(
  transaction: Transaction<Tables>,
  { companyId, channel }: Shelf,
  sourceId: string,
  variantId: number | null,
): Promise<boolean> {
  const onShelf = sql`company_id = ${companyId} and sales_channel = ${channel}`;
  if (variantId !== null) {
    const { rows } = await sql`select from product_variants where id = ${variantId} and ${onShelf} for update`.execute(
      transaction,
    );
    if (!rows.length) return false;
  } else {
    const taken = await identifiersTaken(transaction, { companyId, channel }, [sourceId]);
    if (taken.size) throw new RuleBroken('A variant has its ID as its identifier already: no new one can be made.');
  }
  await sql`update product_variants set source_id = null where ${onShelf} and source_id = ${sourceId}`.execute(
    transaction,
  );
  await sql`delete from product_variants_apart where ${onShelf} and source_id = ${sourceId}`.execute(transaction);
  if (variantId === null)
    await transaction
      .insertInto('product_variants_apart')
      .values({ company_id: companyId, sales_channel: channel, source_id: sourceId })
      .execute();
  else await keepSourceIds(transaction, [{ id: variantId, sourceId }]);
  return true;
}

/** The variants that a source has brought before and that are not among these ids. */
export async function absentVariants(
  db: Kysely<Tables>,
  companyId: number,
  source: string,
  ids: readonly number[],
): Promise<EndedRecord[]> {
  const { rows } = await sql<EndedRecord>`
    select product_variant_identifier as key, ${variantName} as label from product_variants
    where company_id = ${companyId} and read_from = ${source} and sync_status <> 'failed'
      and not exists (select from unnest(${ids}::int[]) as present (id) where present.id = product_variants.id)
    order by id`.execute(db);
  return rows;
}
