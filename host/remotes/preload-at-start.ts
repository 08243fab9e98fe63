import type { CurrentUser } from 'api/contract/session';
import { inGroup, localChoice } from 'shared-auth';
import { matchPath } from 'shared-ui/router';
import { ROUTES } from '../route-table';
import { preloadSignedIn } from '../signed-in-parts';
import { preloadScreen } from './remotes';

const lastGroups = localChoice('last_groups');

/** Remembers in this browser what the person's groups are, for the next load of the page; null forgets them. */
export const rememberGroups = (user: CurrentUser | null) => lastGroups.write(user && user.groups.join(' '));

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
  if (route?.area && (route.groups.length === 0 || inGroup(known, ...route.groups)))
    await preloadScreen(route.area, route.path);
  await parts;
}
