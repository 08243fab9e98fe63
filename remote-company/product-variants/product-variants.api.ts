import type {
  ProductVariant,
  ProductVariantCreate,
  ProductVariantListQuery,
  ProductVariantOverrides,
  ProductVariantWrite,
} from 'contract/company/product-variants';
import type { ProductVariantBulkField } from 'contract/company/product-variants-bulk';
import { resourceCalls } from 'shared-auth';

/** The calls of specification 1 §7 'Product variants' that the screens make. */
export const productVariantCalls = resourceCalls('product-variants', (variants) => ({
  list: variants.list<ProductVariant, ProductVariantListQuery>(),
  matching: variants.matching<ProductVariantListQuery>(),
  get: variants.build.query<ProductVariant, number>({
    query: (id) => ({ path: `${variants.path}/by-id/${id}` }),
    providesTags: [variants.tag],
  }),
  create: variants.create<ProductVariant, ProductVariantCreate>(),
  update: variants.replace<ProductVariant, ProductVariantWrite>(),
  override: variants.update<ProductVariant, ProductVariantOverrides>('overrides'),
  updateField: variants.bulk<ProductVariantBulkField>('bulk/update-field'),
}));
