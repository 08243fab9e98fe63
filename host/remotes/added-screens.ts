/**
 * The screens that remotes add to the console's own, as their manifests declare them (shared-ui/remote-contract). What is
 * declared is judged (judge-added) before it is guarded, placed or named; what was declared last is remembered for the menu of
 * the next start alone.
 */
import { AREAS, type Area } from 'contract/console-config';
import type { Group } from 'contract/session';
import { useSyncExternalStore } from 'react';
import { localChoice } from 'shared-auth';
import { isFollowing } from 'shared-auth/host';
import type { MenuSection, ScreenPath } from 'shared-ui';

/** A screen that is taken in, with every default filled in. */
export interface AddedRoute {
  area: Area;
  path: ScreenPath;
  title: string;
  /** None: any signed-in user opens it. */
  groups: readonly Group[];
  section: MenuSection | null;
  /** Strokes of an SVG path; absent: it has no picture of its own. */
  icon?: string | undefined;
}

/** A declaration that is not taken in, and why, in a sentence for whoever builds the remote. */
export interface RefusedScreen {
  path: string;
  reason: string;
}

/** Outcome of an area's declarations. */
export interface Judged {
  screens: readonly AddedRoute[];
  refused: readonly RefusedScreen[];
}

const memory = localChoice('added_screens');
const judged = new Map<Area, Judged>();
let inMenu = remembered();
const listeners = new Set<() => void>();

/** Written by an earlier page; another version of the console may have written it otherwise. */
function remembered(): readonly AddedRoute[] {
  try {
    const routes = JSON.parse(memory.read() ?? '[]') as AddedRoute[];
    return routes.filter(({ path, title, groups }) => path.startsWith('/') && title.trim() && Array.isArray(groups));
  } catch {
    return [];
  }
}

/** Takes in what an area's manifest declares, in the place of what it declared before. */
export function takeAdded(area: Area, now: Judged) {
  if (JSON.stringify(judged.get(area)) === JSON.stringify(now)) return;
  judged.set(area, now);
  inMenu = AREAS.flatMap((one) => judged.get(one)?.screens ?? inMenu.filter((screen) => screen.area === one));
  // A manifest may come behind the logout, which has forgotten all that was of the person.
  if (isFollowing()) memory.write(inMenu.length > 0 ? JSON.stringify(inMenu) : null);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Entries of the menu: declared in this page, else remembered. */
export const useAddedScreens = () => useSyncExternalStore(subscribe, () => inMenu);

/** Declarations of an area's manifest in this page; undefined where it was not read yet. Renders again when they change. */
export const useAddedOf = (area: Area): Judged | undefined => useSyncExternalStore(subscribe, () => judged.get(area));

/** Outcome of an area's declarations in this page; undefined where its manifest was not read yet. */
export const addedOf = (area: Area): Judged | undefined => judged.get(area);
