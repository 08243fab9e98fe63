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
] as const;

export type ConsolePath = (typeof CONSOLE_PATHS)[number];
