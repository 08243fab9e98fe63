/** Agent definitions and their links to knowledge in the database (specification 1 §2, §7; DECISIONS §9). */
import { sql, type Generated, type GeneratedAlways, type Kysely, type Selectable, type Transaction } from 'kysely';
import {
  AGENT_DEFINITION_DEFAULT_SORT,
  type AGENT_DEFINITION_SORTS,
  type AgentDefinition,
  type AgentDefinitionCreate,
  type AgentDefinitionListQuery,
  type AgentDefinitionWrite,
  type LinkedKnowledge,
} from '../../contract/agents/agent-definitions';
import type { BulkAnswer } from '../../contract/bulk';
import { DEFAULT_SEARCH_LIMIT, type Paged, type SearchQuery } from '../../contract/paging';
import type { Caller } from '../http/access';
import { audit } from '../database/audit';
import { bulkOutcome, distinctIds } from '../records/bulk';
import type { Tables } from '../database/connection';
import { NotFound, taken } from '../http/errors';
import { demandUnchanged, laterThanBefore } from '../records/if-match';
import { byText, byValue, contains, countOf, listPage, type Listing } from '../database/list';

interface AgentDefinitionTable {
  id: Generated<number>;
  slug: string;
  system_prompt: string;
  prompt_length: GeneratedAlways<number>;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  updated_by: number | null;
}

declare module '../database/connection' {
  interface Tables {
    agent_definitions: AgentDefinitionTable;
    agent_knowledge: { agent_id: number; knowledge_id: number };
  }
}

type AgentDefinitionRow = Selectable<AgentDefinitionTable>;

const LISTING: Listing<(typeof AGENT_DEFINITION_SORTS)[number]> = {
  sorts: { slug: byText('slug'), created_at: byValue('created_at'), updated_at: byValue('updated_at') },
  defaultSort: AGENT_DEFINITION_DEFAULT_SORT,
  id: 'id',
};

const selectDefinitions = (db: Kysely<Tables>) =>
  db
    .selectFrom('agent_definitions')
    .select(['id', 'slug', 'system_prompt', 'prompt_length', 'created_at', 'updated_at'])
    .select(
      sql<LinkedKnowledge[]>`(
        select coalesce(
          jsonb_agg(jsonb_build_object('id', knowledge.id, 'name', name) order by lower(name) collate "C", knowledge.id),
          '[]')
        from agent_knowledge join knowledge on knowledge.id = knowledge_id
        where agent_id = agent_definitions.id)`.as('agent_knowledge'),
    );

const slugOrPromptContains = (text: string) =>
  sql<boolean>`(${contains('slug', text)} or ${contains('system_prompt', text)})`;

/** One page of the definitions. */
export function listAgentDefinitions(
  db: Kysely<Tables>,
  query: AgentDefinitionListQuery,
): Promise<Paged<AgentDefinition>> {
  const { search, slug_contains, slug } = query;
  let selected = selectDefinitions(db);
  if (search !== undefined) selected = selected.where(slugOrPromptContains(search));
  if (slug_contains !== undefined) selected = selected.where(contains('slug', slug_contains));
  if (slug !== undefined) selected = selected.where('slug', '=', slug);
  return listPage(selected, LISTING, query);
}

/** The first definitions whose slug or prompt contains `q`, by slug; and how many there are. */
export async function searchAgentDefinitions(db: Kysely<Tables>, { q, limit }: SearchQuery) {
  const found = selectDefinitions(db).$if(q !== undefined, (query) => query.where(slugOrPromptContains(q ?? '')));
  const [items, total] = await Promise.all([
    found
      .orderBy(LISTING.sorts.slug.expression)
      .orderBy('id')
      .limit(limit ?? DEFAULT_SEARCH_LIMIT)
      .execute(),
    countOf(found),
  ]);
  return { items, total };
}

const MISSING = 'Agent definition not found';
const missing = () => new NotFound(MISSING);

/** One definition by its id; throws NotFound. */
export const findAgentDefinition = (db: Kysely<Tables>, id: number): Promise<AgentDefinition> =>
  selectDefinitions(db).where('id', '=', id).executeTakeFirstOrThrow(missing);

/** One definition by its slug; throws NotFound. */
export const findAgentDefinitionBySlug = (db: Kysely<Tables>, slug: string): Promise<AgentDefinition> =>
  selectDefinitions(db).where('slug', '=', slug).executeTakeFirstOrThrow(missing);

const slugTaken = taken('agent_definitions_slug_key', 'slug: An agent definition with this slug already exists');

