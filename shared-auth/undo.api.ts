/** Taking an operation back (DECISIONS §10). */
import type { UndoResponse } from 'contract/history';
import { allTags, injectEndpoints } from './api';

/** An undo of thousands of records is one transaction: so many milliseconds it may take. */
const UNDO_LIMIT = 60_000;

/**
 * POST /history/{operation_id}/undo: of many records, those that have changed since are left and named; a single one that
 * has is 409, and so is a variant's COGS. It may have changed anything, so all that is shown reloads.
 */
export const { undoOperation } = injectEndpoints([], (build) => ({
  undoOperation: build.mutation<UndoResponse, string>({
    query: (id) => ({ method: 'POST', path: `/history/${encodeURIComponent(id)}/undo`, timeout: UNDO_LIMIT }),
    invalidatesTags: () => allTags() as never[],
  }),
})).endpoints;
