import type { RemoteScreens } from 'shared-ui';

/** The screens of this remote, by path. */
export const screens = {
  '/facebook-ads': () => import(/* webpackChunkName: 'facebook-ads' */ './facebook-ads/facebook-ads.screen'),
} satisfies RemoteScreens;
