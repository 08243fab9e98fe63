/** How much a person may ask of agents (DECISIONS §9): two answers at once, and so many messages an hour. */
import { sql, type Generated, type Transaction } from 'kysely';
import type { Caller } from '../http/access';
import type { Tables } from '../database/connection';
import { LimitReached } from '../http/errors';
import { isWriting } from './agent-sessions.queries';

declare module '../database/connection' {
  interface Tables {
    agent_sends: { user_id: number; sent_at: Generated<string> };
  }
}

const ANSWERS_AT_ONCE = 2;
const HOUR = sql`interval '1 hour'`;
/** After how many seconds it makes sense to look whether an answer has ended. */
const ANSWER_SECONDS = 5;

/** Lets the messages of one person begin one after the other, in all processes, until this transaction ends. */
export const oneSendAtATime = (transaction: Transaction<Tables>, { userId }: Caller) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`agent messages of ${userId}`}, 0))`.execute(transaction);

/**
 * Counts a message that is about to be answered in a session, under `oneSendAtATime`; the answer that it replaces there
 * is not counted. Throws LimitReached.
 */
export async function countMessage(
  transaction: Transaction<Tables>,
  { userId }: Caller,
  { tabId, messagesPerHour }: { tabId: string; messagesPerHour: number },
): Promise<void> {
  const running = await transaction
    .selectFrom('agent_sessions')
    .select('tab_id')
    .where('user_id', '=', userId)
    .where('tab_id', '!=', tabId)
    .where('run_id', 'is not', null)
    .where(isWriting)
    .limit(ANSWERS_AT_ONCE)
    .execute();
  if (running.length === ANSWERS_AT_ONCE)
    throw new LimitReached(
      'Two of your conversations are being answered already. Please wait for one of them, or stop it.',
      ANSWER_SECONDS,
    );
  await sql`delete from agent_sends where user_id = ${userId} and sent_at <= clock_timestamp() - ${HOUR}`.execute(
    transaction,
  );
  // The oldest of the last so many: when it is an hour old, there is room again.
  const { rows } = await sql<{ seconds: number }>`
    select ceil(extract(epoch from sent_at + ${HOUR} - clock_timestamp()))::int as seconds
    from agent_sends where user_id = ${userId}
    order by sent_at desc offset ${messagesPerHour - 1} limit 1`.execute(transaction);
  if (rows[0]) throw new LimitReached(tooMany(messagesPerHour, rows[0].seconds), Math.max(1, rows[0].seconds));
  await transaction.insertInto('agent_sends').values({ user_id: userId }).execute();
}

const tooMany = (messages: number, seconds: number): string => {
  const minutes = Math.max(1, Math.ceil(seconds / 60));
  const again = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return `You have sent ${messages} ${messages === 1 ? 'message' : 'messages'} to agents within an hour. Please try again in ${again}.`;
};
