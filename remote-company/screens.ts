import type { RemoteScreens } from 'shared-ui';

/** What the host meets of this remote. */
export const screens = {
  '/company-management': () => import('./companies/companies.screen'),
  '/product-variants': () => import('./product-variants/product-variants.screen'),
  '/product-variants/:id/cogs': () => import('./product-variant-cogs/product-variant-cogs.screen'),
} satisfies RemoteScreens;
