import type { Kysely } from 'kysely';
import { bulkResponse } from 'contract/bulk';
import {
  postBulkCreate,
  postBulkCreated,
  postBulkDelete,
  postBulkStatus,
  postRefresh,
  postRefreshed,
} from 'contract/social/posts';
import { reviewed, reviewNext } from 'contract/social/review';
import { NOUNS } from 'contract/nouns';
import type { Tables } from '../database/connection';
import { accessFor } from '../http/access';
import type { AddRoute } from '../http/route';
import { deleteMany, updateStatusOfMany } from '../records/many';
import { regularRoutes } from '../records/regular-routes';
import { pictureRoute } from '../pictures/pictures.routes';
import { createPosts } from './posts-bulk.queries';
import { listPosts, posts } from './posts.queries';
import { refreshPosts } from './refresh';
import { nextForReview } from './review.queries';

const { writers: access } = accessFor('social_media_post');

/** Social media posts (specification 2 §7.4, DECISIONS §8). */
export function postRoutes(add: AddRoute, db: Kysely<Tables>): void {
  const { path } = NOUNS.social_media_post;
  const { find, create, update, remove } = posts;
  regularRoutes(add, db, { records: posts, calls: { list: listPosts, find, create, update, remove } });
  pictureRoute(add, db, 'social_media_post');
  add('POST', `${path}/bulk/create`, {
    access,
    summary: 'Create posts of one platform by their URLs; lines that are not stored are named in the response',
    body: postBulkCreate,
    response: postBulkCreated,
    handle: ({ caller, body }) => createPosts(db, caller, body),
  });
  add('POST', `${path}/bulk/update-status`, {
    access,
    summary: 'Set the status of posts of a company',
    body: postBulkStatus,
    response: bulkResponse,
    handle: ({ caller, body }) => updateStatusOfMany(db, caller, posts, body),
  });
  add('POST', `${path}/bulk/delete`, {
    access,
    summary: 'Delete posts of a company',
    body: postBulkDelete,
    response: bulkResponse,
    handle: ({ caller, body }) => deleteMany(db, caller, posts, body),
  });
  add('POST', `${path}/review/next`, {
    access,
    summary: 'The pending posts of a company that this person has before them, for five minutes from now',
    body: reviewNext,
    response: reviewed,
    handle: ({ caller, body }) => nextForReview(db, caller, body),
  });
  add('POST', `${path}/refresh`, {
    access,
    summary: 'Read posts anew from their platform',
    body: postRefresh,
    errors: { 409: 'None of them is on a connected platform' },
    response: postRefreshed,
    status: 202,
    handle: ({ caller, body }) => refreshPosts(db, caller, body.post_ids),
  });
}
