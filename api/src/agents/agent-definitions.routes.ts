import type { Kysely } from 'kysely';
import {
  agentDefinition,
  agentDefinitionBulkDelete,
  agentDefinitionCreate,
  agentDefinitionSearch,
  byLink,
  bySlug,
  linkedKnowledge,
  linkedKnowledgeList,
} from 'contract/agents/agent-definitions';
import { bulkResponse } from 'contract/bulk';
import { searchQuery } from 'contract/paging';
import type { Tables } from '../database/connection';
import { accessFor } from '../http/access';
import { byId, type AddRoute } from '../http/route';
import { requireConfirmation } from '../records/bulk';
import { regularRoutes } from '../records/regular-routes';
import {
  agentDefinitions,
  createAgentDefinition,
  deleteAgentDefinitions,
  findAgentDefinitionBySlug,
  linkKnowledge,
  listLinkedKnowledge,
  searchAgentDefinitions,
  unlinkKnowledge,
} from './agent-definitions.queries';

const { writers: access } = accessFor('agent_definition');

/** Agent definitions and their knowledge (specification 1 §7, DECISIONS §2). */
export function agentDefinitionRoutes(add: AddRoute, db: Kysely<Tables>): void {
  const { list, find, replace, remove } = agentDefinitions;
  regularRoutes(add, db, {
    records: agentDefinitions,
    calls: { list, find, replace, remove },
    summaries: {
      replace: 'Replace every written field of an agent definition; its links stay',
      remove: 'Delete an agent definition; conversations with it stay, without an agent',
    },
  });
  add('GET', '/agent-definitions/search', {
    access,
    summary: 'Agent definitions by a part of slug or prompt',
    query: searchQuery,
    response: agentDefinitionSearch,
    handle: ({ query }) => searchAgentDefinitions(db, query),
  });
  add('GET', '/agent-definitions/by-slug/:slug', {
    access,
    summary: 'One agent definition by its slug',
    params: bySlug,
    response: agentDefinition,
    handle: ({ params }) => findAgentDefinitionBySlug(db, params.slug),
  });
  add('POST', '/agent-definitions', {
    access,
    summary: 'Create an agent definition, with links to knowledge',
    body: agentDefinitionCreate,
    response: agentDefinition,
    status: 201,
    handle: ({ caller, body }) => createAgentDefinition(db, caller, body),
  });
  add('POST', '/agent-definitions/bulk', {
    access,
    summary: 'Delete agent definitions',
    body: agentDefinitionBulkDelete,
    response: bulkResponse,
    handle: async ({ caller, body }) => {
      requireConfirmation(body.confirm ?? false);
      return deleteAgentDefinitions(db, caller, body.ids);
    },
  });
  add('GET', '/agent-definitions/:id/knowledge', {
    access,
    summary: 'The knowledge linked to an agent definition',
    params: byId,
    response: linkedKnowledgeList,
    handle: ({ caller, params }) => listLinkedKnowledge(db, caller, params.id),
  });
  add('POST', '/agent-definitions/:id/knowledge/:knowledgeId', {
    access,
    summary: 'Link a knowledge item: everyone who may chat can then read it',
    params: byLink,
    response: linkedKnowledge,
    handle: ({ caller, params }) => linkKnowledge(db, caller, params.id, params.knowledgeId),
  });
  add('DELETE', '/agent-definitions/:id/knowledge/:knowledgeId', {
    access,
    summary: 'Unlink a knowledge item',
    params: byLink,
    handle: ({ caller, params }) => unlinkKnowledge(db, caller, params.id, params.knowledgeId),
  });
}
