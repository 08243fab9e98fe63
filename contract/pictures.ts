/** Small pictures of a noun's records, beside its list (DECISIONS §13). */
import { MAX_PAGE_SIZE } from './paging';
import { id, listOf, object, response, text, type Infer } from './schema';

/** Query of GET /{resource}/pictures: the ids of a page. */
export const picturesQuery = object({ ids: listOf(id, { title: 'Ids', minItems: 1, maxItems: MAX_PAGE_SIZE }) }, [
  'ids',
]);

/** Its response: of those that have one, the picture as a `data:` address of at most some 40 kB. */
export const pictures = response({ items: listOf(response({ id, picture: text('Picture') })) });

export type PicturesQuery = Infer<typeof picturesQuery>;
export type Pictures = Infer<typeof pictures>;
