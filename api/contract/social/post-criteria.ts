/** Post criteria on the wire: what counts as a valid post, one set a company (specification 2 §2.1, §3, §5; DECISIONS §8). */
import { listAnswer, listQuery } from '../paging';
import { answer, id, moment, object, partial, text, type Shape } from '../schema';

/** The most characters a set of criteria has. */
export const MAX_DESCRIPTION = 10_000;

const company_id = { ...id, title: 'Company', requiredMessage: 'Please select a company' } as const;
const description = text('Criteria Description', {
  minLength: 1,
  maxLength: MAX_DESCRIPTION,
  requiredMessage: 'Please enter a description',
});

/** A company's criteria as every answer has them. */
export const postCriteria = answer({
  id,
  company_id: id,
  company_name: text('Company', {}),
  description: text('Criteria Description', {}),
  created_at: moment('Created'),
  updated_at: moment('Updated'),
});

/** Body of POST /social-media-post-criteria. White space around the description is dropped. */
export const postCriteriaWrite = object({ company_id: { ...company_id, unique: true } as const, description }, [
  'company_id',
  'description',
]);

/** Body of PATCH /social-media-post-criteria/{id}: the company is chosen at creation only. */
export const postCriteriaPatch = partial(object({ description }, ['description']));

/** What a list of criteria may be sorted by. */
export const POST_CRITERIA_SORTS = ['company__name', 'description', 'created_at', 'updated_at'] as const;
/** How it is sorted when nobody says. */
export const POST_CRITERIA_DEFAULT_SORT = 'company__name';

/** Query of GET /social-media-post-criteria. `search` looks in the description and the company's name. */
export const postCriteriaListQuery = listQuery(
  { company_id: { ...id, title: 'Company' }, search: text('Search', { maxLength: 1000, verbatim: true }) },
  POST_CRITERIA_SORTS,
);

export const postCriteriaList = listAnswer(postCriteria);

export type PostCriteria = Shape<typeof postCriteria>;
export type PostCriteriaWrite = Shape<typeof postCriteriaWrite>;
export type PostCriteriaPatch = Shape<typeof postCriteriaPatch>;
export type PostCriteriaListQuery = Shape<typeof postCriteriaListQuery>;
