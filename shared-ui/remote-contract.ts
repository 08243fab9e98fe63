import type { ThunkDispatch, UnknownAction } from '@reduxjs/toolkit';
import type { Area } from 'contract/console-config';
import type { CurrentUser, Group } from 'contract/session';
import type { ComponentType } from 'react';

/** A route of the console's route table, from the site's root; parameters in braces or with a colon are the host's matter. */
export type ScreenPath = `/${string}`;

/**
 * All that a remote exposes and all that the host knows of one (DESIGN §3): from each of its routes, spelt as in the
 * host's route table, to a loader of the screen. A loader imports its screen (`() => import('./companies/companies.screen')`),
 * so that opening one screen downloads no other, as a chunk that is named by the path (`chunkOf`): by its name the host
 * finds it in the manifest and fetches it beside the container, not after it. The host calls a loader after the guard has
 * let the person in, and again after a failure; it may also call it early to preload.
 */
export type RemoteScreens = Readonly<
  Record<ScreenPath, () => Promise<{ default: ComponentType; prefetch?: PrefetchScreen }>>
>;

/**
 * Requests a screen's first data ahead of its render. Called once the guard would let the person in.
 *
 * @returns resolves, and never rejects, when the data is there or could not be had; null where the screen need not wait: it
 *   requests nothing, or the store still has its last data
 */
export type PrefetchScreen = (page: {
  dispatch: ThunkDispatch<unknown, unknown, UnknownAction>;
  user: CurrentUser;
  pathname: string;
  search: string;
}) => Promise<void> | null;

/** A section of the console's menu, by its title. */
export type MenuSection = 'Company' | 'Social Media' | 'Advertising' | 'Admin';

/**
 * A screen that a remote adds to those of the console's route table. `added-screens.ts` beside a remote's `screens.ts`
 * exports the list as `addedScreens`; the build writes it into the manifest, which the host reads before any code of the
 * remote runs. It is plain data: that file imports nothing but types.
 */
export interface AddedScreen {
  /** Below the area's own name, such as `/ads/notes` or `/ads/notes/:id`; words of lower-case letters, digits and `-`. */
  readonly path: `/${Area}/${string}`;
  /** Title of its menu entry and of the browser's tab, up to 40 characters. */
  readonly title: string;
  /** Any one of these groups opens it, or any signed-in person; absent or empty: AaasAdmin alone. */
  readonly groups?: readonly Group[] | 'everyone';
  /** Where its menu entry stands, after the console's own; absent: it has none and is reached from another screen. */
  readonly section?: MenuSection;
  /** Its picture in the menu: the strokes of an SVG path in a square of 24 units, up to 200 characters; absent: a sheet. */
  readonly icon?: string;
}

/** Name of a screen's chunk: `/product-variants/:id/cogs` is `product-variants-cogs`. */
export const chunkOf = (path: ScreenPath): string =>
  path
    .split('/')
    .filter((word) => word !== '' && !word.startsWith(':'))
    .join('-');
