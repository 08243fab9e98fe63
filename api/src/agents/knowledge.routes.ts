import type { Kysely } from 'kysely';
import type { Tables } from '../database/connection';
import type { AddRoute } from '../http/route';
import { regularRoutes } from '../records/regular-routes';
import { createKnowledge, knowledgeItems, updateKnowledge } from './knowledge.queries';

/** Knowledge (specification 1 §7, DECISIONS §2). */
export function knowledgeRoutes(add: AddRoute, db: Kysely<Tables>): void {
  const { list, find, remove } = knowledgeItems;
  regularRoutes(add, db, {
    records: knowledgeItems,
    calls: { list, find, create: createKnowledge, update: updateKnowledge, remove },
    summaries: { remove: 'Delete a knowledge item and its links to agents' },
  });
}
