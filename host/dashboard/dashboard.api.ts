import type { CompaniesSpend, Pins, Summary } from 'contract/dashboard';
import { injectEndpoints } from 'shared-auth';

/** Counts that need attention, and the companies that the person has pinned (DECISIONS §11). */
export const dashboardApi = injectEndpoints(['dashboard'], (build) => ({
  summary: build.query<Summary, void>({
    query: () => ({ path: '/dashboard/summary' }),
    providesTags: ['dashboard'],
    // Counts of a minute ago: who comes back from a list sees what has been done there.
    keepUnusedDataFor: 0,
  }),
  spend: build.query<CompaniesSpend, void>({
    query: () => ({ path: '/dashboard/spend' }),
    providesTags: ['dashboard'],
  }),
  pins: build.query<Pins, void>({
    query: () => ({ path: '/users/me/pins' }),
    providesTags: ['dashboard'],
  }),
  replacePins: build.mutation<Pins, Pins>({
    query: (body) => ({ method: 'PUT', path: '/users/me/pins', body }),
    invalidatesTags: ['dashboard'],
  }),
}));
