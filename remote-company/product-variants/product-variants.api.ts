import type {
  ProductVariant,
  ProductVariantBulkField,
  ProductVariantCreate,
  ProductVariantListQuery,
  ProductVariantOverrides,
  ProductVariantWrite,
} from 'api/contract/company/product-variants';
import { injectEndpoints, resourceEndpoints, type RecordChange } from 'shared-auth';

/** The calls of specification 1 §7 'Product variants' that the screens make. */
export const productVariantsApi = injectEndpoints(['product-variants'], (build) => {
  const path = '/product-variants';
  const variants = resourceEndpoints(build, { path, tag: 'product-variants' });
  return {
    listProductVariants: variants.list<ProductVariant, ProductVariantListQuery>(),
    getProductVariant: build.query<ProductVariant, number>({
      query: (id) => ({ path: `${path}/by-id/${id}` }),
      providesTags: ['product-variants'],
    }),
    createProductVariant: variants.create<ProductVariant, ProductVariantCreate>(),
    replaceProductVariant: variants.replace<ProductVariant, ProductVariantWrite>(),
    overrideProductVariant: build.mutation<ProductVariant, RecordChange<ProductVariantOverrides>>({
      query: ({ id, body, ifMatch }) => ({
        method: 'PATCH',
        path: `${path}/${id}/overrides`,
        body,
        headers: ifMatch === undefined ? undefined : { 'If-Match': `"${ifMatch}"` },
      }),
      invalidatesTags: ['product-variants'],
    }),
    updateFieldOfProductVariants: variants.bulk<ProductVariantBulkField>('bulk/update-field'),
  };
});
