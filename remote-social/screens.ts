import type { RemoteScreens } from 'shared-ui';

/** What the host meets of this remote. */
export const screens = {
  '/social-media-post-criteria': () => import('./post-criteria/post-criteria.screen'),
  '/social-media-search-terms': () => import('./search-terms/search-terms.screen'),
  '/social-media-profiles': () => import('./profiles/profiles.screen'),
  '/social-media-posts': () => import('./posts/posts.screen'),
} satisfies RemoteScreens;
