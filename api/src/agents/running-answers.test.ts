import { sql } from 'kysely';
import type { Conversation } from 'contract/agents/agent-chat';
import { beginConversation, sendMessage } from '../testing/chat';
import { eventually } from '../testing/eventually';
import { openConsole, type Person, type TestConsole } from '../testing/console';
import { FINISH, modelOfParts, textPart } from '../testing/model-of-parts';

let service: TestConsole;
let person: Person;
let goOn = () => {};

beforeAll(async () => {
  const model = modelOfParts(async function* () {
    yield textPart('One');
    await new Promise<void>((resolve) => (goOn = resolve));
    yield textPart(', two');
    yield textPart(', three.');
    yield FINISH;
  });
  service = await openConsole({}, { model });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  person = await service.person('person', { groups: ['AaasAdmin'] });
  await person.post('/agent-definitions', { slug: 'counter', system_prompt: 'Count to three.' });
});
afterAll(() => service.close());
afterEach(() => jest.restoreAllMocks());

const newTab = () => beginConversation(person, 'counter');

it('readers who have left leave no timer behind (SSE-07)', async () => {
  const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
  const before = timers();
  for (let at = 0; at < 20; at += 1) {
    const reading = await sendMessage(service.app, person, { tab_id: await newTab(), message: 'Count' });
    await reading.upTo('text');
    reading.leave();
  }
  await eventually(() => timers() <= before);
});

it('no word waits for the database, and in the end the answer is there whole', async () => {
  const tab_id = await newTab();
  const reading = await sendMessage(service.app, person, { tab_id, message: 'Count' });
  await reading.upTo('text');
  await service.database.db.transaction().execute(async (transaction) => {
    // While this goes on the answer cannot be written down, for which it is high time.
    await sql`update agent_messages set content = content where tab_id = ${tab_id}`.execute(transaction);
    const later = Date.now() + 60_000;
    jest.spyOn(Date, 'now').mockImplementation(() => later);
    goOn();
    expect(await reading.next()).toEqual({ type: 'text', content: ', two' });
    expect(await reading.next()).toEqual({ type: 'text', content: ', three.' });
  });
  expect(await reading.upTo()).toEqual([{ type: 'done', interrupted: false }]);
  const { body } = await person.get<Conversation>(`/agents/conversation/${tab_id}`);
  expect(body.messages.at(-1)).toMatchObject({ content: 'One, two, three.', status: 'complete' });
});
