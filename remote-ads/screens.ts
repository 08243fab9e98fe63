import type { RemoteScreens } from 'shared-ui';

/** What the host meets of this remote. */
export const screens = {
  '/facebook-ads': () => import(/* webpackChunkName: 'facebook-ads' */ './facebook-ads/facebook-ads.screen'),
} satisfies RemoteScreens;
