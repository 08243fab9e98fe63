import type { CurrentUser } from 'contract/session';
import type { View } from 'contract/views';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Button } from '../button';
import { useCommands } from '../commands/registry';
import { VisuallyHidden } from '../field';
import { CheckIcon, icon } from '../icons';
import { ActionMenu, type MenuItem } from '../list-screen/action-menu';
import type { AnyList } from '../list-screen/list-definition';
import { stateOfAddress, type ListState } from '../list-screen/page/list-state';
import { useCards } from '../list-screen/table/window-width';
import { Link, useNavigate } from '../router';
import { addressOfView, type ListViews } from './use-list-views';
import { useViewChanges, type ViewChanges } from './use-view-changes';
import { hasOtherQuery, leftOut, queryOf } from './view-changes';
import './views-bar.css';

/** The list and its views, and the state of the menu's button. */
export interface ViewsBarProps {
  list: AnyList;
  state: ListState;
  views: ListViews;
  /** Whether they are those of the service, not only remembered ones. */
  known: boolean;
  /** The button whose menu is open. */
  anchor: HTMLElement | null;
  onClose: () => void;
}

const GroupIcon = icon(
  <path d="M9 11a3 3 0 1 0 0-6 3 3 0 0 0 0 6m-6 8c0-3 2.500-5 6-5s6 2 6 5m1-13.500a3 3 0 0 1 0 5.500m1.500 3.500c2.200.6 3.500 2.300 3.500 4.500" />,
);

/** The tabs of a list's views, the menu behind its button, and their dialogs (DECISIONS §11). Loaded late. */
export function ViewsBar({ user, ...props }: ViewsBarProps & { user: CurrentUser }) {
  const { list, state, views, known, anchor, onClose } = props;
  const changes = useViewChanges(list, state, views, user);
  const { view, isLayoutChanged } = changes;
  const isChanged = isLayoutChanged || hasOtherQuery(list, state, view, user);
  useOpeningChecked(props);
  const isPhone = useCards();
  useCommands(() =>
    views.views.map((one) => ({
      id: `view-${one.id}`,
      label: `View “${one.name}”`,
      run: () => changes.lead(addressOfView(one, user)),
    })),
  );

  const missing = known && state.view !== undefined && state.view !== 'all' && !view;
  const out = view ? leftOut(list, view, user) : [];
  const note = missing
    ? 'The view of this link is not there any more, or not yours to see. Its filters are applied as far as you may see.'
    : view && out.length > 0
      ? `Left out of “${view.name}”, for it is not there or not yours to see: ${out.join(', ')}.`
      : null;
  return (
    <>
      {(views.views.length > 0 || missing) && (
        <Tabs views={views} view={view} user={user} addressOfAll={changes.addressOfAll} />
      )}
      {views.views.length > 0 && isChanged && (
        <div className="list-views__changes">
          {view?.may_change && (
            <Button tone="quiet" onClick={() => changes.saveChanges(view)}>
              Save changes
            </Button>
          )}
          <Button tone="quiet" onClick={changes.saveAsNew}>
            Save as new view
          </Button>
          {view && (
            <Button tone="quiet" onClick={() => changes.reset(view)}>
              Reset
            </Button>
          )}
        </div>
      )}
      {note && (
        <p className="c-quiet list-views__note" role="status">
          {note}
        </p>
      )}
      {anchor && (
        <ActionMenu
          label="Views and columns"
          anchor={anchor}
          items={[
            ...(isPhone ? viewsOf(changes, views.views, user) : []),
            ...menuOf(changes, views.views, user, isChanged),
          ]}
          onClose={onClose}
        />
      )}
      {changes.dialog}
    </>
  );
}

/** The views themselves, where there is no room for tabs. */
const viewsOf = ({ view, addressOfAll, lead }: ViewChanges, views: readonly View[], user: CurrentUser): MenuItem[] =>
  views.length === 0
    ? []
    : [undefined, ...views].map((one) => ({
        label: one ? [one.name, ...(one.group_name ? [about(one)] : [])].join(', ') : 'All',
        choice: { role: 'menuitemradio', 'aria-checked': one === view },
        icon: <CheckIcon />,
        onSelect: () => lead(one ? addressOfView(one, user) : addressOfAll),
      }));

