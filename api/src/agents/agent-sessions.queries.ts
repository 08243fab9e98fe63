/** Chat sessions and their conversations: rows of their user, the same for every process (DECISIONS §9). */
import { randomUUID } from 'node:crypto';
import { sql, type Generated, type Kysely, type RawBuilder, type Selectable, type Transaction } from 'kysely';
import type { Agent, ChatMessage, Conversation, ToolCall } from 'contract/agents/agent-chat';
import type { Caller } from '../http/access';
import { audit, OPERATOR } from '../database/audit';
import type { Tables } from '../database/connection';
import { lockUser } from '../database/lock-user';
import { NotFound } from '../http/errors';
import { withPresentProposals } from './proposals/present-proposals';
import { deleteProposals } from './proposals/proposals.queries';

interface AgentSessionTable {
  tab_id: string;
  user_id: number;
  agent_id: number | null;
  run_id: string | null;
  run_seen_at: string | null;
  title: Generated<string | null>;
  created_at: Generated<string>;
  touched_at: Generated<string>;
}

interface AgentMessageTable {
  id: Generated<number>;
  tab_id: string;
  run_id: string | null;
  role: ChatMessage['role'];
  content: Generated<string>;
  status: Generated<ChatMessage['status']>;
  tool_name: string | null;
  tool_calls: Generated<ToolCall[]>;
  created_at: Generated<string>;
}

declare module '../database/connection' {
  interface Tables {
    agent_sessions: AgentSessionTable;
    agent_messages: AgentMessageTable;
  }
}

/** A message as it is stored. */
export type MessageRow = Selectable<AgentMessageTable>;
type SessionRow = Selectable<AgentSessionTable>;

const KEPT_DAYS = 30;
/** How many conversations a person has. */
const MOST_SESSIONS = 100;
// More of a conversation is not shown, and no model reads as much.
const MOST_MESSAGES = 1000;
/** An answer whose process has not said so for this long, in seconds, is no longer being written. */
const RUN_SILENCE = 10;

/** The agent of a definition. */
export const agentOf = (slug: string): Agent => ({
  key: slug,
  display_name: slug.replace(/(^|-)(.)/g, (_, gap: string, letter: string) => (gap && ' ') + letter.toUpperCase()),
});

/** Every agent, by key. */
export async function listAgents(db: Kysely<Tables>): Promise<Agent[]> {
  const rows = await db
    .selectFrom('agent_definitions')
    .select('slug')
    .orderBy(sql`lower(slug) collate "C"`)
    .orderBy('id')
    .execute();
  return rows.map(({ slug }) => agentOf(slug));
}

/** A new session of the caller, with no agent; of too many, an empty one goes, else the one longest untouched. */
export async function createAgentSession(db: Kysely<Tables>, caller: Caller): Promise<{ tab_id: string }> {
  return db.transaction().execute(async (transaction) => {
    const tab_id = randomUUID();
    // One after the other: so many at once do not pass the limit.
    await lockUser(transaction, caller.userId);
    await removeSessions(
      transaction,
      caller,
      sql<boolean>`tab_id = any(array(
        select tab_id from agent_sessions where user_id = ${caller.userId} and run_id is null
        order by exists (select from agent_messages m where m.tab_id = agent_sessions.tab_id) desc, touched_at desc
        offset ${MOST_SESSIONS - 1}))`,
    );
    await transaction
      .insertInto('agent_sessions')
      .values({ tab_id, user_id: caller.userId, ...NO_RUN, agent_id: null })
      .execute();
    await audit(transaction, caller, { action: 'create', resource: 'agent_session', recordId: tab_id });
    return { tab_id };
  });
}

const NO_RUN = { run_id: null, run_seen_at: null };

/**
 * Locks the caller's session; throws NotFound, for another user's as for none.
 */
export const lockSession = (transaction: Transaction<Tables>, caller: Caller, tabId: string): Promise<SessionRow> =>
  transaction
    .selectFrom('agent_sessions')
    .selectAll()
    .where('tab_id', '=', tabId)
    .where('user_id', '=', caller.userId)
    .forUpdate()
    .executeTakeFirstOrThrow(missing);

const missing = () => new NotFound('Conversation not found');

/** Selects the agent of a session: the conversation with another one ends. Throws NotFound for session or agent. */
export async function selectAgent(
  db: Kysely<Tables>,
  caller: Caller,
  { tab_id, agent: key }: { tab_id: string; agent: string },
): Promise<{ tab_id: string; agent: Agent }> {
  return db.transaction().execute(async (transaction) => {
    // The agent before the session, as its deletion takes them: in another order the two could wait for each other.
    const agent = await transaction
      .selectFrom('agent_definitions')
      .select(['id', 'slug'])
      .where('slug', '=', key)
      .forKeyShare()
      .executeTakeFirstOrThrow(() => new NotFound('Agent not found'));
    const session = await lockSession(transaction, caller, tab_id);
    if (agent.id !== session.agent_id) await deleteMessages(transaction, tab_id);
    await transaction
      .updateTable('agent_sessions')
      .set({ agent_id: agent.id, ...NO_RUN, touched_at: sql<string>`clock_timestamp()` })
      .where('tab_id', '=', tab_id)
      .execute();
    const after = { agent: agent.slug };
    await audit(transaction, caller, { action: 'select_agent', resource: 'agent_session', recordId: tab_id, after });
    return { tab_id, agent: agentOf(agent.slug) };
  });
}

