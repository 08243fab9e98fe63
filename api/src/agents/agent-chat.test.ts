import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import type { Conversation } from 'contract/agents/agent-chat';
import { buildApp } from '../app';
import { eventsIn, sendMessage } from '../testing/chat';
import { eventually } from '../testing/eventually';
import { openConsole, type Person, type TestConsole } from '../testing/console';
import { startModelServer, type ModelServer } from '../testing/model-server';
import { purgeAgentSessions } from './agent-sessions.queries';

let model: ModelServer;
let service: TestConsole;
/** Another process of the service on the same database. */
let second: FastifyInstance;
let admin: Person;
let person: Person;
let stranger: Person;

beforeAll(async () => {
  model = await startModelServer('openai-compatible');
  service = await openConsole({ agents: { endpoint: model.endpoint, tokens: 100 } });
  const { database, config } = service;
  second = await buildApp({ database, config });
  await Promise.all([service.app, second].map((app) => app.listen({ port: 0, host: '127.0.0.1' })));
  admin = await service.person('admin', { groups: ['AaasAdmin'] });
  person = await service.person('person');
  stranger = await service.person('stranger');
  for (const slug of ['support', 'shop-24-7']) await newAgent(slug);
});
afterAll(async () => {
  await second.close();
  await service.close();
  await model.close();
});

const newAgent = async (slug: string) =>
  (await admin.post<{ id: number }>('/agent-definitions', { slug, system_prompt: 'Be of help.' })).body.id;
const newTab = async (agent: string | null = 'support', owner = person) => {
  const { status, body } = await owner.post<{ tab_id: string }>('/agents/session/create');
  expect(status).toBe(201);
  if (agent !== null) expect((await owner.post('/agents/select', { agent, tab_id: body.tab_id })).status).toBe(200);
  return body.tab_id;
};
const conversation = async (tab: string) => (await person.get<Conversation>(`/agents/conversation/${tab}`)).body;
const lastMessage = async (tab: string) => (await conversation(tab)).messages.at(-1);
const ask = async (tab_id: string, message = 'Hello') =>
  eventsIn((await person.post('/agents/message', { tab_id, message })).text);
/** Sends a message whose answer begins and does not go on. */
const askForHalf = async (tab_id: string, app = service.app) => {
  model.follow({ says: ['Half'], ends: 'hang' });
  const reading = await sendMessage(app, person, { tab_id, message: 'Go on and on' });
  await reading.upTo('text');
  return reading;
};
const INTERRUPTED = { type: 'done', interrupted: true };

