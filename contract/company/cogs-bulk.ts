/** POST /product-variant-cogs/bulk/create on the wire: the costs of many variants at once (DECISIONS §16). */
import { bulkResponseOf, MAX_BULK } from '../bulk';
import { company, count, flag, id, integer, listOf, number, object, response, text, type Infer } from '../schema';
import { cogsCreate, cogsSaved } from './product-variant-cogs';
import { variantNoun } from './product-variants';

const { product_variant_id, cogs_amount, effective_start_date, effective_end_date } = cogsCreate.properties;
const { sales_channel, product_variant_identifier } = variantNoun.properties;

/** The messages for an item that names its variant or its cost in no way or in several. */
export const NAME_ONE_VARIANT = 'Name the variant by its id, or by sales channel and identifier';
export const NAME_ONE_COST = 'Name one of a COGS amount, a percentage and the proposed cost';
/** The message for the proposed cost of a variant that none is proposed for. */
export const NO_PROPOSAL = 'No source proposes a cost of this variant';
/** The message for a percentage of nothing. */
export const NO_COST_TO_CHANGE = 'No cost covers the start date, so there is nothing to take a percentage of';

/**
 * A cost as a call brings it: of the variant `product_variant_id`, or of the one with this channel and identifier. An absent
 * date is open.
 */
export const cogsBulkItem = object(
  {
    product_variant_id,
    sales_channel,
    product_variant_identifier,
    cogs_amount,
    /** In place of an amount: how much more (less, below 0) than the cost that covers the start date; half up to cents. */
    percent: number('Percent', { minimum: -99.99, maximum: 1000, multipleOf: 0.01 }),
    /** In place of an amount: the one that the variant's source proposes (DECISIONS §13). */
    proposed: flag('Proposed Cost'),
    effective_start_date,
    effective_end_date,
    /** Its line in the file. */
    line: integer('Line', { minimum: 1 }),
  },
  [],
);

/** Its body: each item is judged as one save is, several of one variant in the order given. */
export const cogsBulkCreate = object(
  {
    company_id: company('Company'),
    items: listOf(cogsBulkItem, { title: 'Items', minItems: 1, maxItems: MAX_BULK, judgedApart: true } as const),
    /** The name of the file that the items are from; each cost says it as its source. */
    file: text('File', { minLength: 1, maxLength: 255 }),
    dry_run: flag('Dry run'),
  },
  ['company_id', 'items'],
);

const costPeriod = response({ cogs_amount, effective_start_date, effective_end_date });

/** The effects of one item. */
export const cogsBulkForecast = response({
  /** The place of the item in the call, from 0. */
  index: integer('Index', { minimum: 0 }),
  product_variant_id: id,
  /** The amount that its percentage comes to, or its own. */
  cogs_amount,
  records_updated: cogsSaved.properties.records_updated,
  records_ended: cogsSaved.properties.records_ended,
  records_removed: cogsSaved.properties.records_removed,
  /** The periods that it moves or removes, as they are, and what would be in their place, the new one among it. */
  periods_before: listOf(costPeriod),
  periods_after: listOf(costPeriod),
});

const outcome = response({
  ...bulkResponseOf({ index: integer('Index', { minimum: 0 }) }).properties,
  /** As the saves one by one would say them, in all. */
  records_updated: count('Updated'),
  records_ended: count('Ended'),
  records_removed: count('Removed'),
});

/** Its response; of a dry run with the forecast of each item that would succeed. */
export const cogsBulkSaved = object({ ...outcome.properties, forecast: listOf(cogsBulkForecast) }, outcome.required);

export type CogsBulkItem = Infer<typeof cogsBulkItem>;
export type CogsBulkCreate = Infer<typeof cogsBulkCreate>;
export type CogsBulkForecast = Infer<typeof cogsBulkForecast>;
export type CogsBulkSaved = Infer<typeof cogsBulkSaved>;
