import type { ComponentType } from 'react';

/** A route of the console's route table, from the site's root; parameters in braces or with a colon are the host's matter. */
export type ScreenPath = `/${string}`;

/**
 * All that a remote exposes and all that the host knows of one (DESIGN §3): from each of its routes, spelt as in the
 * host's route table, to a loader of the screen. A loader imports its screen (`() => import('./companies/companies.screen')`),
 * so that opening one screen downloads no other. The host calls it after the guard has let the person in, and again
 * after a failure; it may also call it early to preload.
 */
export type RemoteScreens = Readonly<Record<ScreenPath, () => Promise<{ default: ComponentType }>>>;
