import type { FirstRequest, ScreenPath } from 'shared-ui';

/** How the lists ask for their first rows, in the words of their declarations. */
export const firstRequests = {
  '/social-media-post-criteria': {
    resource: '/social-media-post-criteria',
    sort: 'company__name',
    filters: ['company_id', 'search'],
  },
  '/social-media-search-terms': {
    resource: '/social-media-search-terms',
    sort: 'search_term',
    filters: ['company_id', 'search', 'platform', 'status'],
  },
  '/social-media-profiles': {
    resource: '/social-media-profiles',
    sort: 'platform_username',
    filters: ['company_id', 'search', 'platform', 'status', 'tag'],
  },
  '/social-media-posts': {
    resource: '/social-media-posts',
    sort: '-created_at',
    filters: [
      'company_id',
      'search',
      'platform',
      'status',
      'author',
      'post_type',
      'caption',
      'tagged_with',
      'not_tagged_with',
    ],
  },
} as const satisfies Readonly<Record<ScreenPath, FirstRequest>>;
