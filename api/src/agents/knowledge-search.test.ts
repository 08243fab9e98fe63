import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';
import { searchKnowledge } from './knowledge-search.queries';

let service: TestConsole;
let admin: Person;
let agentId: number;

beforeAll(async () => {
  service = await openConsole();
  await addTestCompany(service, 'A', 'a');
  admin = await service.person('admin', { groups: ['AaasAdmin'] });
  const knowledge_ids: number[] = [];
  for (const [name, content] of [
    ['Returns and refunds', 'Unworn boots can be returned within 45 days. Refunds reach the card in 5 business days.'],
    ['Shipping to Canada', 'Orders to Canada ship by rail and take 9 days.\n\nDuties are paid at checkout.'],
    ['Caring for wool', 'Wash wool by hand in cold water, never in a machine.'],
    ['100% "quoted" \'names\'', "A knowledge item about odd punctuation: it's & | ! ( ) <-> :*"],
  ])
    knowledge_ids.push((await admin.post<{ id: number }>('/knowledge', { name, content })).body.id);
  await admin.post('/knowledge', { name: 'Unlinked secret', content: 'The vault code for boots is 4711.' });
  const agent = await admin.post<{ id: number }>('/agent-definitions', {
    slug: 'support',
    system_prompt: 'Be of help.',
    knowledge_ids,
  });
  agentId = agent.body.id;
});
afterAll(() => service.close());

const found = async (question: string) =>
  (await searchKnowledge(service.database.db, agentId, question, 5)).map(({ name }) => name);

it.each([
  ['How long can I return boots I have not worn?', 'Returns and refunds'],
  ['refund', 'Returns and refunds'],
  ['Do you deliver to Canada, and who pays duties?', 'Shipping to Canada'],
  ['Can I put wool in the washing machine?', 'Caring for wool'],
  ['punctuation', '100% "quoted" \'names\''],
  ['Tell me about wool', 'Caring for wool'],
  ['Could you please explain what I need to know about duties?', 'Shipping to Canada'],
])('%s finds the passage that answers it first', async (question, name) => {
  expect((await found(question))[0]).toBe(name);
});

it('finds misspelt words by their likeness', async () => {
  expect((await found('refnds for boots'))[0]).toBe('Returns and refunds');
  expect((await found('shiping to Canadda'))[0]).toBe('Shipping to Canada');
});

it.each([
  'What is the weather on Mars?',
  'Please tell me what you know',
  'the of and',
  '???',
  '',
  '🌵',
  'xyzzy plugh',
  "'; drop table knowledge; --",
])('finds nothing for %j, which the knowledge does not hold', async (question) => {
  expect(await found(question)).toEqual([]);
});

it('never finds what is not linked to the agent', async () => {
  expect(await found('vault code 4711')).toEqual([]);
  expect(await searchKnowledge(service.database.db, 999_999, 'boots', 5)).toEqual([]);
});

it('takes a question of any length and no more passages than asked for', async () => {
  const question = `boots Canada wool ${'word '.repeat(5000)}`;
  expect((await searchKnowledge(service.database.db, agentId, question, 2)).length).toBeLessThanOrEqual(2);
});
