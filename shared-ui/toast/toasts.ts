/**
 * The toasts of the console as one queue outside React, so that work that outlives its screen (an export)
 * can still say how it ended.
 */

/** The six types of the specification (specification 1 §2). */
export type ToastType = 'default' | 'info' | 'success' | 'warning' | 'error' | 'loading';

/** Contents of a toast. */
export interface ToastOptions {
  type: ToastType;
  message: string;
  /** A second, quieter line: the server's own message, say. */
  detail?: string | undefined;
  /** How long it stays, in milliseconds; null: until it is updated or dismissed; absent: as long as its type asks for. */
  duration?: number | null;
  /** Action on it: a button, which also dismisses the toast. */
  action?: ToastAction | undefined;
}

/** The button of a toast. */
export interface ToastAction {
  readonly label: string;
  readonly onSelect: () => void;
  /** Takes back what was done: it stands beside the words, and Ctrl+Z (⌘Z) presses it, wherever no text is typed. */
  readonly undoes?: true;
  /** The toast stays, and can only be ended by whoever has shown it. */
  readonly stays?: true;
}

/** A toast that is shown. */
export interface ToastEntry extends Omit<ToastOptions, 'duration'> {
  id: number;
  /** How long it stays, in milliseconds; null: until it is updated or dismissed. */
  duration: number | null;
}

/** Holds on to a toast that was shown. */
export interface ShownToast {
  /** Says something else in the same place; a loading toast that becomes another type begins its time then. */
  update(options: ToastOptions): void;
  dismiss(): void;
}

/** More time to read what went wrong; what is loading stays until it has ended. */
const durationOf = ({ type, duration }: ToastOptions) => {
  if (duration !== undefined) return duration;
  if (type === 'loading') return null;
  return type === 'error' || type === 'warning' ? 10_000 : 5_000;
};

let entries: readonly ToastEntry[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

const replace = (next: readonly ToastEntry[]) => {
  entries = next;
  for (const listener of listeners) listener();
};

/** The toasts that are shown now, oldest first. */
export const shownToasts = () => entries;

/** Calls back whenever a toast comes, changes or goes; returns the way to stop that. */
export const subscribeToToasts = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Takes a toast away; one that is gone already is no error. */
export const dismissToast = (id: number) => replace(entries.filter((entry) => entry.id !== id));

/**
 * So much good news stands at once: what is older has been seen, and makes room. What went wrong waits, and so does what
 * can still be undone.
 */
const MOST_GOOD_NEWS = 3;
const isGoodNews = ({ type }: ToastEntry) => type === 'success' || type === 'info' || type === 'default';

/** The toast that newer good news displaces: the oldest that offers no Undo, never the newest itself. */
function displacedIn(shown: readonly ToastEntry[]): readonly ToastEntry[] {
  const goodNews = shown.filter(isGoodNews);
  const mayGo = goodNews.slice(0, -1).filter(({ action }) => !action?.undoes);
  return mayGo.slice(0, Math.max(0, goodNews.length - MOST_GOOD_NEWS));
}

/** So many toasts are rendered at once. */
const MOST_AT_ONCE = 3;

/**
 * The toasts to render, oldest first: the newest, then those that offer an Undo, then the newer before the older.
 * The others wait until there is room again, and have all their time then.
 */
export function drawnToasts(waiting: readonly ToastEntry[]): readonly ToastEntry[] {
  const newest = waiting.at(-1);
  const older = waiting.slice(0, -1).reverse();
  const undoable = older.filter(({ action }) => action?.undoes);
  const inTurn = [...(newest ? [newest] : []), ...undoable, ...older.filter((entry) => !undoable.includes(entry))];
  const drawn = inTurn.slice(0, MOST_AT_ONCE);
  return waiting.filter((entry) => drawn.includes(entry));
}

/** Shows a toast below those that are shown already; hands back the way to change or end it. */
export function showToast(options: ToastOptions): ShownToast {
  const id = ++lastId;
  const shown = [...entries, { ...options, id, duration: durationOf(options) }];
  const displaced = displacedIn(shown);
  replace(shown.filter((entry) => !displaced.includes(entry)));
  return {
    update: (changed) => {
      const entry = { ...changed, id, duration: durationOf(changed) };
      // One that was dismissed meanwhile comes back: its end is news.
      replace(
        entries.some((shown) => shown.id === id)
          ? entries.map((shown) => (shown.id === id ? entry : shown))
          : [...entries, entry],
      );
    },
    dismiss: () => dismissToast(id),
  };
}

const toast = { show: showToast };

/** The way to tell the person something in passing: `show({ type, message })`. Needs a `ToastQueue` somewhere on the page. */
export const useToast = () => toast;
