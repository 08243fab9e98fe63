/** The tool over the agent's own linked knowledge, the same for whoever asks the agent (DECISIONS §9). */
import { integer, object, text } from 'contract/schema';
import { searchKnowledge } from '../knowledge-search.queries';
import { lookUp } from './look-up';

/** Passages of the agent's own knowledge. */
export const searchOwnKnowledge = lookUp({
  description:
    "Searches this agent's knowledge and answers the passages that fit best. Use it before answering a question of fact, and name the items an answer rests on.",
  input: object(
    { query: text('Query', { minLength: 1, maxLength: 1000 }), limit: integer('Limit', { minimum: 1, maximum: 10 }) },
    ['query'],
  ),
  read: async ({ db, agentId }, { query, limit = 5 }) => ({ items: await searchKnowledge(db, agentId, query, limit) }),
});
