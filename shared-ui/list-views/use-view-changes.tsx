import { object, nullable, oneOf, flag } from 'contract/schema';
import { viewCreate, type View, type ViewPatch } from 'contract/views';
import type { CurrentUser } from 'contract/session';
import { useCall } from '../list-screen/list-calls';
import type { AnyList } from '../list-screen/list-definition';
import type { ListState } from '../list-screen/page/list-state';
import { useNavigate } from '../router';
import { useTell } from '../toast/use-tell';
import { useDialog } from '../use-dialog';
import { type Layout, type Remembered } from './remembered-views';
import { addressOfView, type ListViews } from './use-list-views';
import { companyFilter, isSameLayout, keepsCompany, queryOf } from './view-changes';
import { viewCalls } from './views.api';

const { name, is_default } = viewCreate.properties;

/** Properties of a view that a person sets: its name, for whom it is, and when it opens. */
const formOf = (groups: CurrentUser['groups']) =>
  object(
    {
      name,
      group_name: nullable(oneOf('Who sees it', groups)),
      with_company: flag('Always of this company'),
      is_default: { ...is_default, title: 'Open by default' },
    },
    ['name'],
  );

const fieldsFor = (groups: CurrentUser['groups'], hasCompany: boolean) => [
  'name' as const,
  ...(groups.length > 0
    ? [
        {
          key: 'group_name' as const,
          placeholder: 'Only me',
          options: groups.map((group) => ({ value: group, label: `Everybody in ${group}` })),
        },
      ]
    : []),
  ...(hasCompany
    ? [{ key: 'with_company' as const, help: 'Otherwise it opens with the company that is chosen then.' }]
    : []),
  { key: 'is_default' as const, help: 'Where the list is opened from the menu, without filters of its own.' },
];

