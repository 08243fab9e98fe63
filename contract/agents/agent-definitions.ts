/** Agent definitions and the knowledge linked to them (specification 1 §2, §3, §5, §7; DECISIONS §9). */
import { bulkIds, confirm, MAX_BULK } from '../bulk';
import { computed, noun, written } from '../noun';
import { listQuery, partOf, searchResponse } from '../paging';
import { response, count, dateTime, id, listOf, longText, object, slug, text, type Infer } from '../schema';
import { PROPOSAL_KINDS, proposalKind } from './proposals';

/** A knowledge item as an agent names it. */
export const linkedKnowledge = response({ id, name: text('Name') });

/** Query of GET /agent-definitions. `search` looks in slug and prompt; `slug` is the exact one. */
export const agentDefinitionListQuery = listQuery(
  { search: partOf('Search'), slug_contains: partOf('Slug contains'), slug: partOf('Exact slug') },
  ['slug', 'created_at', 'updated_at'],
);

/** An agent definition; `prompt_length` counts code points, `agent_knowledge` is ordered by name. */
export const definitionNoun = noun('agent_definition', agentDefinitionListQuery, 'slug', {
  id,
  slug: written(slug),
  system_prompt: written(longText('System Prompt', { minLength: 10, maxLength: 100_000 })),
  prompt_length: count('Prompt Length'),
  /** The kinds of changes that the agent may propose; none unless somebody says so (DECISIONS §9). */
  allowed_proposals: written(
    listOf(proposalKind, { title: 'Allowed Proposals', maxItems: PROPOSAL_KINDS.length, default: [] }),
  ),
  agent_knowledge: computed(listOf(linkedKnowledge, { title: 'Linked Knowledge' })),
  created_at: dateTime('Created'),
  updated_at: dateTime('Last Updated'),
});

/** A definition as every response has it, and the body of PUT /agent-definitions/{id}: the links stay as they are. */
export const { response: agentDefinition, replace: agentDefinitionWrite } = definitionNoun;

/** Body of POST /agent-definitions: the same, and the knowledge to link from the start. */
export const agentDefinitionCreate = object(
  { ...agentDefinitionWrite.properties, knowledge_ids: listOf(id, { maxItems: MAX_BULK, title: 'Knowledge' }) },
  ['slug', 'system_prompt'],
);

/** Path of GET /agent-definitions/by-slug/{slug}. */
export const bySlug = object({ slug: text('Slug') }, ['slug']);

/** Path of POST and DELETE /agent-definitions/{id}/knowledge/{knowledgeId}. */
export const byLink = object({ id, knowledgeId: id }, ['id', 'knowledgeId']);

export const agentDefinitionSearch = searchResponse(agentDefinition);

/** Response of GET /agent-definitions/{id}/knowledge: every link, by name. */
export const linkedKnowledgeList = searchResponse(linkedKnowledge);

/** Body of POST /agent-definitions/bulk: the definitions are deleted; `confirm` must be true. */
export const agentDefinitionBulkDelete = object({ ids: bulkIds, confirm }, ['ids']);

export type LinkedKnowledge = Infer<typeof linkedKnowledge>;
export type AgentDefinition = Infer<typeof agentDefinition>;
export type AgentDefinitionWrite = Infer<typeof agentDefinitionWrite>;
export type AgentDefinitionCreate = Infer<typeof agentDefinitionCreate>;
export type AgentDefinitionListQuery = Infer<typeof agentDefinitionListQuery>;
