import type { PostCriteria, PostCriteriaListQuery, PostCriteriaWrite } from 'api/contract/social/post-criteria';
import { injectEndpoints, resourceEndpoints } from 'shared-auth';

/** The calls of specification 2 §7.2 (DECISIONS §8 says where they live). */
export const postCriteriaApi = injectEndpoints(['social-media-post-criteria'], (build) => {
  const criteria = resourceEndpoints(build, {
    path: '/social-media-post-criteria',
    tag: 'social-media-post-criteria',
  });
  return {
    listPostCriteria: criteria.list<PostCriteria, PostCriteriaListQuery>(),
    getPostCriteria: criteria.get<PostCriteria>(),
    createPostCriteria: criteria.create<PostCriteria, PostCriteriaWrite>(),
    updatePostCriteria: criteria.update<PostCriteria, PostCriteriaWrite>(),
    deletePostCriteria: criteria.remove(),
  };
});
