/** Tags on their own screens: renaming (DECISIONS §16). */
import { object, type Infer } from './schema';
import { tagName } from './tags';

/** Body of POST /tags/{id}/rename. */
export const tagRename = object({ name: tagName }, ['name']);

export type TagRename = Infer<typeof tagRename>;
