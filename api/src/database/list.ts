/** Lists: paging, sorting and the "contains" filter, the same for every resource (DECISIONS §1). */
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { DEFAULT_PAGE_SIZE, type Paged } from 'contract/paging';

/** The expression that one wire name sorts by. */
export interface Sort {
  readonly expression: RawBuilder<unknown>;
  readonly nullable: boolean;
}

/** Sorts text by Unicode code point after case folding; an index on `lower(column) collate "C", id` serves it. */
export const byText = (column: string): Sort => ({
  expression: sql`lower(${sql.ref(column)}) collate "C"`,
  nullable: false,
});

/** Sorts numbers, times and flags. */
export const byValue = (column: string): Sort => ({ expression: sql.ref(column), nullable: false });

/** The same for a column that may be null: nulls come last in both directions. */
export const nullsLast = (sort: Sort): Sort => ({ ...sort, nullable: true });

/** The part of a list's query that every list has. */
export interface PageQuery {
  page?: number | undefined;
  page_size?: number | undefined;
  sort_by?: string | undefined;
  sort?: string | undefined;
}

/** How a resource is listed: its allow-list of sorts, the default one, and the id that breaks ties. */
export interface Listing<Field extends string> {
  readonly sorts: Readonly<Record<Field, Sort>>;
  readonly defaultSort: Field | `-${Field}`;
  readonly id: string;
  /** The default page size; absent: DEFAULT_PAGE_SIZE. */
  readonly pageSize?: number;
}

/**
 * One page of `selected` and the exact total. A page past the end has no items.
 *
 * @param selected the filtered query with its columns, unordered
 */
export async function listPage<DB, TB extends keyof DB, Row, Field extends string>(
  selected: SelectQueryBuilder<DB, TB, Row>,
  listing: Listing<Field>,
  query: PageQuery,
): Promise<Paged<Row>> {
  const [items, total] = await Promise.all([onPage(selected, listing, query).execute(), countOf(selected)]);
  return pageOf(items, total, listing, query);
}

/** The rows of the page that was asked for. */
function onPage<DB, TB extends keyof DB, Row, Field extends string>(
  selected: SelectQueryBuilder<DB, TB, Row>,
  listing: Listing<Field>,
  query: PageQuery,
): SelectQueryBuilder<DB, TB, Row> {
  const { page, page_size } = placeOf(listing, query);
  return sorted(selected, listing, query)
    .limit(page_size)
    .offset((page - 1) * page_size);
}

/**
 * The rows of the page that was asked for, in no order, where `total` match: a page of the second half is counted from the
 * end, so that no more than half of an index is walked.
 */
export function onPageFromNearerEnd<DB, TB extends keyof DB, Row, Field extends string>(
  selected: SelectQueryBuilder<DB, TB, Row>,
  listing: Listing<Field>,
  query: PageQuery,
  total: number,
): SelectQueryBuilder<DB, TB, Row> {
  const { page, page_size } = placeOf(listing, query);
  const start = (page - 1) * page_size;
  if (start < total / 2) return onPage(selected, listing, query);
  const count = Math.max(0, Math.min(page_size, total - start));
  const backwards = orderOf(listing, query, 'backwards');
  return selected
    .orderBy(backwards)
    .limit(count)
    .offset(Math.max(0, total - start - count));
}

/** The page that these rows are. */
export function pageOf<Row>(items: Row[], total: number, listing: Place, query: PageQuery): Paged<Row> {
  const { page, page_size } = placeOf(listing, query);
  return { items, total, page, page_size, total_pages: Math.ceil(total / page_size) };
}

type Place = Pick<Listing<string>, 'pageSize'>;

/** Which page was asked for. */
export const placeOf = ({ pageSize = DEFAULT_PAGE_SIZE }: Place, { page = 1, page_size = pageSize }: PageQuery) => ({
  page,
  page_size,
});

/** `selected` in the order that was asked for. */
export const sorted = <DB, TB extends keyof DB, Row, Field extends string>(
  selected: SelectQueryBuilder<DB, TB, Row>,
  listing: Listing<Field>,
  query: Pick<PageQuery, 'sort_by' | 'sort'>,
): SelectQueryBuilder<DB, TB, Row> => selected.orderBy(orderOf(listing, query));

/** The sort that was asked for, by its name; `isDescending` where it is asked for from the other end. */
export function sortAsked<Field extends string>(
  { sorts, defaultSort }: Pick<Listing<Field>, 'sorts' | 'defaultSort'>,
  query: Pick<PageQuery, 'sort_by' | 'sort'>,
): { name: Field; sort: Sort; isDescending: boolean } {
  const sortBy = query.sort_by ?? query.sort ?? defaultSort;
  const isDescending = sortBy.startsWith('-');
  // The contract's schema admits no other field; the allow-list is the only way into SQL.
  const name = (isDescending ? sortBy.slice(1) : sortBy) as Field;
  return { name, sort: sorts[name], isDescending };
}

/** The order that was asked for, or all of it from its end, as it stands behind `order by`. */
export function orderOf<Field extends string>(
  listing: Listing<Field>,
  query: Pick<PageQuery, 'sort_by' | 'sort'>,
  reading: 'forwards' | 'backwards' = 'forwards',
): RawBuilder<unknown> {
  const { sort, isDescending } = sortAsked(listing, query);
  const direction = isDescending === (reading === 'forwards') ? sql`desc` : sql`asc`;
  const nulls = sort.nullable ? (reading === 'forwards' ? sql` nulls last` : sql` nulls first`) : sql``;
  // The id in the same direction as the sort, so that one index is read forwards or backwards.
  return sql`${sort.expression} ${direction}${nulls}, ${sql.ref(listing.id)} ${direction}`;
}

/** How many rows a filtered query has. */
export async function countOf<DB, TB extends keyof DB, Row>(selected: SelectQueryBuilder<DB, TB, Row>) {
  const counted = selected
    .clearSelect()
    .select(sql<number>`count(*)`.as('total'))
    .$castTo<{ total: number }>();
  return (await counted.executeTakeFirstOrThrow()).total;
}

/** "Contains" without regard to case; `%`, `_` and `\` are ordinary characters. A trigram index serves it. */
export const contains = (column: string | RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql<boolean>`${typeof column === 'string' ? sql.ref(column) : column} ilike ${patternOf(text)}`;

/** The same over a column that is kept in lower case, so that no row is folded when it is looked for. */
export const foldedContains = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)} like lower(${patternOf(text)})`;

/** Whether one of the columns that `searched` puts together contains a text; the index of `searched` finds the rows. */
export const searchedContains = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`(${foldedContains('searched', text)} and ${contains(column, text)})`;

/** Whether a folded text begins so; an index over it in the order of code points serves it. */
export const foldedBegins = (folded: RawBuilder<string>, text: string): RawBuilder<boolean> =>
  sql<boolean>`${folded} like lower(${`${escaped(text)}%`})`;

/** Whether an index by trigrams can find the text: they are made of letters and digits. */
export const hasTrigram = (text: string | undefined): text is string =>
  text !== undefined && /[\p{L}\p{N}]{3}/u.test(text);

/** Any of some conditions. */
export const anyOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(conditions, sql` or `)})`;

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');
const patternOf = (text: string) => `%${escaped(text)}%`;
