/**
 * Lists of many thousand rows (DECISIONS §1): the same pages and exact totals as `listPage`, by ways that read as few
 * rows as can be. What is looked up beside a row is looked up for the rows of the page alone.
 */
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Paged } from '../../contract/paging';
import {
  hasTrigram,
  onPage,
  onPageFromNearerEnd,
  orderOf,
  pageOf,
  placeOf,
  sorted,
  type Listing,
  type PageQuery,
} from './list';

/** What is known of a long list besides its query. */
export interface LongListOptions<Sum extends string> {
  /**
   * Whether the filter leaves a small part of the list, as one by tags does: that part is then looked at once. Else what
   * matches is counted first, which an index often does alone, and the page is found in the index of the sort.
   */
  readonly isNarrow?: boolean;
  /** What its columns must contain, by trigrams. A filter by a rare one is narrow too: the planner is asked how rare. */
  readonly texts?: readonly (string | undefined)[];
  /** Columns that are added up over all that matches. */
  readonly sums?: readonly Sum[];
}

/**
 * One page of `selected`, the exact total, and the sums over all that matches. A page past the end has no items.
 *
 * @param selected the filtered query with its columns, unordered
 */
export async function listLongPage<DB, TB extends keyof DB, Row, Field extends string, Sum extends string = never>(
  selected: SelectQueryBuilder<DB, TB, Row>,
  listing: Listing<Field>,
  query: PageQuery,
  { isNarrow = false, texts = [], sums = [] }: LongListOptions<Sum> = {},
): Promise<{ page: Paged<Row>; sums: Record<Sum, number> }> {
  const { page: number, page_size } = placeOf(listing, query);
  const start = (number - 1) * page_size;
  const id = sql.ref(listing.id);
  const added = sums.map((column) => sql<number>`coalesce(sum(${sql.ref(column)}), 0)`.as(column));
  const inOrder = sql`array_agg(${id} order by ${orderOf(listing, query)})`;
  const [first, last] = [start + 1, start + page_size].map((place) => Math.min(place, LAST_PLACE));
  const isLookedAtOnce = isNarrow || (texts.some(hasTrigram) && (await expectedRows(selected, id)) < SOON_SORTED);
  const looked = selected
    .clearSelect()
    .select([sql<number>`count(*)`.as('total'), ...added])
    .$if(isLookedAtOnce, (one) => one.select(sql`(${inOrder})[${first}::int : ${last}::int]`.as('page_ids')))
    .$castTo<Record<Sum, number> & { total: number; page_ids?: number[] }>();
  const { total, page_ids: pageIds, ...summed } = await looked.executeTakeFirstOrThrow();

  const among = (ids: RawBuilder<unknown>) => selected.where(sql<boolean>`${id} in (${ids})`);
  const shown = () => {
    if (pageIds) return sorted(selected.where(sql<boolean>`${id} = any(${pageIds}::int[])`), listing, query);
    const ids = selected.clearSelect().select(sql`${id}`.as('id'));
    if (total > FEW) return sorted(among(sql`${onPageFromNearerEnd(ids, listing, query, total)}`), listing, query);
    // `offset 0` keeps the planner from walking the index of the sort in search of few rows.
    return onPage(among(sql`${ids.offset(0)}`), listing, query);
  };
  const items = start < total ? await shown().execute() : [];
  return { page: pageOf(items, total, listing, query), sums: summed as unknown as Record<Sum, number> };
}

/** How many rows the planner expects, from what it last saw of the table; it reads none for that. */
async function expectedRows<DB, TB extends keyof DB, Row>(
  selected: SelectQueryBuilder<DB, TB, Row>,
  id: RawBuilder<unknown>,
): Promise<number> {
  const plans = await selected.clearSelect().select(id.as('id')).explain<ExplainedQuery>('json');
  return plans[0]?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? Infinity;
}

interface ExplainedQuery {
  'QUERY PLAN': { Plan: { 'Plan Rows': number } }[];
}

// Of an array: a page may be asked for that is further off than any row.
const LAST_PLACE = 2 ** 31 - 1;
// So many rows are sorted in no time.
const FEW = 1000;
// Reading and sorting so many takes less time than counting by an index and walking another.
const SOON_SORTED = 15_000;
