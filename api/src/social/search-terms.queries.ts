/** Search terms in the database (DECISIONS §8). */
import { sql, type Kysely } from 'kysely';
import { termNoun, type SearchTerm } from 'contract/social/search-terms';
import type { Tables } from '../database/connection';
import { contains } from '../database/list';
import type { Caller } from '../http/access';
import { NotFound } from '../http/errors';
import type { Table } from '../records/columns';
import { recordsOf } from '../records/records';
import { searchedBy } from '../records/search';

declare module '../database/connection' {
  interface Tables {
    social_media_search_terms: Table<typeof termNoun>;
  }
}

/** The calls on terms; before one on a single term, `findSearchTerm` asks whether it is the named company's. */
export const searchTerms = recordsOf({
  noun: termNoun,
  table: 'social_media_search_terms',
  conflict: {
    constraint: 'social_media_search_terms_key',
    message: 'search_term: This company has this search term on this platform already',
  },
  computed: {},
  searched: searchedBy('search_term', sql`search_term || ' · ' || platform`),
  sorts: {},
  filters: { search: (text) => contains('search_term', text) },
});

/** A term as it is asked for: with its company. */
export interface TermOfCompany {
  readonly id: number;
  readonly company_id: number;
}

/** One term; throws NotFound, also when it is another company's, which it never becomes. */
export async function findSearchTerm(
  db: Kysely<Tables>,
  caller: Caller,
  { id, company_id }: TermOfCompany,
): Promise<SearchTerm> {
  const term = await searchTerms.find(db, caller, id);
  if (term.company_id !== company_id) throw new NotFound(searchTerms.definition.missing);
  return term;
}
