/** Costs of a source that differ from ours, on the wire (DECISIONS §13). They are applied by POST /product-variant-cogs/bulk/create. */
import { listQuery, listResponse } from '../paging';
import { company, dateTime, nullable, response, text, type Infer } from '../schema';
import { cogsRecord } from './product-variant-cogs';
import { variantNoun } from './product-variants';

const { cogs_amount, effective_start_date, effective_end_date, product_variant_id } = cogsRecord.properties;
const { sales_channel, product_variant_identifier, display_product_name, display_product_variant_name } =
  variantNoun.properties;

/** Query of GET /product-variant-cogs/proposals: one company's. */
export const costProposalListQuery = listQuery(
  { company_id: company('Company') },
  ['display_product_name', 'cogs_amount', 'read_at'],
  ['company_id'],
);

/** A proposal with its forecast: the cost that covers today, and the period that would take its place from today on. */
export const costProposal = response({
  product_variant_id,
  sales_channel,
  product_variant_identifier,
  display_product_name,
  display_product_variant_name,
  /** The cost that covers today where the company is; null without one. */
  cost_today: nullable({ ...cogs_amount, title: 'Cost Today' }),
  cogs_amount,
  /** Today. */
  effective_start_date,
  /** The end of the cost that covers today, or the day before the next one; null: open. */
  effective_end_date,
  source: text('Source'),
  read_at: dateTime('Read At'),
});

/** Response of GET /product-variant-cogs/proposals. */
export const costProposalList = listResponse(costProposal);

export type CostProposal = Infer<typeof costProposal>;
export type CostProposalListQuery = Infer<typeof costProposalListQuery>;
