/** The screen of a company's variants, with two of them, for its tests. */
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ProductVariant } from 'api/contract/company/product-variants';
import { SignedIn, startService, type Service } from 'shared-auth/testing';
import { ToastQueue } from 'shared-ui';
import { createMemoryRouter, RouterProvider } from 'shared-ui/router';
import ProductVariantsScreen from '../product-variants.screen';

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000 - 60_000).toISOString();
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
  last_synced_at: hoursAgo(3),
  sync_status: 'failed',
  sync_message: 'The shop did not answer',
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
};
const assam: ProductVariant = {
  ...sencha,
  id: 12,
  product_variant_identifier: 'SKU-12',
  sales_channel: 'tiktok',
  override_product_name: 'Green Tea',
  display_product_name: 'Green Tea',
  is_active: false,
  last_synced_at: null,
  sync_status: 'never',
  sync_message: null,
};
const company = { id: 3, name: 'Acme', slug: 'acme' };

/** A service with these two; close it at the end. */
export async function serviceOfVariants(): Promise<Service> {
  const service = await startService();
  service.on('GET /companies/3', [200, company]);
  const items = [sencha, assam];
  service.on('GET /product-variants', [200, { items, total: 2, page: 1, page_size: 25, total_pages: 1 }]);
  return service;
}

export const user = userEvent.setup();

/** Opens the screen for a CompanyAdmin. */
export function openVariants(address = '/product-variants?company_id=3') {
  sessionStorage.clear();
  const router = createMemoryRouter(
    [
      { path: '/product-variants', element: <ProductVariantsScreen /> },
      { path: '/product-variants/:id/cogs', element: <p>COGS</p> },
    ],
    { initialEntries: [address] },
  );
  render(
    <SignedIn user={{ id: 1, username: 'ada', email: '', companies: [company], groups: ['CompanyAdmin'] }}>
      <RouterProvider router={router} />
      <ToastQueue />
    </SignedIn>,
  );
  return router;
}
export const row = (name: RegExp) => screen.findByRole('row', { name });
/** Chooses an action of the first variant. */
export const choose = async (action: string) => {
  await row(/SKU-11/);
  await user.click(screen.getByRole('button', { name: 'Actions for SKU-11' }));
  await user.click(screen.getByRole('menuitem', { name: action }));
};
export const selectBoth = async () => {
  await row(/SKU-11/);
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
};
export const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
