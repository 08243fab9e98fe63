import type { FirstRequest, ScreenPath } from 'shared-ui';

/** How the lists ask for their first rows, in the words of their declarations. */
export const firstRequests = {
  '/facebook-ads': {
    resource: '/facebook-ads',
    sort: '-cached_spend_last_7d',
    filters: [
      'company_id',
      'search',
      'campaign_name',
      'adset_name',
      'ad_name',
      'ad_type',
      'ad_identifier',
      'min_spend_7d',
      'include_tags',
      'exclude_tags',
      'spend_moved',
    ],
  },
} as const satisfies Readonly<Record<ScreenPath, FirstRequest>>;
