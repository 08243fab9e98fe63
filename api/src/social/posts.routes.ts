import type { Kysely } from 'kysely';
import { bulkAnswer } from '../../contract/bulk';
import {
  post,
  postBulkCreate,
  postBulkCreated,
  postBulkDelete,
  postBulkStatus,
  postList,
  postListQuery,
  postPatch,
  postWrite,
} from '../../contract/social/posts';
import { groups } from '../http/access';
import type { Tables } from '../database/connection';
import { byId, type AddRoute } from '../http/route';
import { createPosts, deletePosts, updatePostStatus } from './posts-bulk.queries';
import { createPost, deletePost, findPost, listPosts, updatePost } from './posts.queries';

const access = groups('SocialMediaManager');

/** Social media posts (specification 2 §7.4, DECISIONS §8). */
export function postRoutes(add: AddRoute, db: Kysely<Tables>): void {
  add('GET', '/social-media-posts', {
    access,
    summary: "Posts of a company, or of the caller's companies",
    query: postListQuery,
    answer: postList,
    handle: ({ caller, query }) => listPosts(db, caller, query),
  });
  add('GET', '/social-media-posts/:id', {
    access,
    summary: 'One post',
    params: byId,
    answer: post,
    handle: ({ caller, params }) => findPost(db, caller, params.id),
  });
  add('POST', '/social-media-posts', {
    access,
    summary: 'Create a post',
    body: postWrite,
    answer: post,
    status: 201,
    handle: ({ caller, body }) => createPost(db, caller, body),
  });
  add('PATCH', '/social-media-posts/:id', {
    access,
    summary: 'Write the sent fields of a post',
    params: byId,
    body: postPatch,
    answer: post,
    handle: ({ caller, params, body, ifMatch }) => updatePost(db, caller, params.id, body, ifMatch),
  });
  add('DELETE', '/social-media-posts/:id', {
    access,
    summary: 'Delete a post',
    params: byId,
    handle: ({ caller, params }) => deletePost(db, caller, params.id),
  });
  add('POST', '/social-media-posts/bulk/create', {
    access,
    summary: 'Create posts of one platform by their URLs; lines that are not taken are named in the answer',
    body: postBulkCreate,
    answer: postBulkCreated,
    handle: ({ caller, body }) => createPosts(db, caller, body),
  });
  add('POST', '/social-media-posts/bulk/update-status', {
    access,
    summary: 'Set the status of posts of a company',
    body: postBulkStatus,
    answer: bulkAnswer,
    handle: ({ caller, body }) => updatePostStatus(db, caller, body),
  });
  add('POST', '/social-media-posts/bulk/delete', {
    access,
    summary: 'Delete posts of a company',
    body: postBulkDelete,
    answer: bulkAnswer,
    handle: ({ caller, body }) => deletePosts(db, caller, body),
  });
}
