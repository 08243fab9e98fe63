/** Three questions that an agent can answer, offered in the empty chat and after an answer (DECISIONS §9). */
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../database/connection';
import type { Caller, MayList } from '../http/access';
import { NotFound } from '../http/errors';
import { companiesInReach } from './tools/companies-in-reach.queries';

const OFFERED = 3;

/**
 * Questions of each kind, `{company}` standing for one that the person reaches, and the list whose readers may ask them; without
 * one everybody may.
 */
const QUESTIONS: readonly { readonly list?: string; readonly examples: readonly string[] }[] = [
  {
    examples: [
      'Which ads of {company} spent most in the last 7 days?',
      'What did {company} spend by campaign in the last 28 days?',
      'Compare the spend of all companies yesterday.',
    ],
  },
  {
    list: '/product-variants',
    examples: [
      'How many product variants of {company} have no cost today?',
      'Which costs of {company} changed in the last 30 days?',
      'What is the most expensive product of {company} by cost?',
    ],
  },
  {
    list: '/social-media-posts',
    examples: [
      'How many posts of {company} are in error, and why?',
      'Which posts of {company} were viewed most?',
      'How many posts of {company} are there by status?',
    ],
  },
  {
    list: '/social-media-profiles',
    examples: ['How many profiles of {company} are there by platform?', 'Which profiles of {company} are in error?'],
  },
  {
    list: '/social-media-search-terms',
    examples: [
      'How many search terms of {company} are active?',
      'How many search terms of {company} are there by platform?',
    ],
  },
  {
    examples: [
      'What is the average shipping cost of an order at {company}?',
      'How many companies do we look after?',
      'Which companies have no Klaviyo?',
    ],
  },
];

/**
 * Questions for a conversation of the caller, others at each point of it: one about what the agent's knowledge holds, the
 * rest about data that the caller may see. None without an agent; throws NotFound.
 */
export async function suggestQuestions(
  db: Kysely<Tables>,
  caller: Caller,
  tabId: string,
  mayList: MayList,
): Promise<{ items: string[] }> {
  const session = await db
    .selectFrom('agent_sessions')
    .select(['agent_id'])
    .select((eb) =>
      eb
        .selectFrom('agent_messages')
        .select(({ fn }) => fn.countAll<number>().as('asked'))
        .whereRef('agent_messages.tab_id', '=', 'agent_sessions.tab_id')
        .where('role', '=', 'user')
        .as('asked'),
    )
    .where('tab_id', '=', tabId)
    .where('user_id', '=', caller.userId)
    .executeTakeFirstOrThrow(() => new NotFound('Conversation not found'));
  if (session.agent_id === null) return { items: [] };
  const turn = Number(session.asked ?? 0);
  const known = await db
    .selectFrom('agent_knowledge')
    .innerJoin('knowledge', 'knowledge.id', 'knowledge_id')
    .select('name')
    .where('agent_id', '=', session.agent_id)
    .orderBy('knowledge.id')
    .execute();
  const inReach = await companiesInReach(db, caller);
  const talkedAbout = await companyTalkedAbout(db, tabId);
  const company = inReach.find(({ id }) => id === talkedAbout) ?? inReach[0];
  const about = rotated(known, turn)
    .slice(0, 1)
    .map(({ name }) => `What do we know about “${name}”?`);
  const open = QUESTIONS.filter(({ list }) => list === undefined || mayList(caller, list));
  const data = rotated(open, turn).flatMap(({ examples }) => {
    const example = examples[turn % examples.length] ?? '';
    if (!example.includes('{company}')) return [example];
    return company ? [example.replace('{company}', company.name)] : [];
  });
  return { items: [...about, ...data].slice(0, OFFERED) };
}

/** The company of the last look-up that was about one or more; undefined where none was. */
async function companyTalkedAbout(db: Kysely<Tables>, tabId: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select (call.value #>> '{result,companies,0,id}')::int as id
    from agent_messages, jsonb_array_elements(tool_calls) with ordinality as call (value, position)
    where tab_id = ${tabId} and tool_calls <> '[]' and call.value #>> '{result,companies,0,id}' ~ '^[0-9]{1,9}$'
    order by agent_messages.id desc, position desc limit 1`.execute(db);
  return rows[0]?.id;
}

/** Beginning with another one at each turn. */
const rotated = <Item>(items: readonly Item[], turn: number): readonly Item[] => {
  const at = items.length && turn % items.length;
  return [...items.slice(at), ...items.slice(0, at)];
};
