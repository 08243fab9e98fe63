import type { Kysely } from 'kysely';
import type { Tables } from '../database/connection';
import type { AddRoute } from '../http/route';
import { regularRoutes } from '../records/regular-routes';
import { postCriteria } from './post-criteria.queries';

/** Post criteria (specification 2 §7.2, DECISIONS §8). */
export function postCriteriaRoutes(add: AddRoute, db: Kysely<Tables>): void {
  const { list, find, create, update, remove } = postCriteria;
  regularRoutes(add, db, {
    records: postCriteria,
    calls: { list, find, create, update, remove },
    summaries: { create: 'Create the post criteria of a company, which has one set at most' },
  });
}
