/** Writing an answer down while it is being written: a run is one answer, and a session has one run at a time. */
import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { ChatMessage, ToolCall } from '../../contract/agents/agent-chat';
import type { Caller } from '../plumbing/access';
import { audit } from '../plumbing/audit';
import type { Tables } from '../plumbing/database';
import { RuleBroken } from '../plumbing/errors';
import { lockSession, type MessageRow } from './agent-sessions.queries';

/** An answer that may be written: until a newer one begins, or it is stopped. */
export interface Run {
  readonly runId: string;
  readonly tabId: string;
  readonly agent: Pick<Selectable<Tables['agent_definitions']>, 'id' | 'system_prompt'>;
  /** What the model reads, oldest first; the last one is the message to answer. */
  readonly history: readonly MessageRow[];
}

// What a model is told of a conversation.
const MOST_HISTORY = 40;

/**
 * Stores a message and begins its answer; whatever was being written in this session ends. Throws NotFound for the
 * session, RuleBroken while no agent is selected.
 */
export async function beginRun(
  db: Kysely<Tables>,
  caller: Caller,
  { tab_id, message }: { tab_id: string; message: string },
): Promise<Run> {
  return db.transaction().execute(async (transaction) => {
    const { agent_id } = await lockSession(transaction, caller, tab_id);
    const agent = await transaction
      .selectFrom('agent_definitions')
      .select(['id', 'slug', 'system_prompt'])
      .where('id', '=', agent_id)
      .executeTakeFirst();
    if (!agent) throw new RuleBroken('Please select an agent first.');
    const runId = randomUUID();
    const now = sql<string>`clock_timestamp()`;
    await transaction
      .updateTable('agent_sessions')
      .set({ run_id: runId, run_seen_at: now, touched_at: now })
      .where('tab_id', '=', tab_id)
      .execute();
    const { id } = await transaction
      .insertInto('agent_messages')
      .values({ tab_id, role: 'user', content: message, run_id: null, tool_name: null })
      .returning('id')
      .executeTakeFirstOrThrow();
    // The text itself lives as long as the conversation, not as long as the log.
    const after = { agent: agent.slug, message_id: id };
    await audit(transaction, caller, { action: 'send', resource: 'agent_session', recordId: tab_id, after });
    const history = await transaction
      .selectFrom('agent_messages')
      .selectAll()
      .where('tab_id', '=', tab_id)
      .orderBy('id', 'desc')
      .limit(MOST_HISTORY)
      .execute();
    return { runId, tabId: tab_id, agent, history: history.reverse() };
  });
}

/** Adds a message to a run's answer; answers its id, or null when the run is over. */
export async function addMessage(
  db: Kysely<Tables>,
  { runId, tabId }: Run,
  { role, content, status, tool_name }: Pick<MessageRow, 'role' | 'content' | 'status' | 'tool_name'>,
): Promise<number | null> {
  // Under the session's lock: whoever ends the run or clears the conversation comes before or after.
  const { rows } = await sql<{ id: number }>`
    with current as (select tab_id from agent_sessions where tab_id = ${tabId} and run_id = ${runId} for update)
    insert into agent_messages (tab_id, run_id, role, content, status, tool_name)
    select tab_id, ${runId}, ${role}, ${content}, ${status}, ${tool_name} from current
    returning id`.execute(db);
  return rows[0]?.id ?? null;
}

/** Writes what a message holds by now. */
export async function saveMessage(
  db: Kysely<Tables>,
  id: number,
  message: { content: string; tool_calls: readonly ToolCall[]; status: ChatMessage['status'] },
): Promise<void> {
  await db
    .updateTable('agent_messages')
    .set({
      content: message.content.replace(UNSTORABLE, '\ufffd'),
      tool_calls: sql<ToolCall[]>`${storableJson(message.tool_calls)}::jsonb`,
      status: message.status,
    })
    .where('id', '=', id)
    .execute();
}

/** Removes a message that came to nothing. */
export async function removeMessage(db: Kysely<Tables>, id: number): Promise<void> {
  await db.deleteFrom('agent_messages').where('id', '=', id).execute();
}

// What no column holds: NUL, and halves of characters. A model may write either.
const UNSTORABLE = /\0|\p{Surrogate}/gu;

// JSON.stringify escapes exactly those, beside the backslash itself.
const storableJson = (value: unknown): string =>
  JSON.stringify(value).replace(/\\\\|\\u(?:0000|d[89a-f][0-9a-f]{2})/g, (escape) =>
    escape === '\\\\' ? escape : '\\ufffd',
  );

/** Ends a run, unless a newer one has done so. */
export async function endRun(db: Kysely<Tables>, { runId, tabId }: Run): Promise<void> {
  await db
    .updateTable('agent_sessions')
    .set({ run_id: null, run_seen_at: null })
    .where('tab_id', '=', tabId)
    .where('run_id', '=', runId)
    .execute();
}

/** Says that these runs are being written, and answers those that nobody has ended. */
export async function keepRuns(db: Kysely<Tables>, runIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ run_id: string }>`
    update agent_sessions set run_seen_at = clock_timestamp() where run_id = any(${runIds}::text[])
    returning run_id`.execute(db);
  return new Set(rows.map(({ run_id }) => run_id));
}
