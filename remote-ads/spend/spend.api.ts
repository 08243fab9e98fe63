import type { AdDays, AdDaysQuery, AdSpend, AdSpendQuery, AdTrends, AdTrendsQuery } from 'contract/ads/spend';
import { resourceCalls } from 'shared-auth';

/** The calls of DECISIONS §13 on what ads spent. */
export const spendCalls = resourceCalls('facebook-ads/spend', (spend) => ({
  /** Over all that the list's filters match. */
  by: spend.build.query<AdSpend, AdSpendQuery>({
    query: (query) => ({ path: spend.path, query }),
    // By tag it is another when ads are tagged.
    providesTags: ['tags'],
  }),
  trends: spend.build.query<AdTrends, AdTrendsQuery>({
    query: (query) => ({ path: '/facebook-ads/trends', query }),
  }),
  ofAd: spend.build.query<AdDays, AdDaysQuery & { id: number }>({
    query: ({ id, ...query }) => ({ path: `/facebook-ads/${id}/days`, query }),
  }),
}));
