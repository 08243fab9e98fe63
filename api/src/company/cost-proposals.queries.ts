/**
 * Costs that a source proposes (DECISIONS §13): kept where they differ from the cost that covers today, written by a person
 * alone, as any other costs. One that has come to agree is not shown, and the next reading drops it.
 */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { CostProposal, CostProposalListQuery } from 'contract/company/cost-proposals';
import type { Paged } from 'contract/paging';
import type { Tables } from '../database/connection';
import { byValue, listPage, type Listing } from '../database/list';
import { requireCompany, type Caller } from '../http/access';
import { covers, todayIn } from './product-variants-attention';
import { display_product_name, display_product_variant_name, visibleVariants } from './product-variants.queries';
import type { Shelf } from './variants-of-source.queries';

declare module '../database/connection' {
  interface Tables {
    product_variant_cost_proposals: {
      product_variant_id: number;
      amount: number;
      source: string;
      read_at: string;
    };
  }
}

/** The cost of a variant as its source has it. */
export interface SourceCost {
  readonly product_variant_identifier: string;
  /** Dollars; null where it has none, or none that can be proposed. */
  readonly amount: number | null;
}

/** When and where costs were read. */
export interface CostReading extends Shelf {
  readonly source: string;
  /** ISO 8601. */
  readonly observedAt: string;
}

/** Keeps of these costs those that differ from the ones that cover today, and drops what was proposed of the others. */
export async function proposeCosts(
  transaction: Transaction<Tables>,
  { companyId, channel, source, observedAt }: CostReading,
  costs: readonly SourceCost[],
): Promise<void> {
  await sql`
    with offered as (
      select variant.id, given.amount, given.amount is distinct from (
        select cogs_amount from product_variant_cogs
        where product_variant_id = variant.id and ${covers(todayIn(companyId))}) as differs
      from jsonb_to_recordset(${JSON.stringify(costs)}::jsonb)
        as given (product_variant_identifier text, amount numeric(9, 2))
      join product_variants variant on variant.company_id = ${companyId} and variant.sales_channel = ${channel}
        and variant.product_variant_identifier = given.product_variant_identifier),
    dropped as (
      delete from product_variant_cost_proposals using offered
      where product_variant_id = offered.id and (offered.amount is null or not differs))
    insert into product_variant_cost_proposals as kept (product_variant_id, amount, source, read_at)
    select id, amount, ${source}, ${observedAt}::timestamptz from offered where amount is not null and differs
    on conflict (product_variant_id) do update
    set amount = excluded.amount, source = excluded.source, read_at = excluded.read_at`.execute(transaction);
}

/** The sources that have proposed costs of these variants, each with its amount, by the variant's id. */
export async function proposedFor(
  db: Kysely<Tables>,
  companyId: number,
  variantIds: readonly number[],
): Promise<ReadonlyMap<number, { readonly amount: number; readonly source: string }>> {
  const rows = await db
    .selectFrom('product_variant_cost_proposals as proposal')
    .innerJoin('product_variants', 'product_variants.id', 'proposal.product_variant_id')
    .where('company_id', '=', companyId)
    .where('product_variants.id', '=', sql<number>`any(${variantIds}::int[])`)
    .select(['product_variants.id', 'amount', 'source'])
    .execute();
  return new Map(rows.map(({ id, amount, source }) => [id, { amount, source }]));
}

const LISTING: Listing<'display_product_name' | 'cogs_amount' | 'read_at'> = {
  sorts: {
    display_product_name: byValue('display_product_name_key'),
    cogs_amount: byValue('proposal.amount'),
    read_at: byValue('proposal.read_at'),
  },
  defaultSort: 'display_product_name',
  id: 'product_variants.id',
};

/**
 * One page of what is proposed for a company's active variants. A cost whose last day is today is left until tomorrow: a
 * period of one day cannot be saved. Throws NotFound for a company that the caller is not authorised for.
 */
export async function listCostProposals(
  db: Kysely<Tables>,
  caller: Caller,
  query: CostProposalListQuery,
): Promise<Paged<CostProposal>> {
  const { company_id } = query;
  await requireCompany(db, caller, company_id);
  const today = todayIn(company_id);
  const current = (column: string) => sql`(
    select ${sql.ref(column)} from product_variant_cogs
    where product_variant_id = product_variants.id and ${covers(today)})`;
  const end = sql<string | null>`(
    select case when ${covers(today)} then effective_end_date else effective_start_date - 1 end
    from product_variant_cogs
    where product_variant_id = product_variants.id and (effective_end_date is null or effective_end_date >= ${today})
    order by effective_start_date nulls first limit 1)`;
  const proposals = visibleVariants(db, caller)
    .innerJoin('product_variant_cost_proposals as proposal', 'proposal.product_variant_id', 'product_variants.id')
    .where('product_variants.company_id', '=', company_id)
    .where('product_variants.is_active', '=', true)
    .where(sql<boolean>`proposal.amount is distinct from ${current('cogs_amount')}`)
    .where(sql<boolean>`${end} is distinct from ${today}`)
    .select([
      'proposal.product_variant_id',
      'sales_channel',
      'product_variant_identifier',
      'proposal.source',
      'proposal.read_at',
      'proposal.amount as cogs_amount',
    ])
    .select([
      display_product_name.as('display_product_name'),
      display_product_variant_name.as('display_product_variant_name'),
      sql<number | null>`${current('cogs_amount')}`.as('cost_today'),
      sql<string>`${today}`.as('effective_start_date'),
      end.as('effective_end_date'),
    ]);
  return listPage(proposals, LISTING, query);
}
