import type { Kysely } from 'kysely';
import {
  postCriteria,
  postCriteriaList,
  postCriteriaListQuery,
  postCriteriaPatch,
  postCriteriaWrite,
} from '../../contract/social/post-criteria';
import { groups } from '../http/access';
import type { Tables } from '../database/connection';
import { byId, type AddRoute } from '../http/route';
import {
  createPostCriteria,
  deletePostCriteria,
  findPostCriteria,
  listPostCriteria,
  updatePostCriteria,
} from './post-criteria.queries';

const access = groups('SocialMediaManager');

/** Post criteria (specification 2 §7.2, DECISIONS §8). */
export function postCriteriaRoutes(add: AddRoute, db: Kysely<Tables>): void {
  add('GET', '/social-media-post-criteria', {
    access,
    summary: "Post criteria of the caller's companies",
    query: postCriteriaListQuery,
    answer: postCriteriaList,
    handle: ({ caller, query }) => listPostCriteria(db, caller, query),
  });
  add('GET', '/social-media-post-criteria/:id', {
    access,
    summary: 'One set of post criteria',
    params: byId,
    answer: postCriteria,
    handle: ({ caller, params }) => findPostCriteria(db, caller, params.id),
  });
  add('POST', '/social-media-post-criteria', {
    access,
    summary: 'Create the post criteria of a company, which has one set at most',
    body: postCriteriaWrite,
    answer: postCriteria,
    status: 201,
    handle: ({ caller, body }) => createPostCriteria(db, caller, body),
  });
  add('PATCH', '/social-media-post-criteria/:id', {
    access,
    summary: 'Write the description of post criteria',
    params: byId,
    body: postCriteriaPatch,
    answer: postCriteria,
    handle: ({ caller, params, body, ifMatch }) => updatePostCriteria(db, caller, params.id, body, ifMatch),
  });
  add('DELETE', '/social-media-post-criteria/:id', {
    access,
    summary: 'Delete post criteria',
    params: byId,
    handle: ({ caller, params }) => deletePostCriteria(db, caller, params.id),
  });
}
