import { useReopening } from '../open-form';
import type { BulkAction, KnownBulkAction, ListDialog, RowAction } from './actions';
import { useCall, type ListCalls } from './list-calls';
import type { AnyRow } from './list-definition';
import type { RecordDialogs } from './record-dialogs';

/** Which form of a list, and of what: of a new record of a company, of a record, of what is done to one or several, the screen's own. */
export type FormName = readonly ['add' | 'edit' | 'row' | 'rows' | 'own', ...unknown[]];

interface Reopened {
  rows: readonly AnyRow[] | undefined;
  calls: ListCalls<AnyRow, unknown, Readonly<Record<string, unknown>>>;
  dialogs: RecordDialogs;
  rowActions: readonly RowAction<AnyRow>[];
  bulkActions: readonly (BulkAction<AnyRow> | KnownBulkAction)[];
  ownDialogs: readonly ListDialog[];
  /** Opens a bulk action's form again, over the rows that it was about. */
  onBulkAction: (action: BulkAction<AnyRow>, rows: readonly AnyRow[]) => void;
}

/** Opens the form again that was open in this list when the session ended, with what was typed in it (DECISIONS §3). */
export function useReopenedForm(list: Reopened) {
  const { rows, calls, dialogs, rowActions, bulkActions, ownDialogs, onBulkAction } = list;
  const call = useCall();

  /** A record that is on another page by now is asked for; one that is gone has no form. */
  const rowOf = async (id: unknown) =>
    rows?.find((row) => row.id === id) ??
    (calls.get && typeof id === 'number' ? call.ask(calls.get, id).catch(() => undefined) : undefined);

  const reopen = async ([kind, which, ...of]: FormName) => {
    if (kind === 'add') return calls.create && dialogs.openForm(undefined, true);
    if (kind === 'own') {
      const dialog = ownDialogs.find(({ label }) => label === which);
      return dialog && dialogs.openOwn(dialog, Number(of[0]), true);
    }
    if (kind === 'rows') {
      const chosen = rows?.filter(({ id }) => of.includes(id)) ?? [];
      const action = bulkActions.find((one) => {
        const form = typeof one === 'string' ? undefined : one.form;
        return (typeof form === 'function' ? form(chosen) : form)?.title === which;
      });
      // Over fewer than it was about, as of all that match, it would be about something else.
      return typeof action === 'object' && chosen.length === of.length && onBulkAction(action, chosen);
    }
    const row = await rowOf(kind === 'edit' ? which : of[0]);
    if (!row) return undefined;
    if (kind === 'edit') return calls.update && dialogs.openForm(row, true);
    const action = rowActions.find((one) => 'form' in one && one.form.title === which);
    return (
      action &&
      'form' in action &&
      dialogs.fillIn(action.form, row, (values, ifMatch) => action.run(row, values, ifMatch), true)
    );
  };
  useReopening(rows !== undefined, (name) => void reopen(JSON.parse(name) as FormName));
}
