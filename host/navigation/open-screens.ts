import { useCurrentUser } from 'shared-auth';
import type { ScreenPath } from 'shared-ui';
import { useAddedScreens } from '../remotes/added-screens';
import { isOpenTo } from '../config/is-open-to';
import { MENU, ROUTES, routeOf } from '../config/route-table';

/** A screen that can be gone to by its name. */
export interface OpenScreen {
  path: ScreenPath;
  name: string;
}

const ordered = [...new Set([...MENU.flatMap(({ paths }) => paths), ...ROUTES.map(({ path }) => path)])].map(routeOf);

/**
 * Every screen with a name of its own that the signed-in user may open, in the order of the menu, whether their menu
 * has it or not (DECISIONS §2); what remotes add to the menu stands at the end.
 */
export function useOpenScreens(): readonly OpenScreen[] {
  const user = useCurrentUser();
  const added = useAddedScreens();
  return [
    ...ordered.flatMap(({ path, entry, groups }) => (entry && isOpenTo(user, groups) ? [{ path, name: entry }] : [])),
    ...added
      .filter(({ section, groups }) => section !== null && isOpenTo(user, groups))
      .map(({ path, title }) => ({ path, name: title })),
  ];
}
