import { sql } from 'kysely';
import type { AgentUsageList } from 'contract/agents/agent-usage';
import type { Conversation } from 'contract/agents/agent-chat';
import { beginConversation, eventsIn } from '../testing/chat';
import { openConsole, type Person, type TestConsole } from '../testing/console';
import { startModelServer, type ModelServer } from '../testing/model-server';
import { purgeUsage } from './agent-usage.queries';

const BUDGET = 1000;
const THIS_MONTH = new Date().toISOString().slice(0, 7);
let service: TestConsole;
let model: ModelServer;
let admin: Person;

beforeAll(async () => {
  model = await startModelServer('openai-compatible');
  service = await openConsole({ agents: { endpoint: model.endpoint, tokens: 100 }, agentTokensPerMonth: BUDGET });
  admin = await service.person('admin', { groups: ['AaasAdmin'] });
  for (const slug of ['support', 'analyst'])
    await admin.post('/agent-definitions', { slug, system_prompt: 'Be of help.' });
});
afterAll(async () => {
  await service.close();
  await model.close();
});

const ask = async (person: Person, tab_id: string) => person.post('/agents/message', { tab_id, message: 'Hello' });
const answered = async (person: Person, agent: string, turn: Parameters<ModelServer['follow']>[0]) => {
  model.follow(turn);
  const tab = await beginConversation(person, agent);
  const { text } = await ask(person, tab);
  return { tab, events: eventsIn(text) };
};
const usageOf = async (username: string, query = '') => {
  const { body } = await admin.get<AgentUsageList>(`/agents/usage?page_size=100${query}`);
  return { ...body, items: body.items.filter((item) => item.username === username) };
};
/** An answer of another time. */
const used = async ({ username }: Person, tokens: number, at = sql<string>`clock_timestamp()`) => {
  const { db } = service.database;
  const { id } = await db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirstOrThrow();
  const counts = { input_tokens: tokens - 1, output_tokens: 1, is_estimated: false };
  await db
    .insertInto('agent_usage')
    .values({ user_id: id, agent: 'support', message_id: 1, ...counts, created_at: at })
    .execute();
};

it('tokens are kept with each answer, and AaasAdmin sees who took them, of which agent, by month', async () => {
  const person = await service.person('asker');
  const { tab } = await answered(person, 'support', { says: ['One', ' two'] });
  await answered(person, 'support', { says: ['Three'] });
  await answered(person, 'analyst', { says: ['Four'] });
  // They outlive the conversation.
  await person.post(`/agents/conversation/${tab}/clear`);
  const { items, tokens_per_month } = await usageOf('asker');
  const each = { month: THIS_MONTH, username: 'asker', is_estimated: false };
  expect(items).toEqual([
    { ...each, agent: 'support', answers: 2, input_tokens: 20, output_tokens: 3 },
    { ...each, agent: 'analyst', answers: 1, input_tokens: 10, output_tokens: 1 },
  ]);
  expect(tokens_per_month).toBe(BUDGET);
});

it('where the model does not count them they are estimated, and it is said so', async () => {
  const person = await service.person('guessed');
  await answered(person, 'support', { says: ['Sixteen letters!'], usage: false });
  const [item] = (await usageOf('guessed')).items;
  expect(item).toMatchObject({ output_tokens: 4, is_estimated: true });
  expect(item?.input_tokens).toBeGreaterThan(10);
});

it('an answer that failed keeps what it took, one whose model refused takes nothing', async () => {
  const person = await service.person('unlucky');
  await answered(person, 'support', { says: ['Half of it'], ends: 'cut' });
  await answered(person, 'support', { status: 401 });
  expect((await usageOf('unlucky')).items).toMatchObject([{ answers: 1, is_estimated: true }]);
});

it('months are told apart, the last first, and each can be asked for', async () => {
  const person = await service.person('steady');
  await used(person, 5, sql<string>`clock_timestamp() - interval '1 month'`);
  await used(person, 7);
  const { items } = await usageOf('steady');
  expect(items).toHaveLength(2);
  expect(items[0]).toMatchObject({ month: THIS_MONTH, input_tokens: 6 });
  const last = items[1]?.month ?? '';
  expect(last < THIS_MONTH).toBe(true);
  expect((await usageOf('steady', `&month=${last}`)).items).toMatchObject([{ month: last, input_tokens: 4 }]);
});

it('who has used up the budget of the month is told so and when it ends; other people and months do not count', async () => {
  const [person, other] = [await service.person('eager'), await service.person('modest')];
  await used(other, BUDGET);
  await used(
    person,
    BUDGET,
    sql<string>`date_trunc('month', clock_timestamp() at time zone 'UTC') at time zone 'UTC' - interval '1 ms'`,
  );
  await used(person, BUDGET - 1);
  // One token is left, so that this is answered.
  const { tab, events } = await answered(person, 'support', { says: ['Yes.'] });
  expect(events.at(-1)).toEqual({ type: 'done', interrupted: false });
  const { status, body, headers } = await ask(person, tab);
  const end = new Date(`${THIS_MONTH}-01T00:00:00Z`);
  end.setUTCMonth(end.getUTCMonth() + 1);
  const day = end.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  expect([status, body]).toEqual([
    429,
    {
      detail: `You have used up the 1,000 tokens that your answers may take in a month. You can ask agents again from ${day} (UTC) on.`,
    },
  ]);
  const until = (end.getTime() - Date.now()) / 1000;
  expect(Math.abs(Number(headers['retry-after']) - until)).toBeLessThan(60);
  const { messages } = (await person.get<Conversation>(`/agents/conversation/${tab}`)).body;
  expect(messages.filter(({ role }) => role === 'user')).toHaveLength(1);
});

it('what is cut at the limit of tokens is stored cut', async () => {
  const person = await service.person('flooded');
  const { tab, events } = await answered(person, 'support', { says: ['<think>Hm', '</think>', 'x'.repeat(3_000_000)] });
  const streamed = events.map((event) => (event.type === 'text' ? event.content : '')).join('');
  const { messages } = (await person.get<Conversation>(`/agents/conversation/${tab}`)).body;
  expect(messages.at(-1)).toMatchObject({ content: streamed, status: 'interrupted' });
  expect(streamed).toMatch(/^x{700,800}$/);
});

it('tokens of answers are kept for a year', async () => {
  const person = await service.person('old');
  await used(person, 5, sql<string>`clock_timestamp() - interval '15 months'`);
  await used(person, 7, sql<string>`clock_timestamp() - interval '12 months'`);
  await purgeUsage(service.database.db);
  expect((await usageOf('old')).items).toMatchObject([{ input_tokens: 6 }]);
});
