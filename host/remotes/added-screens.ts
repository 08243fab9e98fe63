/**
 * The screens that remotes add to the console's own, as their manifests declare them (shared-ui/remote-contract). What is
 * declared is judged here before it is guarded, placed or named; what was declared last is remembered for the menu of
 * the next start alone.
 */
import { AREAS, type Area } from 'api/contract/console-config';
import { GROUPS, type Group } from 'api/contract/session';
import { useSyncExternalStore } from 'react';
import { localChoice } from 'shared-auth';
import type { AddedScreen, MenuSection, ScreenPath } from 'shared-ui';
import { MENU } from '../route-table';

/** A screen that is taken in, with every default filled in. */
export interface AddedRoute {
  area: Area;
  path: ScreenPath;
  title: string;
  groups: readonly [Group, ...Group[]];
  section: MenuSection | null;
}

/** A declaration that is not taken in, and why, in a sentence for whoever builds the remote. */
export interface RefusedScreen {
  path: string;
  reason: string;
}

/** What became of an area's declarations. */
export interface Judged {
  screens: readonly AddedRoute[];
  refused: readonly RefusedScreen[];
}

const MOST_WORDS = 40;
const LAST: Judged = { screens: [], refused: [] };
const TITLES: readonly string[] = MENU.map(({ title }) => title);
const isGroup = (value: unknown): value is Group => GROUPS.some((group) => group === value);

/** The same address under other names of its parameters. */
const shapeOf = (path: string) => path.replace(/:\w+/g, ':');

function faultOf(area: Area, { path, title, groups, section }: Partial<Record<keyof AddedScreen, unknown>>) {
  const below = new RegExp(`^/${area}(/[a-z0-9]+(-[a-z0-9]+)*|/:[a-z]\\w*)+$`, 'i');
  if (typeof path !== 'string' || !below.test(path) || shapeOf(path) !== shapeOf(path).toLowerCase())
    return `Its path is not one below /${area}/ of lower-case words and parameters.`;
  if (typeof title !== 'string' || title.trim() === '' || title.length > MOST_WORDS)
    return `Its title is not a text of 1 to ${MOST_WORDS} characters.`;
  if (groups !== undefined && !(Array.isArray(groups) && groups.every(isGroup)))
    return 'Its groups are not groups of this console.';
  if (section !== undefined && !(typeof section === 'string' && TITLES.includes(section)))
    return 'Its section is not one of the menu.';
  return null;
}

/** Judges what a manifest declares; absent is nothing. One path is taken once, the first time it is named. */
export function judgeAdded(area: Area, declared: unknown): Judged {
  if (declared === undefined || declared === null) return LAST;
  if (!Array.isArray(declared)) return { screens: [], refused: [{ path: '-', reason: 'What it adds is not a list.' }] };
  const screens: AddedRoute[] = [];
  const refused: RefusedScreen[] = [];
  const shapes = new Set<string>();
  for (const one of declared as (Partial<AddedScreen> | null)[]) {
    const fault =
      faultOf(area, one ?? {}) ??
      (shapes.has(shapeOf(one?.path ?? '')) ? 'Another screen of this area has this path.' : null);
    const { path, title, groups = [], section = null } = (one ?? {}) as AddedScreen;
    if (fault) {
      refused.push({ path: String(path ?? '-'), reason: fault });
      continue;
    }
    shapes.add(shapeOf(path));
    const [first = 'AaasAdmin', ...more] = groups;
    screens.push({ area, path, title: title.trim(), groups: [first, ...more], section });
  }
  return { screens, refused };
}

const memory = localChoice('added_screens');
const judged = new Map<Area, Judged>();
let inMenu = remembered();
const listeners = new Set<() => void>();

function remembered(): readonly AddedRoute[] {
  try {
    const declared = JSON.parse(memory.read() ?? '{}') as Partial<Record<Area, unknown>>;
    return AREAS.flatMap((area) => judgeAdded(area, declared[area]).screens);
  } catch {
    return [];
  }
}

/** Takes in what an area's manifest declares, in the place of what it declared before. */
export function takeAdded(area: Area, declared: unknown) {
  const known = judged.get(area);
  const now = judgeAdded(area, declared);
  judged.set(area, now);
  if (known && JSON.stringify(known) === JSON.stringify(now)) return;
  inMenu = AREAS.flatMap((one) => judged.get(one)?.screens ?? inMenu.filter((screen) => screen.area === one));
  const declarations = AREAS.map((one) => [one, inMenu.filter((screen) => screen.area === one)] as const);
  memory.write(
    inMenu.length === 0
      ? null
      : JSON.stringify(
          Object.fromEntries(
            declarations.map(([one, screens]) => [
              one,
              screens.map(({ section, ...screen }) => ({ ...screen, ...(section && { section }) })),
            ]),
          ),
        ),
  );
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** What the menu shows: what was declared in this page, else what was remembered. */
export const useAddedScreens = () => useSyncExternalStore(subscribe, () => inMenu);

/** What an area's manifest declares in this page; undefined where it was not read yet. Draws anew when it changes. */
export const useAddedOf = (area: Area): Judged | undefined => useSyncExternalStore(subscribe, () => judged.get(area));

/** What became of an area's declarations in this page; undefined where its manifest was not read yet. */
export const addedOf = (area: Area): Judged | undefined => judged.get(area);
