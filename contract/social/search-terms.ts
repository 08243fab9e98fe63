/** Search terms on the wire (specification 2 §2.2, §3, §5, §7.1; DECISIONS §8). */
import { bulkResponseOf, confirm, MAX_BULK } from '../bulk';
import { noun, written, writtenOnce } from '../noun';
import { listQuery, partOf } from '../paging';
import { response, choice, company, count, dateTime, id, listOf, object, text, type Infer } from '../schema';

const company_id = company('Company', { requiredMessage: 'Please select a company first' });
const platform = choice('Platform', { facebook: 'Facebook', instagram: 'Instagram', youtube: 'YouTube' });
const status = choice('Status', { active: 'Active', inactive: 'Inactive', pending: 'Pending' });

/** Query of GET /social-media-search-terms. `search` looks in the term. */
export const searchTermListQuery = listQuery(
  { company_id, search: partOf('Search'), platform, status },
  ['search_term', 'platform', 'status', 'created_at', 'updated_at'],
  ['company_id'],
);

/** A term; `updated_at` is what `If-Match` is asked with. */
export const termNoun = noun('social_media_search_term', searchTermListQuery, 'search_term', {
  id,
  search_term: written(text('Search Term', { unique: true, names: true, minLength: 1, maxLength: 255 })),
  platform: written({ ...platform, names: true as const }),
  status: written(status),
  company_id: writtenOnce(company_id),
  created_at: dateTime('Created'),
  updated_at: dateTime('Updated'),
});

/** A term as every response has it, and the bodies of POST and PUT /social-media-search-terms. */
export const { response: searchTerm, create: searchTermWrite, replace: searchTermForm } = termNoun;

/** Query of the calls that name their company in the body: known, as on every call for terms, and changing nothing. */
export const searchTermCompanyQuery = object({ company_id }, []);

/** Query of the calls for one term: a term is asked for with its company. */
export const searchTermQuery = object({ company_id }, ['company_id']);

// A line's own mistakes are reported for the line, so that the others are stored.
const lines = listOf(text('Search Term'), {
  minItems: 1,
  maxItems: MAX_BULK,
  title: 'Search Terms',
  requiredMessage: 'Please enter search terms',
  emptyMessage: 'Please enter at least one search term',
});

/** Body of POST /social-media-search-terms/bulk/create: lines as typed. Blank lines count nowhere. */
export const searchTermBulkCreate = object(
  { company_id, search_terms: lines, platform: { ...platform, requiredMessage: 'Please select a platform' } },
  ['company_id', 'platform', 'search_terms'],
);

/** The outcome; `errors` has the terms that failed. */
export const searchTermBulkResponse = bulkResponseOf({ search_term: text('Search Term') });

const { errors: skipped } = searchTermBulkResponse.properties;

/** The response of an import: what was made, what was not and why, and what was skipped because it was there already. */
export const searchTermBulkCreated = response({
  ...searchTermBulkResponse.properties,
  skipped_count: count('Skipped'),
  skipped,
});

/** Body of POST /social-media-search-terms/bulk/update-status: the terms of one platform, by their text. */
export const searchTermBulkStatus = object({ company_id, search_terms: lines, platform, new_status: status, confirm }, [
  'company_id',
  'search_terms',
  'platform',
  'new_status',
]);

export type SearchTerm = Infer<typeof searchTerm>;
export type SearchTermForm = Infer<typeof searchTermForm>;
export type SearchTermWrite = Infer<typeof searchTermWrite>;
export type SearchTermListQuery = Infer<typeof searchTermListQuery>;
export type SearchTermBulkCreate = Infer<typeof searchTermBulkCreate>;
export type SearchTermBulkCreated = Infer<typeof searchTermBulkCreated>;
export type SearchTermBulkStatus = Infer<typeof searchTermBulkStatus>;
export type SearchTermBulkResponse = Infer<typeof searchTermBulkResponse>;
