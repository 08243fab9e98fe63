import type { TagsScreen } from './screen/tags-screen';

/** Imports the screen of an area's tags. */
export const loadTagsScreen: () => Promise<{ readonly TagsScreen: typeof TagsScreen }> = () =>
  import('../added-screens');
