import type { RemoteScreens } from 'shared-ui';

/** The screens of this remote, by path. */
export const screens = {
  '/facebook-ads': () => import(/* webpackChunkName: 'facebook-ads' */ './facebook-ads/facebook-ads.screen'),
  // The added screens share one file: each file of an area is a line in what every visit of it loads.
  '/ads/spend': () => import(/* webpackChunkName: 'ads-added' */ './spend/spend.screen'),
  '/ads/naming-rules': () => import(/* webpackChunkName: 'ads-added' */ './naming-rules/naming-rules.screen'),
  '/ads/tags': () => import(/* webpackChunkName: 'ads-added' */ './tags/tags.screen'),
} satisfies RemoteScreens;
