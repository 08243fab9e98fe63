import { cogsBulkItem, type CogsBulkItem } from 'contract/company/cogs-bulk';
import type { ProductVariant } from 'contract/company/product-variants';
import { object, type Infer } from 'contract/schema';

const { cogs_amount, percent, proposed, effective_start_date, effective_end_date } = cogsBulkItem.properties;

/** The values of the form: the cost that is set, without its variant. */
export const setCostSchema = object({ cogs_amount, percent, proposed, effective_start_date, effective_end_date }, []);

export type SetCost = Infer<typeof setCostSchema>;
type Variant = Pick<ProductVariant, 'id' | 'company_id'>;

/** The costs of these variants. */
export const itemsOf = (rows: readonly Variant[], cost: SetCost): CogsBulkItem[] =>
  rows.map(({ id }) => ({ product_variant_id: id, ...withoutEmpty(cost) }));

/** An item has one of amount, percentage and proposal; what a form leaves empty is null or false. */
const withoutEmpty = (cost: SetCost) =>
  Object.fromEntries(
    Object.entries(cost).filter(([, value]) => value !== null && value !== undefined && value !== false),
  ) as SetCost;
