/** Judges the screens that a manifest declares; fetched with the first manifest that declares any. */
import type { Area } from 'contract/console-config';
import { GROUPS, type Group } from 'contract/session';
import type { AddedScreen } from 'shared-ui';
import { MENU } from '../config/route-table';
import type { AddedRoute, Judged, RefusedScreen } from './added-screens';

const MOST_WORDS = 40;
const EVERYONE = 'everyone';
/** Commands and figures of an SVG path alone. */
const STROKES = /^M[MLHVCSQTAZ\d ,.-]{1,199}$/i;
const TITLES: readonly string[] = MENU.map(({ title }) => title);
const isGroup = (value: unknown): value is Group => GROUPS.some((group) => group === value);

/** The same address under other names of its parameters. */
const shapeOf = (path: string) => path.replace(/:\w+/g, ':');

function faultOf(area: Area, { path, title, groups, section, icon }: Partial<Record<keyof AddedScreen, unknown>>) {
  const below = new RegExp(`^/${area}(/[a-z0-9]+(-[a-z0-9]+)*|/:[a-z]\\w*)+$`, 'i');
  if (typeof path !== 'string' || !below.test(path) || shapeOf(path) !== shapeOf(path).toLowerCase())
    return `Its path is not one below /${area}/ of lower-case words and parameters.`;
  if (typeof title !== 'string' || title.trim() === '' || title.length > MOST_WORDS)
    return `Its title is not a text of 1 to ${MOST_WORDS} characters.`;
  if (groups !== undefined && groups !== EVERYONE && !(Array.isArray(groups) && groups.every(isGroup)))
    return 'Its groups are not groups of this console.';
  if (section !== undefined && !(typeof section === 'string' && TITLES.includes(section)))
    return 'Its section is not one of the menu.';
  if (icon !== undefined && !(typeof icon === 'string' && STROKES.test(icon)))
    return 'Its icon is not the strokes of an SVG path.';
  return null;
}

/** Judges what a manifest declares. One path is taken once, the first time it is named. */
export function judgeAdded(area: Area, declared: unknown): Judged {
  if (!Array.isArray(declared)) return { screens: [], refused: [{ path: '-', reason: 'What it adds is not a list.' }] };
  const screens: AddedRoute[] = [];
  const refused: RefusedScreen[] = [];
  const shapes = new Set<string>();
  for (const one of declared as (Partial<AddedScreen> | null)[]) {
    const fault =
      faultOf(area, one ?? {}) ??
      (shapes.has(shapeOf(one?.path ?? '')) ? 'Another screen of this area has this path.' : null);
    const { path, title, groups = [], section = null, icon } = (one ?? {}) as AddedScreen;
    if (fault) {
      refused.push({ path: String(path ?? '-'), reason: fault });
      continue;
    }
    shapes.add(shapeOf(path));
    const admitted = groups === EVERYONE ? [] : groups.length > 0 ? groups : (['AaasAdmin'] as const);
    screens.push({ area, path, title: title.trim(), groups: admitted, section, icon });
  }
  return { screens, refused };
}
