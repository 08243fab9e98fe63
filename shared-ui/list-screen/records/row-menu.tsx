import { DeleteIcon, EditIcon, ViewIcon } from '../../icons';
import { fetchEarly } from '../../use-dialog';
import type { MenuItem } from '../action-menu';
import type { RowAction, RowView } from '../actions';
import type { ListCalls } from '../list-calls';
import type { AnyRow } from '../list-definition';
import { preloadConfirm, preloadDetails, preloadForm, type RecordDialogs } from './record-dialogs';

interface RowMenu {
  calls: ListCalls<AnyRow, unknown, Readonly<Record<string, unknown>>>;
  /** Takes the place of View Details. */
  view: RowView<AnyRow> | RowAction<AnyRow> | undefined;
  actions: readonly RowAction<AnyRow>[];
  dialogs: RecordDialogs;
}

/** Entries of a row's menu: View Details, Edit, the screen's own actions, Delete (specification 1 §2). */
export function rowMenu(row: AnyRow, { calls, view: ownView, actions, dialogs }: RowMenu): MenuItem[] {
  const view: MenuItem = {
    label: 'View Details',
    icon: <ViewIcon />,
    onSelect: () => void dialogs.openDetails(row),
    onPoint: preloadDetails,
  };
  const edit: MenuItem = {
    label: 'Edit',
    icon: <EditIcon />,
    onSelect: () => void dialogs.openForm(row),
    onPoint: preloadForm,
  };
  const remove: MenuItem = {
    label: 'Delete',
    icon: <DeleteIcon />,
    danger: true,
    onSelect: () => void dialogs.askToRemove(row),
    onPoint: preloadConfirm,
  };
  const own = (action: RowView<AnyRow> | RowAction<AnyRow>): MenuItem => {
    const { label, icon } = action;
    if ('load' in action)
      return { label, icon, onSelect: () => void dialogs.openView(row, action), onPoint: fetchEarly(action.load) };
    if ('to' in action) return { label, icon, to: action.to(row) };
    if ('opens' in action) {
      const { opens } = action;
      return { label, icon, onSelect: () => void dialogs.openOf(opens, row), onPoint: fetchEarly(opens) };
    }
    if ('onSelect' in action) return { label, icon, onSelect: () => action.onSelect(row) };
    const { form, run } = action;
    const fill = () => dialogs.fillIn(form, row, (values, ifMatch) => run(row, values, ifMatch));
    return { label, icon, onSelect: () => void fill(), onPoint: preloadForm };
  };
  return [
    ownView ? own(ownView) : view,
    ...(calls.update ? [edit] : []),
    ...actions.map(own),
    ...(calls.remove ? [remove] : []),
  ];
}
