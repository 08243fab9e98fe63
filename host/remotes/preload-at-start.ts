import type { CurrentUser } from 'api/contract/session';
import { inGroup, localChoice } from 'shared-auth';
import type { ConsoleStore } from 'shared-auth/host';
import { matchPath } from 'shared-ui/router';
import { knownRemotes } from '../console-config';
import { ROUTES, type Route } from '../route-table';
import { preloadSignedIn } from '../signed-in-parts';
import { beginningOf, preloadScreen } from './remotes';

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

const admits = ({ groups }: Route, user: Pick<CurrentUser, 'groups'>) =>
  groups.length === 0 || inGroup(user, ...groups);

/**
 * Begins to load the console and the screen at the page's address while it is still asked who is signed in: the guard decides, but
 * this browser has seen it decide before. Someone whose groups did not admit them then downloads nothing now.
 *
 * @returns when that has ended, well or not
 */
export async function preloadAtStart(address: string): Promise<void> {
  const groups = lastGroups.read();
  if (groups === null) return;
  const parts = preloadSignedIn();
  const route = ROUTES.find(({ path }) => matchPath(path, address));
  const known = { groups: groups.split(' ') } as Pick<CurrentUser, 'groups'>;
  if (route?.area && admits(route, known)) await preloadScreen(route.area, route.path);
  await parts;
}

/**
 * Has the screen at an address ask for what it draws first, where it is there and the person is admitted.
 *
 * @returns when that is there, or could not be had
 */
export async function beginScreen(
  store: ConsoleStore,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): Promise<void> {
  const { user } = store.getState().session;
  const route = ROUTES.find(({ path }) => matchPath(path, pathname));
  if (!user || !route || !admits(route, user)) return;
  try {
    await beginningOf(route.path)?.({ dispatch: store.dispatch, user, pathname, search });
  } catch (error) {
    // An area's fault costs no more than this: its screen is drawn, and asks by itself.
    console.error('What the screen asks for ahead failed.', error);
  }
}
