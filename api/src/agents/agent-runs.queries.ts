/** Writing an answer down while it is being written: a run is one answer, and a session has one run at a time. */
import { randomUUID } from 'node:crypto';
import { sql, type Kysely, type Selectable } from 'kysely';
import type { ChatMessage, ToolCall } from 'contract/agents/agent-chat';
import type { Caller } from '../http/access';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { RuleBroken } from '../http/errors';
import { deleteMessagesFrom, lockSession, type MessageRow } from './agent-sessions.queries';
import { countMessage, oneSendAtATime } from './agent-limits.queries';
import { withPresentProposals } from './proposals/present-proposals';
import { keeping, requireBudget } from './agent-usage.queries';
import type { Usage } from './token-meter';

/** An answer that may be written: until a newer one begins, or it is stopped. */
export interface Run {
  readonly runId: string;
  readonly tabId: string;
  /** The session of the person who asked: the answer ends with it. */
  readonly sessionId: string;
  readonly userId: number;
  readonly agent: Pick<Selectable<Tables['agent_definitions']>, 'id' | 'slug' | 'system_prompt' | 'allowed_proposals'>;
  /** Messages that the model reads, oldest first; the last one is the message to answer. */
  readonly history: readonly MessageRow[];
  /** The message to answer. */
  readonly messageId: number;
}

/** How much a person may ask. */
export interface MessageLimits {
  readonly messagesPerHour: number;
  /** Tokens of input and output in a month, of all agents together; null without a budget. */
  readonly tokensPerMonth: number | null;
}

// Columns that a model is told.
const MOST_HISTORY = 40;

/**
 * Stores a message and begins its answer; whatever was being written in this session ends. The message takes the place
 * of `replaces` and all after it, where that is named. Throws NotFound for the session or that message, RuleBroken while
 * no agent is selected, LimitReached when the person has enough answers under way, has sent `messagesPerHour` in the last
 * hour, or has used `tokensPerMonth` in this month.
 */
export async function beginRun(
  db: Kysely<Tables>,
  caller: Caller,
  { tab_id, message, replaces }: { tab_id: string; message: string; replaces?: number },
  { messagesPerHour, tokensPerMonth }: MessageLimits,
): Promise<Run> {
  return db.transaction().execute(async (transaction) => {
    await oneSendAtATime(transaction, caller);
    const { agent_id } = await lockSession(transaction, caller, tab_id);
    const agent = await transaction
      .selectFrom('agent_definitions')
      .select(['id', 'slug', 'system_prompt', 'allowed_proposals'])
      .where('id', '=', agent_id)
      .executeTakeFirst();
    if (!agent) throw new RuleBroken('Please select an agent first.');
    await countMessage(transaction, caller, { tabId: tab_id, messagesPerHour });
    if (tokensPerMonth !== null) await requireBudget(transaction, caller, tokensPerMonth);
    if (replaces !== undefined) await deleteMessagesFrom(transaction, tab_id, replaces);
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
    const after = { agent: agent.slug, message_id: id, ...(replaces !== undefined && { replaces }) };
    await audit(transaction, caller, { action: 'send', resource: 'agent_session', recordId: tab_id, after });
    const history = await transaction
      .selectFrom('agent_messages')
      .selectAll()
      .where('tab_id', '=', tab_id)
      .orderBy('id', 'desc')
      .limit(MOST_HISTORY)
      .execute();
    // The model learns what became of its proposals.
    const present = await withPresentProposals(transaction, history.reverse());
    const { sessionId, userId } = caller;
    return { runId, tabId: tab_id, sessionId, userId, agent, history: present, messageId: id };
  });
}

// In a statement's result: its commit does not wait for the disk, for 200 answers at once would wait for each other. Only
// for what is written again with the last of the answer, so that nothing of an answer that came to its end can be lost.
const UNHURRIED = sql`set_config('synchronous_commit', 'off', true)`;

/** An assistant's message while it is being written. */
export interface Draft {
  readonly id: number;
  content: string;
  tool_calls: ToolCall[];
}

