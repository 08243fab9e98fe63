import type { FirstRequest, ScreenPath } from 'shared-ui';

/** How the lists ask for their first rows, in the words of their declarations. */
export const firstRequests = {
  '/agent-definitions': {
    resource: '/agent-definitions',
    sort: 'slug',
    filters: ['search', 'slug_contains', 'slug'],
  },
  '/knowledge': {
    resource: '/knowledge',
    sort: 'name',
    filters: ['search', 'name', 'content_contains'],
  },
} as const satisfies Readonly<Record<ScreenPath, FirstRequest>>;