/** The messages of a session, oldest first; throws NotFound. */
export async function findConversation(db: Kysely<Tables>, caller: Caller, tabId: string): Promise<Conversation> {
  const session = await db
    .selectFrom('agent_sessions')
    .leftJoin('agent_definitions', 'agent_definitions.id', 'agent_id')
    .select(['tab_id', 'slug', 'run_id'])
    .select(isWriting.as('is_writing'))
    .where('tab_id', '=', tabId)
    .where('user_id', '=', caller.userId)
    .executeTakeFirstOrThrow(missing);
  const rows = await db
    .selectFrom('agent_messages')
    .selectAll()
    .where('tab_id', '=', tabId)
    .orderBy('id', 'desc')
    .limit(MOST_MESSAGES)
    .execute();
  const present = await withPresentProposals(db, rows.reverse());
  return {
    tab_id: session.tab_id,
    agent: session.slug === null ? null : agentOf(session.slug),
    messages: present.map((row) => messageOf(row, session.is_writing ? session.run_id : null)),
  };
}

/** Whether a session's answer is being written: its process says so every few seconds. */
export const isWriting = sql<boolean>`coalesce(run_seen_at > clock_timestamp() - make_interval(secs => ${RUN_SILENCE}), false)`;

/** A message on the wire; what is called running, by a process that is gone, was interrupted. */
function messageOf(row: MessageRow, currentRun: string | null): ChatMessage {
  const { id, role, content, status, created_at: timestamp, tool_name, tool_calls, run_id } = row;
  const isGone = status === 'running' && run_id !== currentRun;
  const calls = isGone
    ? tool_calls.map((call) => (call.status === 'running' ? interruptedCall(call) : call))
    : tool_calls;
  return {
    id,
    role,
    content,
    timestamp,
    status: isGone ? 'interrupted' : status,
    ...(tool_name !== null && { tool_name }),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

/** A tool call that will get no result any more. */
export const interruptedCall = (call: ToolCall): ToolCall => ({
  ...call,
  status: 'failed',
  result: 'The call was interrupted.',
});

/** Removes the messages and ends the answer that is being written; the agent stays. Throws NotFound. */
export async function clearConversation(db: Kysely<Tables>, caller: Caller, tabId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockSession(transaction, caller, tabId);
    await deleteMessages(transaction, tabId);
    await endRuns(transaction, tabId);
    await audit(transaction, caller, { action: 'clear', resource: 'agent_session', recordId: tabId });
  });
}

/** Ends the answer that is being written, if any; what was written stays. Throws NotFound. */
export async function stopAnswer(db: Kysely<Tables>, caller: Caller, tabId: string): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockSession(transaction, caller, tabId);
    await endRuns(transaction, tabId);
  });
}

const endRuns = (transaction: Transaction<Tables>, tabId: string) =>
  transaction
    .updateTable('agent_sessions')
    .set({ ...NO_RUN, touched_at: sql<string>`clock_timestamp()` })
    .where('tab_id', '=', tabId)
    .execute();

/** Proposals end with what was said. */
async function deleteMessages(transaction: Transaction<Tables>, tabId: string): Promise<void> {
  await deleteProposals(transaction, tabId);
  await transaction.deleteFrom('agent_messages').where('tab_id', '=', tabId).execute();
}

/** Removes a message and all after it, under the session's lock; throws NotFound for a message that is not there. */
export async function deleteMessagesFrom(
  transaction: Transaction<Tables>,
  tabId: string,
  messageId: number,
): Promise<void> {
  const conversation = transaction.selectFrom('agent_messages').where('tab_id', '=', tabId);
  await conversation
    .select('id')
    .where('id', '=', messageId)
    .executeTakeFirstOrThrow(() => new NotFound('Message not found'));
  const removed = await transaction
    .deleteFrom('agent_messages')
    .where('tab_id', '=', tabId)
    .where('id', '>=', messageId)
    .returning('run_id')
    .execute();
  await deleteProposals(transaction, tabId, [...new Set(removed.flatMap(({ run_id }) => run_id ?? []))]);
}

/** Removes for good the sessions unused for 30 days. */
export const purgeAgentSessions = (db: Kysely<Tables>): Promise<void> =>
  db
    .transaction()
    .execute((transaction) =>
      removeSessions(
        transaction,
        { ...OPERATOR, username: 'service' },
        sql<boolean>`touched_at < clock_timestamp() - make_interval(days => ${KEPT_DAYS})`,
      ),
    );

/** Removes sessions for good, with their conversations. */
async function removeSessions(
  transaction: Transaction<Tables>,
  by: Parameters<typeof audit>[1],
  which: RawBuilder<boolean>,
): Promise<void> {
  const removed = await transaction
    .deleteFrom('agent_sessions')
    .where(which)
    .returning(['tab_id', 'user_id', 'touched_at'])
    .execute();
  const entries = removed.map(({ tab_id, ...before }) => ({
    action: 'purge',
    resource: 'agent_session',
    recordId: tab_id,
    before,
  }));
  await audit(transaction, by, ...entries);
}