/** Whatever is saved of views: from the menu, the tabs and the dialogs. */
export function useViewChanges(list: AnyList, state: ListState, views: ListViews, user: CurrentUser) {
  const { remember } = views;
  const call = useCall();
  const tell = useTell();
  const navigate = useNavigate();
  const { dialog, open, close } = useDialog();
  const view = views.viewOf(state.view);
  const layout = views.layoutOf(view);
  const saved = views.savedLayout(view);

  const withoutLayout = ({ layouts }: Remembered, id: number) =>
    Object.fromEntries(Object.entries(layouts).filter(([key]) => key !== String(id)));
  const show = (next: Layout) =>
    remember((before) => {
      const others = withoutLayout(before, view?.id ?? 0);
      return { ...before, layouts: isSameLayout(next, saved) ? others : { ...others, [view?.id ?? 0]: next } };
    });
  const lead = (address: string) => void navigate(`?${address}`, { preventScrollReset: true });
  /** Where the list is without a view; a default would open there again. */
  const addressOfAll = views.views.some((one) => one.is_default) ? 'view=all' : '';

  const update = async ({ id, updated_at: ifMatch }: View, body: ViewPatch) => {
    const changed = await call.change(viewCalls.update, { id, body, ifMatch });
    remember(({ views: before, layouts }) => ({
      views: before.map((one) => (one.id === id ? changed : one)),
      layouts,
    }));
    return changed;
  };
  /** Does what is not asked for in a form, and says when it could not be done. */
  const attempt = (change: Promise<unknown>, failure: string, done?: string) =>
    void tell.failureOf(change, failure).then(
      () => done && tell.success(done),
      () => undefined,
    );

  const loadForm = () => import('../record-form');
  const saveAsNew = () =>
    open(async () => {
      const { RecordFormModal } = await loadForm();
      const company = companyFilter(list);
      const hasCompany = company !== undefined && state.filters[company.key] !== undefined;
      return (
        <RecordFormModal
          key="new"
          title="Save as new view"
          mode="create"
          submitLabel="Save"
          schema={formOf(user.groups)}
          fields={fieldsFor(user.groups, hasCompany)}
          initial={{ with_company: view !== undefined && keepsCompany(list, view.query) }}
          onSubmit={async ({ with_company = false, ...said }) => {
            const query = queryOf(list, state, with_company);
            const created = await call.change(viewCalls.create, { list: views.list, query, ...layout, ...said });
            // It has now what was changed in the view that it was made from.
            remember((before) => ({
              views: [...before.views, created],
              layouts: withoutLayout(before, view?.id ?? 0),
            }));
            lead(addressOfView(created, user));
            tell.success(`Saved the view “${created.name}”`);
          }}
          onClose={close}
        />
      );
    });

  const edit = (edited: View) =>
    open(async () => {
      const { RecordFormModal } = await loadForm();
      // A group that its author is in and the person is not stays what can be chosen.
      const groups = [...new Set([...user.groups, ...(edited.group_name ? [edited.group_name] : [])])];
      return (
        <RecordFormModal
          key={edited.id}
          title="Edit view"
          mode="edit"
          schema={formOf(groups)}
          fields={fieldsFor(groups, false)}
          initial={edited}
          onSubmit={async (said, ifMatch) => {
            await update({ ...edited, updated_at: ifMatch ?? edited.updated_at }, said);
            tell.success('View updated successfully');
          }}
          reread={async () => {
            const { items } = await call.ask(viewCalls.list, views.list);
            return items.find(({ id }) => id === edited.id) ?? edited;
          }}
          onClose={close}
        />
      );
    });

  const askToDelete = ({ id, name, group_name }: View) =>
    open(async () => {
      const { ConfirmModal } = await import('../dialog');
      const remove = async () => {
        await call.change(viewCalls.remove, id);
        remember((before) => ({
          views: before.views.filter((one) => one.id !== id),
          layouts: withoutLayout(before, id),
        }));
        lead(addressOfAll);
      };
      return (
        <ConfirmModal
          title="Delete view?"
          confirmLabel="Delete view"
          danger
          onConfirm={() => attempt(remove(), 'Failed to delete the view', `Deleted the view “${name}”`)}
          onClose={close}
        >
          Are you sure you want to delete the view “{name}”? No record is deleted. This cannot be undone.
          {group_name && <p>Everybody in {group_name} loses it.</p>}
        </ConfirmModal>
      );
    });

  const openColumns = () =>
    open(async () => {
      const { ColumnsDialog } = await import('./columns-dialog');
      return (
        <ColumnsDialog
          columns={list.columns}
          chosen={layout.columns}
          filters={state.filters}
          onApply={(columns) => show({ ...layout, columns: [...columns] })}
          onClose={close}
        />
      );
    });

  return {
    view,
    layout,
    isLayoutChanged: !isSameLayout(layout, saved),
    addressOfAll,
    dialog,
    saveAsNew: () => void saveAsNew(),
    edit: (edited: View) => void edit(edited),
    askToDelete: (deleted: View) => void askToDelete(deleted),
    openColumns: () => void openColumns(),
    turnDensity: () => show({ ...layout, density: layout.density === 'compact' ? 'comfortable' : 'compact' }),
    saveChanges: (changed: View) => {
      const query = queryOf(list, state, keepsCompany(list, changed.query));
      const save = update(changed, { query, ...layout }).then(() =>
        remember((before) => ({ ...before, layouts: withoutLayout(before, changed.id) })),
      );
      attempt(save, 'Failed to save the view', `Saved the view “${changed.name}”`);
    },
    reset: (changed: View | undefined) => {
      remember((before) => ({ ...before, layouts: withoutLayout(before, changed?.id ?? 0) }));
      lead(changed ? addressOfView(changed, user) : addressOfAll);
    },
    move: (moved: View, position: number, of: number) =>
      attempt(
        update(moved, { position }),
        'Failed to move the view',
        `Moved the view “${moved.name}” to place ${position + 1} of ${of}`,
      ),
    lead,
  };
}

export type ViewChanges = ReturnType<typeof useViewChanges>;
