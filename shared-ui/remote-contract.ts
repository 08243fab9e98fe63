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
export type RemoteScreens = Readonly<Record<ScreenPath, () => Promise<{ default: ComponentType }>>>;

/** What the chunk of a screen is called: `/product-variants/:id/cogs` is `product-variants-cogs`. */
export const chunkOf = (path: ScreenPath): string => path.slice(1).replaceAll('/:id/', '-');
