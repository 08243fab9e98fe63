/** Agent definitions and the knowledge linked to them (specification 1 §2, §3, §5, §7; DECISIONS §9). */
import { bulkIds, confirm, MAX_BULK } from '../bulk';
import { listAnswer, listQuery, searchAnswer } from '../paging';
import { answer, id, integer, listOf, moment, object, SLUG_PATTERN, text, type Shape } from '../schema';

const slug = text('Slug', {
  unique: true,
  minLength: 1,
  maxLength: 255,
  pattern: SLUG_PATTERN,
  formatMessage: 'Slug must be lowercase alphanumeric words separated by single hyphens',
});
const system_prompt = text('System Prompt', { minLength: 10, maxLength: 100_000, verbatim: true });

/** A knowledge item as an agent names it. */
export const linkedKnowledge = answer({ id, name: text('Name', {}) });

/** An agent definition; `prompt_length` counts code points, `agent_knowledge` is ordered by name. */
export const agentDefinition = answer({
  id,
  slug,
  system_prompt,
  prompt_length: integer('Prompt Length', { minimum: 0 }),
  agent_knowledge: listOf(linkedKnowledge, { title: 'Linked Knowledge' } as const),
  created_at: moment('Created'),
  updated_at: moment('Last Updated'),
});

/** Body of PUT /agent-definitions/{id}: the links stay as they are. */
export const agentDefinitionWrite = object({ slug, system_prompt }, ['slug', 'system_prompt']);

/** Body of POST /agent-definitions: the same, and the knowledge to link from the start. */
export const agentDefinitionCreate = object(
  {
    ...agentDefinitionWrite.properties,
    knowledge_ids: listOf(id, { maxItems: MAX_BULK, title: 'Knowledge' } as const),
  },
  ['slug', 'system_prompt'],
);

/** Path of GET /agent-definitions/by-slug/{slug}. */
export const bySlug = object({ slug: text('Slug', {}) }, ['slug']);

/** Path of POST and DELETE /agent-definitions/{id}/knowledge/{knowledgeId}. */
export const byLink = object({ id, knowledgeId: id }, ['id', 'knowledgeId']);

/** What a definition list may be sorted by. */
export const AGENT_DEFINITION_SORTS = ['slug', 'created_at', 'updated_at'] as const;
/** How it is sorted when nobody says. */
export const AGENT_DEFINITION_DEFAULT_SORT = 'slug';

const contains = (title: string) => text(title, { maxLength: 1000, verbatim: true });

/** Query of GET /agent-definitions. `search` looks in slug and prompt; `slug` is the exact one. */
export const agentDefinitionListQuery = listQuery(
  { search: contains('Search'), slug_contains: contains('Slug contains'), slug: contains('Exact slug') },
  AGENT_DEFINITION_SORTS,
);

export const agentDefinitionList = listAnswer(agentDefinition);
export const agentDefinitionSearch = searchAnswer(agentDefinition);

/** Answer of GET /agent-definitions/{id}/knowledge: every link, by name. */
export const linkedKnowledgeList = searchAnswer(linkedKnowledge);

/** Body of POST /agent-definitions/bulk: the definitions are deleted; `confirm` must be true. */
export const agentDefinitionBulkDelete = object({ ids: bulkIds, confirm }, ['ids']);

export type LinkedKnowledge = Shape<typeof linkedKnowledge>;
export type AgentDefinition = Shape<typeof agentDefinition>;
export type AgentDefinitionWrite = Shape<typeof agentDefinitionWrite>;
export type AgentDefinitionCreate = Shape<typeof agentDefinitionCreate>;
export type AgentDefinitionListQuery = Shape<typeof agentDefinitionListQuery>;
