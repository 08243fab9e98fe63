import type { RemoteScreens } from 'shared-ui';

/** The screens of this remote, by path. */
export const screens = {
  '/facebook-ads': () => import(/* webpackChunkName: 'facebook-ads' */ './notes/notes.screen'),
} satisfies RemoteScreens;
