/**
 * `/config.json`: what the host reads at run time (DESIGN §3), so that a remote is deployed, moved
 * or rolled back without building the host.
 */

/** The areas that teams deploy by themselves; each is the remote `remote-<area>`. */
export const AREAS = ['company', 'ads', 'social', 'agents'] as const;
export type Area = (typeof AREAS)[number];

/** The content of `/config.json`. */
export interface ConsoleConfig {
  /** The product's brand name: in the login title, the dashboard title and the header. */
  brand: string;
  /** For each deployed area the URL of its federation manifest, absolute or from the site's root. */
  remotes: Partial<Record<Area, string>>;
  /** The providers of single sign-on; absent without any. `/api/sign-in/{name}` begins to sign in by one. */
  providers?: { name: string; label: string }[];
  /** Only in demonstration mode: what the login screen offers. */
  demonstration?: { password: string; users: { username: string; description: string }[] };
}
