/** The demonstration agents, their knowledge, and a conversation that one of them has had. */
import type { Transaction } from 'kysely';
import type { ToolCall } from 'contract/agents/agent-chat';
import type { ProposalKind } from 'contract/agents/proposals';
import { searchKnowledge } from '../src/agents/knowledge-search.queries';
import { writePassages } from '../src/agents/knowledge.queries';
import type { Tables } from '../src/database/connection';
import { DEMONSTRATION_KNOWLEDGE, type Subject } from './knowledge';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const DAY = 24 * 60 * MINUTE;

/** The session of the finished conversation; it is the user admin's. */
export const DEMONSTRATION_TAB = 'demonstration-conversation';

interface DemonstrationAgent {
  readonly slug: string;
  readonly subjects: readonly Subject[];
  /** None where it says nothing, as of any new agent. */
  readonly allowed_proposals?: ProposalKind[];
  readonly system_prompt: string;
}

const AGENTS: readonly DemonstrationAgent[] = [
  {
    slug: 'customer-support',
    subjects: ['orders', 'products'],
    system_prompt: `You help the support team of several online stores to answer their customers.

- Search your knowledge before you state a fact, and name the item that an answer rests on.
- Every store has its own rules. If it is not clear which store is meant, ask.
- Write so that a colleague can send your answer on: friendly, at most 120 words, no promises that the knowledge does not make.
- Do not guess about orders you cannot see.`,
  },
  {
    slug: 'product-expert',
    subjects: ['products'],
    system_prompt: `You know the products of the stores: sizes, ingredients, care and use.

Answer from your knowledge and compare with a table where there is something to compare. Say plainly when the knowledge does not cover a question. With allergies and health, quote the item word for word and advise to ask a doctor or a vet.`,
  },
  {
    slug: 'ad-analyst',
    subjects: ['advertising'],
    allowed_proposals: ['ad_tags'],
    system_prompt: `You look at the adverts of the companies that the person you talk to may see.

Give numbers with their period and company. The tools answer the last 1, 7, 14 and 28 days and nothing else; say so when another period is asked for. End with one concrete next step. Never invent a number.`,
  },
  {
    slug: 'social-media-coach',
    subjects: ['social'],
    allowed_proposals: ['post_tags', 'profile_tags', 'post_status', 'profile_status', 'term_status'],
    system_prompt: `You help the social media team: what to watch, what counts, whom to ask.

Keep to the criteria in your knowledge. When you name posts, give their platform, author and views, never their link.`,
  },
  {
    slug: 'margin-keeper',
    subjects: ['advertising', 'console'],
    allowed_proposals: ['variant_overrides'],
    system_prompt: `You explain costs and margins of product variants.

Look up a variant before you speak of its cost. A variant without a current cost of goods sold is worth a remark. Show how a margin is put together, line by line.`,
  },
  {
    slug: 'console-guide',
    subjects: ['console', 'social', 'advertising'],
    system_prompt: `You show new colleagues how this console is used.

Explain in short steps and in the words that the screens use. Send people to the operator for passwords, groups and memberships.`,
  },
];

const QUESTION = 'A customer of Harbor & Pine wants to send back boots after five weeks. Is that possible?';
const QUERY = 'Harbor & Pine return boots';
const ANSWER = `Yes, if they are unworn. Harbor & Pine takes returns for **45 days** after delivery, so five weeks (35 days) is in time.

- The tags must still be on, and the soles must show no marks of a street.
- The refund reaches the card within **5 business days**.
- Monogrammed items cannot be returned.

If the customer only needs another size, an exchange is free: the new pair leaves as soon as the carrier has scanned the old one.

Source: *Harbor & Pine: returns and exchanges*`;

/** Adds agents, knowledge and the conversation, which took place the day before `now`. */
export async function fillAgents(transaction: Transaction<Tables>, now: Date): Promise<void> {
  const items = await transaction
    .insertInto('knowledge')
    .values(
      DEMONSTRATION_KNOWLEDGE.map(({ name, content }, at) => ({
        name,
        content,
        ...savedOn(at, now),
        updated_by: null,
      })),
    )
    .returning(['id', 'name', 'content'])
    .execute();
  await writePassages(transaction, items);
  const agents = await transaction
    .insertInto('agent_definitions')
    .values(
      AGENTS.map(({ slug, system_prompt, allowed_proposals = [] }, at) => ({
        slug,
        system_prompt,
        allowed_proposals,
        updated_by: null,
        ...savedOn(at, now),
      })),
    )
    .returning(['id', 'slug'])
    .execute();
  const idOfItem = new Map(items.map(({ id, name }) => [name, id]));
  const idOfAgent = new Map(agents.map(({ id, slug }) => [slug, id]));
  const links = AGENTS.flatMap(({ slug, subjects }) =>
    DEMONSTRATION_KNOWLEDGE.filter(({ subject }) => subjects.includes(subject)).map(({ name }) => ({
      agent_id: idOfAgent.get(slug) ?? 0,
      knowledge_id: idOfItem.get(name) ?? 0,
    })),
  );
  await transaction.insertInto('agent_knowledge').values(links).execute();
  await fillConversation(transaction, idOfAgent.get('customer-support') ?? 0, now);
}

async function fillConversation(transaction: Transaction<Tables>, agent_id: number, now: Date): Promise<void> {
  const admin = await transaction.selectFrom('users').select('id').where('username', '=', 'admin').executeTakeFirst();
  if (!admin) return;
  const session = { tab_id: DEMONSTRATION_TAB, user_id: admin.id, agent_id, run_id: null, run_seen_at: null };
  await transaction.insertInto('agent_sessions').values(session).execute();
  const call: ToolCall = {
    id: 'demonstration-call',
    name: 'search_knowledge',
    args: { query: QUERY, limit: 3 },
    status: 'done',
    result: { items: await searchKnowledge(transaction, agent_id, QUERY, 3) },
  };
  const said = [
    { role: 'user', content: QUESTION, tool_name: null, tool_calls: [] },
    { role: 'assistant', content: '', tool_name: null, tool_calls: [call] },
    { role: 'tool', content: 'Using tool: search_knowledge', tool_name: 'search_knowledge', tool_calls: [] },
    { role: 'assistant', content: ANSWER, tool_name: null, tool_calls: [] },
  ] as const;
  for (const [at, { tool_calls, ...message }] of said.entries())
    await transaction
      .insertInto('agent_messages')
      .values({
        ...message,
        tab_id: DEMONSTRATION_TAB,
        run_id: null,
        tool_calls: JSON.stringify(tool_calls) as never,
        created_at: new Date(now.getTime() - DAY + at * SECOND).toISOString(),
      })
      .execute();
}

/** A time of its own for each record, so that sorting by time shows something. */
function savedOn(at: number, now: Date) {
  const ago = (days: number) => new Date(now.getTime() - days * DAY - at * MINUTE).toISOString();
  const created_at = ago(320 - at * 3);
  return { created_at, updated_at: at % 3 ? created_at : ago(90 - at * 2) };
}
