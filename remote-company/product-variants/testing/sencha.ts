import type { ProductVariant } from 'contract/company/product-variants';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000 - 60_000).toISOString();
/** A variant of a shop, one of whose names is overridden. */
export const sencha: ProductVariant = {
  id: 11,
  company_id: 3,
  company_name: 'Acme',
  sales_channel: 'shopify',
  product_variant_identifier: 'SKU-11',
  cached_product_name: 'Green Tea',
  cached_product_variant_name: '50 g',
  override_product_name: 'Sencha',
  override_product_variant_name: null,
  display_product_name: 'Sencha',
  display_product_variant_name: '50 g',
  is_active: true,
  cost_today: 5.25,
  last_synced_at: hoursAgo(3),
  sync_status: 'failed',
  sync_message: 'The shop did not answer',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
};
