import type { RemoteScreens } from 'shared-ui';

/** What the console meets of this remote. */
export const screens = {
  '/facebook-ads': () => import(/* webpackChunkName: 'facebook-ads' */ './notes/notes.screen'),
} satisfies RemoteScreens;
