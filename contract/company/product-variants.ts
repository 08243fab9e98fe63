/** Product variants on the wire (specification 1 §3, §5, §7; DECISIONS §5). */
import { computed, noun, written, writtenOnce } from '../noun';
import { listQuery, partOf } from '../paging';
import {
  calendarDate,
  choice,
  company,
  dateTime,
  flag,
  id,
  money,
  nullable,
  object,
  text,
  type Infer,
} from '../schema';
import { COGS_DATES } from './cogs-dates';

const company_id = company('Company');
const sales_channel = choice('Sales Channel', { amazon: 'Amazon', shopify: 'Shopify', tiktok: 'TikTok' });
const sync_status = choice('Sync Status', { never: 'Never synced', success: 'Succeeded', failed: 'Failed' });

const activity = { true: 'Active', false: 'Inactive' } as const;

/** Where a variant is sold. */
export const SALES_CHANNELS = sales_channel.enum;
/** The two names that a person may put in place of what the channel calls the variant. */
export const OVERRIDES = ['override_product_name', 'override_product_variant_name'] as const;

/** So many days before its last one a cost is said to end, where no other follows. */
export const COST_ENDS_WITHIN = 30;

/** The properties of those two; null, empty or blank clears it. */
export const overrides = {
  override_product_name: written(nullable(text('Override Product Name', { maxLength: 255 }))),
  override_product_variant_name: written(nullable(text('Override Variant Name', { maxLength: 255 }))),
} as const;

/**
 * Query of GET /product-variants: one company's variants; the identifier is exact, the names are searched. `without_cost_on`
 * matches the active ones that no cost covers on that day, `synced_before` those that were never synchronised or not since
 * that day began in the company's time zone (DECISIONS §11). `cost` matches active ones by the company's today (§16).
 */
export const productVariantListQuery = listQuery(
  {
    company_id,
    cached_product_name: partOf('Product name'),
    override_product_name: partOf('Override product name'),
    cached_product_variant_name: partOf('Variant name'),
    override_product_variant_name: partOf('Override variant name'),
    sales_channel: { ...sales_channel, title: 'Sales channel' },
    product_variant_identifier: text('Product variant ID', { maxLength: 255 }),
    is_active: flag('Status', { labels: activity }),
    without_cost_on: calendarDate('Without a cost on', COGS_DATES),
    synced_before: calendarDate('Not synced since', COGS_DATES),
    cost: choice('Cost today', {
      with: 'Active with cost',
      without: 'Active without cost',
      ending: `Ends within ${COST_ENDS_WITHIN} days`,
    }),
  },
  [
    'product_variant_identifier',
    'display_product_name',
    'display_product_variant_name',
    'sales_channel',
    'is_active',
    'last_synced_at',
    'created_at',
    'updated_at',
  ],
  ['company_id'],
);

/** A product variant. A name that is displayed is the override when it is set and not blank, else the cached name. */
export const variantNoun = noun('product_variant', productVariantListQuery, 'product_variant_identifier', {
  id,
  company_id: writtenOnce(company_id),
  company_name: computed(text('Company Name')),
  sales_channel: writtenOnce(sales_channel),
  product_variant_identifier: writtenOnce(
    text('Product Variant ID', { unique: true, names: true, minLength: 1, maxLength: 255 }),
  ),
  cached_product_name: written(text('Cached Product Name', { minLength: 1, maxLength: 255 })),
  cached_product_variant_name: written(text('Cached Variant Name', { minLength: 1, maxLength: 255 })),
  ...overrides,
  display_product_name: computed(text('Product Name')),
  display_product_variant_name: computed(text('Variant Name')),
  is_active: written(flag('Active', { default: true, labels: activity })),
  /** The cost that covers the company's calendar day; null without one. */
  cost_today: computed(nullable(money('Cost Today'))),
  /** Null: never synchronised. */
  last_synced_at: nullable(dateTime('Last Synced')),
  sync_status,
  sync_message: nullable(text('Sync Message')),
  created_at: dateTime('Created'),
  updated_at: dateTime('Last Updated'),
});

/** A variant as every response has it, and the bodies of POST (for channels that nothing synchronises), PUT and PATCH. */
export const {
  response: productVariant,
  create: productVariantCreate,
  replace: productVariantWrite,
  update: productVariantPatch,
} = variantNoun;

/** Body of PATCH /product-variants/{id}/overrides: an absent one stays. */
export const productVariantOverrides = object(overrides, []);

export type ProductVariant = Infer<typeof productVariant>;
export type ProductVariantCreate = Infer<typeof productVariantCreate>;
export type ProductVariantWrite = Infer<typeof productVariantWrite>;
export type ProductVariantPatch = Infer<typeof productVariantPatch>;
export type ProductVariantOverrides = Infer<typeof productVariantOverrides>;
export type ProductVariantListQuery = Infer<typeof productVariantListQuery>;
