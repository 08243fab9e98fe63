import type { FilteredScreen } from './filtered-screen';

/** Imports the screen about all that a list's filters match. */
// In a file of its own: whoever takes something else of this face has nothing of it.
export const loadFilteredScreen: () => Promise<{ readonly FilteredScreen: typeof FilteredScreen }> = () =>
  import('../../added-screens');
