/** Product variants on the wire (specification 1 §3, §5, §7; DECISIONS §5). */
import { bulkIds, confirm, MAX_BULK } from '../bulk';
import { listAnswer, listQuery } from '../paging';
import { answer, flag, id, listOf, moment, object, oneOf, orNull, partial, text, type Shape } from '../schema';

/** Where a variant is sold. */
export const SALES_CHANNELS = ['amazon', 'shopify', 'tiktok'] as const;
/** How a variant's last synchronisation with its channel ended. */
export const SYNC_STATUSES = ['never', 'success', 'failed'] as const;
/** The two names that a person may put in place of what the channel calls the variant. */
export const OVERRIDES = ['override_product_name', 'override_product_variant_name'] as const;

const company_id = { ...id, title: 'Company' } as const;
const sales_channel = oneOf('Sales Channel', SALES_CHANNELS);
const product_variant_identifier = text('Product Variant ID', { unique: true, minLength: 1, maxLength: 255 });
const cached_product_name = text('Cached Product Name', { minLength: 1, maxLength: 255 });
const cached_product_variant_name = text('Cached Variant Name', { minLength: 1, maxLength: 255 });
const is_active = flag('Active');

/** Null, empty or blank clears it. */
const overrides = {
  override_product_name: orNull(text('Override Product Name', { maxLength: 255 })),
  override_product_variant_name: orNull(text('Override Variant Name', { maxLength: 255 })),
} as const;

/** A product variant as every answer has it. */
export const productVariant = answer({
  id,
  company_id,
  company_name: text('Company Name', {}),
  sales_channel,
  product_variant_identifier,
  cached_product_name,
  cached_product_variant_name,
  ...overrides,
  /** The override when it is set and not blank, else the cached name. */
  display_product_name: text('Product Name', {}),
  display_product_variant_name: text('Variant Name', {}),
  is_active,
  /** Null: never synchronised. */
  last_synced_at: orNull(moment('Last Synced')),
  sync_status: oneOf('Sync Status', SYNC_STATUSES),
  sync_message: orNull(text('Sync Message', {})),
  created_at: moment('Created'),
  updated_at: moment('Last Updated'),
});

/** Body of POST /product-variants, for channels that nothing synchronises; `is_active` absent means true. */
export const productVariantCreate = object(
  {
    company_id,
    sales_channel,
    product_variant_identifier,
    cached_product_name,
    cached_product_variant_name,
    ...overrides,
    is_active,
  },
  ['company_id', 'sales_channel', 'product_variant_identifier', 'cached_product_name', 'cached_product_variant_name'],
);

/** Body of PUT /product-variants/{id}: company, channel and identifier stay for good. */
export const productVariantWrite = object(
  { cached_product_name, cached_product_variant_name, ...overrides, is_active },
  ['cached_product_name', 'cached_product_variant_name'],
);

/** Body of PATCH /product-variants/{id}. */
export const productVariantPatch = partial(productVariantWrite);

/** Body of PATCH /product-variants/{id}/overrides: an absent one stays. */
export const productVariantOverrides = object(overrides, []);

/** What a variant list may be sorted by. */
export const PRODUCT_VARIANT_SORTS = [
  'product_variant_identifier',
  'display_product_name',
  'display_product_variant_name',
  'sales_channel',
  'is_active',
  'last_synced_at',
  'created_at',
  'updated_at',
] as const;
/** How it is sorted when nobody says. */
export const PRODUCT_VARIANT_DEFAULT_SORT = 'product_variant_identifier';

const contains = (title: string) => text(title, { maxLength: 1000, verbatim: true });

/** Query of GET /product-variants: one company's variants; the identifier is exact, the names are searched. */
export const productVariantListQuery = listQuery(
  {
    company_id,
    cached_product_name: contains('Product name'),
    override_product_name: contains('Override product name'),
    cached_product_variant_name: contains('Variant name'),
    override_product_variant_name: contains('Override variant name'),
    sales_channel: oneOf('Sales channel', SALES_CHANNELS),
    product_variant_identifier: text('Product variant ID', { maxLength: 255 }),
    is_active: flag('Status'),
  },
  PRODUCT_VARIANT_SORTS,
  ['company_id'],
);

export const productVariantList = listAnswer(productVariant);

/** The fields that POST /product-variants/bulk/update-field writes. */
export const BULK_FIELDS = [...OVERRIDES, 'is_active'] as const;

/** Body of POST /product-variants/bulk/update-field: text or null for an override, true or false for `is_active`. */
export const productVariantBulkField = object(
  {
    company_id,
    variant_ids: bulkIds,
    field_name: oneOf('Field', BULK_FIELDS),
    field_value: { type: ['string', 'boolean', 'null'], title: 'New Value', maxLength: 255 } as const,
    confirm,
  },
  ['company_id', 'variant_ids', 'field_name'],
);

/** Body of POST /product-variants/bulk/update-overrides: to each variant its own names; an absent one stays. */
export const productVariantBulkOverrides = object(
  {
    company_id,
    updates: listOf(object({ id, ...overrides }, ['id']), {
      minItems: 1,
      maxItems: MAX_BULK,
      title: 'Updates',
    } as const),
    confirm,
  },
  ['company_id', 'updates'],
);

export type ProductVariant = Shape<typeof productVariant>;
export type ProductVariantCreate = Shape<typeof productVariantCreate>;
export type ProductVariantWrite = Shape<typeof productVariantWrite>;
export type ProductVariantPatch = Shape<typeof productVariantPatch>;
export type ProductVariantOverrides = Shape<typeof productVariantOverrides>;
export type ProductVariantListQuery = Shape<typeof productVariantListQuery>;
export type ProductVariantBulkField = Shape<typeof productVariantBulkField>;
export type ProductVariantBulkOverrides = Shape<typeof productVariantBulkOverrides>;
