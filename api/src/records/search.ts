/** Search calls: the first records that match, and how many there are. */
import type { SelectQueryBuilder } from 'kysely';
import { DEFAULT_SEARCH_LIMIT } from 'contract/paging';
import { countOf, sorted, type Listing } from '../database/list';

/** The first `limit` records of a filtered query in the list's own order, and the exact total. */
export async function firstFound<DB, TB extends keyof DB, Item>(
  selected: SelectQueryBuilder<DB, TB, Item>,
  listing: Listing<string>,
  limit = DEFAULT_SEARCH_LIMIT,
): Promise<{ items: Item[]; total: number }> {
  const [items, total] = await Promise.all([sorted(selected, listing, {}).limit(limit).execute(), countOf(selected)]);
  return { items, total };
}
