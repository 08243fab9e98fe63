import type { FilteredScreen, TagsScreen } from '../added-screens';

/** The screens that areas share for what they add. */
interface AddedScreens {
  readonly FilteredScreen: typeof FilteredScreen;
  readonly TagsScreen: typeof TagsScreen;
}

/** Imports them: all in one file, for each is a line in what every visit loads. */
// In a file of its own: whoever takes something else of this face has nothing of it.
export const loadAddedScreens: () => Promise<AddedScreens> = () =>
  import(/* webpackChunkName: 'idle' */ '../added-screens');
