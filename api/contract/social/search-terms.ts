/** Search terms on the wire (specification 2 §2.2, §3, §5, §7.1; DECISIONS §8). */
import { confirm, MAX_BULK } from '../bulk';
import { listAnswer, listQuery } from '../paging';
import { answer, id, integer, listOf, moment, object, oneOf, text, type Shape } from '../schema';

/** Where a term is searched for. */
export const TERM_PLATFORMS = ['facebook', 'instagram', 'youtube'] as const;
/** What a term may be; imported terms begin as `active`. */
export const TERM_STATUSES = ['active', 'inactive', 'pending'] as const;
/** The most characters a term has. */
export const MAX_TERM = 255;

const company_id = { ...id, title: 'Company', requiredMessage: 'Please select a company first' } as const;
const search_term = text('Search Term', { unique: true, minLength: 1, maxLength: MAX_TERM });
const platform = oneOf('Platform', TERM_PLATFORMS);
const status = oneOf('Status', TERM_STATUSES);

/** A term as every answer has it; `updated_at` is what `If-Match` is asked with. */
export const searchTerm = answer({
  id,
  company_id: id,
  search_term: text('Search Term', {}),
  platform,
  status,
  created_at: moment('Created'),
  updated_at: moment('Updated'),
});

/** The fields of the term's form, and the body of PUT /social-media-search-terms/{id}. White space around a term is dropped. */
export const searchTermForm = object({ search_term, platform, status }, ['search_term', 'platform', 'status']);

/** Body of POST /social-media-search-terms. */
export const searchTermWrite = object({ ...searchTermForm.properties, company_id }, [
  'company_id',
  'search_term',
  'platform',
  'status',
]);

/** Query of the calls that name their company in the body: known, as on every call for terms, and changing nothing. */
export const searchTermCompanyQuery = object({ company_id }, []);

/** Query of the calls for one term: a term is asked for with its company. */
export const searchTermQuery = object({ company_id }, ['company_id']);

/** What a list of terms may be sorted by. */
export const TERM_SORTS = ['search_term', 'platform', 'status', 'created_at', 'updated_at'] as const;
/** How it is sorted when nobody says. */
export const TERM_DEFAULT_SORT = 'search_term';

/** Query of GET /social-media-search-terms. `search` looks in the term. */
export const searchTermListQuery = listQuery(
  { company_id, search: text('Search', { maxLength: 1000, verbatim: true }), platform, status },
  TERM_SORTS,
  ['company_id'],
);

export const searchTermList = listAnswer(searchTerm);

// A line's own mistakes are answered for the line, so that the others are taken.
const lines = listOf(text('Search Term', {}), {
  minItems: 1,
  maxItems: MAX_BULK,
  title: 'Search Terms',
  requiredMessage: 'Please enter search terms',
} as const);

/** Body of POST /social-media-search-terms/bulk/create: lines as typed. Blank lines count nowhere. */
export const searchTermBulkCreate = object(
  { company_id, search_terms: lines, platform: { ...platform, requiredMessage: 'Please select a platform' } },
  ['company_id', 'platform', 'search_terms'],
);

const lineAnswer = answer({ search_term: text('Search Term', {}), msg: text('Message', {}) });
const count = (title: string) => integer(title, { minimum: 0 });

/** Its answer: what was made, what was refused and why, and what was skipped because it was there already. */
export const searchTermBulkCreated = answer({
  success_count: count('Succeeded'),
  error_count: count('Failed'),
  skipped_count: count('Skipped'),
  errors: listOf(lineAnswer),
  skipped: listOf(lineAnswer),
});

/** Body of POST /social-media-search-terms/bulk/update-status: the terms of one platform, by their text. */
export const searchTermBulkStatus = object({ company_id, search_terms: lines, platform, new_status: status, confirm }, [
  'company_id',
  'search_terms',
  'platform',
  'new_status',
]);

/** Its answer: `errors` names the terms that are not there. */
export const searchTermBulkAnswer = answer({
  success_count: count('Succeeded'),
  error_count: count('Failed'),
  errors: listOf(lineAnswer),
});

export type SearchTerm = Shape<typeof searchTerm>;
export type SearchTermForm = Shape<typeof searchTermForm>;
export type SearchTermWrite = Shape<typeof searchTermWrite>;
export type SearchTermListQuery = Shape<typeof searchTermListQuery>;
export type SearchTermBulkCreate = Shape<typeof searchTermBulkCreate>;
export type SearchTermBulkCreated = Shape<typeof searchTermBulkCreated>;
export type SearchTermBulkStatus = Shape<typeof searchTermBulkStatus>;
export type SearchTermBulkAnswer = Shape<typeof searchTermBulkAnswer>;
