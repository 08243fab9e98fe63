import type { RemoteScreens } from 'shared-ui';

/** The screens of this remote, by path. */
export const screens = {
  '/company-management': () => import(/* webpackChunkName: 'company-management' */ './companies/companies.screen'),
  '/product-variants': () =>
    import(/* webpackChunkName: 'product-variants' */ './product-variants/product-variants.screen'),
  '/product-variants/:id/cogs': () =>
    import(/* webpackChunkName: 'product-variants-cogs' */ './product-variant-cogs/product-variant-cogs.screen'),
  '/company/connections': () =>
    import(/* webpackChunkName: 'company-connections' */ './connections/connections.screen'),
  '/company/connections/credentials': () =>
    import(/* webpackChunkName: 'company-connections-credentials' */ './connections/credentials.screen'),
  '/company/people': () => import(/* webpackChunkName: 'company-people' */ './people/people.screen'),
  '/company/machine-tokens': () =>
    import(/* webpackChunkName: 'company-machine-tokens' */ './machine-tokens/machine-tokens.screen'),
} satisfies RemoteScreens;
