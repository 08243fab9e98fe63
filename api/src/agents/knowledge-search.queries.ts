/** The search in an agent's own knowledge, by PostgreSQL's full text with words of the same meaning and, for unknown words, by trigrams. */
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../database/connection';
import { THESAURUS } from './thesaurus';

/** A passage that a search found. `score` is the share of the question it covers, rare words weighing more: 0 to 1. */
export interface FoundPassage {
  knowledge_id: number;
  name: string;
  content: string;
  score: number;
}

// A passage that covers less of the question answers something else.
const LEAST_SCORE = 0.32;
// Longer questions are searched by their first words.
const MOST_WORDS = 24;
// How people ask, not what they ask about. Beside other words these hardly count.
const ASKING_WORDS =
  'tell show explain describe give know please help want need like let say ask question wonder would could may might must ' +
  'long many much last first today use get got go come take make thing way happen my your someone somebody ' +
  'time day hour year old mean meaning people all user work start now tomorrow yesterday everybody';
const ASKING_WEIGHT = 0.05;
// A bare number says little, and so does a word that neither the passages nor the thesaurus know.
const NUMBER_WEIGHT = 0.3;
const UNKNOWN_WEIGHT = 0.9;
// Weights of a word in the text and not in the item's name, and of another word of its meaning.
const IN_TEXT = 0.85;
const ALIKE_IN_NAME = 0.75;
const ALIKE_IN_TEXT = 0.6;

/**
 * The passages of an agent's linked knowledge that cover most of a question, best first. Words of the same meaning count
 * (see the thesaurus), and a word that no passage holds counts as a misspelling of the words it resembles.
 */
export async function searchKnowledge(
  db: Kysely<Tables>,
  agentId: number,
  question: string,
  limit: number,
): Promise<FoundPassage[]> {
  const { rows } = await sql<FoundPassage>`
    with passage as materialized (
      select knowledge_id, position, passage.name, passage.content, words, to_tsvector('english', passage.name) as title
      from knowledge_passages passage join agent_knowledge using (knowledge_id)
      where agent_id = ${agentId}
    ), meaning as materialized (
      select to_tsvector('english', line) as words from unnest(${[...THESAURUS]}::text[]) line
    ), asked as materialized (
      select lexeme, quote_literal(lexeme)::tsquery as itself, (
        select string_agg(distinct quote_literal(other), ' | ')::tsquery
        from meaning, unnest(tsvector_to_array(meaning.words)) other
        where meaning.words @@ quote_literal(lexeme)::tsquery and other <> lexeme
      ) as alike, lexeme = any(tsvector_to_array(to_tsvector('english', ${ASKING_WORDS}))) as is_asking
      from unnest(to_tsvector('english', ${question})) order by positions[1] limit ${MOST_WORDS}
    ), word as materialized (
      select lexeme, itself, alike, exact, exact + others as holders, is_asking, case
        when is_asking then ${ASKING_WEIGHT}::float8
        when lexeme ~ '^[0-9]+$' then ${NUMBER_WEIGHT}::float8
        when exact + others = 0 then ${UNKNOWN_WEIGHT}::float8
        else 1 end * ln(1 + (select count(*) from passage) / (0.5 + case when exact > 0 then exact else others end)) as weight
      from asked, lateral (
        select count(*) filter (where words @@ itself) as exact,
          count(*) filter (where words @@ alike and not words @@ itself) as others
        from passage
      ) counted
    ), scored as (
      select knowledge_id, position, name, content, sum(weight * case
          when words @@ itself then case when title @@ itself then 1 else ${IN_TEXT}::float8 end
          when words @@ alike then case when title @@ alike then ${ALIKE_IN_NAME}::float8 else ${ALIKE_IN_TEXT}::float8 end
          when holders = 0 and strict_word_similarity(lexeme, name || ' ' || content) >= 0.5
            then strict_word_similarity(lexeme, name || ' ' || content)
          else 0 end) / sum(weight) as score
      from passage cross join word
      group by knowledge_id, position, name, content
      -- Words of asking alone find nothing.
      having bool_or(not is_asking and (words @@ itself or coalesce(words @@ alike, false) or holders = 0))
    )
    select knowledge_id, name, content, round(score::numeric, 3)::float8 as score
    from scored
    where score >= ${LEAST_SCORE}
    order by scored.score desc, knowledge_id, position
    limit ${limit}`.execute(db);
  return rows;
}
