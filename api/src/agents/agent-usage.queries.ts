/** The tokens of answers: kept with each, added up for the administrators, and held to a budget (DECISIONS §9). */
import { sql, type Generated, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { AgentUsage, AgentUsageQuery } from 'contract/agents/agent-usage';
import type { Paged } from 'contract/paging';
import type { Tables } from '../database/connection';
import { listPage } from '../database/list';
import type { Caller } from '../http/access';
import { LimitReached } from '../http/errors';
import type { Usage } from './token-meter';

declare module '../database/connection' {
  interface Tables {
    agent_usage: {
      id: Generated<number>;
      message_id: number;
      user_id: number;
      agent: string;
      input_tokens: number;
      output_tokens: number;
      is_estimated: boolean;
      created_at: Generated<string>;
    };
  }
}

/** For how many months they are kept, the present one not counted. */
const KEPT_MONTHS = 13;

/** The statement that keeps what an answer took; nothing for one whose model was not asked, or whose person is gone. */
export const keeping = (
  { messageId, userId, agent }: { messageId: number; userId: number; agent: { slug: string } },
  { input, output, isEstimated }: Usage,
): RawBuilder<unknown> =>
  sql`
    insert into agent_usage (message_id, user_id, agent, input_tokens, output_tokens, is_estimated)
    select ${messageId}::int, users.id, ${agent.slug}, ${input}::int, ${output}::int, ${isEstimated}::boolean
    from users where users.id = ${userId} and ${input + output}::int > 0
    returning id`;

/** The beginning of a month of UTC, so many months from now. */
const monthFromNow = (months: number) =>
  sql<string>`(date_trunc('month', clock_timestamp() at time zone 'UTC') + make_interval(months => ${months}::int)) at time zone 'UTC'`;

/** Throws LimitReached once the answers of this month have taken so many tokens of a person. */
export async function requireBudget(
  transaction: Transaction<Tables>,
  { userId }: Caller,
  tokens: number,
): Promise<void> {
  const { rows } = await sql<{ used: number; seconds: number; day: string }>`
    select coalesce(sum(input_tokens + output_tokens), 0)::float8 as used,
      ceil(extract(epoch from ${monthFromNow(1)} - clock_timestamp()))::int as seconds,
      to_char(${monthFromNow(1)} at time zone 'UTC', 'FMDD FMMonth') as day
    from agent_usage where user_id = ${userId} and created_at >= ${monthFromNow(0)}`.execute(transaction);
  const [now] = rows;
  if (!now || now.used < tokens) return;
  throw new LimitReached(
    `You have used up the ${tokens.toLocaleString('en-US')} tokens that your answers may take in a month. You can ask agents again from ${now.day} (UTC) on.`,
    now.seconds,
  );
}

/** Tokens by month, person and agent. */
export const listUsage = (db: Kysely<Tables>, query: AgentUsageQuery): Promise<Paged<AgentUsage>> =>
  listPage(
    db
      .selectFrom((from) =>
        from
          .selectFrom('agent_usage')
          .innerJoin('users', 'users.id', 'user_id')
          .select(['username', 'agent'])
          .select([
            sql<string>`to_char(agent_usage.created_at at time zone 'UTC', 'YYYY-MM')`.as('month'),
            sql<number>`count(*)`.as('answers'),
            sql<number>`sum(input_tokens)`.as('input_tokens'),
            sql<number>`sum(output_tokens)`.as('output_tokens'),
            sql<boolean>`bool_or(is_estimated)`.as('is_estimated'),
            sql<string>`lpad(sum(input_tokens + output_tokens)::text, 20, '0') || min(agent_usage.id)`.as('place'),
          ])
          .groupBy(['month', 'users.id', 'username', 'agent'])
          .as('used'),
      )
      .select(['month', 'username', 'agent', 'answers', 'input_tokens', 'output_tokens', 'is_estimated'])
      .$if(query.month !== undefined, (selected) => selected.where('month', '=', query.month!)),
    {
      sorts: { month: { expression: sql`month`, nullable: false } },
      defaultSort: '-month',
      // In a month by the tokens.
      id: 'place',
    },
    query,
  );

/** Removes for good what is older than a year. */
export async function purgeUsage(db: Kysely<Tables>): Promise<void> {
  await db.deleteFrom('agent_usage').where('created_at', '<', monthFromNow(-KEPT_MONTHS)).execute();
}
