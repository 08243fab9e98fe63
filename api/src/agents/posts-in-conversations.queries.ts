/** Posts that tools read, in conversations: copies that end with YouTube's terms (DECISIONS §13). */
import { sql, type Kysely } from 'kysely';
import type { ToolCall } from 'contract/agents/agent-chat';
import type { Tables } from '../database/connection';
import { SHORTEST_CAPTION, YOUTUBE_KEPT_DAYS } from '../social/posts-from-youtube.queries';

const NOT_KEPT = `Posts are kept in a conversation for ${YOUTUBE_KEPT_DAYS} days.`;

// So many at a time: none of the statements holds anything up.
const BATCH = 100;

/**
 * Empties what the tools read of posts in messages older than 30 days, however long their conversation is used, and takes
 * the captions out of its answers.
 */
export async function clearPostsInConversations(db: Kysely<Tables>, now: Date): Promise<void> {
  for (let cleared = BATCH; cleared === BATCH;)
    cleared = await db.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ id: number; tab_id: string; captions: string[]; tool_calls: ToolCall[] }>`
        select id, tab_id, tool_calls,
          jsonb_path_query_array(tool_calls, '$[*].result.rows[*].caption ? (@.type() == "string")') as captions
        from agent_messages
        where created_at < ${now.toISOString()}::timestamptz - make_interval(days => ${YOUTUBE_KEPT_DAYS})
          and jsonb_path_exists(tool_calls, '$[*] ? (@.name == "find_posts").result.rows')
        order by id limit ${sql.lit(BATCH)} for update skip locked`.execute(transaction);
      for (const { id, tab_id, captions, tool_calls } of rows) {
        const emptied = tool_calls.map((call) => (call.name === 'find_posts' ? { ...call, result: NOT_KEPT } : call));
        await sql`update agent_messages set tool_calls = ${JSON.stringify(emptied)} where id = ${id}`.execute(
          transaction,
        );
        for (const caption of captions.filter(({ length }) => length >= SHORTEST_CAPTION))
          await sql`
            update agent_messages set content = replace(content, ${caption}, '…')
            where tab_id = ${tab_id} and role = 'assistant'`.execute(transaction);
      }
      return rows.length;
    });
}
