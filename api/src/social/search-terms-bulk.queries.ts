/** Importing terms and setting the status of many: each one transaction, each line told what became of it (DECISIONS §8). */
import { sql, type Kysely } from 'kysely';
import { brokenRule } from '../../contract/rules';
import {
  searchTermForm,
  type SearchTermBulkAnswer,
  type SearchTermBulkCreate,
  type SearchTermBulkCreated,
  type SearchTermBulkStatus,
} from '../../contract/social/search-terms';
import { demandCompany, type Caller } from '../http/access';
import { audit } from '../database/audit';
import { demandConfirmation } from '../records/bulk';
import type { Tables } from '../database/connection';
import { InvalidInput } from '../http/errors';
import { filledLines } from './lines';
import { updateRows } from '../records/rows-in-bulk';
import { COLUMNS, MISSING, RESOURCE, type SearchTermRow } from './search-terms.queries';

const TERMS = {
  table: 'social_media_search_terms',
  resource: RESOURCE,
  columns: [...COLUMNS, 'updated_by'],
  missing: MISSING,
} as const;

/** The terms of a bulk call; throws InvalidInput when all its lines are blank. */
function termsOf(lines: readonly string[]): string[] {
  const terms = filledLines(lines);
  if (terms.length) return terms;
  const msg = 'Please enter at least one search term';
  throw new InvalidInput([{ loc: ['body', 'search_terms'], msg, type: 'blank' }]);
}

/**
 * Stores new terms as `active`. A line that breaks the form's rule is an error; one that is there already, or stands in
 * the list before, is skipped. Throws NotFound for a company out of reach.
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
    await demandCompany(transaction, caller, company_id);
    // In the order of the key: two imports of the same list wait for each other, and never for each other at once.
    const { rows } = await sql<SearchTermRow>`
      insert into social_media_search_terms (company_id, platform, search_term, status, updated_by)
      select ${company_id}, ${platform}, line, 'active', ${caller.userId}
      from unnest(${terms}::text[]) with ordinality as lines (line, at)
      order by lower(line), at
      on conflict do nothing
      returning *`.execute(transaction);
    await audit(
      transaction,
      caller,
      ...rows.map((row) => ({ action: 'create', resource: RESOURCE, recordId: row.id, after: row })),
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
): Promise<SearchTermBulkAnswer> {
  const terms = [...new Set(termsOf(search_terms))];
  return db.transaction().execute(async (transaction) => {
    await demandCompany(transaction, caller, company_id);
    demandConfirmation(confirm);
    const { rows: found } = await sql<{ line: string; id: number }>`
      select line, term.id
      from unnest(${terms}::text[]) as line
      join social_media_search_terms as term
        on term.company_id = ${company_id} and term.platform = ${platform} and lower(term.search_term) = lower(line)
    `.execute(transaction);
    const ids = found.map(({ id }) => id);
    const rows = { kind: TERMS, company_id, ids };
    const done = new Set(await updateRows(transaction, caller, rows, sql`status = ${new_status}`));
    const taken = new Set(found.filter(({ id }) => done.has(id)).map(({ line }) => line));
    const errors = terms.filter((term) => !taken.has(term)).map((search_term) => ({ search_term, msg: MISSING }));
    return { success_count: done.size, error_count: errors.length, errors };
  });
}
