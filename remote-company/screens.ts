import type { RemoteScreens } from 'shared-ui';

/** The screens of this remote, by path. */
export const screens = {
  '/company-management': () => import(/* webpackChunkName: 'company-management' */ './companies/companies.screen'),
  '/product-variants': () =>
    import(/* webpackChunkName: 'product-variants' */ './product-variants/product-variants.screen'),
  '/product-variants/:id/cogs': () =>
    import(/* webpackChunkName: 'product-variants-cogs' */ './product-variant-cogs/product-variant-cogs.screen'),
  // The added screens share one file: each file of an area is a line in what every visit of it loads.
  '/company/connections': () => import(/* webpackChunkName: 'company-added' */ './connections/connections.screen'),
  '/company/connections/credentials': () =>
    import(/* webpackChunkName: 'company-added' */ './connections/credentials.screen'),
  '/company/people': () => import(/* webpackChunkName: 'company-added' */ './people/people.screen'),
  '/company/machine-tokens': () =>
    import(/* webpackChunkName: 'company-added' */ './machine-tokens/machine-tokens.screen'),
  '/company/sign-in-rules': () =>
    import(/* webpackChunkName: 'company-added' */ './sign-in-rules/sign-in-rules.screen'),
} satisfies RemoteScreens;
