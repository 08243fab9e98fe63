import type { Conversation } from 'contract/agents/agent-chat';
import { beginConversation, eventsIn } from '../testing/chat';
import { openConsole, type Person, type TestConsole } from '../testing/console';
import { startModelServer, type ModelServer } from '../testing/model-server';

describe.each(['openai-compatible', 'anthropic'] as const)('a model that speaks the %s format', (kind) => {
  let service: TestConsole;
  let model: ModelServer;
  let person: Person;

  beforeAll(async () => {
    model = await startModelServer(kind);
    service = await openConsole({ agents: { endpoint: model.endpoint, tokens: 100 } });
    person = await service.person('person', { groups: ['AaasAdmin'] });
    const item = await person.post<{ id: number }>('/knowledge', {
      name: 'Returns',
      content: 'Boots can be returned within 45 days.',
    });
    await person.post('/agent-definitions', {
      slug: 'support',
      system_prompt: 'You are the support agent.',
      knowledge_ids: [item.body.id],
    });
  });
  afterAll(async () => {
    await service.close();
    await model.close();
  });
  beforeEach(() => {
    model.requests.length = 0;
  });

  const newTab = () => beginConversation(person, 'support');
  const ask = async (tab_id: string, message = 'Can I return boots?') =>
    eventsIn((await person.post('/agents/message', { tab_id, message })).text);
  const messages = async (tab: string) => (await person.get<Conversation>(`/agents/conversation/${tab}`)).body.messages;
  const search = { calls: [{ name: 'search_knowledge', args: { query: 'return boots' } }] };

  it('streams its text through: start, new_message, text, done', async () => {
    model.follow({ says: ['Hello', ' you', '.'] });
    const events = await ask(await newTab());
    expect(events).toEqual([
      { type: 'start', message_id: expect.any(Number) },
      { type: 'new_message', id: expect.any(Number) as unknown },
      { type: 'text', content: 'Hello' },
      { type: 'text', content: ' you' },
      { type: 'text', content: '.' },
      { type: 'done', interrupted: false },
    ]);
    const key = kind === 'anthropic' ? 'x-api-key' : 'authorization';
    expect(model.headers.at(-1)?.[key]).toContain('key-of-the-model');
    expect(JSON.stringify(model.requests)).toContain('You are the support agent.');
  });

  it('calls tools, reads their results and goes on in another step', async () => {
    model.follow(search, { says: ['45 days.'] });
    const tab = await newTab();
    const events = await ask(tab);
    expect(events.map(({ type }) => type)).toEqual([
      'start',
      'new_message',
      'tool_call',
      'tool_result',
      'new_message',
      'text',
      'done',
    ]);
    expect(events[2]).toMatchObject({ tool: 'search_knowledge', args: { query: 'return boots' } });
    expect(events[3]).toMatchObject({ is_error: false, result: { items: [{ name: 'Returns' }] } });
    expect(JSON.stringify(model.requests[1])).toContain('Boots can be returned within 45 days.');
    expect(await messages(tab)).toMatchObject([
      { role: 'user', content: 'Can I return boots?' },
      {
        role: 'assistant',
        content: '',
        status: 'complete',
        tool_calls: [{ name: 'search_knowledge', status: 'done', result: { items: [{ name: 'Returns' }] } }],
      },
      { role: 'tool', tool_name: 'search_knowledge', content: 'Using tool: search_knowledge' },
      { role: 'assistant', content: '45 days.', status: 'complete' },
    ]);
    // A later question comes with what was said and found before.
    model.follow({ says: ['Yes.'] });
    await ask(tab, 'Really?');
    expect(JSON.stringify(model.requests.at(-1))).toMatch(/return boots.*Boots can be returned.*45 days\..*Really\?/);
  });

  it.each([
    ['arguments that break the schema', { query: '' }, /Query is required/],
    ['no arguments', {}, /Query is required/],
    ['arguments that the tool does not have', { query: 'x', company: 2 }, /This field cannot be set/],
  ])('is told of %s, and the answer goes on', async (_, args, message) => {
    model.follow({ calls: [{ name: 'search_knowledge', args }] }, { says: ['I see.'] });
    const events = await ask(await newTab());
    expect(events[3]).toMatchObject({
      type: 'tool_result',
      is_error: true,
      result: expect.stringMatching(message) as unknown,
    });
    expect(JSON.stringify(model.requests[1])).toMatch(message);
    expect(events.at(-1)).toEqual({ type: 'done', interrupted: false });
  });

  it('is told of a tool that does not exist', async () => {
    model.follow({ calls: [{ name: 'delete_everything', args: {} }] }, { says: ['I cannot.'] });
    const events = await ask(await newTab());
    expect(events[3]).toMatchObject({ type: 'tool_result', is_error: true });
    expect(events.at(-1)).toEqual({ type: 'done', interrupted: false });
  });

  it('takes at most 6 steps, the last of them without tools', async () => {
    model.follow(search);
    const events = await ask(await newTab());
    expect(model.requests).toHaveLength(6);
    expect(events.filter(({ type }) => type === 'new_message')).toHaveLength(6);
    expect(events.at(-1)).toEqual({
      type: 'error',
      error: 'The agent looked things up without coming to an answer. Please ask in other words.',
    });
    const withoutTools = ({ tools, tool_choice }: (typeof model.requests)[number]) =>
      tools === undefined || /none/.test(JSON.stringify(tool_choice));
    expect(model.requests.map(withoutTools)).toEqual([false, false, false, false, false, true]);
  });

  it('gets no more tokens than the answer has left, and an answer cut at that limit is marked', async () => {
    model.follow({ ...search, says: ['a', 'b', 'c'] }, { says: ['one'], ends: 'length' });
    const tab = await newTab();
    const events = await ask(tab);
    expect(model.requests.map(({ max_tokens }) => max_tokens)).toEqual([100, 97]);
    expect(events.at(-1)).toEqual({ type: 'done', interrupted: true });
    expect((await messages(tab)).at(-1)).toMatchObject({ content: 'one', status: 'interrupted' });
  });

  it.each([
    [429, 2, 'The model is busy right now. Please try again in a moment.'],
    [500, 2, 'The model has a fault right now. Please try again in a moment.'],
    [401, 1, 'The model refuses the console. Please tell whoever operates it.'],
    [
      400,
      1,
      'The model could not take this conversation. Please start a new one, or tell whoever operates the console.',
    ],
  ])('answers %i: the person gets a message after %i tries, and no internals', async (status, tries, error) => {
    model.follow({ status });
    const tab = await newTab();
    expect(await ask(tab)).toEqual([
      { type: 'start', message_id: expect.any(Number) },
      { type: 'error', error },
    ]);
    expect(model.requests).toHaveLength(tries);
    expect(await messages(tab)).toMatchObject([{ role: 'user' }]);
  });

  it('is asked once more after a 429, and the answer is whole', async () => {
    model.follow({ status: 429 }, { says: ['Here.'] });
    expect((await ask(await newTab())).slice(-2)).toEqual([
      { type: 'text', content: 'Here.' },
      { type: 'done', interrupted: false },
    ]);
  });

  it('is cut off in mid-stream: the person is told, and what was written stays, marked', async () => {
    model.follow({ says: ['The first half'], ends: 'cut' });
    const tab = await newTab();
    const events = await ask(tab);
    expect(events.at(-1)).toEqual({
      type: 'error',
      error: 'The model could not be reached or broke off its answer. Please try again.',
    });
    expect((await messages(tab)).at(-1)).toMatchObject({ content: 'The first half', status: 'interrupted' });
  });

  it('cannot make the console store or stream what no text may hold', async () => {
    model.follow({ says: ['a\u0000b', '\ud83c', '\udf35', '\ud83c!'] });
    const tab = await newTab();
    expect((await ask(tab)).at(-1)).toEqual({ type: 'done', interrupted: false });
    expect((await messages(tab)).at(-1)).toMatchObject({ content: 'a\ufffdb🌵\ufffd!' });
  });
});

it('a model that cannot be reached is an error of the answer, not of the service', async () => {
  const model = await startModelServer('openai-compatible');
  await model.close();
  const service = await openConsole({ agents: { endpoint: model.endpoint, tokens: 100 } });
  const person = await service.person('person', { groups: ['AaasAdmin'] });
  await person.post('/agent-definitions', { slug: 'support', system_prompt: 'Be of help.' });
  const tab_id = await beginConversation(person, 'support');
  const { text } = await person.post('/agents/message', { tab_id, message: 'Hello' });
  expect(eventsIn(text).at(-1)).toMatchObject({ type: 'error' });
  expect(text).not.toContain('127.0.0.1');
  await service.close();
});
