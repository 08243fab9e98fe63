/** The screens that added screens of areas are made of: one file, for each is a line in what every visit loads. */
export { FilteredScreen } from './list-screen/filters/filtered-screen';
export { TagsScreen } from './tags/screen/tags-screen';
