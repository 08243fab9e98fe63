/** Bodies of the bulk calls on product variants (specification 1 §7, DECISIONS §1). */
// In a file of its own: a list's first rows do not wait for it.
import { bulkIds, confirm, MAX_BULK } from '../bulk';
import { company, id, listOf, object, oneOf, type Infer } from '../schema';
import { overrides, OVERRIDES } from './product-variants';

const company_id = company('Company');

/** The fields that POST /product-variants/bulk/update-field writes. */
export const BULK_FIELDS = [...OVERRIDES, 'is_active'] as const;

/** Body of POST /product-variants/bulk/update-field: text or null for an override, true or false for `is_active`. */
export const productVariantBulkField = object(
  {
    company_id,
    variant_ids: bulkIds,
    field_name: oneOf('Field', BULK_FIELDS),
    field_value: { kind: 'text', type: ['string', 'boolean', 'null'], title: 'New Value', maxLength: 255 } as const,
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

export type ProductVariantBulkField = Infer<typeof productVariantBulkField>;
export type ProductVariantBulkOverrides = Infer<typeof productVariantBulkOverrides>;
