/**
 * What stands in the head of the document as its one inline script (build/head.mjs): it asks for what the page needs in
 * any case while the console's own scripts are still coming. What it began is taken over by early.ts and by the host's
 * site-code.ts, which judge it as if they had asked themselves; where this script did not run, they ask.
 *
 * The build takes the text of this one function: it imports types only and uses nothing outside itself.
 */
import type { ConsoleConfig } from 'contract/console-config';
import type { CurrentUser } from 'contract/session';

/** What the build knows of this release; in the document as data, for the script's hash must not change with it. */
export interface EarlyPlan {
  /** The host's own files behind every page of a signed-in person, behind the dashboard, and behind every screen of an area. */
  signedIn: string[];
  dashboard: string[];
  lists: string[];
  /** The screens of the areas: their addresses as a pattern, their groups, and the chunk of the remote that each is. */
  screens: { pattern: string; area: keyof ConsoleConfig['remotes']; groups: string[]; chunk: string }[];
}

/** A request that the head began. `token` is the bearer that it carries. */
export interface EarlyRequest {
  token: string | null;
  response: Promise<Response>;
  stop(): void;
}

/** A file that the head began to fetch. It ends with the text of a style, an empty one of a script, or null where it failed. */
export interface EarlyFile {
  outcome: Promise<string | null>;
  stop(): void;
}

/** All by their absolute address. */
export interface Early {
  requests: Map<string, EarlyRequest>;
  files: Map<string, EarlyFile>;
  /** What the scripts have asked for, by a request of the head or by their own: the head asks for none of it any more. */
  asked: Set<string>;
}

/** The part of a federation manifest that is read here; nothing of it is trusted (host/remotes/manifest judges it). */
interface Files {
  sync: string[];
  async: string[];
}
type Config = Pick<ConsoleConfig, 'remotes'>;
interface Manifest {
  metaData: {
    remoteEntry: { name: string; path: string };
    /** By the screen's path, how its list asks for its rows (shared-ui/remote-contract). */
    firstRequests?: Record<string, { resource: string; sort: string; filters: string[] }>;
  };
  exposes: { assets: { js: Files; css: Files } }[];
}

/**
 * Asks for the configuration, for the user of a stored token, for what the person's last groups admit at the address, and
 * where the groups of now do too, for the rows of its list.
 */
export function askEarly(plan: EarlyPlan): void {
  const { origin, pathname, search } = window.location;
  const early: Early = { requests: new Map(), files: new Map(), asked: new Set() };
  Object.assign(window, { early });

  /** A browser may forbid storage altogether; then nobody is known here. */
  const stored = (key: string) => {
    try {
      return window.localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  /** Begins a request; the response is for who takes it over. */
  const ask = (address: string, token: string | null, init: RequestInit) => {
    const stop = new AbortController();
    const response = fetch(address, { ...init, signal: stop.signal });
    // Whoever takes it over hears of it.
    response.catch(() => undefined);
    early.requests.set(address, { token, response, stop: () => stop.abort() });
    return response;
  };
  /** What is read here as well: a copy, made before anybody reads the response. */
  const copyOf = (response: Promise<Response>) => response.then((given) => given.clone().json() as Promise<unknown>);
  const fetchFile = (address: string) => {
    // The scripts may have come before the manifest.
    if (early.asked.has(address)) return;
    if (address.endsWith('.css')) {
      // Not by a link: in Firefox a style that hangs is not given up, and holds every other request up.
      const stop = new AbortController();
      const text = fetch(address, { signal: stop.signal }).then((response) => (response.ok ? response.text() : null));
      early.files.set(address, { outcome: text.catch(() => null), stop: () => stop.abort() });
      return;
    }
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'script';
    if (new URL(address).origin !== origin) link.crossOrigin = 'anonymous';
    link.href = address;
    const outcome = new Promise<string | null>((resolve) => {
      link.onload = () => resolve('');
      link.onerror = () => resolve(null);
    });
    early.files.set(address, { outcome, stop: () => link.remove() });
    document.head.append(link);
  };
  const admits = ({ groups }: EarlyPlan['screens'][number], of: readonly string[]) =>
    groups.length === 0 || groups.some((group) => of.includes(group));
  const fetchArea = async (config: Promise<unknown>, { area, chunk }: EarlyPlan['screens'][number]) => {
    // Where the areas lay when this browser read it last: where one lies elsewhere now, nobody takes over what is asked here.
    const last = stored('last_remotes');
    const remotes = (last === null ? ((await config) as Config).remotes : JSON.parse(last)) as Config['remotes'];
    const listed = remotes[area];
    if (!listed) return null;
    const base = new URL(listed, origin);
    // The scripts have come before the configuration.
    if (early.asked.has(base.href)) return null;
    const manifest = (await copyOf(ask(base.href, null, { cache: 'no-cache' }))) as Manifest;
    const { remoteEntry } = manifest.metaData;
    const files = [`${remoteEntry.path}${remoteEntry.name}`];
    for (const { assets } of manifest.exposes) {
      const chunks = [...assets.js.async, ...assets.css.async];
      files.push(...assets.js.sync, ...chunks.filter((name) => name.startsWith(`${chunk}.`)));
    }
    for (const file of files) {
      const url = new URL(file, base);
      if (url.origin === base.origin) fetchFile(url.href);
    }
    return manifest.metaData.firstRequests?.[`/${chunk}`];
  };
  /** What the list is going to ask for in the same words; another request than that is taken over by nobody. */
  const rowsOf = ({ resource, sort, filters }: { resource: string; sort: string; filters: string[] }) => {
    // The manifest is a stranger's: the token goes to no path but the service's.
    if (!/^(?:\/[a-z0-9-]+)+\/?$/.test(resource)) return null;
    const params = new URLSearchParams(search);
    // Which company it will be of, or which saved view it opens with, is not the head's to guess.
    if (filters.includes('company_id') ? !params.has('company_id') : search === '') return null;
    const query = new URLSearchParams();
    for (const [key, usual] of [
      ['page', '1'],
      ['page_size', '25'],
      ['sort_by', sort],
    ] as const)
      query.set(key, params.get(key) ?? usual);
    for (const key of filters) for (const value of params.getAll(key)) query.append(key, value);
    return `${origin}/api${resource}?${query}`;
  };

  const config = ask(`${origin}/config.json`, null, { cache: 'no-cache' });
  const token = stored('access_token');
  if (token === null) return;
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
  const user = copyOf(ask(`${origin}/api/users/me`, token, { headers })) as Promise<CurrentUser>;
  user.catch(() => undefined);
  // The guard decides; but this browser has seen it decide before (preload-at-start).
  const remembered = stored('last_groups');
  if (remembered === null) return;
  const groups = remembered.split(' ');
  const screen = plan.screens.find(({ pattern }) => new RegExp(pattern, 'i').test(pathname));
  const admitted = screen && admits(screen, groups) ? screen : null;
  const fetchRows = async (at: EarlyPlan['screens'][number]) => {
    const first = await fetchArea(copyOf(config), at);
    const address = first && rowsOf(first);
    // Data is asked for as the person that the service says it is.
    if (address && admits(at, (await user).groups) && !early.asked.has(address)) void ask(address, token, { headers });
  };
  // The first of them, for the others follow from it, and a browser has six connections. Whoever opens the area asks again,
  // and says what is wrong.
  if (admitted) fetchRows(admitted).catch(() => undefined);
  const further = admitted ? plan.lists : pathname === '/' ? plan.dashboard : [];
  for (const file of [...plan.signedIn, ...further]) fetchFile(origin + file);
}
