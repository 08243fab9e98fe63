/** POST /product-variant-cogs/export on the wire: the costs of a company as a file that can be imported (DECISIONS §16). */
import { company, object, type Infer } from '../schema';
import { cogsRecord } from './product-variant-cogs';
import { productVariant } from './product-variants';

/** Its body. */
export const cogsExport = object({ company_id: company('Company') }, ['company_id']);

const { sales_channel, product_variant_identifier, display_product_name, display_product_variant_name } =
  productVariant.properties;
const { cogs_amount, effective_start_date, effective_end_date, source } = cogsRecord.properties;

/** The columns of its file, in their order; those of an import among them, under the names that it knows. */
export const COGS_EXPORT_COLUMNS = {
  sales_channel,
  product_variant_identifier,
  cogs_amount,
  effective_start_date,
  effective_end_date,
  display_product_name,
  display_product_variant_name,
  source,
} as const;

export type CogsExport = Infer<typeof cogsExport>;
