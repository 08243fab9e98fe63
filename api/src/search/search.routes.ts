import type { Kysely } from 'kysely';
import { everywhereFound, everywhereQuery } from 'contract/search';
import type { Tables } from '../database/connection';
import { signedIn, type MayList } from '../http/access';
import type { AddRoute } from '../http/route';
import { searchEverywhere } from './search.queries';

/** The dependencies of a search. */
export interface Search {
  readonly db: Kysely<Tables>;
  readonly mayList: MayList;
}

/** Search over companies and records (DECISIONS §11). */
export function searchRoutes(add: AddRoute, { db, mayList }: Search): void {
  add('GET', '/search', {
    access: signedIn,
    summary: 'Companies and records by their id or name, of all that the person may read',
    query: everywhereQuery,
    response: everywhereFound,
    handle: ({ caller, query }) => searchEverywhere(db, { caller, mayList }, query),
  });
}
