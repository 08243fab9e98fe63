/** Agent definitions and their links to knowledge in the database (specification 1 §2, §7; DECISIONS §9). */
import { sql, type Kysely, type Transaction } from 'kysely';
import {
  definitionNoun,
  type AgentDefinition,
  type AgentDefinitionCreate,
  type LinkedKnowledge,
} from 'contract/agents/agent-definitions';
import type { BulkResponse } from 'contract/bulk';
import type { SearchQuery } from 'contract/paging';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { contains } from '../database/list';
import type { Caller } from '../http/access';
import { NotFound } from '../http/errors';
import { bulkOutcome, distinctIds } from '../records/bulk';
import type { Table } from '../records/columns';
import { recordsOf } from '../records/records';
import { firstFound, searchedBy } from '../records/search';
import { linksBeside } from './agent-links';

declare module '../database/connection' {
  interface Tables {
    agent_definitions: Table<typeof definitionNoun>;
    agent_knowledge: { agent_id: number; knowledge_id: number };
  }
}

const slugOrPromptContains = (text: string) =>
  sql<boolean>`(${contains('slug', text)} or ${contains('system_prompt', text)})`;

/** The calls on definitions, but for what also writes their links. */
export const agentDefinitions = recordsOf({
  noun: definitionNoun,
  table: 'agent_definitions',
  conflict: {
    constraint: 'agent_definitions_slug_key',
    message: 'slug: An Agent Definition with this slug already exists',
  },
  computed: {
    agent_knowledge: sql<LinkedKnowledge[]>`(
      select coalesce(
        jsonb_agg(jsonb_build_object('id', knowledge.id, 'name', name) order by lower(name) collate "C", knowledge.id),
        '[]')
      from agent_knowledge join knowledge on knowledge.id = knowledge_id
      where agent_id = agent_definitions.id)`,
  },
  beside: linksBeside('knowledge_ids'),
  searched: searchedBy('slug'),
  sorts: {},
  filters: {
    search: slugOrPromptContains,
    slug_contains: (text) => contains('slug', text),
    slug: (text) => sql<boolean>`slug = ${text}`,
  },
});

/** The first definitions whose slug or prompt contains `q`, by slug; and how many there are. */
export const searchAgentDefinitions = (db: Kysely<Tables>, { q, limit }: SearchQuery) => {
  const all = agentDefinitions.rows(db);
  return firstFound(q === undefined ? all : all.where(slugOrPromptContains(q)), agentDefinitions.listing, limit);
};

/** One definition by its slug; throws NotFound. */
export const findAgentDefinitionBySlug = (db: Kysely<Tables>, slug: string): Promise<AgentDefinition> =>
  agentDefinitions
    .rows(db)
    .where(sql<boolean>`slug = ${slug}`)
    .executeTakeFirstOrThrow(() => new NotFound(agentDefinitions.definition.missing));

/** A new definition with its links; throws NotFound for knowledge that is not there, Conflict for a slug that is in use. */
export const createAgentDefinition = (
  db: Kysely<Tables>,
  caller: Caller,
  { knowledge_ids = [], ...body }: AgentDefinitionCreate,
): Promise<AgentDefinition> =>
  db.transaction().execute(async (transaction) => {
    const knowledgeIds = distinctIds(knowledge_ids);
    const { id } = await agentDefinitions.insert(transaction, caller, body, {
      also: { knowledge_ids: knowledgeIds },
    });
    await linkAll(transaction, id, knowledgeIds);
    return agentDefinitions.find(transaction, caller, id);
  });

/** Removes definitions and their links; ids that are not there are named in the response. */
export const deleteAgentDefinitions = (
  db: Kysely<Tables>,
  caller: Caller,
  ids: readonly number[],
): Promise<BulkResponse> =>
  db.transaction().execute(async (transaction) => {
    const asked = distinctIds(ids);
    const rows = await agentDefinitions.lockMany(transaction, caller, asked);
    await agentDefinitions.erase(transaction, caller, rows);
    return bulkOutcome(
      asked,
      rows.map(({ id }) => id),
      agentDefinitions.definition.missing,
    );
  });

