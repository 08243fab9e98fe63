import type { RemoteScreens } from 'shared-ui';

/** The screens of this remote, by path. */
export const screens = {
  '/social-media-post-criteria': () =>
    import(/* webpackChunkName: 'social-media-post-criteria' */ './post-criteria/post-criteria.screen'),
  '/social-media-search-terms': () =>
    import(/* webpackChunkName: 'social-media-search-terms' */ './search-terms/search-terms.screen'),
  '/social-media-profiles': () => import(/* webpackChunkName: 'social-media-profiles' */ './profiles/profiles.screen'),
  '/social-media-posts': () => import(/* webpackChunkName: 'social-media-posts' */ './posts/posts.screen'),
  '/social/review': () => import(/* webpackChunkName: 'social-added' */ './review/review.screen'),
  '/social/tags': () => import(/* webpackChunkName: 'social-added' */ './tags/tags.screen'),
} satisfies RemoteScreens;
