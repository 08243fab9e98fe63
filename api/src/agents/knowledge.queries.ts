/** Knowledge items in the database; each is also kept in passages for the agents' search (specification 1 §2). */
import { sql, type Generated, type Kysely, type Selectable, type Transaction } from 'kysely';
import {
  KNOWLEDGE_DEFAULT_SORT,
  type KNOWLEDGE_SORTS,
  type Knowledge,
  type KnowledgeListQuery,
  type KnowledgePatch,
  type KnowledgeWrite,
} from '../../contract/agents/knowledge';
import type { Paged } from '../../contract/paging';
import type { Caller } from '../http/access';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { NotFound } from '../http/errors';
import { demandUnchanged, laterThanBefore } from '../records/if-match';
import { byText, byValue, contains, listPage, type Listing } from '../database/list';
import { passagesOf } from './passages';

interface KnowledgeTable {
  id: Generated<number>;
  name: string;
  content: string;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  updated_by: number | null;
}

declare module '../database/connection' {
  interface Tables {
    knowledge: KnowledgeTable;
    knowledge_passages: { knowledge_id: number; position: number; name: string; content: string };
  }
}

type KnowledgeRow = Selectable<KnowledgeTable>;

const LISTING: Listing<(typeof KNOWLEDGE_SORTS)[number]> = {
  sorts: { name: byText('name'), created_at: byValue('created_at'), updated_at: byValue('updated_at') },
  defaultSort: KNOWLEDGE_DEFAULT_SORT,
  id: 'id',
};

const selectKnowledge = (db: Kysely<Tables>) =>
  db
    .selectFrom('knowledge')
    .select(['id', 'name', 'content', 'created_at', 'updated_at'])
    .select(sql<number>`(select count(*) from agent_knowledge where knowledge_id = knowledge.id)`.as('agent_count'));

/** One page of the knowledge. */
export function listKnowledge(db: Kysely<Tables>, query: KnowledgeListQuery): Promise<Paged<Knowledge>> {
  const { search, name, content_contains } = query;
  let selected = selectKnowledge(db);
  if (search !== undefined)
    selected = selected.where(sql<boolean>`(${contains('name', search)} or ${contains('content', search)})`);
  if (name !== undefined) selected = selected.where(contains('name', name));
  if (content_contains !== undefined) selected = selected.where(contains('content', content_contains));
  return listPage(selected, LISTING, query);
}

const missing = () => new NotFound('Knowledge not found');

/** One knowledge item; throws NotFound. */
export async function findKnowledge(db: Kysely<Tables>, id: number): Promise<Knowledge> {
  return selectKnowledge(db).where('id', '=', id).executeTakeFirstOrThrow(missing);
}

/** A new knowledge item, linked to no agent. */
export async function createKnowledge(db: Kysely<Tables>, caller: Caller, body: KnowledgeWrite): Promise<Knowledge> {
  return db.transaction().execute(async (transaction) => {
    const row = await transaction
      .insertInto('knowledge')
      .values({ ...body, updated_by: caller.userId })
      .returningAll()
      .executeTakeFirstOrThrow();
    await writePassages(transaction, [row]);
    await audit(transaction, caller, { action: 'create', resource: 'knowledge', recordId: row.id, after: row });
    return findKnowledge(transaction, row.id);
  });
}

/** The sent fields are set; throws NotFound, or ChangedMeanwhile (see `demandUnchanged`). */
export async function updateKnowledge(
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  changes: KnowledgePatch,
  ifMatch: string | null,
): Promise<Knowledge> {
  return db.transaction().execute(async (transaction) => {
    const before = await lockKnowledge(transaction, id);
    await demandUnchanged(transaction, ifMatch, 'knowledge', before);
    const after = await transaction
      .updateTable('knowledge')
      .set({ ...changes, updated_by: caller.userId, updated_at: laterThanBefore })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow();
    await transaction.deleteFrom('knowledge_passages').where('knowledge_id', '=', id).execute();
    await writePassages(transaction, [after]);
    await audit(transaction, caller, { action: 'update', resource: 'knowledge', recordId: id, before, after });
    return findKnowledge(transaction, id);
  });
}

/** Removes a knowledge item, and with it its links to agents; throws NotFound. */
export async function deleteKnowledge(db: Kysely<Tables>, caller: Caller, id: number): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const before = await lockKnowledge(transaction, id);
    const links = await transaction
      .selectFrom('agent_knowledge')
      .select('agent_id')
      .where('knowledge_id', '=', id)
      .execute();
    await transaction.deleteFrom('knowledge').where('id', '=', id).execute();
    await audit(transaction, caller, {
      action: 'delete',
      resource: 'knowledge',
      recordId: id,
      before: { ...before, agent_ids: links.map(({ agent_id }) => agent_id) },
    });
  });
}

const lockKnowledge = (transaction: Transaction<Tables>, id: number): Promise<KnowledgeRow> =>
  transaction.selectFrom('knowledge').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow(missing);

/** Writes the passages of items that have none. */
export async function writePassages(
  transaction: Transaction<Tables>,
  items: readonly Pick<KnowledgeRow, 'id' | 'name' | 'content'>[],
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
