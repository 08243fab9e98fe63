/**
 * The one place where code and styles behind a screen are fetched: the containers of the areas, their chunks and the
 * console's own. Each build's runtime asks here (build/federation.mjs), so one rule holds for every file: a limit, a
 * reason, and nothing of a failure is remembered but that the next try takes another address.
 *
 * A file is fetched by `<link rel=preload>` and run when it is there: a preload that is taken off the page is given up,
 * where a script that hangs would be joined by every later request for it and keep its connection.
 */

import type { Early } from 'shared-auth/host';

/** How long a file may take, in milliseconds; each Retry of one file doubles it, up to the last. */
export const FIRST_LIMIT = 5_000;
const LAST_LIMIT = 20_000;

/** What went wrong as far as the browser says: no answer in time; no file; not a file of this console; it threw. */
export type CodeFault = 'silent' | 'failed' | 'corrupt' | 'threw';

type Kind = 'script' | 'style';

/** A file that could not be fetched or run. */
export class CodeFailure extends Error {
  override readonly name = 'CodeFailure';

  constructor(
    /** The file's own address. */
    readonly url: string,
    /** The build whose file it is: `host`, `remote-ads` … */
    readonly owner: string,
    readonly fault: CodeFault,
    /** The address that was asked. */
    readonly address: string,
    /** The limit of this try in milliseconds, and when it ends (`performance.now`). */
    readonly limit: number,
    readonly endsAt: number,
    cause?: unknown,
  ) {
    super(`${url}: ${fault}`, { cause });
  }
}

interface Try {
  address: string;
  limit: number;
  endsAt: number;
  arrival: Promise<void>;
}

/** What has failed and not been fetched since: its last failure, and the limit of its next try. */
const failed = new Map<string, { failure: CodeFailure; limit: number }>();
const underway = new Map<string, Try>();

const absolute = (url: string) => new URL(url, window.location.href).href;

/** An element that fetches from another server as one that may be read, so that its mistakes can be told. */
function fetching<Element extends HTMLLinkElement | HTMLScriptElement>(element: Element, address: string): Element {
  if (new URL(address).origin !== window.location.origin) element.crossOrigin = 'anonymous';
  return element;
}

/** The end of an element's loading. */
const settled = (element: HTMLElement) =>
  new Promise<'load' | 'error'>((resolve) => {
    element.addEventListener('load', () => resolve('load'));
    element.addEventListener('error', () => resolve('error'));
  });

/** The same, at the latest at `endsAt`. */
const inTime = (outcome: Promise<'load' | 'error'>, endsAt: number) =>
  new Promise<'load' | 'error' | 'late'>((resolve) => {
    const timer = setTimeout(() => resolve('late'), Math.max(0, endsAt - performance.now()));
    void outcome.then((end) => {
      clearTimeout(timer);
      resolve(end);
    });
  });

const FAULTS = { error: 'failed', late: 'silent' } as const;

function ask(address: string, kind: Kind) {
  const link = fetching(document.createElement('link'), address);
  link.rel = 'preload';
  link.as = kind;
  link.href = address;
  const outcome = settled(link);
  document.head.append(link);
  return { link, outcome };
}

/** What the document's head asked for while the scripts were still coming is taken over, once; its time begins now. */
function begunByHead(address: string) {
  const { files } = (window as { early?: Early }).early ?? {};
  const begun = files?.get(address);
  files?.delete(address);
  return begun;
}

function begin(url: string, kind: Kind): Try {
  const known = underway.get(url);
  if (known) return known;
  const before = failed.get(url);
  // What hangs or is broken in a cache stands under the address that was asked: another one is asked anew.
  const address = before ? `${url}?again=${Date.now().toString(36)}` : url;
  const limit = before?.limit ?? FIRST_LIMIT;
  const endsAt = performance.now() + limit;
  const { link, outcome } = begunByHead(address) ?? ask(address, kind);
  const arrival = inTime(outcome, endsAt).then((outcome) => {
    if (outcome === 'load') return;
    underway.delete(url);
    link.remove();
    throw FAULTS[outcome];
  });
  const attempt = { address, limit, endsAt, arrival };
  underway.set(url, attempt);
  return attempt;
}

