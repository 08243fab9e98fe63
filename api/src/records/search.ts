/** Searches: within a noun for its search call, and over all nouns. */
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { DEFAULT_SEARCH_LIMIT } from 'contract/paging';
import { contains, countOf, sorted, type Listing } from '../database/list';

/** The first `limit` records of a filtered query in the list's own order, and the exact total. */
export async function firstFound<DB, TB extends keyof DB, Item>(
  selected: SelectQueryBuilder<DB, TB, Item>,
  listing: Listing<string>,
  limit = DEFAULT_SEARCH_LIMIT,
): Promise<{ items: Item[]; total: number }> {
  const [items, total] = await Promise.all([sorted(selected, listing, {}).limit(limit).execute(), countOf(selected)]);
  return { items, total };
}

/** How the search over all nouns finds and shows records, by the indexes that their list has (DECISIONS §11). */
export interface Searched {
  readonly label: RawBuilder<string>;
  /** Its names, folded, as an index has them behind the company; a search looks at how they begin. */
  readonly names: readonly RawBuilder<string>[];
  /** The column of what else it is known by as a whole. */
  readonly identifier?: string;
  /** The condition that its name contains a text, by trigrams. */
  contains(text: string): RawBuilder<boolean>;
}

/** A column as the indexes of names have it. */
export const folded = (column: string): RawBuilder<string> => sql<string>`lower(${sql.ref(column)}) collate "C"`;

/** By one column; `label` is shown in its place. */
export const searchedBy = (column: string, label = sql<string>`${sql.ref(column)}`): Searched => ({
  label,
  names: [folded(column)],
  contains: (text) => contains(column, text),
});
