import type { Kysely } from 'kysely';
import {
  knowledge,
  knowledgeList,
  knowledgeListQuery,
  knowledgePatch,
  knowledgeWrite,
} from '../../contract/agents/knowledge';
import { groups } from '../http/access';
import type { Tables } from '../database/connection';
import { byId, type AddRoute } from '../http/route';
import { createKnowledge, deleteKnowledge, findKnowledge, listKnowledge, updateKnowledge } from './knowledge.queries';

const access = groups('AaasAdmin');

/** Knowledge (specification 1 §7, DECISIONS §2). */
export function knowledgeRoutes(add: AddRoute, db: Kysely<Tables>): void {
  add('GET', '/knowledge', {
    access,
    summary: 'Knowledge items',
    query: knowledgeListQuery,
    answer: knowledgeList,
    handle: ({ query }) => listKnowledge(db, query),
  });
  add('GET', '/knowledge/:id', {
    access,
    summary: 'One knowledge item',
    params: byId,
    answer: knowledge,
    handle: ({ params }) => findKnowledge(db, params.id),
  });
  add('POST', '/knowledge', {
    access,
    summary: 'Create a knowledge item',
    body: knowledgeWrite,
    answer: knowledge,
    status: 201,
    handle: ({ caller, body }) => createKnowledge(db, caller, body),
  });
  add('PATCH', '/knowledge/:id', {
    access,
    summary: 'Write the sent fields of a knowledge item',
    params: byId,
    body: knowledgePatch,
    answer: knowledge,
    handle: ({ caller, params, body, ifMatch }) => updateKnowledge(db, caller, params.id, body, ifMatch),
  });
  add('DELETE', '/knowledge/:id', {
    access,
    summary: 'Delete a knowledge item and its links to agents',
    params: byId,
    handle: ({ caller, params }) => deleteKnowledge(db, caller, params.id),
  });
}
