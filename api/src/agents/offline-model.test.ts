import type { Conversation } from 'contract/agents/agent-chat';
import { beginConversation, eventsIn } from '../testing/chat';
import { openConsole, type Person, type TestConsole } from '../testing/console';

let service: TestConsole;
let person: Person;
let tab_id: string;

beforeAll(async () => {
  service = await openConsole();
  person = await service.person('person', { groups: ['AaasAdmin'] });
  const knowledge_ids: number[] = [];
  for (const [name, content] of [
    ['Returns', 'Unworn boots can be returned within **45 days**.'],
    ['Shipping', 'Orders to Canada take 9 days.'],
  ])
    knowledge_ids.push((await person.post<{ id: number }>('/knowledge', { name, content })).body.id);
  await person.post('/agent-definitions', { slug: 'support', system_prompt: 'Be of help.', knowledge_ids });
  await person.post('/agent-definitions', { slug: 'blank', system_prompt: 'Be of help.' });
});
afterAll(() => service.close());
beforeEach(async () => {
  tab_id = await beginConversation(person, 'support');
});

const ask = async (message: string) => eventsIn((await person.post('/agents/message', { tab_id, message })).text);
const answer = async () => {
  const { body } = await person.get<Conversation>(`/agents/conversation/${tab_id}`);
  return body.messages.at(-1)?.content;
};

it("searches the agent's knowledge by the tool, answers word by word, and names its source", async () => {
  const events = await ask('How long may I return boots?');
  expect(events.slice(0, 4)).toMatchObject([
    { type: 'start' },
    { type: 'new_message' },
    { type: 'tool_call', tool: 'search_knowledge', args: { query: 'How long may I return boots?' } },
    { type: 'tool_result', is_error: false, result: { items: [{ name: 'Returns' }] } },
  ]);
  const words = events.flatMap((event) => (event.type === 'text' ? [event.content] : []));
  expect(words.length).toBeGreaterThan(8);
  expect(words.every((word) => word.trim().split(/\s+/).length === 1)).toBe(true);
  expect(words.join('')).toBe(await answer());
  expect(await answer()).toMatch(/^Unworn boots can be returned within \*\*45 days\*\*\.\n\nSource: \*\*Returns\*\*$/);
});

it('says so when it finds nothing', async () => {
  await ask('What is the weather on Mars?');
  expect(await answer()).toMatch(/^I found nothing about this in this agent’s knowledge\./);
});

it('says so for an agent without knowledge', async () => {
  await person.post('/agents/select', { agent: 'blank', tab_id });
  await ask('How long may I return boots?');
  expect(await answer()).toMatch(/^I found nothing/);
});

it('answers each question of a conversation by itself', async () => {
  await ask('How long may I return boots?');
  await ask('How long to Canada?');
  expect(await answer()).toMatch(/^Orders to Canada take 9 days\./);
});
