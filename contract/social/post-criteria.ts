/** Post criteria on the wire: what counts as a valid post, one set a company (specification 2 §2.1, §3, §5; DECISIONS §8). */
import { computed, noun, written, writtenOnce } from '../noun';
import { listQuery, partOf } from '../paging';
import { company, dateTime, id, longText, text, type Infer } from '../schema';

/** Query of GET /social-media-post-criteria. `search` looks in the description and the company's name. */
export const postCriteriaListQuery = listQuery({ company_id: company('Company'), search: partOf('Search') }, [
  'company__name',
  'description',
  'created_at',
  'updated_at',
]);

/** A company's criteria; white space around the description is dropped. */
export const criteria = noun('social_media_post_criteria', postCriteriaListQuery, 'company__name', {
  id,
  company_id: writtenOnce(company('Company', { unique: true, requiredMessage: 'Please select a company' })),
  company_name: computed(text('Company')),
  description: written(
    longText('Criteria Description', {
      minLength: 1,
      maxLength: 10_000,
      trims: true,
      requiredMessage: 'Please enter a description',
    }),
  ),
  created_at: dateTime('Created'),
  updated_at: dateTime('Updated'),
});

/** Criteria as every response has them, and the body of POST /social-media-post-criteria. */
export const { response: postCriteria, create: postCriteriaWrite } = criteria;

export type PostCriteria = Infer<typeof postCriteria>;
export type PostCriteriaWrite = Infer<typeof postCriteriaWrite>;
export type PostCriteriaListQuery = Infer<typeof postCriteriaListQuery>;
