/** Totals of a company's variants that a list's filters match (DECISIONS §16). */
// A call of its own: the rows of a list do not wait for it.
import { matchingIdsQuery } from '../matching-ids';
import { count, response, type Infer } from '../schema';
import { productVariantListQuery } from './product-variants';

/** Query of GET /product-variants/totals: the filters of the list. */
export const productVariantTotalsQuery = matchingIdsQuery(productVariantListQuery);

/** Its response: how many of the active ones that match have a cost on the company's calendar day, and how many have none. */
export const productVariantTotals = response({
  with_cost: count('With a cost today'),
  without_cost: count('Without a cost today'),
});

export type ProductVariantTotals = Infer<typeof productVariantTotals>;
