/** The screen of a company's variants, with two of them, for its tests. */
import { screen } from '@testing-library/react';
import type { ProductVariant } from 'contract/company/product-variants';
import { startService, type Service } from 'shared-auth/testing';
import { openScreen, pageOf, user } from 'shared-ui/testing';
import ProductVariantsScreen from '../product-variants.screen';
import { sencha } from './sencha';

const assam: ProductVariant = {
  ...sencha,
  id: 12,
  product_variant_identifier: 'SKU-12',
  sales_channel: 'tiktok',
  override_product_name: 'Green Tea',
  display_product_name: 'Green Tea',
  is_active: false,
  cost_today: null,
  last_synced_at: null,
  sync_status: 'never',
  sync_message: null,
};
const company = { id: 3, name: 'Acme', slug: 'acme' };

/** A service with these two; close it at the end. */
export async function serviceOfVariants(): Promise<Service> {
  localStorage.clear();
  const service = await startService();
  service.on('GET /companies/3', [200, company]);
  service.on('GET /product-variants', [200, pageOf(sencha, assam)]);
  service.on('GET /product-variants/totals', [200, { with_cost: 1, without_cost: 0 }]);
  return service;
}

/** Opens the screen for a CompanyAdmin; returns the page's address and its store. */
export const openVariants = (address = '/product-variants?company_id=3') =>
  openScreen(<ProductVariantsScreen />, {
    groups: ['CompanyAdmin'],
    companies: [company, { id: 4, name: 'Bexley', slug: 'bexley' }],
    address,
    others: { '/product-variants/:id/cogs': <p>COGS</p> },
  });
export const row = (name: RegExp) => screen.findByRole('row', { name });
export const selectBoth = async () => {
  await row(/SKU-11/);
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
};