describe('sessions', () => {
  it('list the agents by key, each named by its slug in title case', async () => {
    expect((await person.get('/agents/list')).body).toEqual({
      items: [
        { key: 'shop-24-7', display_name: 'Shop 24 7' },
        { key: 'support', display_name: 'Support' },
      ],
      model_configured: true,
    });
  });

  it('begin without an agent; sending then is refused', async () => {
    const tab = await newTab(null);
    expect(await conversation(tab)).toEqual({ tab_id: tab, agent: null, messages: [] });
    expect(await person.post('/agents/message', { tab_id: tab, message: 'Hello' })).toMatchObject({
      status: 400,
      body: { detail: 'Please select an agent first.' },
    });
    expect((await conversation(tab)).messages).toEqual([]);
  });

  it('name their agent; selecting another one ends the conversation with the first', async () => {
    model.follow({ says: ['Hello.'] });
    const tab = await newTab();
    await ask(tab);
    await person.post('/agents/select', { agent: 'support', tab_id: tab });
    expect((await conversation(tab)).messages).toHaveLength(2);
    await person.post('/agents/select', { agent: 'shop-24-7', tab_id: tab });
    expect(await conversation(tab)).toMatchObject({ agent: { key: 'shop-24-7' }, messages: [] });
  });

  it('refuse an unknown agent, and selecting without a session (CHAT-14)', async () => {
    const tab = await newTab(null);
    const unknown = await person.post('/agents/select', { agent: 'nobody', tab_id: tab });
    expect(unknown).toMatchObject({ status: 404, body: { detail: 'Agent not found' } });
    expect((await person.post('/agents/select', { agent: 'support' })).status).toBe(422);
    expect((await person.post('/agents/select', { agent: 'support', tab_id: 'none' })).status).toBe(404);
  });

  it.each([
    ['blank text', { message: ' \n ' }, 'message', 'Message is required'],
    ['too long a text', { message: 'x'.repeat(32_001) }, 'message', 'Message must not exceed 32000 characters'],
    ['a number', { message: 5 }, 'message', 'Message must be text'],
    ['an agent', { message: 'x', agent: 'support' }, 'agent', 'This field cannot be set'],
  ])('refuse a message with %s', async (_, body, field, msg) => {
    const answer = await person.post('/agents/message', { tab_id: await newTab(), ...body });
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([expect.objectContaining({ loc: ['body', field], msg })]);
  });

  it("are their user's alone: to anyone else they are not there, whoever asks (CHAT-11)", async () => {
    const tab = await newTab();
    model.follow({ says: ['Hello.'] });
    await ask(tab);
    const before = await conversation(tab);
    for (const other of [stranger, admin])
      for (const [method, path, body] of [
        ['GET', '/agents/conversation/:tab'],
        ['POST', '/agents/conversation/:tab/clear'],
        ['POST', '/agents/conversation/:tab/stop'],
        ['POST', '/agents/message', { message: 'Hello' }],
        ['POST', '/agents/select', { agent: 'support' }],
      ] as const) {
        const of = (tab_id: string) => other.ask(method, path.replace(':tab', tab_id), body && { ...body, tab_id });
        const [theirs, nobodys] = [await of(tab), await of('00000000-0000-4000-8000-000000000000')];
        expect([theirs.status, theirs.body]).toEqual([404, nobodys.body]);
      }
    expect(await conversation(tab)).toEqual(before);
  });

  it('lose their agent with its definition', async () => {
    const id = await newAgent('short-lived');
    const tab = await newTab('short-lived');
    await admin.delete(`/agent-definitions/${id}`);
    expect((await conversation(tab)).agent).toBeNull();
    expect((await person.post('/agents/message', { tab_id: tab, message: 'Hello' })).status).toBe(400);
  });

  it('leave what was done in the audit log, but not what was said', async () => {
    model.follow({ says: ['Hello.'] });
    const tab = await newTab();
    await ask(tab, 'A private question');
    await person.post(`/agents/conversation/${tab}/clear`);
    const entries = await service.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('record_id', '=', tab)
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['create', 'select_agent', 'send', 'clear']);
    expect(JSON.stringify(entries)).not.toContain('private');
  });

  it('are purged when nobody has used them for 30 days', async () => {
    const [old, young] = [await newTab(), await newTab()];
    const age = (tab: string, days: number) =>
      service.database.db
        .updateTable('agent_sessions')
        .set({ touched_at: sql<string>`clock_timestamp() - make_interval(days => ${days}, hours => 1)` })
        .where('tab_id', '=', tab)
        .execute();
    await age(old, 30);
    await age(young, 29);
    await purgeAgentSessions(service.database.db);
    expect((await person.get(`/agents/conversation/${old}`)).status).toBe(404);
    expect((await person.get(`/agents/conversation/${young}`)).status).toBe(200);
  });
});