/** A new definition with its links; throws NotFound for knowledge that is not there, Taken for a slug that is in use. */
export async function createAgentDefinition(
  db: Kysely<Tables>,
  caller: Caller,
  { knowledge_ids = [], ...body }: AgentDefinitionCreate,
): Promise<AgentDefinition> {
  const knowledgeIds = distinctIds(knowledge_ids);
  return db
    .transaction()
    .execute(async (transaction) => {
      const row = await transaction
        .insertInto('agent_definitions')
        .values({ ...body, updated_by: caller.userId })
        .returningAll()
        .executeTakeFirstOrThrow();
      await linkAll(transaction, row.id, knowledgeIds);
      await audit(transaction, caller, {
        action: 'create',
        resource: 'agent_definition',
        recordId: row.id,
        after: { ...row, knowledge_ids: knowledgeIds },
      });
      return findAgentDefinition(transaction, row.id);
    })
    .catch(slugTaken);
}

/** Every writable field is set; the links stay. Throws NotFound, ChangedMeanwhile, or Taken for another one's slug. */
export async function replaceAgentDefinition(
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  body: AgentDefinitionWrite,
  ifMatch: string | null,
): Promise<AgentDefinition> {
  return db
    .transaction()
    .execute(async (transaction) => {
      const before = await lockDefinition(transaction, id);
      await demandUnchanged(transaction, ifMatch, 'agent definition', before);
      const after = await transaction
        .updateTable('agent_definitions')
        .set({ ...body, updated_by: caller.userId, updated_at: laterThanBefore })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(transaction, caller, { action: 'update', resource: 'agent_definition', recordId: id, before, after });
      return findAgentDefinition(transaction, id);
    })
    .catch(slugTaken);
}

/** Removes a definition and its links; conversations with it stay, without an agent. Throws NotFound. */
export async function deleteAgentDefinition(db: Kysely<Tables>, caller: Caller, id: number): Promise<void> {
  const { success_count } = await deleteAgentDefinitions(db, caller, [id]);
  if (!success_count) throw missing();
}

/** Removes definitions; ids that are not there are named in the answer. */
export async function deleteAgentDefinitions(
  db: Kysely<Tables>,
  caller: Caller,
  ids: readonly number[],
): Promise<BulkAnswer> {
  const asked = distinctIds(ids);
  return db.transaction().execute(async (transaction) => {
    const rows = await transaction
      .selectFrom('agent_definitions')
      .selectAll()
      .where('id', 'in', asked)
      .orderBy('id')
      .forUpdate()
      .execute();
    const there = rows.map(({ id }) => id);
    if (there.length) await transaction.deleteFrom('agent_definitions').where('id', 'in', there).execute();
    const deeds = rows.map((row) => ({
      action: 'delete',
      resource: 'agent_definition',
      recordId: row.id,
      before: row,
    }));
    await audit(transaction, caller, ...deeds);
    return bulkOutcome(asked, there, MISSING);
  });
}

/** Every knowledge item that is linked to a definition, by name; throws NotFound. */
export async function listLinkedKnowledge(db: Kysely<Tables>, id: number) {
  const { agent_knowledge: items } = await findAgentDefinition(db, id);
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
    const { slug } = await lockDefinition(transaction, id);
    const [linked] = await linkAll(transaction, id, [knowledgeId]);
    if (!linked) throw new NotFound('Knowledge not found');
    const after = { slug, knowledge_id: knowledgeId };
    await audit(transaction, caller, { action: 'link', resource: 'agent_definition', recordId: id, after });
    return linked;
  });
}

/** Unlinks a knowledge item; throws NotFound, also when it was not linked. */
export async function unlinkKnowledge(
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  knowledgeId: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { slug } = await lockDefinition(transaction, id);
    const { numDeletedRows } = await transaction
      .deleteFrom('agent_knowledge')
      .where('agent_id', '=', id)
      .where('knowledge_id', '=', knowledgeId)
      .executeTakeFirstOrThrow();
    if (!numDeletedRows) throw new NotFound('Knowledge not found');
    const before = { slug, knowledge_id: knowledgeId };
    await audit(transaction, caller, { action: 'unlink', resource: 'agent_definition', recordId: id, before });
  });
}

const lockDefinition = (transaction: Transaction<Tables>, id: number): Promise<AgentDefinitionRow> =>
  transaction
    .selectFrom('agent_definitions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(missing);

/** Links knowledge to a definition and answers it; throws NotFound unless all of it is there. */
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