/** Every knowledge item that is linked to a definition, by name; throws NotFound. */
export async function listLinkedKnowledge(db: Kysely<Tables>, caller: Caller, id: number) {
  const { agent_knowledge: items } = await agentDefinitions.find(db, caller, id);
  return { items, total: items.length };
}

/** Links a knowledge item; one that is linked already stays so. Throws NotFound. */
export async function linkKnowledge(
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  knowledgeId: number,
): Promise<LinkedKnowledge> {
  return db.transaction().execute(async (transaction) => {
    const agent = await agentDefinitions.lock(transaction, caller, id);
    return link(transaction, caller, agent, knowledgeId);
  });
}

type Agent = Pick<AgentDefinition, 'id' | 'slug'>;

/** Links a knowledge item to a locked definition; the log hears of it if it was not linked. */
async function link(transaction: Transaction<Tables>, caller: Caller, { id, slug }: Agent, knowledgeId: number) {
  const isLinked = await transaction
    .selectFrom('agent_knowledge')
    .select('agent_id')
    .where('agent_id', '=', id)
    .where('knowledge_id', '=', knowledgeId)
    .executeTakeFirst();
  const [linked] = await linkAll(transaction, id, [knowledgeId]);
  if (!linked) throw new NotFound('Knowledge not found');
  const after = { slug, knowledge_id: knowledgeId, knowledge: linked.name };
  if (!isLinked)
    await audit(transaction, caller, { action: 'link', resource: 'agent_definition', recordId: id, after });
  return linked;
}

/** Unlinks a knowledge item; throws NotFound, also when it was not linked. */
export async function unlinkKnowledge(
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  knowledgeId: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const agent = await agentDefinitions.lock(transaction, caller, id);
    await unlink(transaction, caller, agent, knowledgeId);
  });
}

/** Unlinks a knowledge item from a locked definition; throws NotFound when it was not linked. */
async function unlink(transaction: Transaction<Tables>, caller: Caller, { id, slug }: Agent, knowledgeId: number) {
  const unlinked = await transaction
    .deleteFrom('agent_knowledge')
    .using('knowledge')
    .whereRef('knowledge.id', '=', 'knowledge_id')
    .where('agent_id', '=', id)
    .where('knowledge_id', '=', knowledgeId)
    .returning('name')
    .executeTakeFirst();
  if (!unlinked) throw new NotFound('Knowledge not found');
  const before = { slug, knowledge_id: knowledgeId, knowledge: unlinked.name };
  await audit(transaction, caller, { action: 'unlink', resource: 'agent_definition', recordId: id, before });
}

/** Links or unlinks within a transaction; throws NotFound for the definition or the knowledge item. */
export async function setLink(
  transaction: Transaction<Tables>,
  caller: Caller,
  id: number,
  knowledgeId: number,
  isLinked: boolean,
): Promise<void> {
  const agent = await agentDefinitions.lock(transaction, caller, id);
  if (isLinked) await link(transaction, caller, agent, knowledgeId);
  else await unlink(transaction, caller, agent, knowledgeId);
}

/** Links knowledge to a definition and returns it; throws NotFound unless all of it is there. */
async function linkAll(
  transaction: Transaction<Tables>,
  agent_id: number,
  knowledgeIds: readonly number[],
): Promise<LinkedKnowledge[]> {
  if (!knowledgeIds.length) return [];
  const there = await transaction
    .selectFrom('knowledge')
    .select(['id', 'name'])
    .where('id', 'in', knowledgeIds)
    .orderBy('id')
    .forKeyShare()
    .execute();
  if (there.length < knowledgeIds.length) throw new NotFound('Knowledge not found');
  await transaction
    .insertInto('agent_knowledge')
    .values(there.map(({ id }) => ({ agent_id, knowledge_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return there;
}
