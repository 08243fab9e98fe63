/** The tokens that agents' answers use, and who reads it (DECISIONS §9). */
import { listQuery, listResponse } from '../paging';
import { count, flag, nullable, object, text, type Infer } from '../schema';

const month = text('Month', { pattern: '^\\d{4}-(0[1-9]|1[0-2])$' });

/** The tokens that one person used with one agent in one month (of UTC). */
export const agentUsage = object(
  {
    month,
    username: text('User', {}),
    agent: text('Agent', {}),
    answers: count('Answers'),
    input_tokens: count('Input tokens'),
    output_tokens: count('Output tokens'),
    /** The model did not count some of them: they are estimated from the characters. */
    is_estimated: flag('Estimated'),
  },
  ['month', 'username', 'agent', 'answers', 'input_tokens', 'output_tokens', 'is_estimated'],
);

/** Query of GET /agents/usage: the last month first, in it the most tokens first. */
export const agentUsageQuery = listQuery({ month }, ['month']);

const list = listResponse(agentUsage);

/** Response of GET /agents/usage; `tokens_per_month` is the budget of a person and month, null without one. */
export const agentUsageList = object({ ...list.properties, tokens_per_month: nullable(count('Budget')) }, [
  ...list.required,
  'tokens_per_month',
]);

export type AgentUsage = Infer<typeof agentUsage>;
export type AgentUsageQuery = Infer<typeof agentUsageQuery>;
export type AgentUsageList = Infer<typeof agentUsageList>;
