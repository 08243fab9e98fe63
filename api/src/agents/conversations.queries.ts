/** A person's conversations as a list to come back to: found, named and removed (DECISIONS §9). */
import { sql, type Kysely } from 'kysely';
import type { ConversationChange, ConversationList } from 'contract/agents/agent-chat';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { contains } from '../database/list';
import type { Caller } from '../http/access';
import { agentOf, lockSession } from './agent-sessions.queries';

// The last ones, each by its name, else by the beginning of its first message (code points).
const LISTED = 50;
const LONGEST_TITLE = 100;

/** The caller's conversations that hold messages, the last used first; `search` looks in titles and messages. */
export async function listConversations(
  db: Kysely<Tables>,
  caller: Caller,
  { search }: { search?: string },
): Promise<ConversationList> {
  const rows = await db
    .selectFrom('agent_sessions')
    .leftJoin('agent_definitions', 'agent_definitions.id', 'agent_id')
    .innerJoinLateral(
      (first) =>
        first
          .selectFrom('agent_messages')
          .select(sql<string>`left(content, ${LONGEST_TITLE})`.as('beginning'))
          .whereRef('agent_messages.tab_id', '=', 'agent_sessions.tab_id')
          .where('role', '=', 'user')
          .orderBy('id')
          .limit(1)
          .as('first'),
      (join) => join.onTrue(),
    )
    .select(['tab_id', 'slug', 'touched_at', sql<string>`coalesce(title, beginning)`.as('title')])
    .where('user_id', '=', caller.userId)
    .$if(search !== undefined, (found) =>
      found.where(
        sql<boolean>`(${contains('title', search!)} or exists (select from agent_messages
          where agent_messages.tab_id = agent_sessions.tab_id and role <> 'tool' and ${contains('content', search!)}))`,
      ),
    )
    .orderBy('touched_at', 'desc')
    .orderBy('tab_id')
    .limit(LISTED)
    .execute();
  return {
    items: rows.map(({ tab_id, slug, title, touched_at: last_used_at }) => ({
      tab_id,
      agent: slug === null ? null : agentOf(slug),
      title,
      last_used_at,
    })),
  };
}

/** Names a conversation; throws NotFound. */
export async function renameConversation(
  db: Kysely<Tables>,
  caller: Caller,
  tabId: string,
  { title }: ConversationChange,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockSession(transaction, caller, tabId);
    await transaction.updateTable('agent_sessions').set({ title }).where('tab_id', '=', tabId).execute();
    // The name speaks of what was said, and lives as long as the conversation alone.
    await audit(transaction, caller, { action: 'rename', resource: 'agent_session', recordId: tabId });
  });
}

/** Removes a conversation with its messages and ends the answer that is being written; throws NotFound. */
export async function deleteConversation(db: Kysely<Tables>, caller: Caller, tabId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockSession(transaction, caller, tabId);
    await transaction.deleteFrom('agent_sessions').where('tab_id', '=', tabId).execute();
    await audit(transaction, caller, { action: 'delete', resource: 'agent_session', recordId: tabId });
  });
}
