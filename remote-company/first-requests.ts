import type { FirstRequest, ScreenPath } from 'shared-ui';

/** How the lists ask for their first rows, in the words of their declarations. */
export const firstRequests = {
  '/company-management': {
    resource: '/companies',
    sort: 'name',
    filters: ['name', 'slug', 'has_shopify', 'has_klaviyo'],
  },
  '/product-variants': {
    resource: '/product-variants',
    sort: 'product_variant_identifier',
    filters: [
      'company_id',
      'cached_product_name',
      'override_product_name',
      'cached_product_variant_name',
      'override_product_variant_name',
      'sales_channel',
      'product_variant_identifier',
      'is_active',
      'without_cost_on',
      'synced_before',
    ],
  },
} as const satisfies Readonly<Record<ScreenPath, FirstRequest>>;
