/** The screens that areas share for what they add (list-screen/load-added-screens). */
export { FilteredScreen } from './list-screen/filters/filtered-screen';
export { TagsScreen } from './tags/screen/tags-screen';
