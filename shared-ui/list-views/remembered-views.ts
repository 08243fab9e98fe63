/** A list's state that this browser remembers for a person, so that the first rows need not wait for the service. */
import type { View } from 'contract/views';
import { localChoice } from 'shared-auth';

/** Which columns a list shows in which order (none: its own), and how much room a row takes. */
export type Layout = Pick<View, 'columns' | 'density'>;

export interface Remembered {
  /** The views as they were read last. */
  readonly views: readonly View[];
  /** Unsaved changes, by the view's id; 0: of no view. */
  readonly layouts: Readonly<Partial<Record<number, Layout>>>;
}

/** A list as it is declared. */
export const OWN_LAYOUT: Layout = { columns: [], density: 'comfortable' };

const isLayout = (layout: unknown) => Array.isArray((layout as Partial<Layout> | null)?.columns);

/** The value stored under `name`, which may be anything, as far as it makes sense. */
export function readRemembered(name: string): Remembered {
  try {
    const { views, layouts } = JSON.parse(localChoice(name).read() ?? '') as Remembered;
    const sound = Object.entries(layouts).filter(([, layout]) => isLayout(layout));
    return { views: views.filter(isLayout), layouts: Object.fromEntries(sound) };
  } catch {
    return { views: [], layouts: {} };
  }
}

/** Stores it; where there is nothing to remember, nothing is stored. */
export function writeRemembered(name: string, { views, layouts }: Remembered): void {
  const isEmpty = views.length === 0 && Object.keys(layouts).length === 0;
  localChoice(name).write(isEmpty ? null : JSON.stringify({ views, layouts }));
}
