/** The search in an agent's own knowledge, by PostgreSQL's full text and, for words it does not know, by trigrams. */
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../database/connection';

/** A passage that a search found. `score` is the share of the question it covers, rare words weighing more: 0 to 1. */
export interface FoundPassage {
  knowledge_id: number;
  name: string;
  content: string;
  score: number;
}

// What covers less of the question than this answers something else.
const LEAST_SCORE = 0.3;
// Longer questions are searched by their first words.
const MOST_WORDS = 24;
// How people ask, not what they ask about. Beside other words these hardly count; alone they still find.
const ASKING_WORDS =
  'tell show explain describe give know please help want need like let say ask question wonder would could may might must';
const ASKING_WEIGHT = 0.05;

/**
 * The passages of an agent's linked knowledge that cover most of a question, best first. A word that no passage holds
 * counts as a misspelling of the words it resembles.
 */
export async function searchKnowledge(
  db: Kysely<Tables>,
  agentId: number,
  question: string,
  limit: number,
): Promise<FoundPassage[]> {
  const { rows } = await sql<FoundPassage>`
    with passage as materialized (
      select knowledge_id, position, passage.name, passage.content, words
      from knowledge_passages passage join agent_knowledge using (knowledge_id)
      where agent_id = ${agentId}
    ), word as materialized (
      select lexeme, holds.count, ln(1 + (select count(*) from passage) / (0.5 + holds.count))
        * case when lexeme = any(tsvector_to_array(to_tsvector('english', ${ASKING_WORDS}))) then ${ASKING_WEIGHT}::float8 else 1 end
        as weight
      from (select lexeme from unnest(to_tsvector('english', ${question})) order by positions[1] limit ${MOST_WORDS}) asked,
        lateral (select count(*) from passage where words @@ quote_literal(lexeme)::tsquery) holds
    ), scored as (
      select knowledge_id, position, name, content,
        sum(weight * case
          when count > 0 then (words @@ quote_literal(lexeme)::tsquery)::int
          when strict_word_similarity(lexeme, name || ' ' || content) >= 0.5
            then strict_word_similarity(lexeme, name || ' ' || content)
          else 0 end) / sum(weight) as score
      from passage cross join word
      group by knowledge_id, position, name, content
    )
    select knowledge_id, name, content, round(score::numeric, 3)::float8 as score
    from scored
    where score >= ${LEAST_SCORE}
    order by scored.score desc, knowledge_id, position
    limit ${limit}`.execute(db);
  return rows;
}
