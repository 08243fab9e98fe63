/**
 * The one place where code and styles behind a screen are fetched: the containers of the areas, their chunks and the
 * console's own. Each build's runtime asks here (build/federation.mjs), so one rule holds for every file: a limit, a
 * reason, and what failed is asked for once more only after the person has done something, at another address.
 *
 * A script is fetched by `<link rel=preload>` and run when it is there: a preload that is taken off the page is given up,
 * where a script that hangs would be joined by every later request for it and keep its connection. A style is fetched by
 * `fetch`: in Firefox one that hangs is not given up, and every other request of the page waits for it.
 */

import type { HeadFile, HeadRequests } from 'shared-auth/host';
import { fetchStyle, renewCached } from 'shared-auth/code-file';

/** How long a file may take, in milliseconds; each Retry of one file doubles it, up to the last. */
export const FIRST_LIMIT = 5_000;
const LAST_LIMIT = 20_000;

/** Failure as far as the browser says: no answer in time; no file; not a file of this console; it threw. */
export type CodeFault = 'timeout' | 'failed' | 'corrupt' | 'threw';

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
    readonly deadline: number,
    cause?: unknown,
  ) {
    super(`${url}: ${fault}`, { cause });
  }
}

/** How fetching ends: the text of a style, an empty one of a script, which the browser keeps; null where it failed. */
type Outcome = HeadFile['outcome'];

interface Try {
  address: string;
  limit: number;
  deadline: number;
  /** Rejects with the fault. */
  arrival: Promise<string>;
  /** Ends the arrival as one that was silent, which is not remembered. */
  giveUp(): void;
  isGivenUp: boolean;
}

/** Files that failed and were not fetched since: its last failure, the limit of its next try, and when it failed. */
const failed = new Map<string, { failure: CodeFailure; limit: number; presses: number }>();
const underway = new Map<string, Try>();

/** How often the person has done something. Fetching ahead alone asks for nothing again that has failed. */
let presses = 0;
for (const press of ['click', 'keydown', 'popstate']) window.addEventListener(press, () => (presses += 1), true);

let tries = 0;

const absolute = (url: string) => new URL(url, window.location.href).href;

/** An element that fetches from another server as one that may be read, so that its mistakes can be told. */
function fetching<Element extends HTMLLinkElement | HTMLScriptElement>(element: Element, address: string): Element {
  if (new URL(address).origin !== window.location.origin) element.crossOrigin = 'anonymous';
  return element;
}

/** The end of an element's loading. */
const settled = (element: HTMLElement): Outcome =>
  new Promise((resolve) => {
    element.addEventListener('load', () => resolve(''));
    element.addEventListener('error', () => resolve(null));
  });

/** The same, at the latest at `deadline`; throws the fault. */
async function inTime(outcome: Promise<string | null | undefined>, deadline: number): Promise<string> {
  let timer: number | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = window.setTimeout(resolve, Math.max(0, deadline - performance.now()));
  });
  const text = await Promise.race([outcome, late]);
  clearTimeout(timer);
  if (typeof text !== 'string') throw text === null ? 'failed' : 'timeout';
  return text;
}

function askForScript(address: string): HeadFile {
  const link = fetching(document.createElement('link'), address);
  link.rel = 'preload';
  link.as = 'script';
  link.href = address;
  const outcome = settled(link);
  document.head.append(link);
  return { outcome, stop: () => link.remove() };
}

/** A request that the document's head sent while the scripts were still coming is taken over, once; its time begins now. */
function takeHeadFile(address: string) {
  const { head } = window as { head?: HeadRequests };
  head?.asked.add(address);
  const sent = head?.files.get(address);
  head?.files.delete(address);
  return sent;
}

function begin(url: string, kind: Kind): Try {
  const known = underway.get(url);
  if (known) return known;
  const before = failed.get(url);
  if (before?.presses === presses) throw before.failure;
  // A response that hangs or is broken in a cache has the requested address: another address is fetched again.
  const address = before ? `${url}?again=${Date.now().toString(36)}${(tries += 1)}` : url;
  const limit = before?.limit ?? FIRST_LIMIT;
  const deadline = performance.now() + limit;
  const ask = kind === 'script' ? askForScript : fetchStyle;
  const { outcome, stop } = takeHeadFile(address) ?? ask(address);
  let giveUp: () => void = () => undefined;
  const givenUp = new Promise<undefined>((resolve) => {
    giveUp = () => {
      attempt.isGivenUp = true;
      underway.delete(url);
      resolve(undefined);
    };
  });
  const arrival = inTime(Promise.race([outcome, givenUp]), deadline);
  const attempt: Try = { address, limit, deadline, arrival, giveUp, isGivenUp: false };
  arrival.catch(() => {
    forget(url, attempt);
    stop();
  });
  underway.set(url, attempt);
  return attempt;
}

