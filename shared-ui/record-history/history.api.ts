/** The call of a record's history (DECISIONS §10). */
import { historyPath, type HistoryKind } from 'contract/history-kinds';
import { nounOf, NOUNS } from 'contract/nouns';
import type { RecordHistory } from 'contract/history';
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

/** A change of any record, or of its tags, makes a history longer: the tags of RTK Query by which lists know of it. */
const CHANGED = [
  ...Object.values(NOUNS).map(({ path }) => path.slice(1)),
  'product-variant-cogs',
  'tags',
  'dashboard',
  'history',
];

/** Reads a page of a record's history, again with every change that is made here. */
export const historyApi = injectEndpoints(CHANGED, (build) => ({
  readHistory: build.query<RecordHistory, HistoryOf & { page: number }>({
    query: ({ kind, id, companyId, page }) => ({
      path: historyPath(kind, id),
      query: {
        page,
        page_size: PAGE_SIZE,
        ...(nounOf(kind)?.namesCompany && companyId !== null && { company_id: companyId }),
      },
    }),
    providesTags: CHANGED,
    keepUnusedDataFor: 0,
  }),
}));
