import { AREAS } from './console-config';

/**
 * The addresses of the console's screens (specification 1 §2, specification 2 §2), `:id` standing for a number.
 * Whoever serves the console sends for these its one document; at any other address the document comes
 * with status 404, so that nothing seems to be where nothing is.
 */
export const CONSOLE_PATHS = [
  '/',
  '/login',
  '/clear-auth',
  '/company-management',
  '/product-variants',
  '/product-variants/:id/cogs',
  '/facebook-ads',
  '/agent-definitions',
  '/knowledge',
  '/social-media-post-criteria',
  '/social-media-search-terms',
  '/social-media-profiles',
  '/social-media-posts',
  '/agent-chat',
  '/activity',
] as const;

export type ConsolePath = (typeof CONSOLE_PATHS)[number];

/**
 * Below an area's name lie the screens that its remote adds: who serves the console answers every address there with the
 * document and knows none of them, so that a new screen needs no release but its remote's.
 */
export const ADDED_PREFIXES = AREAS.map((area) => `/${area}/` as const);

const SCREENS = CONSOLE_PATHS.map((screen) => new RegExp(`^${screen.replace(':id', '[^/.]+')}/?$`));

/** Whether a screen may be at this path, without its query: a screen of the console, or one that a remote may add. */
export const isScreenPath = (pathname: string): boolean =>
  SCREENS.some((screen) => screen.test(pathname)) ||
  ADDED_PREFIXES.some((prefix) => pathname.startsWith(prefix) && /[^/]/.test(pathname.slice(prefix.length)));
