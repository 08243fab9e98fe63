/** People's ratings of answers, as copies for the administrators (DECISIONS §9). */
import { sql, type Generated, type Kysely } from 'kysely';
import type { Feedback, FeedbackListQuery, FeedbackWrite } from 'contract/agents/agent-feedback';
import type { Paged } from 'contract/paging';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { byValue, listPage } from '../database/list';
import type { Caller } from '../http/access';
import { NotFound } from '../http/errors';

declare module '../database/connection' {
  interface Tables {
    agent_feedback: {
      id: Generated<number>;
      message_id: number;
      user_id: number;
      agent: string;
      question: string;
      answer: string;
      up: boolean;
      comment: string;
      created_at: Generated<string>;
    };
  }
}

/** Keeps a copy of an answer of the caller's own conversation and what they say of it; throws NotFound. */
export async function giveFeedback(
  db: Kysely<Tables>,
  caller: Caller,
  { message_id, up, comment = '' }: FeedbackWrite,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { rows } = await sql<{ agent: string; question: string; answer: string }>`
      select coalesce(agent_definitions.slug, '') as agent,
        coalesce((select content from agent_messages asked where asked.tab_id = rated.tab_id
          and asked.role = 'user' and asked.id < rated.id order by asked.id desc limit 1), '') as question,
        (select string_agg(said.content, E'\n\n' order by said.id) from agent_messages said
          where said.tab_id = rated.tab_id and said.run_id = rated.run_id and said.role = 'assistant'
            and said.content <> '') as answer
      from agent_messages rated
      join agent_sessions on agent_sessions.tab_id = rated.tab_id
      left join agent_definitions on agent_definitions.id = agent_id
      where rated.id = ${message_id} and rated.role = 'assistant' and rated.content <> '' and user_id = ${caller.userId}`.execute(
      transaction,
    );
    const [rated] = rows;
    if (!rated) throw new NotFound('Message not found');
    await transaction
      .insertInto('agent_feedback')
      .values({ message_id, user_id: caller.userId, ...rated, up, comment })
      .onConflict((conflict) =>
        conflict
          .column('message_id')
          .doUpdateSet({ ...rated, up, comment, created_at: sql<string>`clock_timestamp()` }),
      )
      .execute();
    // The copy itself stands in its own table, for as long as its author does.
    const after = { up };
    await audit(transaction, caller, { action: 'rate', resource: 'agent_message', recordId: message_id, after });
  });
}

/** Ratings of answers, the newest first. */
export const listFeedback = (db: Kysely<Tables>, query: FeedbackListQuery): Promise<Paged<Feedback>> =>
  listPage(
    db
      .selectFrom('agent_feedback')
      .innerJoin('users', 'users.id', 'user_id')
      .select(['agent_feedback.id', 'username', 'agent', 'question', 'answer', 'up', 'comment'])
      .select('agent_feedback.created_at')
      .$if(query.up !== undefined, (selected) => selected.where('up', '=', query.up!)),
    {
      sorts: { created_at: byValue('agent_feedback.created_at') },
      defaultSort: '-created_at',
      id: 'agent_feedback.id',
    },
    query,
  );
