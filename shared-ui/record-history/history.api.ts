/** The calls of history (DECISIONS §10): what was done to a record, and taking it back. */
import { HISTORY_KINDS, type HistoryKind } from 'api/contract/history-kinds';
import type { HistoryList, UndoResponse } from 'api/contract/history';
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

/** What an undo may change, by the tags of the lists that show it: any record, and what is counted or tagged. */
const CHANGED = [
  ...['companies', 'product-variants', 'product-variant-cogs', 'facebook-ads', 'social-media-post-criteria'],
  ...['social-media-search-terms', 'social-media-profiles', 'social-media-posts', 'agent-definitions', 'knowledge'],
  ...['tags', 'dashboard', 'history'],
];

/** Reads a page of a record's history, and takes an operation back; either is up to date with every change made here. */
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
  undoOperation: build.mutation<UndoResponse, string>({
    query: (operationId) => ({ method: 'POST', path: `/history/${encodeURIComponent(operationId)}/undo` }),
    invalidatesTags: CHANGED,
  }),
}));
