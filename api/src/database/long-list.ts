/**
 * Lists of many thousand rows (DECISIONS §1): the same pages and exact totals as `listPage`, by ways that read as few
 * rows as can be. What is looked up beside a row is looked up for the rows of the page alone.
 */
import { sql, type QueryExecutorProvider, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { Paged } from 'contract/paging';
import {
  hasTrigram,
  onPageFromNearerEnd,
  orderOf,
  pageOf,
  placeOf,
  sortAsked,
  sorted,
  type Listing,
  type PageQuery,
  type Sort,
} from './list';
import type { Sums } from './list-sums';

/** The facts of a long list besides its query. */
export interface LongListOptions<Sum extends string> {
  /**
   * Whether the filter leaves a small part of the list, as one by tags does: that part is then looked at once. Else what
   * matches is counted first, which an index often does alone, and the page is found in the index of the sort.
   */
  readonly isNarrow?: boolean;
  /** The texts that its columns must contain, by trigrams. A filter by a rare one is narrow too: the planner is asked how rare. */
  readonly texts?: readonly (string | undefined)[];
  /** Columns that are added up over all that matches. */
  readonly sums?: readonly Sum[];
  /**
   * Conditions of which every row meets exactly one, where nothing is added up: what matches is counted by each for itself,
   * because the index that serves the count holds only a part of the rows.
   */
  readonly parts?: readonly RawBuilder<boolean>[];
  /** The total and the sums, where they are kept: then nothing is counted. */
  readonly kept?: Sums | null;
}

/**
 * One page of `selected`, the exact total, and the sums over all that matches. A page past the end has no items.
 *
 * @param db where `selected` is run
 * @param selected the filtered query with its columns, unordered
 */
export async function listLongPage<DB, TB extends keyof DB, Row, Field extends string, Sum extends string = never>(
  db: QueryExecutorProvider,
  selected: SelectQueryBuilder<DB, TB, Row>,
  listing: Listing<Field>,
  query: PageQuery,
  { isNarrow = false, texts = [], sums = [], parts = [], kept = null }: LongListOptions<Sum> = {},
): Promise<{ page: Paged<Row>; sums: Record<Sum, number> }> {
  const { page: number, page_size } = placeOf(listing, query);
  const start = (number - 1) * page_size;
  const id = sql.ref(listing.id);
  const isLookedAtOnce = isNarrow || (texts.some(hasTrigram) && (await expectedRows(selected, id)) < SOON_SORTED);
  const look = () => {
    if (kept) return allOf(kept, sums);
    if (isLookedAtOnce) return lookedAtOnce(db, selected, listing, query, sums);
    return parts.length ? countedInParts(db, selected, parts) : counted(selected, sums);
  };
  const { total, page_ids, ...summed } = await look();
  // Of few, the index of the sort is not walked, nor is anything looked up beside those of other pages.
  const isOfFew = !page_ids && total <= FEW && start < total;
  const pageIds = isOfFew ? (await lookedAtOnce(db, selected, listing, query, [])).page_ids : page_ids;
  const ids = selected.clearSelect().select(sql`${id}`.as('id'));
  const onThePage = pageIds
    ? sql<boolean>`${id} = any(${pageIds}::int[])`
    : sql<boolean>`${id} in (${onPageFromNearerEnd(ids, listing, query, total)})`;
  // Those that were found are not filtered once more.
  const shown = sorted(selected.clearWhere().where(onThePage), listing, query);
  const items = start < total ? await shown.execute() : [];
  return { page: pageOf(items, total, listing, query), sums: summed as unknown as Record<Sum, number> };
}

/** The totals of all that matches; `page_ids` where it was read once. */
interface Looked {
  total: number;
  page_ids?: number[];
}

/** The sums that are kept, and a zero for each that is not there. */
const allOf = (kept: Sums, sums: readonly string[]): Looked =>
  Object.assign({ total: kept['total'] ?? 0 }, ...sums.map((column) => ({ [column]: kept[column] ?? 0 })));

const aggregates = (sums: readonly string[]) => [
  sql`count(*)`.as('total'),
  ...sums.map((column) => sql`coalesce(sum(${sql.ref(column)}), 0)`.as(column)),
];

/** How many match, and the sums over them. */
const counted = <DB, TB extends keyof DB, Row>(
  selected: SelectQueryBuilder<DB, TB, Row>,
  sums: readonly string[],
): Promise<Looked> => selected.clearSelect().select(aggregates(sums)).$castTo<Looked>().executeTakeFirstOrThrow();

/** How many match, each part counted for itself. */
async function countedInParts<DB, TB extends keyof DB, Row>(
  db: QueryExecutorProvider,
  selected: SelectQueryBuilder<DB, TB, Row>,
  parts: readonly RawBuilder<boolean>[],
): Promise<Looked> {
  const counts = parts.map((part) => sql`(${selected.where(part).clearSelect().select(aggregates([]))})`);
  const { rows } = await sql<Looked>`select ${sql.join(counts, sql` + `)} as total`.execute(db);
  return rows[0] ?? { total: 0 };
}

/** How many match, the sums over them, and the ids of the page that was asked for: what matches is read once, and sorted as far as that page. */
async function lookedAtOnce<DB, TB extends keyof DB, Row, Field extends string>(
  db: QueryExecutorProvider,
  selected: SelectQueryBuilder<DB, TB, Row>,
  listing: Listing<Field>,
  query: PageQuery,
  sums: readonly string[],
): Promise<Looked> {
  const { page, page_size } = placeOf(listing, query);
  const { name, sort } = sortAsked(listing, query);
  const matching = selected
    .clearSelect()
    .select([sql.ref(listing.id).as('id'), sort.expression.as('sort_key')])
    .select(sums.map((column) => sql.ref(column).as(column)));
  const byKey: Sort = { ...sort, expression: sql.ref('sort_key') };
  const kept = { ...listing, id: 'id', sorts: { ...listing.sorts, [name]: byKey } };
  const pageIds = sql`array(
    select id from matching order by ${orderOf(kept, query)} limit ${page_size} offset ${(page - 1) * page_size})`;
  const { rows } = await sql<Looked>`
    with matching as materialized (${matching})
    select ${sql.join([...aggregates(sums), pageIds.as('page_ids')])} from matching`.execute(db);
  return rows[0] ?? { total: 0 };
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

// So many rows are sorted in no time.
const FEW = 1000;
// Reading and sorting so many takes less time than counting by an index and walking another.
const SOON_SORTED = 15_000;
