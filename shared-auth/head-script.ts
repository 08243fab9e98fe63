/**
 * The document's one inline script (build/head.mjs): it requests what the page needs in any case while the console's own
 * scripts are still coming. head-requests.ts and the host's site-code.ts take its requests over and judge them as their
 * own; where this script did not run, they send them.
 *
 * The build takes the text of this one function: it imports types only and uses nothing outside itself.
 */
import type { ConsoleConfig } from 'contract/console-config';
import type { CurrentUser } from 'contract/session';

/** Facts of the build about this release; in the document as data, for the script's hash must not change with it. */
export interface HeadPlan {
  /** The host's own files behind every page of a signed-in person, behind the dashboard, and behind every screen of an area. */
  signedIn: string[];
  dashboard: string[];
  lists: string[];
  screens: HeadScreen[];
}

/** A screen of an area: its addresses as a pattern, its groups, and its chunk in the remote. */
interface HeadScreen {
  pattern: string;
  area: keyof ConsoleConfig['remotes'];
  groups: string[];
  chunk: string;
  /** Where it is a list: what its first request asks for unless the address says, and which filters it takes from there. */
  list?: { resource: string; usual: Record<string, string>; filters: string[] };
}

/** A request that the head began. `token` is the bearer that it carries, `body` what it sends. */
export interface HeadRequest {
  token: string | null;
  body: unknown;
  response: Promise<Response>;
  stop(): void;
}

/** A file that the head began to fetch. It ends with the text of a style, an empty one of a script, or null where it failed. */
export interface HeadFile {
  outcome: Promise<string | null>;
  stop(): void;
}

/** All by their absolute address. */
export interface HeadRequests {
  requests: Map<string, HeadRequest>;
  files: Map<string, HeadFile>;
  /** Requests of the scripts, by a request of the head or by their own: the head asks for none of it any more. */
  asked: Set<string>;
}

/** The part of a federation manifest that is read here; nothing of it is trusted (host/remotes/manifest judges it). */
interface Files {
  sync: string[];
  async: string[];
}
type Config = Pick<ConsoleConfig, 'remotes'>;
interface Manifest {
  metaData: { remoteEntry: { name: string; path: string } };
  exposes: { assets: { js: Files; css: Files } }[];
}

/** Facts for the login's form (host/login/document-form), which the same script drives. */
export interface HeadOfLogin {
  /** Begins a request; the response is for who takes it over. */
  ask(address: string, token: string | null, init: RequestInit): Promise<Response>;
  /** `/config.json`, unjudged. */
  config: Promise<unknown>;
  /** There is no token, and the address leads to the login. */
  leadsToLogin: boolean;
}

/**
 * Asks for the configuration, for the user of a stored token, for what the person's last groups admit at the address, and
 * where the groups of now do too, for the rows of its list.
 */
export function prefetchPage(plan: HeadPlan): HeadOfLogin {
  const { origin, pathname, search, hash } = window.location;
  const head: HeadRequests = { requests: new Map(), files: new Map(), asked: new Set() };
  Object.assign(window, { head });

  /** A browser may forbid storage altogether; then the person is unknown here. */
  const stored = (key: string) => {
    try {
      return window.localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const ask: HeadOfLogin['ask'] = (address, token, init) => {
    const stop = new AbortController();
    const response = fetch(address, { ...init, signal: stop.signal });
    // Whoever takes it over hears of it.
    response.catch(() => undefined);
    head.requests.set(address, { token, body: init.body, response, stop: () => stop.abort() });
    return response;
  };
  /** A copy of a response that is read here as well, made before its body is read. */
  const copyOf = (response: Promise<Response>) => response.then((given) => given.clone().json() as Promise<unknown>);
  const fetchFile = (address: string) => {
    // The scripts may have come before the manifest.
    if (head.asked.has(address)) return;
    if (address.endsWith('.css')) {
      // Not by a link: in Firefox a style that hangs is not given up, and holds every other request up.
      const stop = new AbortController();
      const text = fetch(address, { signal: stop.signal }).then((response) => (response.ok ? response.text() : null));
      head.files.set(address, { outcome: text.catch(() => null), stop: () => stop.abort() });
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
    head.files.set(address, { outcome, stop: () => link.remove() });
    document.head.append(link);
  };
  const admits = ({ groups }: HeadScreen, of: readonly string[]) =>
    groups.length === 0 || groups.some((group) => of.includes(group));
  const fetchArea = async (config: Promise<unknown>, { area, chunk }: HeadScreen) => {
    // Where the areas lay when this browser read it last: where one lies elsewhere now, no request from here is taken over.
    const last = stored('last_remotes');
    const remotes = (last === null ? ((await config) as Config).remotes : JSON.parse(last)) as Config['remotes'];
    const listed = remotes[area];
    if (!listed) return;
    const base = new URL(listed, origin);
    // The scripts have come before the configuration.
    if (head.asked.has(base.href)) return;
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
  };
  /** The list's own first request; a request with other parameters is not taken over. */
  const rowsOf = ({ resource, usual, filters }: NonNullable<HeadScreen['list']>) => {
    const params = new URLSearchParams(search);
    // Which company it will be of, or which saved view it opens with, is not the head's to guess.
    if (filters.includes('company_id') ? !params.has('company_id') : search === '') return null;
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(usual)) query.set(key, params.get(key) ?? value);
    for (const key of filters) for (const value of params.getAll(key)) query.append(key, value);
    query.sort();
    return `${origin}/api${resource}?${query}`;
  };

  const config = copyOf(ask(`${origin}/config.json`, null, { cache: 'no-cache' }));
  config.catch(() => undefined);
  // Behind that request: the first look into the storage takes some milliseconds. The login is rendered before the
  // scripts have come (shared-ui/theme).
  const theme = stored('theme');
  if (theme !== null) document.documentElement.dataset.theme = theme;
  const token = stored('access_token');
  const screen = plan.screens.find(({ pattern }) => new RegExp(pattern, 'i').test(pathname));
  // Behind its `#` an address says who is to be signed in, which is not this form's.
  const isOfLogin = pathname === '/' || pathname === '/login' || screen;
  const login = { ask, config, leadsToLogin: token === null && Boolean(isOfLogin) && !hash.includes('=') };
  if (token === null) return login;
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
  const user = copyOf(ask(`${origin}/api/users/me`, token, { headers })) as Promise<CurrentUser>;
  user.catch(() => undefined);
  // The guard decides; but this browser has seen it decide before (preload-at-start).
  const remembered = stored('last_groups');
  if (remembered === null) return login;
  const groups = remembered.split(' ');
  const admitted = screen && admits(screen, groups) ? screen : null;
  const fetchRows = async (at: HeadScreen) => {
    const address = at.list && rowsOf(at.list);
    // Data is asked for as the person that the service says it is.
    if (address && admits(at, (await user).groups) && !head.asked.has(address)) void ask(address, token, { headers });
  };
  // The first of them, for the others follow from it, and a browser has six connections. Whoever opens the area asks again,
  // and says what is wrong.
  if (admitted)
    for (const fetched of [fetchArea(config, admitted), fetchRows(admitted)]) fetched.catch(() => undefined);
  const further = admitted ? plan.lists : pathname === '/' ? plan.dashboard : [];
  for (const file of [...plan.signedIn, ...further]) fetchFile(origin + file);
  return login;
}
