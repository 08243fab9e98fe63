import type { View } from 'contract/views';
import { useCallback, useState } from 'react';
import { inGroup, useSession } from 'shared-auth';
import type { CurrentUser } from 'contract/session';
import { pageHistory } from '../router/history';
import { OWN_LAYOUT, readRemembered, writeRemembered, type Layout, type Remembered } from './remembered-views';

/** The address of a view: what it was saved with, and which one it is; a company out of reach is left out. */
export function addressOfView({ id, query }: View, user: CurrentUser): string {
  const params = new URLSearchParams(query);
  const company = params.get('company_id');
  // For AaasAdmin every company is in reach, one that was made after the sign-in, too.
  if (company && !inGroup(user, 'AaasAdmin') && !user.companies.some(({ id }) => String(id) === company))
    params.delete('company_id');
  params.set('view', String(id));
  return params.toString();
}

/** The view that an address without parameters opens: a person's own default before that of a group. */
const defaultOf = (views: readonly View[]) => {
  const defaults = views.filter(({ is_default }) => is_default);
  return defaults.find(({ group_name }) => group_name === null) ?? defaults[0];
};

/** By which name the service knows the list at an address, in the letters that the contract admits. */
export const listAt = (pathname: string): string =>
  pathname
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

/** Under which name this browser remembers a person's list. */
export const rememberedAs = (user: CurrentUser | null, list: string) => `list:${user?.id}:${list}`;

/** Whether both are the same views in the same order. */
export const isSame = (views: readonly View[], others: readonly View[]) =>
  views === others || JSON.stringify(views) === JSON.stringify(others);

/** The address to be read for one that a list was opened at: that of a view where it names nothing else, or nothing. */
export function openedAs(params: URLSearchParams, views: readonly View[], user: CurrentUser | null): URLSearchParams {
  const id = params.get('view');
  const isPlainAddress = [...params.keys()].every((key) => key === 'view');
  const view = isPlainAddress && (id === null ? defaultOf(views) : views.find((known) => String(known.id) === id));
  return view && user ? new URLSearchParams(addressOfView(view, user)) : params;
}

/**
 * The saved views, as far as a list needs them for its first rows (DECISIONS §11): all of it is remembered in this browser,
 * and put right when the service has responded. Everything else of views is loaded later.
 */
export function useListViews() {
  const { user } = useSession();
  // Of the address that the list was opened at: for each later one it would be rendered once more.
  const [{ pathname, search }] = useState(() => pageHistory.location);
  const list = listAt(pathname);
  const name = rememberedAs(user, list);
  const [remembered, setRemembered] = useState(() => readRemembered(name));
  const remember = useCallback(
    (change: (before: Remembered) => Remembered) =>
      setRemembered((before) => {
        const after = change(before);
        if (after !== before) writeRemembered(name, after);
        return after;
      }),
    [name],
  );
  const { views, layouts } = remembered;

  /** The address to be read for one that the page was opened at. */
  const opening = (params: URLSearchParams): URLSearchParams => openedAs(params, views, user);

  const [opened] = useState(() => {
    const at = new URLSearchParams(search);
    return { at, as: opening(at) };
  });
  const viewOf = (id: string | undefined) => views.find((view) => String(view.id) === id);
  const savedLayout = ({ columns, density }: Layout = OWN_LAYOUT): Layout => ({ columns, density });
  /** The service has responded. */
  const learn = useCallback(
    (items: readonly View[]) =>
      remember((before) => (isSame(before.views, items) ? before : { ...before, views: items })),
    [remember],
  );
  return {
    user,
    /** By which name the service knows the list. */
    list,
    views,
    learn,
    opening,
    /** The address that the page was opened at, and the one that was read in its place. */
    opened,
    viewOf,
    savedLayout,
    /** How the list looks in a view, changed or not. */
    layoutOf: (view: View | undefined): Layout => layouts[view?.id ?? 0] ?? savedLayout(view),
    remember,
  };
}

export type ListViews = ReturnType<typeof useListViews>;
