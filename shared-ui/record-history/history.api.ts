/** The call of a record's history (DECISIONS §10). */
import { HISTORY_KINDS, type HistoryKind } from 'contract/history-kinds';
import type { HistoryList } from 'contract/history';
import { injectEndpoints } from 'shared-auth';

/** A record whose history is asked for. */
export interface HistoryOf {
  /** Its noun, as the audit log calls it. */
  readonly kind: HistoryKind;
  /** Its id; of `product_variant_cogs` that of the variant, whose cost periods are meant. */
  readonly id: number;
  /** Its company, of a kind whose every call names it. */
  readonly companyId: number | null;
}

/** So many entries at a time. */
const PAGE_SIZE = 10;

/** What makes a history longer, by the tags of the lists that show it: a change of any record, and of its tags. */
const CHANGED = [
  ...['companies', 'product-variants', 'product-variant-cogs', 'facebook-ads', 'social-media-post-criteria'],
  ...['social-media-search-terms', 'social-media-profiles', 'social-media-posts', 'agent-definitions', 'knowledge'],
  ...['tags', 'dashboard', 'history'],
];

/** Reads a page of a record's history, anew with every change that is made here. */
export const historyApi = injectEndpoints(CHANGED, (build) => ({
  readHistory: build.query<HistoryList, HistoryOf & { page: number }>({
    query: ({ kind, id, companyId, page }) => ({
      path: `${HISTORY_KINDS[kind].path}/${id}/history`,
      query: {
        page,
        page_size: PAGE_SIZE,
        ...('ofCompany' in HISTORY_KINDS[kind] && companyId !== null && { company_id: companyId }),
      },
    }),
    providesTags: CHANGED,
    keepUnusedDataFor: 0,
  }),
}));
