/** The ids of all records that a list's filters match: what "Select all 503 matching" selects (DECISIONS §4). */
import type { Properties } from './noun';
import { count, listOf, object, response, type Infer, type RecordSchema } from './schema';

/** The most ids that one call returns. */
export const MAX_MATCHING_IDS = 10_000;

const PAGING = ['page', 'page_size', 'sort_by', 'sort'];
const omitted = <Value>(values: Readonly<Record<string, Value>>, isOmitted: (name: string, value: Value) => boolean) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => !isOmitted(name, value)));

/** The query of GET /{resource}/ids: the filters of the list, for `listQuery` is the list's. */
export const matchingIdsQuery = ({ properties, required }: RecordSchema): RecordSchema =>
  object(
    omitted(properties, (name) => PAGING.includes(name)),
    required,
  );

/**
 * The response of GET /{resource}/ids: of each record the id, its company where the noun has one, and what its bulk calls
 * name it by (`names`) where that is not the id.
 */
export const matchingIdsResponse = (properties: Properties) =>
  response({
    items: listOf(
      response(omitted(properties, (name, { names }) => !(name === 'id' || name === 'company_id' || names))),
    ),
    total: count('Total'),
  });

/** A record that matches. */
export interface MatchingId {
  id: number;
  /** The company that it belongs to; absent for a noun that belongs to none. */
  company_id?: number;
  /** The fields by which its bulk calls name it, such as a search term's `platform` and `search_term`. */
  [name: string]: unknown;
}

/** The response of GET /{resource}/ids. */
export type MatchingIds = Infer<ReturnType<typeof matchingIdsResponse>> & { items: MatchingId[]; total: number };