describe('the stream', () => {
  it('is an event stream that nothing on the way keeps, buffers or compresses (SSE-01)', async () => {
    model.follow({ says: ['Hello.'] });
    const reading = await sendMessage(service.app, person, { tab_id: await newTab(), message: 'Hello' });
    expect(Object.fromEntries(reading.headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(reading.headers.has('content-encoding')).toBe(false);
    expect((await reading.upTo()).at(-1)).toEqual({ type: 'done', interrupted: false });
  });

  it('stops the model at once when the reader leaves, and what was written stays, marked (SSE-07)', async () => {
    const tab = await newTab();
    const left = model.left();
    (await askForHalf(tab)).leave();
    await eventually(() => model.left() === left + 1);
    await eventually(async () => (await lastMessage(tab))?.status === 'interrupted');
    expect(await lastMessage(tab)).toMatchObject({ role: 'assistant', content: 'Half' });
  });

  it.each([
    ['the process that writes', () => service.app],
    ['another process', () => second],
  ])('ends with done when it is stopped by %s', async (_, writer) => {
    const tab = await newTab();
    const left = model.left();
    const reading = await askForHalf(tab, writer());
    expect((await person.post(`/agents/conversation/${tab}/stop`)).status).toBe(204);
    expect(await reading.upTo()).toEqual([INTERRUPTED]);
    await eventually(() => model.left() === left + 1);
    expect(await lastMessage(tab)).toMatchObject({ content: 'Half', status: 'interrupted' });
    // Stopping what is not being written is no error.
    expect((await person.post(`/agents/conversation/${tab}/stop`)).status).toBe(204);
  });

  it.each([
    ['the same process', () => service.app],
    ['another process', () => second],
  ])('of the first message ends with done when a second one is sent, through %s', async (_, writer) => {
    const tab = await newTab();
    const reading = await askForHalf(tab, writer());
    model.follow({ says: ['Whole.'] });
    const answer = await ask(tab, 'Something else');
    expect(await reading.upTo()).toEqual([INTERRUPTED]);
    expect(answer.at(-1)).toEqual({ type: 'done', interrupted: false });
    expect((await conversation(tab)).messages).toMatchObject([
      { role: 'user', content: 'Go on and on' },
      { content: 'Half', status: 'interrupted' },
      { role: 'user', content: 'Something else' },
      { content: 'Whole.', status: 'complete' },
    ]);
  });

  it('ends when the conversation is cleared, and nothing of it comes back', async () => {
    const tab = await newTab();
    const reading = await askForHalf(tab);
    expect((await person.post(`/agents/conversation/${tab}/clear`)).status).toBe(204);
    expect(await reading.upTo()).toEqual([INTERRUPTED]);
    expect(await conversation(tab)).toMatchObject({ agent: { key: 'support' }, messages: [] });
  });

  it('ends when the service stops, which does not wait for the model', async () => {
    const { database, config } = service;
    const third = await buildApp({ database, config });
    await third.listen({ port: 0, host: '127.0.0.1' });
    const tab = await newTab();
    const reading = await askForHalf(tab, third);
    await Promise.all([third.close(), reading.upTo().catch(() => null)]);
    expect(await lastMessage(tab)).toMatchObject({ content: 'Half', status: 'interrupted' });
  });
});

describe('a conversation', () => {
  it('is there after a restart, and in every process', async () => {
    model.follow({ says: ['Hello.'] });
    const tab = await newTab();
    await ask(tab);
    const response = await second.inject({
      url: `/api/agents/conversation/${tab}`,
      headers: { authorization: `Bearer ${person.access}` },
    });
    expect(response.json()).toEqual(await conversation(tab));
    expect((await conversation(tab)).messages).toEqual([
      { id: expect.any(Number), role: 'user', content: 'Hello', status: 'complete', timestamp: expect.any(String) },
      {
        id: expect.any(Number),
        role: 'assistant',
        content: 'Hello.',
        status: 'complete',
        timestamp: expect.any(String),
      },
    ] as unknown[]);
  });

  it('shows what is being written as running while its process lives, and as interrupted once that is gone', async () => {
    const tab = await newTab();
    const reading = await askForHalf(tab);
    expect(await lastMessage(tab)).toMatchObject({ status: 'running' });
    const silent = { run_seen_at: sql<string>`clock_timestamp() - interval '1 minute'` };
    await service.database.db.updateTable('agent_sessions').set(silent).where('tab_id', '=', tab).execute();
    expect(await lastMessage(tab)).toMatchObject({ status: 'interrupted' });
    reading.leave();
  });
});
