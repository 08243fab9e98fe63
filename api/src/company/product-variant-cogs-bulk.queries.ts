/** The costs of many variants at once: one transaction and a few statements, every miss named (DECISIONS §16). */
import { sql, type Kysely, type Transaction } from 'kysely';
import { cogsBulkItem, type CogsBulkCreate, type CogsBulkItem, type CogsBulkSaved } from 'contract/company/cogs-bulk';
import type { ProductVariant } from 'contract/company/product-variants';
import type { Tables } from '../database/connection';
import { requireCompany, type Caller } from '../http/access';
import { messageOfBroken } from '../http/validation';
import { grouped } from '../records/grouped';
import { brokenItem, saveItems, type ItemError, type NumberedItem } from './cogs-bulk';
import { recordsOf, writePeriods } from './cogs-periods.queries';
import { proposedFor } from './cost-proposals.queries';
import { variants } from './product-variants.queries';

/** Saves the costs of a call; throws NotFound for a company that the caller is not authorised for. */
export async function createManyCogs(
  db: Kysely<Tables>,
  caller: Caller,
  { company_id, items, file, dry_run = false }: CogsBulkCreate,
): Promise<CogsBulkSaved> {
  return db.transaction().execute(async (transaction) => {
    await requireCompany(transaction, caller, company_id);
    const ids = items.flatMap(({ product_variant_id: id }) => (Number.isInteger(id) ? [Number(id)] : []));
    const proposed = await proposedFor(transaction, company_id, ids);
    const sourceOf = ({ line, product_variant_id, cogs_amount }: CogsBulkItem) => {
      if (file !== undefined) return line === undefined ? file : `${file}, line ${line}`;
      const proposal = proposed.get(product_variant_id ?? 0);
      return proposal?.amount === cogs_amount && proposal ? proposal.source : caller.username;
    };
    const withAmount = (item: CogsBulkItem): CogsBulkItem => {
      const { proposed: isProposed, ...rest } = item;
      const amount = proposed.get(item.product_variant_id ?? 0)?.amount;
      const isOnlyWay = rest.cogs_amount === undefined && rest.percent === undefined;
      return isProposed === true && isOnlyWay && amount !== undefined ? { ...rest, cogs_amount: amount } : item;
    };
    const numbered = items.map(withAmount).map((item, index) => ({ index, item, source: sourceOf(item) }));
    return saveCosts(transaction, caller, company_id, numbered, { dryRun: dry_run });
  });
}

/**
 * Saves costs of one company's variants, each as one save would be; each says where it comes from. The caller is authorised
 * for the company. A dry run locks and writes nothing.
 */
async function saveCosts(
  transaction: Transaction<Tables>,
  caller: Caller,
  companyId: number,
  items: readonly NumberedItem[],
  { dryRun }: { readonly dryRun: boolean },
): Promise<CogsBulkSaved> {
  const errors: ItemError[] = [];
  const formed = items.filter(({ index, item }) => {
    const msg = messageOfBroken(cogsBulkItem, item) ?? brokenItem(item);
    if (msg !== null) errors.push({ index, msg });
    return msg === null;
  });
  const variantOf = await namedVariants(transaction, companyId, formed, { isLocked: !dryRun });
  const itemsOf = grouped(formed, ({ item }) => variantOf(item));
  for (const { index } of itemsOf.get(undefined) ?? []) errors.push({ index, msg: variants.definition.missing });
  const named = [...itemsOf].flatMap(([variantId, mine]) => (variantId === undefined ? [] : { variantId, mine }));
  const records = await recordsOf(
    transaction,
    named.map(({ variantId }) => variantId),
  );
  const stored = grouped(records, ({ product_variant_id }) => product_variant_id);
  const saved = named.map(({ variantId, mine }) => saveItems(stored.get(variantId) ?? [], variantId, mine));
  if (!dryRun) {
    const differences = saved.map(({ difference }) => difference);
    await writePeriods(transaction, caller, companyId, records, {
      removed: differences.flatMap(({ removed }) => removed),
      changed: differences.flatMap(({ changed }) => changed),
      added: differences.flatMap(({ added }) => added),
    });
  }
  const forecast = saved.flatMap((one) => one.forecast).sort(byIndex);
  errors.push(...saved.flatMap((one) => one.errors));
  const sum = (of: (one: (typeof forecast)[number]) => number) => forecast.reduce((total, one) => total + of(one), 0);
  return {
    success_count: forecast.length,
    error_count: errors.length,
    errors: errors.sort(byIndex),
    records_updated: sum(({ records_updated }) => records_updated),
    records_ended: sum(({ records_ended }) => records_ended),
    records_removed: sum(({ records_removed }) => records_removed),
    ...(dryRun && { forecast }),
  };
}

const byIndex = (one: { readonly index: number }, other: { readonly index: number }) => one.index - other.index;

/** Finds the company's variants that items name, in the order of their ids, so that two calls at once never lock crosswise. */
async function namedVariants(
  transaction: Transaction<Tables>,
  companyId: number,
  items: readonly NumberedItem[],
  { isLocked }: { readonly isLocked: boolean },
): Promise<(item: CogsBulkItem) => number | undefined> {
  const named = JSON.stringify(items.map(({ item }) => item));
  const { rows } = await sql<Pick<ProductVariant, 'id' | 'sales_channel' | 'product_variant_identifier'>>`
    with named as (
      select product_variant_id, sales_channel, product_variant_identifier from jsonb_to_recordset(${named}::jsonb)
        as item (product_variant_id int, sales_channel text, product_variant_identifier text)
    )
    select id, sales_channel, product_variant_identifier from product_variants
    where company_id = ${companyId} and id in (
      select product_variant_id from named where product_variant_id is not null
      union
      select variant.id from named join product_variants variant on variant.company_id = ${companyId}
        and variant.product_variant_identifier = named.product_variant_identifier
        and variant.sales_channel = named.sales_channel
    )
    order by id ${isLocked ? sql`for no key update` : sql``}`.execute(transaction);
  const ids = new Set(rows.map(({ id }) => id));
  const byKey = new Map(rows.map((row) => [keyOf(row), row.id]));
  return (item) => {
    const { product_variant_id } = item;
    if (product_variant_id === undefined) return byKey.get(keyOf(item));
    return ids.has(product_variant_id) ? product_variant_id : undefined;
  };
}

const keyOf = (key: Pick<CogsBulkItem, 'sales_channel' | 'product_variant_identifier'>) =>
  `${key.sales_channel} ${key.product_variant_identifier}`;
