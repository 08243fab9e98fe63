/** Lists on the wire: what every list call takes and returns (DECISIONS §1; specification 1 §2, §9). */
import { response, integer, listOf, object, word, type Infer } from './schema';

/** The page sizes a person may choose. */
export const PAGE_SIZES = [10, 25, 50, 100] as const;
/** The default page size. */
export const DEFAULT_PAGE_SIZE = 25;
/** The largest page that a list returns. */
export const MAX_PAGE_SIZE = 100;
/** How many records a search call returns by default. */
export const DEFAULT_SEARCH_LIMIT = 10;

const page = integer('Page', { minimum: 1, maximum: 1_000_000_000 });
const pageSize = integer('Page size', { minimum: 1, maximum: MAX_PAGE_SIZE });

/** A filter by a part of a text, without regard to case. */
export const partOf = word({ kind: 'search', type: 'string', maxLength: 1000 });

/** A filter by one tag's name. */
export const tagFilter = (title: string) => ({ ...partOf(title), kind: 'tags' as const });

/** A filter by names of tags. */
export const tagsFilter = (title: string) => listOf(partOf('Tag'), { title, maxItems: 50 });

/** Every way to sort by these fields: ascending, and descending with a minus in front. */
type SortBy<F extends string> = F | `-${F}`;

/** A list's sort: one field of its allow-list, `-` in front for descending. */
export const sortBy = <const F extends readonly string[]>(sortable: F) => ({
  type: 'string' as const,
  title: 'Sort',
  enum: [...sortable, ...sortable.map((field) => `-${field}`)] as SortBy<F[number]>[],
});

/** The query of a list: its filters, `page`, `page_size`, and `sort_by` (also accepted as `sort`). */
export const listQuery = <
  const P extends Readonly<Record<string, object>>,
  const F extends readonly string[],
  const R extends readonly (keyof P & string)[] = readonly [],
>(
  filters: P,
  sortable: F,
  required: R = [] as unknown as R,
) => object({ ...filters, page, page_size: pageSize, sort_by: sortBy(sortable), sort: sortBy(sortable) }, required);

/**
 * The response of a list. `total` is always exact; a page past the end has no items.
 *
 * @param more properties beside the page's
 */
export const listResponse = <
  const S extends object,
  const M extends Readonly<Record<string, object>> = Readonly<Record<never, object>>,
>(
  item: S,
  more: M = {} as M,
) =>
  response({
    items: listOf(item),
    total: integer('Total', { minimum: 0 }),
    page,
    page_size: pageSize,
    total_pages: integer('Total pages', { minimum: 0 }),
    ...more,
  });

/** The response of a search call. */
export const searchResponse = <const S extends object>(item: S) =>
  response({ items: listOf(item), total: integer('Total', { minimum: 0 }) });

/** The query of a search call. */
export const searchQuery = object(
  {
    q: partOf('Search'),
    limit: integer('Limit', { minimum: 1, maximum: MAX_PAGE_SIZE }),
  },
  [],
);

/** A page of records, as a screen reads it. */
export interface Paged<Item> {
  items: Item[];
  total: number;
  page: number;
  page_size: number;
  total_pages: number;
  /** Sums over all that the filters match, by property; absent where there are no sums. */
  totals?: Readonly<Partial<Record<keyof Item, number>>>;
}

/** The request of a list screen: page, size, sort, and its filters by their wire names. */
export interface ListRequest {
  page: number;
  page_size: number;
  sort_by?: string;
  [filter: string]: string | number | boolean | readonly string[] | undefined;
}

export type SearchQuery = Infer<typeof searchQuery>;
