/** Importing terms and setting the status of many: each one transaction, each line told what became of it (DECISIONS §8). */
import { sql, type Kysely } from 'kysely';
import { brokenRule } from 'contract/rules';
import {
  searchTermForm,
  type SearchTermBulkResponse,
  type SearchTermBulkCreate,
  type SearchTermBulkCreated,
  type SearchTermBulkStatus,
} from 'contract/social/search-terms';
import type { Tables } from '../database/connection';
import { requireCompany, type Caller } from '../http/access';
import { requireConfirmation, distinctIds } from '../records/bulk';
import { filledLines } from './lines';
import { searchTerms } from './search-terms.queries';

const termsOf = (lines: readonly string[]) =>
  filledLines(lines, 'search_terms', 'Please enter at least one search term');

/**
 * Stores new terms as `active`. A line that breaks the form's rule is an error; one that is there already, or stands in
 * the list before, is skipped. Throws NotFound for a company that the caller is not authorised for.
 */
export async function createSearchTerms(
  db: Kysely<Tables>,
  caller: Caller,
  { company_id, platform, search_terms }: SearchTermBulkCreate,
): Promise<SearchTermBulkCreated> {
  const lines = termsOf(search_terms).map((search_term) => ({
    search_term,
    msg: brokenRule(searchTermForm.properties.search_term, true, search_term),
  }));
  const errors = lines.flatMap(({ search_term, msg }) => (msg === null ? [] : { search_term, msg }));
  const terms = lines.flatMap(({ search_term, msg }) => (msg === null ? search_term : []));
  return db.transaction().execute(async (transaction) => {
    await requireCompany(transaction, caller, company_id);
    // In the order of the key: two imports of the same list wait for each other, and never for each other at once.
    const rows = await searchTerms.insertMany(
      transaction,
      caller,
      sql`(company_id, platform, search_term, status, updated_by)
        select ${company_id}, ${platform}, line, 'active', ${caller.userId}
        from unnest(${terms}::text[]) with ordinality as lines (line, at) order by lower(line), at`,
    );
    const made = new Set(rows.map(({ search_term }) => search_term));
    const skipped = skippedOf(terms, made);
    return {
      success_count: rows.length,
      error_count: errors.length,
      skipped_count: skipped.length,
      errors,
      skipped,
    };
  });
}

/** The terms of the list that were not made: the first line of each of `made` was. */
function skippedOf(terms: readonly string[], made: ReadonlySet<string>) {
  const seen = new Set<string>();
  const rest = new Set(made);
  return terms.flatMap((search_term) => {
    const key = search_term.toLowerCase();
    const isRepeated = seen.has(key);
    seen.add(key);
    if (rest.delete(search_term)) return [];
    return { search_term, msg: isRepeated ? 'Stands in the list twice' : 'Is there already' };
  });
}

/** Sets the status of a company's terms on one platform, named by their text without regard to case. */
export async function updateSearchTermStatus(
  db: Kysely<Tables>,
  caller: Caller,
  { company_id, platform, search_terms, new_status, confirm = false }: SearchTermBulkStatus,
): Promise<SearchTermBulkResponse> {
  const terms = [...new Set(termsOf(search_terms))];
  return db.transaction().execute(async (transaction) => {
    await requireCompany(transaction, caller, company_id);
    requireConfirmation(confirm);
    const { rows: found } = await sql<{ line: string; id: number }>`
      select line, term.id
      from unnest(${terms}::text[]) as line
      join social_media_search_terms as term
        on term.company_id = ${company_id} and term.platform = ${platform} and lower(term.search_term) = lower(line)
    `.execute(transaction);
    const ids = distinctIds(found.map(({ id }) => id));
    const before = await searchTerms.lockMany(transaction, caller, ids, company_id);
    const done = new Set(before.map(({ id }) => id));
    await searchTerms.saveMany(transaction, caller, before, [sql`status = ${new_status}`]);
    const there = new Set(found.filter(({ id }) => done.has(id)).map(({ line }) => line));
    const msg = searchTerms.definition.missing;
    const errors = terms.filter((term) => !there.has(term)).map((search_term) => ({ search_term, msg }));
    return { success_count: done.size, error_count: errors.length, errors };
  });
}