/** Adds a tool's message to a run's answer; false when the run is over. */
export async function addToolMessage(db: Kysely<Tables>, run: Run, tool: string): Promise<boolean> {
  const { rows } = await sql`
    with ${current(run)}
    insert into agent_messages (tab_id, run_id, role, content, tool_name)
    select tab_id, ${run.runId}, 'tool', ${`Using tool: ${tool}`}, ${tool} from current
    returning id`.execute(db);
  return rows.length > 0;
}

/** Completes a message and begins the next one of a run's answer; null when the run is over. */
export async function nextDraft(db: Kysely<Tables>, run: Run, last: Draft | null): Promise<Draft | null> {
  const { rows } = await sql<{ id: number }>`
    with ${current(run)}, completed as (${saving(last, 'complete')})
    insert into agent_messages (tab_id, run_id, role, status)
    select tab_id, ${run.runId}, 'assistant', 'running' from current
    returning id`.execute(db);
  return rows[0] ? { id: rows[0].id, content: '', tool_calls: [] } : null;
}

// Under the session's lock: whoever ends the run or clears the conversation comes before or after.
const current = ({ runId, tabId }: Run) =>
  sql`current as (select tab_id from agent_sessions where tab_id = ${tabId} and run_id = ${runId} for update)`;

/** Writes what a message holds by now. */
export async function saveDraft(db: Kysely<Tables>, draft: Draft): Promise<void> {
  await sql`with saved as (${saving(draft, 'running')}) select ${UNHURRIED} from saved`.execute(db);
}

/**
 * Writes the last of an answer and ends its run, unless a newer one has done so; what came to nothing is removed. Keeps
 * the tokens in any case.
 */
export async function endRun(
  db: Kysely<Tables>,
  run: Run,
  { draft, status, usage }: { draft: Draft | null; status: 'complete' | 'interrupted'; usage: Usage },
): Promise<void> {
  const isNothing = draft && !draft.content && !draft.tool_calls.length;
  const ending = isNothing
    ? sql`delete from agent_messages where id = ${draft.id} returning id`
    : saving(draft, status);
  await sql`
    with ended as (${ending}), used as (${keeping(run, usage)})
    update agent_sessions set run_id = null, run_seen_at = null
    where tab_id = ${run.tabId} and run_id = ${run.runId}`.execute(db);
}

const saving = (draft: Draft | null, status: ChatMessage['status']) => sql`
  update agent_messages
  set content = ${(draft?.content ?? '').replace(UNSTORABLE, '\ufffd')},
    tool_calls = ${storableJson(draft?.tool_calls ?? [])}::jsonb,
    status = ${status}
  where id = ${draft?.id ?? 0}
  returning id`;

// No column holds these: NUL, and halves of characters. A model may write either.
const UNSTORABLE = /\0|\p{Surrogate}/gu;

// JSON.stringify escapes exactly those, beside the backslash itself.
const storableJson = (value: unknown): string =>
  JSON.stringify(value).replace(/\\\\|\\u(?:0000|d[89a-f][0-9a-f]{2})/g, (escape) =>
    escape === '\\\\' ? escape : '\\ufffd',
  );

/**
 * Which of these runs no one has ended, and whose person is still signed in; `isAlive` also says for all of them that
 * they are being written.
 */
export async function wantedRuns(
  db: Kysely<Tables>,
  runs: readonly Pick<Run, 'runId' | 'sessionId'>[],
  isAlive: boolean,
): Promise<ReadonlySet<string>> {
  const ours = sql`unnest(${runs.map(({ runId }) => runId)}::text[], ${runs.map(({ sessionId }) => sessionId)}::uuid[])
    as ours (run_id, session_id)
    join sessions s on s.id = ours.session_id and s.expires_at > clock_timestamp()
    join users u on u.id = s.user_id and u.disabled_at is null`;
  const { rows } = await sql<{ run_id: string }>`${
    isAlive
      ? sql`update agent_sessions a set run_seen_at = clock_timestamp() from ${ours}
          where a.run_id = ours.run_id returning a.run_id, ${UNHURRIED}`
      : sql`select a.run_id from agent_sessions a, ${ours} where a.run_id = ours.run_id`
  }`.execute(db);
  return new Set(rows.map(({ run_id }) => run_id));
}
