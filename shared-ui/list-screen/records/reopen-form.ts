import type { BulkAction, KnownBulkAction, ListDialog, RowAction } from '../actions';
import type { ListCalls, useCall } from '../list-calls';
import type { AnyRow } from '../list-definition';
import type { FormName } from './form-name';
import type { RecordDialogs } from './record-dialogs';

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

/** Opens a form of a list by its name; what the list no longer has is let go. */
export async function reopenForm(
  [kind, which, ...of]: FormName,
  list: ReopeningList,
  call: ReturnType<typeof useCall>,
): Promise<unknown> {
  const { rows, calls, dialogs, rowActions, bulkActions, ownDialogs, onBulkAction } = list;

  /** A record that is on another page by now is asked for; one that is gone has no form. */
  const rowOf = async (id: unknown) =>
    rows?.find((row) => row.id === id) ??
    (calls.get && typeof id === 'number' ? call.ask(calls.get, id).catch(() => undefined) : undefined);

  if (kind === 'add') return calls.create && dialogs.openForm(undefined, true);
  if (kind === 'own') {
    const dialog = ownDialogs.find(({ label }) => label === which);
    return dialog && dialogs.openOwn(dialog, Number(of[0]), true);
  }
  if (kind === 'rows') {
    const chosen = rows?.filter(({ id }) => of.includes(id)) ?? [];
    // Over fewer than it was about, as of all that match, it would be about something else.
    if (chosen.length === 0 || chosen.length < of.length) return undefined;
    for (const action of bulkActions) {
      if (typeof action === 'string') continue;
      const form = await (typeof action.form === 'function' ? action.form(chosen) : action.form);
      if (form?.title === which) return onBulkAction(action, chosen);
    }
    return undefined;
  }
  const row = await rowOf(kind === 'row' ? of[0] : which);
  if (!row) return undefined;
  if (kind === 'edit') return calls.update && dialogs.openForm(row, true);
  if (kind === 'details') return dialogs.openDetails(row);
  const action = rowActions.find((one) => 'form' in one && one.form.title === which);
  return (
    action &&
    'form' in action &&
    dialogs.fillIn(action.form, row, (values, ifMatch) => action.run(row, values, ifMatch), true)
  );
}
