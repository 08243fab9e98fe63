import type { CurrentUser } from 'contract/session';
import { localChoice } from 'shared-auth';
import type { ConsoleStore } from 'shared-auth/host';
import { matchPath } from 'shared-ui/router';
import { knownRemotes } from '../config/console-config';
import { isOpenTo } from '../config/is-open-to';
import { ROUTES } from '../config/route-table';
import { dashboard } from '../dashboard/dashboard-part';
import { signedIn } from '../pages/signed-in-part';
import { prefetcherOf, preloadScreen } from './remotes';

const lastGroups = localChoice('last_groups');

const lastRemotes = localChoice('last_remotes');

/**
 * Remembers in this browser what the person's groups are, and where the areas lie, for the next load of the page, whose head
 * asks ahead by it (shared-auth/head-script); null forgets both.
 */
export function rememberGroups(user: CurrentUser | null) {
  const remotes = user && knownRemotes();
  lastGroups.write(user && user.groups.join(' '));
  lastRemotes.write(remotes && JSON.stringify(remotes));
}

/**
 * Begins to load the console and the screen at the page's address while it is still asked who is signed in: the guard decides, but
 * this browser has seen it decide before. Someone whose groups did not admit them then downloads nothing now.
 *
 * @returns when that has ended, well or not
 */
export async function preloadAtStart(address: string): Promise<void> {
  const groups = lastGroups.read();
  if (groups === null) return;
  const parts = Promise.all([signedIn.preload(), address === '/' && dashboard.preload()]);
  const route = ROUTES.find(({ path }) => matchPath(path, address));
  const known = { groups: groups.split(' ') } as Pick<CurrentUser, 'groups'>;
  if (route?.area && isOpenTo(known, route.groups)) await preloadScreen(route.area, route.path);
  await parts;
}

/**
 * Prefetches the first data of the screen at an address, where its code is there and the person is admitted.
 *
 * @returns resolves, and never rejects, when it is there or could not be had; null where there is nothing to wait for
 */
export function prefetchScreen(
  store: ConsoleStore,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): Promise<void> | null {
  const { user } = store.getState().session;
  const route = ROUTES.find(({ path }) => matchPath(path, pathname));
  if (!user || !route || !isOpenTo(user, route.groups)) return null;
  // An area's fault costs no more than this: its screen is rendered, and sends its requests itself.
  const onError = (error: unknown) => console.error('A screen could not prefetch its data.', error);
  try {
    const data = prefetcherOf(route.path)?.({ dispatch: store.dispatch, user, pathname, search }) ?? null;
    return data && data.then(undefined, onError);
  } catch (error) {
    onError(error);
    return null;
  }
}

/** Prefetches a page's data as soon as the mouse is pressed on a link that leads there: its click comes later. */
export function prefetchOnPress(store: ConsoleStore): void {
  document.addEventListener('mousedown', ({ button, target, metaKey, ctrlKey, shiftKey, altKey }) => {
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey || !(target instanceof Element)) return;
    const link = target.closest('a');
    if (!link || link.target || link.origin !== window.location.origin) return;
    if (link.pathname !== window.location.pathname) void prefetchScreen(store, link);
  });
}
