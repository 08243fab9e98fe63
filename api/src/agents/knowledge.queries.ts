/** Knowledge items in the database; each is also kept in passages for the agents' search (specification 1 §2). */
import { sql, type Kysely, type Transaction } from 'kysely';
import { knowledgeItem, type Knowledge, type KnowledgePatch, type KnowledgeWrite } from 'contract/agents/knowledge';
import type { Tables } from '../database/connection';
import { contains } from '../database/list';
import type { Caller } from '../http/access';
import type { Table } from '../records/columns';
import { recordsOf } from '../records/records';
import { searchedBy } from '../records/search';
import { linksBeside } from './agent-links';
import { passagesOf } from './passages';

declare module '../database/connection' {
  interface Tables {
    knowledge: Table<typeof knowledgeItem>;
    knowledge_passages: { knowledge_id: number; position: number; name: string; content: string };
  }
}

/** The calls on knowledge items, but for what also writes their passages. */
export const knowledgeItems = recordsOf({
  noun: knowledgeItem,
  table: 'knowledge',
  computed: { agent_count: sql<number>`(select count(*) from agent_knowledge where knowledge_id = knowledge.id)` },
  beside: linksBeside('agent_ids'),
  afterWrite: rewritePassages,
  searched: searchedBy('name'),
  sorts: {},
  filters: {
    search: (text) => sql<boolean>`(${contains('name', text)} or ${contains('content', text)})`,
    content_contains: (text) => contains('content', text),
  },
});

/** A new knowledge item, linked to no agent. */
export const createKnowledge = (db: Kysely<Tables>, caller: Caller, body: KnowledgeWrite): Promise<Knowledge> =>
  db.transaction().execute(async (transaction) => {
    const row = await knowledgeItems.insert(transaction, caller, body);
    await writePassages(transaction, [row]);
    return knowledgeItems.find(transaction, caller, row.id);
  });

/** The sent fields are set; throws NotFound, or ChangedMeanwhile (see `requireUnchanged`). */
export const updateKnowledge = (
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  changes: KnowledgePatch,
  ifMatch: string | null,
): Promise<Knowledge> =>
  db.transaction().execute(async (transaction) => {
    const after = await knowledgeItems.change(transaction, caller, id, changes, ifMatch);
    await rewritePassages(transaction, [after]);
    return knowledgeItems.find(transaction, caller, id);
  });

/** Replaces the passages of items. */
async function rewritePassages(
  transaction: Transaction<Tables>,
  items: readonly Pick<Knowledge, 'id' | 'name' | 'content'>[],
): Promise<void> {
  const ids = items.map(({ id }) => id);
  await sql`delete from knowledge_passages where knowledge_id = any(${ids}::int[])`.execute(transaction);
  await writePassages(transaction, items);
}

/** Writes the passages of items that have none. */
export async function writePassages(
  transaction: Transaction<Tables>,
  items: readonly Pick<Knowledge, 'id' | 'name' | 'content'>[],
): Promise<void> {
  const passages = items.flatMap(({ id, name, content }) =>
    passagesOf(content).map((passage, position) => ({ knowledge_id: id, position, name, content: passage })),
  );
  // As one text: a statement takes no more than 65,535 parameters.
  await sql`insert into knowledge_passages (knowledge_id, position, name, content)
    select knowledge_id, position, name, content
    from jsonb_to_recordset(${JSON.stringify(passages)}::jsonb)
      as passage (knowledge_id integer, position integer, name text, content text)`.execute(transaction);
}