/** Actions on the list's state, and on the view that it is. */
function menuOf(changes: ViewChanges, views: readonly View[], user: CurrentUser, isChanged: boolean): MenuItem[] {
  const { view, layout } = changes;
  const items: MenuItem[] = [
    { label: 'Columns', onSelect: changes.openColumns },
    { label: layout.density === 'compact' ? 'Comfortable rows' : 'Compact rows', onSelect: changes.turnDensity },
    { label: 'Save as new view', onSelect: changes.saveAsNew },
  ];
  if (!view) return items;
  if (isChanged && view.may_change) items.push({ label: 'Save changes', onSelect: () => changes.saveChanges(view) });
  if (isChanged) items.push({ label: 'Reset', onSelect: () => changes.reset(view) });
  if (!view.may_change) return items;
  const own = views.filter((one) => one.created_by_username === user.username);
  const at = own.indexOf(view);
  const move = (label: string, to: number) => ({ label, onSelect: () => changes.move(view, to, own.length) });
  return [
    ...items,
    { label: 'Edit view', onSelect: () => changes.edit(view) },
    ...(at > 0 ? [move('Move left', at - 1)] : []),
    ...(at >= 0 && at < own.length - 1 ? [move('Move right', at + 1)] : []),
    { label: 'Delete view', danger: true, onSelect: () => changes.askToDelete(view) },
  ];
}

interface TabsProps extends Pick<ViewsBarProps, 'views'> {
  view: View | undefined;
  user: CurrentUser;
  addressOfAll: string;
}

/** Links and no buttons: a view is an address. */
function Tabs({ views, view, user, addressOfAll }: TabsProps) {
  const tabs = useRef<HTMLElement>(null);
  const id = view?.id;
  useEffect(() => {
    const present = tabs.current?.querySelector('[aria-current]');
    // jsdom lays nothing out.
    present?.scrollIntoView?.({ block: 'nearest', inline: 'nearest' });
  }, [id]);
  const tab = (to: string, isPresent: boolean) => ({
    to: `?${to}`,
    className: 'c-line c-frame list-views__tab',
    preventScrollReset: true,
    'aria-current': isPresent ? ('page' as const) : undefined,
  });
  return (
    <nav className="list-views__tabs" aria-label="Views" ref={tabs}>
      <Link {...tab(addressOfAll, !view)}>All</Link>
      {views.views.map((one) => (
        <Link
          key={one.id}
          {...tab(addressOfView(one, user), one === view)}
          title={one.group_name ? about(one) : undefined}
        >
          {one.group_name && <GroupIcon />}
          <bdi>{one.name}</bdi>
          {one.group_name && <VisuallyHidden>, {about(one)}</VisuallyHidden>}
        </Link>
      ))}
    </nav>
  );
}

const about = ({ group_name, created_by_username }: View) => `of ${group_name}, by ${created_by_username}`;

/**
 * The list began as this browser remembered its views. Where the service knows better what the address opens, that opens
 * now, unless something was changed in the meantime.
 */
function useOpeningChecked({ list, state, views, known }: ViewsBarProps) {
  const navigate = useNavigate();
  const isChecked = useRef(false);
  const check = useEffectEvent(() => {
    const { at, as } = views.opened;
    const meant = views.opening(at);
    const began = stateOfAddress(list, as);
    const isAsItBegan =
      state.page === 1 && state.view === began.view && queryOf(list, state, false) === queryOf(list, began, false);
    if (isAsItBegan && meant.toString() !== as.toString())
      void navigate(`?${meant.toString()}`, { replace: true, preventScrollReset: true });
  });
  useEffect(() => {
    if (!known || isChecked.current) return;
    isChecked.current = true;
    check();
  }, [known]);
}
