/** Search terms in the database (DECISIONS §8). */
import { type Generated, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { Paged } from '../../contract/paging';
import {
  TERM_DEFAULT_SORT,
  type TERM_SORTS,
  type SearchTerm,
  type SearchTermForm,
  type SearchTermListQuery,
  type SearchTermWrite,
} from '../../contract/social/search-terms';
import { demandCompany, inReach, type Caller } from '../http/access';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { NotFound, taken } from '../http/errors';
import { demandUnchanged, laterThanBefore } from '../records/if-match';
import { byText, byValue, contains, listPage, type Listing } from '../database/list';

interface SearchTermTable {
  id: Generated<number>;
  company_id: number;
  platform: SearchTerm['platform'];
  search_term: string;
  status: SearchTerm['status'];
  created_at: Generated<string>;
  updated_at: Generated<string>;
  updated_by: number | null;
}

declare module '../database/connection' {
  interface Tables {
    social_media_search_terms: SearchTermTable;
  }
}

export type SearchTermRow = Selectable<SearchTermTable>;

const TABLE = 'social_media_search_terms';
/** What the audit log calls a term. */
export const RESOURCE = 'social_media_search_term';

/** A term, as answers have it. */
export const COLUMNS = [
  'id',
  'company_id',
  'search_term',
  'platform',
  'status',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof SearchTermRow)[];

const LISTING: Listing<(typeof TERM_SORTS)[number]> = {
  sorts: {
    search_term: byText('search_term'),
    platform: byValue('platform'),
    status: byValue('status'),
    created_at: byValue('created_at'),
    updated_at: byValue('updated_at'),
  },
  defaultSort: TERM_DEFAULT_SORT,
  id: 'id',
};

/** One page of a company's terms; throws NotFound for a company out of reach. */
export async function listSearchTerms(
  db: Kysely<Tables>,
  caller: Caller,
  query: SearchTermListQuery,
): Promise<Paged<SearchTerm>> {
  const { company_id, search, platform, status } = query;
  await demandCompany(db, caller, company_id);
  let selected = db.selectFrom(TABLE).select(COLUMNS).where('company_id', '=', company_id);
  if (search !== undefined) selected = selected.where(contains('search_term', search));
  if (platform !== undefined) selected = selected.where('platform', '=', platform);
  if (status !== undefined) selected = selected.where('status', '=', status);
  return listPage(selected, LISTING, query);
}

/** A term as the calls for one name it: by its id and its company. */
export interface TermOfCompany {
  id: number;
  company_id: number;
}

const named = (db: Kysely<Tables>, caller: Caller, { id, company_id }: TermOfCompany) =>
  db.selectFrom(TABLE).where('id', '=', id).where('company_id', '=', company_id).where(inReach(caller, 'company_id'));

const missing = () => new NotFound(MISSING);
/** The sentence for a term that is not there. */
export const MISSING = 'Search term not found';

/** One term; throws NotFound, also when it is another company's. */
export async function findSearchTerm(db: Kysely<Tables>, caller: Caller, term: TermOfCompany): Promise<SearchTerm> {
  return named(db, caller, term).select(COLUMNS).executeTakeFirstOrThrow(missing);
}

const termTaken = taken(
  'social_media_search_terms_key',
  'search_term: This company has this search term on this platform already',
);

/** A new term; throws NotFound for a company out of reach, Taken for a term that is there. */
export async function createSearchTerm(
  db: Kysely<Tables>,
  caller: Caller,
  { search_term, ...body }: SearchTermWrite,
): Promise<SearchTerm> {
  return db
    .transaction()
    .execute(async (transaction) => {
      await demandCompany(transaction, caller, body.company_id);
      const row = await transaction
        .insertInto(TABLE)
        .values({ ...body, search_term: search_term.trim(), updated_by: caller.userId })
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(transaction, caller, { action: 'create', resource: RESOURCE, recordId: row.id, after: row });
      return row;
    })
    .catch(termTaken);
}

/** Every field of the form is set; throws NotFound, ChangedMeanwhile (see `demandUnchanged`) or Taken. */
export async function replaceSearchTerm(
  db: Kysely<Tables>,
  caller: Caller,
  term: TermOfCompany,
  { search_term, platform, status }: SearchTermForm,
  ifMatch: string | null,
): Promise<SearchTerm> {
  return db
    .transaction()
    .execute(async (transaction) => {
      const before = await lockSearchTerm(transaction, caller, term);
      await demandUnchanged(transaction, ifMatch, 'search term', before);
      const after = await transaction
        .updateTable(TABLE)
        .set({
          search_term: search_term.trim(),
          platform,
          status,
          updated_by: caller.userId,
          updated_at: laterThanBefore,
        })
        .where('id', '=', term.id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(transaction, caller, { action: 'update', resource: RESOURCE, recordId: term.id, before, after });
      return after;
    })
    .catch(termTaken);
}

/** Removes a term; throws NotFound. */
export async function deleteSearchTerm(db: Kysely<Tables>, caller: Caller, term: TermOfCompany): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const before = await lockSearchTerm(transaction, caller, term);
    await transaction.deleteFrom(TABLE).where('id', '=', term.id).execute();
    await audit(transaction, caller, { action: 'delete', resource: RESOURCE, recordId: term.id, before });
  });
}

const lockSearchTerm = (
  transaction: Transaction<Tables>,
  caller: Caller,
  term: TermOfCompany,
): Promise<SearchTermRow> => named(transaction, caller, term).selectAll().forUpdate().executeTakeFirstOrThrow(missing);
