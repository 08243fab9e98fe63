import type { CurrentUser } from 'api/contract/session';
import { inGroup, sessionChoice } from 'shared-auth';
import { matchPath } from 'shared-ui/router';
import { ROUTES } from '../route-table';
import { preloadScreen } from './remotes';

const lastGroups = sessionChoice('last_groups');

/** Remembers in this tab what the person's groups are, for the next load of the page. */
export const rememberGroups = ({ groups }: CurrentUser) => lastGroups.write(groups.join(' '));

/**
 * Begins to load the screen at the page's address while it is still asked who is signed in: the guard decides, but
 * this tab has seen it decide before. Someone whose groups did not admit them then downloads nothing now.
 */
export function preloadAtStart(address: string) {
  const groups = lastGroups.read();
  const route = ROUTES.find(({ path }) => matchPath(path, address));
  if (groups === null || !route) return;
  const known = { groups: groups.split(' ') } as Pick<CurrentUser, 'groups'>;
  if (route.groups.length === 0 || inGroup(known, ...route.groups)) preloadScreen(route.area, route.path);
}
