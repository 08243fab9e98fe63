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
  Record<ScreenPath, () => Promise<{ default: ComponentType; begin?: BeginScreen }>>
>;

/**
 * Asks for what a screen draws first, ahead of its drawing: with the page's first picture its rows are there, and from
 * page to page they are on their way. Called once the guard would let the person in.
 *
 * @returns ends when it is there or could not be had, and never rejects; null where the screen can be drawn meanwhile, for it
 * has nothing to ask for, or still has what it asked for last
 */
export type BeginScreen = (page: {
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
  /** What its menu entry and the browser's tab are called, up to 40 characters. */
  readonly title: string;
  /** Any one of these groups opens it; absent or empty: AaasAdmin alone. */
  readonly groups?: readonly Group[];
  /** Where its menu entry stands, after the console's own; absent: it has none and is reached from another screen. */
  readonly section?: MenuSection;
}

/**
 * How a list asks for its first rows, so that the document's head can ask for them in the same words while the scripts are
 * still coming. `first-requests.ts` beside a remote's `screens.ts` exports them as `firstRequests`, by the path of the
 * screen; like the added screens it is plain data. Where it says something else than the list, the list asks itself.
 */
export interface FirstRequest {
  /** The resource's path after `/api`. */
  readonly resource: `/${string}`;
  /** The list's default sort. */
  readonly sort: string;
  /** Its filters, in the order of its declaration. */
  readonly filters: readonly string[];
}

/** What the chunk of a screen is called: `/product-variants/:id/cogs` is `product-variants-cogs`. */
export const chunkOf = (path: ScreenPath): string =>
  path
    .split('/')
    .filter((word) => word !== '' && !word.startsWith(':'))
    .join('-');
