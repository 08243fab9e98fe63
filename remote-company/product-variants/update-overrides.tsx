import { productVariantOverrides } from 'contract/company/product-variants';
import { choice, nullable, object, text } from 'contract/schema';
import { Alert } from 'shared-ui';

const { override_product_name, override_product_variant_name } = productVariantOverrides.properties;

/** The form of the bulk action (specification 1 §2 Product Variants). */
export const updateOverrides = {
  title: 'Update Overrides',
  schema: object(
    {
      field_name: choice('Field', {
        override_product_name: override_product_name.title,
        override_product_variant_name: override_product_variant_name.title,
      }),
      field_value: nullable(text('New Value', { maxLength: 255 })),
    },
    ['field_name'],
  ),
  fields: ['field_name', { key: 'field_value', help: 'Leave it empty to clear the override.' }],
  note: <Alert type="warning">This action will update all selected variants. This cannot be undone.</Alert>,
  submitLabel: 'Update',
} as const;