/** Begins to fetch a file that will be run soon; a failure is told to whoever runs it. */
export function fetchAhead(file: string) {
  begin(absolute(file), file.endsWith('.css') ? 'style' : 'script').arrival.catch(() => undefined);
}

/**
 * Fetches a file and runs it, or puts it on the page.
 *
 * @throws CodeFailure
 */
export async function load(file: string, kind: Kind, owner: string): Promise<void> {
  const url = absolute(file);
  const attempt = begin(url, kind);
  const { address, limit, endsAt } = attempt;
  try {
    await attempt.arrival;
    await (kind === 'script' ? runScript(address, endsAt) : applyStyle(address, endsAt));
    failed.delete(url);
  } catch (reason) {
    const [fault, cause] = Array.isArray(reason) ? (reason as [CodeFault, unknown]) : [reason as CodeFault];
    throw remember(new CodeFailure(url, owner, fault, address, limit, endsAt, cause));
  } finally {
    underway.delete(url);
  }
}

function remember(failure: CodeFailure): CodeFailure {
  failed.set(failure.url, { failure, limit: FIRST_LIMIT });
  return failure;
}

async function runScript(address: string, endsAt: number) {
  const script = fetching(document.createElement('script'), address);
  script.src = address;
  let thrown: ErrorEvent | undefined;
  const listen = (event: ErrorEvent) => {
    if (event.filename === address) thrown = event;
  };
  window.addEventListener('error', listen);
  document.head.append(script);
  const outcome = await inTime(settled(script), endsAt);
  window.removeEventListener('error', listen);
  script.remove();
  if (outcome !== 'load') throw FAULTS[outcome];
  if (thrown) throw [thrown.error instanceof SyntaxError ? 'corrupt' : 'threw', thrown.error];
}

async function applyStyle(address: string, endsAt: number) {
  const link = fetching(document.createElement('link'), address);
  link.rel = 'stylesheet';
  link.href = address;
  document.head.append(link);
  const outcome = await inTime(settled(link), endsAt);
  if (outcome === 'load' && isWhole(link.sheet)) return;
  link.remove();
  throw outcome === 'load' ? 'corrupt' : FAULTS[outcome];
}

/** The build ends each style with this rule: a page in its place, or half of it, has none. */
const isWhole = (sheet: CSSStyleSheet | null) =>
  sheet?.cssRules.item(sheet.cssRules.length - 1)?.cssText.includes('end-of-style') === true;

/**
 * What is known of the file behind an error of the bundler's: a chunk that came and brought no code is not a file of
 * this console. Null where the error is not about a file.
 */
export function codeFailureOf(error: unknown): CodeFailure | null {
  if (error instanceof CodeFailure) return error;
  if (!(error instanceof Error) || error.name !== 'ChunkLoadError') return null;
  const url = absolute((error as Error & { request?: string }).request ?? '');
  const known = failed.get(url)?.failure;
  return known ?? remember(new CodeFailure(url, ownerOf(error), 'corrupt', url, FIRST_LIMIT, performance.now()));
}

/** A file that a person asks for again may take twice the time. */
export function allowMoreTime({ url, limit }: CodeFailure) {
  const entry = failed.get(url);
  if (entry) entry.limit = Math.min(LAST_LIMIT, 2 * limit);
}

const owners = new WeakMap<object, string>();
const ownerOf = (error: Error & { event?: object }) => owners.get(error.event ?? {}) ?? 'host';

type Done = (event: { type: string; target: { src: string } }) => void;

/** What each build's runtime calls in place of the bundler's own loading. */
const siteCode = {
  script(url: string, done: Done, owner: string) {
    const end = (type: string) => {
      const event = { type, target: { src: url } };
      owners.set(event, owner);
      done(event);
    };
    load(url, 'script', owner).then(
      () => end('load'),
      ({ fault }: CodeFailure) => end(fault),
    );
  },
  /** `link` is the bundler's, which stays off the page and is told how it went. */
  style(link: HTMLLinkElement, owner: string) {
    const end = (type: string) => {
      const listener = (type === 'load' ? link.onload : link.onerror) as ((event: object) => void) | null;
      listener?.({ type, target: link });
    };
    load(link.href, 'style', owner).then(
      () => end('load'),
      ({ fault }: CodeFailure) => end(fault),
    );
  },
};

Object.assign(globalThis, { siteCode });
