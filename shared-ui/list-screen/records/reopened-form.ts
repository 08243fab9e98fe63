import { useReopening } from '../../open-form';
import type { BulkAction, KnownBulkAction, ListDialog, RowAction } from '../actions';
import { useCall, type ListCalls } from '../list-calls';
import type { AnyRow } from '../list-definition';
import type { RecordDialogs } from './record-dialogs';

/** Which form of a list, and of what: of a new record of a company, of a record or its details, of what is done to one or several, the screen's own. */
export type FormName = readonly ['add' | 'edit' | 'details' | 'row' | 'rows' | 'own', ...unknown[]];

/** A list whose form is opened again. */
export interface ReopeningList {
  rows: readonly AnyRow[] | undefined;
  calls: ListCalls<AnyRow, unknown, Readonly<Record<string, unknown>>>;
  dialogs: RecordDialogs;
  rowActions: readonly RowAction<AnyRow>[];
  bulkActions: readonly (BulkAction<AnyRow> | KnownBulkAction)[];
  ownDialogs: readonly ListDialog[];
  /** Opens a bulk action's form again, over the rows that it was about. */
  onBulkAction: (action: BulkAction<AnyRow>, rows: readonly AnyRow[]) => void;
}

/**
 * Opens the form again that was open in this list when the session ended, with what was typed in it (DECISIONS §3). Draws
 * nothing; a part of its own, for it is drawn anew with each address.
 */
export function ReopenedForm(list: ReopeningList) {
  const call = useCall();
  useReopening(list.rows !== undefined, (name) => {
    import('./reopen-form')
      .then(({ reopenForm }) => reopenForm(JSON.parse(name) as FormName, list, call))
      // The text is still kept, and offered when the form is opened.
      .catch((error: unknown) => console.error('The form could not be opened again.', error));
  });
  return null;
}
