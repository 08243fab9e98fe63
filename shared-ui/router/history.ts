/**
 * The page's address and its history, as the router renders from them. The router's own history cannot keep a person on a
 * page whose form would be lost, unless all of its loading of data comes with it (17 kB); this one can.
 */
import { createPath, parsePath, type Location, type NavigationType, type To } from 'react-router-dom';
import { whenIdle } from '../when-idle';

/** A step from one address to another. */
export interface Step {
  action: `${NavigationType}`;
  from: Location;
  to: Location;
}

/** Asked before each step; true keeps the person where they are, and `go` takes the step all the same. */
type Blocker = (step: Step, go: () => void) => boolean;
type Listener = (step: Step) => void;

/** State of each entry of the browser's history: what a link gave it, its name, and its place among the others. */
interface Entry {
  usr: unknown;
  key: string;
  idx: number;
}

const entryOf = () => window.history.state as Partial<Entry> | null;
const newKey = () => Math.random().toString(36).slice(2, 10);

function here(): Location {
  const { pathname, search, hash } = window.location;
  const { usr = null, key = 'default' } = entryOf() ?? {};
  return { pathname, search, hash, state: usr, key };
}

const listeners = new Set<Listener>();
/** The newest last. */
const blockers: Blocker[] = [];
let location = here();
let index = 0;
/** The browser's next own step: one of ours, that takes back a step or takes it after the question. */
let expected: (() => void) | null = null;
/** Has the first entry's place not kept any more, where no listener is left by then. */
let callOff = (): void => undefined;

/** Reads where the browser is, which was perhaps moved by something else. */
function arrive() {
  index = entryOf()?.idx ?? 0;
  location = here();
}

/** Gives the entry of where the page is its place, if it has none: the browser has made it by itself. */
function keepPlace() {
  const entry = entryOf();
  // Of a step that the browser has taken just now, the page hears next.
  if (entry?.idx === undefined && createPath(here()) === createPath(location))
    window.history.replaceState({ ...entry, idx: index }, '');
}

function finish(action: Step['action']) {
  const from = location;
  location = here();
  for (const listener of [...listeners]) listener({ action, from, to: location });
}

const isBlocked: Blocker = (step, go) => blockers.toReversed().some((asks) => asks(step, go));

function write(action: 'PUSH' | 'REPLACE', to: To, state: unknown) {
  const parts = typeof to === 'string' ? parsePath(to) : to;
  const next: Location = {
    pathname: parts.pathname ?? location.pathname,
    search: parts.search ?? '',
    hash: parts.hash ?? '',
    state: state ?? null,
    key: newKey(),
  };
  const take = () => {
    if (action === 'PUSH') {
      keepPlace();
      index += 1;
    }
    const entry: Entry = { usr: next.state, key: next.key, idx: index };
    window.history[action === 'PUSH' ? 'pushState' : 'replaceState'](
      entry,
      '',
      window.location.origin + createPath(next),
    );
    finish(action);
  };
  if (!isBlocked({ action, from: location, to: next }, take)) take();
}

/** Back, Forward, or an address that was typed with another hash. */
function onPop() {
  if (expected) {
    const then = expected;
    expected = null;
    then();
    return;
  }
  // A link to a part of the page, or another hash that was typed, has made an entry of the browser's own.
  const place = entryOf()?.idx ?? index + 1;
  if (entryOf()?.idx === undefined) window.history.replaceState({ ...entryOf(), idx: place }, '');
  const delta = place - index;
  let back: Promise<void> | null = null;
  const again = () =>
    void back?.then(() => {
      expected = pop;
      window.history.go(delta);
    });
  const pop = () => {
    index = place;
    finish('POP');
  };
  if (delta === 0 || !isBlocked({ action: 'POP', from: location, to: here() }, again)) return pop();
  back = new Promise((resolve) => (expected = resolve));
  window.history.go(-delta);
}

/** The address of the page, and the ways to change it. */
export const pageHistory = {
  /** Where the page is. */
  get location() {
    if (listeners.size === 0) arrive();
    return location;
  },
  /** Calls back after each step; returns the way to stop that. */
  listen(listener: Listener): () => void {
    if (listeners.size === 0) {
      window.addEventListener('popstate', onPop);
      // Some 4 ms in a new process, and Back is not used before the first render.
      callOff = whenIdle(keepPlace);
    }
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      window.removeEventListener('popstate', onPop);
      callOff();
    };
  },
  /** Has a question asked before each step, of the newest who asks one; returns the way to stop it. */
  block(ask: Blocker): () => void {
    blockers.push(ask);
    return () => void blockers.splice(blockers.indexOf(ask), 1);
  },
  push: (to: To, state?: unknown) => write('PUSH', to, state),
  replace: (to: To, state?: unknown) => write('REPLACE', to, state),
  go: (delta: number) => window.history.go(delta),
  createHref: (to: To) => (typeof to === 'string' ? to : createPath(to)),
};
