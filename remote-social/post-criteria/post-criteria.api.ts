import type { PostCriteria, PostCriteriaListQuery, PostCriteriaWrite } from 'contract/social/post-criteria';
import { resourceCalls } from 'shared-auth';

/** The calls of specification 2 §7.2 (DECISIONS §8 says where they live). */
export const postCriteriaCalls = resourceCalls('social-media-post-criteria', (criteria) =>
  criteria.regular<PostCriteria, PostCriteriaListQuery, PostCriteriaWrite>(),
);
