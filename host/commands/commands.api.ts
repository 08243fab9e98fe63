import type { EverywhereFound } from 'contract/search';
import { MAX_FOUND } from 'contract/search';
import { injectEndpoints } from 'shared-auth';

/** The search over all that a person may read (DECISIONS §11). A newer one gives up the one under way. */
export const commandsApi = injectEndpoints(['search'], (build) => ({
  searchEverywhere: build.query<EverywhereFound, string>({
    query: (q) => ({ path: '/search', query: { q, limit: MAX_FOUND } }),
    // A record that is deleted or renamed meanwhile is not offered.
    keepUnusedDataFor: 0,
  }),
}));