/** A newer try of the same file stays. */
function forget(url: string, attempt: Try) {
  if (underway.get(url) === attempt) underway.delete(url);
}

/** Begins to fetch a file that will be run soon; a failure is told to whoever runs it. */
export function fetchAhead(file: string, owner: string) {
  const url = absolute(file);
  try {
    const attempt = begin(url, file.endsWith('.css') ? 'style' : 'script');
    attempt.arrival.catch((fault: CodeFault) => failureOf(url, owner, attempt, fault));
  } catch {
    // It has failed already, and is said where it is used.
  }
}

/**
 * Fetches a file and runs it, or puts it on the page.
 *
 * @throws CodeFailure
 */
export async function load(file: string, kind: Kind, owner: string): Promise<void> {
  const url = absolute(file);
  const attempt = begin(url, kind);
  try {
    const text = await attempt.arrival;
    if (kind === 'script') await runScript(attempt);
    else applyStyle(attempt.address, text);
    const before = failed.get(url)?.failure.fault;
    if (before === 'corrupt' || before === 'threw') renewCached(url);
    failed.delete(url);
  } catch (reason) {
    const [fault, cause] = Array.isArray(reason) ? (reason as [CodeFault, unknown]) : [reason as CodeFault];
    throw failureOf(url, owner, attempt, fault, cause);
  } finally {
    forget(url, attempt);
  }
}

function failureOf(url: string, owner: string, attempt: Try, fault: CodeFault, cause?: unknown): CodeFailure {
  const { address, limit, deadline, isGivenUp } = attempt;
  const failure = new CodeFailure(url, owner, fault, address, limit, deadline, cause);
  return isGivenUp ? failure : remember(failure);
}

function remember(failure: CodeFailure): CodeFailure {
  failed.set(failure.url, { failure, limit: FIRST_LIMIT, presses });
  return failure;
}

/** The failure of a script that came, ran and brought nothing of what was asked for: it is not a file of this console. */
export const nothingIn = (url: string, owner: string): CodeFailure =>
  remember(new CodeFailure(url, owner, 'corrupt', url, FIRST_LIMIT, performance.now()));

async function runScript({ address, deadline }: Try) {
  const script = fetching(document.createElement('script'), address);
  script.src = address;
  let thrown: ErrorEvent | undefined;
  const listen = (event: ErrorEvent) => {
    if (event.filename === address) thrown = event;
  };
  window.addEventListener('error', listen);
  document.head.append(script);
  try {
    await inTime(settled(script), deadline);
  } finally {
    window.removeEventListener('error', listen);
    script.remove();
  }
  if (thrown) throw [thrown.error instanceof SyntaxError ? 'corrupt' : 'threw', thrown.error];
}

/** Puts a style on the page. The build ends each with a rule of its own: a page in its place, or half of it, has none. */
function applyStyle(address: string, text: string) {
  const sheet = new CSSStyleSheet({ baseURL: address });
  sheet.replaceSync(text);
  if (sheet.cssRules.item(sheet.cssRules.length - 1)?.cssText.includes('end-of-style') !== true) throw 'corrupt';
  document.adoptedStyleSheets.push(sheet);
}

/** State of the file behind an error of the bundler's; null where the error is not about a file. */
export function codeFailureOf(error: unknown): CodeFailure | null {
  if (error instanceof CodeFailure) return error;
  if (!(error instanceof Error) || error.name !== 'ChunkLoadError') return null;
  const url = absolute((error as Error & { request?: string }).request ?? '');
  return failed.get(url)?.failure ?? nothingIn(url, ownerOf(error));
}

/** A file that a person asks for again may take twice the time; what still hangs of it is waited for no longer. */
export function askAgain({ url, limit }: CodeFailure) {
  const entry = failed.get(url);
  if (entry) entry.limit = Math.min(LAST_LIMIT, 2 * limit);
  underway.get(url)?.giveUp();
}

const owners = new WeakMap<object, string>();

/** Marks what the console's own code threw while it was run for an area's, and throws it on. */
export function throwAsHost(error: unknown): never {
  if (error instanceof Error) owners.set(error, 'host');
  throw error;
}

/** Whether the console's own code threw it (`throwAsHost`). */
export const isThrownByHost = (error: unknown): boolean => error instanceof Error && owners.get(error) === 'host';

const ownerOf = (error: Error & { event?: object }) => owners.get(error.event ?? {}) ?? 'host';

type Done = (event: { type: string; target: { src: string } }) => void;

/** Called by each build's runtime in place of the bundler's own loading. */
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
