import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { ChatEvent, Conversation } from 'contract/agents/agent-chat';
import { buildApp } from '../app';
import { signedIn } from '../http/access';
import { findCaller } from '../session/session.queries';
import { disableUser, removeCompany, removeGroup, setPassword, signOutEverywhere } from '../session/users.queries';
import { beginConversation, sendMessage } from '../testing/chat';
import { eventually } from '../testing/eventually';
import { addTestCompany, CHEAP, openConsole, signedInAs, type Person, type TestConsole } from '../testing/console';
import { FINISH, modelOfParts, textPart } from '../testing/model-of-parts';
import { toolsFor } from './tools';

type Parts = AsyncIterable<LanguageModelV3StreamPart>;

const PER_HOUR = 20;
let service: TestConsole;
/** Another process on the same database. */
let second: FastifyInstance;
/** The answers that wait: each goes on when it is called. */
let waiting: (() => void)[] = [];
/** Behaviour of the model at its next request, instead of counting. */
let script: (() => Parts)[] = [];

const goneOn = () => new Promise<void>((resolve) => waiting.push(resolve));
async function* counting(): Parts {
  yield textPart('One,');
  await goneOn();
  yield textPart(' two.');
  yield FINISH;
}
const model = modelOfParts(() => (script.shift() ?? counting)());

beforeAll(async () => {
  service = await openConsole({ agentMessagesPerHour: PER_HOUR }, { model });
  second = await buildApp({ database: service.database, config: service.config, hashCost: CHEAP, model });
  for (const app of [service.app, second]) await app.listen({ port: 0, host: '127.0.0.1' });
  const admin = await service.person('admin', { groups: ['AaasAdmin'] });
  await admin.post('/agent-definitions', { slug: 'counter', system_prompt: 'Count to three.' });
  await addTestCompany(service, 'Company A', 'company-a');
});
beforeEach(() => {
  waiting = [];
  script = [];
});
afterEach(() => waiting.forEach((goOn) => goOn()));
afterAll(async () => {
  await second.close();
  await service.close();
});

const newTab = (person: Person) => beginConversation(person, 'counter');
const conversation = async (person: Person, tab: string) =>
  (await person.get<Conversation>(`/agents/conversation/${tab}`)).body;

/** An answer that has started and waits. */
const begin = async (person: Person, app = service.app) => {
  const tab_id = await newTab(person);
  const reading = await sendMessage(app, person, { tab_id, message: 'Count' });
  expect((await reading.upTo('text')).at(-1)).toEqual({ type: 'text', content: 'One,' });
  return { ...reading, tab_id };
};
const send = (person: Person, tab_id: string) => person.post('/agents/message', { tab_id, message: 'Count' });

describe('a running answer ends when', () => {
  const db = () => service.database.db;

  it.each<[string, (person: Person) => Promise<unknown>]>([
    ['its person signs out', ({ refresh }) => service.nobody.post('/token/revoke', { refresh })],
    ['its person is signed out everywhere', ({ username }) => signOutEverywhere(db(), username)],
    ['its user is disabled', ({ username }) => disableUser(db(), username)],
    ['its user gets another password', ({ username }) => setPassword(db(), username, 'another password', CHEAP)],
    [
      'its user is disabled by hand',
      ({ username }) =>
        db()
          .updateTable('users')
          .set({ disabled_at: '2020-01-01T00:00:00Z' })
          .where('username', '=', username)
          .execute(),
    ],
    [
      'its session runs out',
      ({ username }) =>
        db()
          .updateTable('sessions')
          .set({ expires_at: '2020-01-01T00:00:00Z' })
          .from('users')
          .whereRef('users.id', '=', 'user_id')
          .where('username', '=', username)
          .execute(),
    ],
  ])('%s, and its stream says that it was interrupted (SSE-09)', async (what, end) => {
    const person = await service.person(what);
    const { upTo, tab_id } = await begin(person);
    await end(person);
    expect(await upTo()).toEqual([{ type: 'done', interrupted: true }]);
    const rows = await db()
      .selectFrom('agent_messages')
      .select(['role', 'content', 'status'])
      .where('tab_id', '=', tab_id)
      .where('role', '=', 'assistant')
      .execute();
    expect(rows).toEqual([{ role: 'assistant', content: 'One,', status: 'interrupted' }]);
  });

  it('another sign-in of the same person does not matter to it', async () => {
    const person = await service.person('twice');
    const other = await signedInAs(service.app, service.nobody, 'twice');
    const { upTo } = await begin(person);
    await service.nobody.post('/token/revoke', { refresh: other.refresh });
    // Until its process has looked again, which writes that it lives.
    const seenAt = async () =>
      (await db().selectFrom('agent_sessions').select('run_seen_at').where('run_id', 'is not', null).execute()).at(0);
    const before = JSON.stringify(await seenAt());
    await eventually(async () => JSON.stringify(await seenAt()) !== before);
    waiting.forEach((goOn) => goOn());
    expect(await upTo()).toEqual([
      { type: 'text', content: ' two.' },
      { type: 'done', interrupted: false },
    ]);
  });
});

describe('each tool call has the rights of its moment:', () => {
  const asking = (toolName: string, input: object) =>
    async function* (): Parts {
      yield textPart('One,');
      await goneOn();
      yield { type: 'tool-call', toolCallId: 'call', toolName, input: JSON.stringify(input) };
      yield { ...FINISH, finishReason: { unified: 'tool-calls', raw: undefined } } as LanguageModelV3StreamPart;
    };
  async function* ending(): Parts {
    yield FINISH;
  }
  const rights = { groups: ['CompanyAdmin' as const], companies: ['company-a'] };
  const resultAfter = async (person: Person, change: () => Promise<unknown>) => {
    script = [asking('find_variants', { companies: ['Company A'] }), ending];
    const { upTo } = await begin(person);
    await change();
    waiting.forEach((goOn) => goOn());
    const events = await upTo('tool_result');
    return events.at(-1) as Extract<ChatEvent, { type: 'tool_result' }>;
  };

  it('with them it looks up', async () => {
    const person = await service.person('keeper', rights);
    expect(await resultAfter(person, () => Promise.resolve())).toMatchObject({
      is_error: false,
      result: { companies: [{ name: 'Company A' }], total: 0 },
    });
  });

  it('a group that was lost meanwhile counts (SSE-09)', async () => {
    const person = await service.person('demoted', rights);
    const result = await resultAfter(person, () => removeGroup(service.database.db, 'demoted', 'CompanyAdmin'));
    expect(result).toMatchObject({ is_error: true, result: expect.stringContaining('Product variants') as string });
  });

  it('a company that was lost meanwhile is not there', async () => {
    const person = await service.person('moved', rights);
    const result = await resultAfter(person, () => removeCompany(service.database.db, 'moved', 'company-a'));
    expect(result).toMatchObject({ is_error: true, result: expect.stringContaining('no such company') as string });
  });

  it('who is signed out learns nothing any more, whether or not the answer has ended yet', async () => {
    await service.person('signed out', rights);
    const { db } = service.database;
    const { id: agentId } = await db.selectFrom('agent_definitions').select('id').executeTakeFirstOrThrow();
    const gone = { userId: 1, sessionId: '00000000-0000-4000-8000-000000000000' };
    const tools = toolsFor({
      db,
      allowed: [],
      accessOf: () => signedIn,
      report: () => undefined,
      run: { runId: 'x', tabId: 'x', agentId },
      readCaller: (of) => findCaller(of, gone, 'x', []),
    });
    const looking = tools.search_knowledge?.execute?.({ query: 'boots' }, { toolCallId: 'x', messages: [] });
    await expect(looking).rejects.toThrow('The person who asked is not signed in any more.');
  });
});

describe('one person has two answers at once', () => {
  const TWO = 'Two of your conversations are being answered already. Please wait for one of them, or stop it.';

  it('and is refused a third, in whichever process, until one has ended (SSE-06)', async () => {
    const person = await service.person('three at once');
    const [first] = [await begin(person), await begin(person, second)];
    const third = await newTab(person);
    const refused = await send(person, third);
    expect([refused.status, refused.body]).toEqual([429, { detail: TWO }]);
    expect(refused.headers['retry-after']).toBe('5');
    expect((await conversation(person, third)).messages).toEqual([]);
    waiting.forEach((goOn) => goOn());
    await first.upTo('done');
    await begin(person);
  });

  it('however many are sent at once to two processes', async () => {
    const person = await service.person('thirty at once');
    const tabs = await Promise.all(Array.from({ length: 10 }, () => newTab(person)));
    const statuses = await Promise.all(
      tabs.map(async (tab_id, at) => {
        const body = { tab_id, message: 'Count' };
        return (await sendMessage(at % 2 ? service.app : second, person, body)).status;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses.filter((status) => status === 429)).toHaveLength(8);
  });

  it('not counting the one that a new message of the same conversation replaces, nor other people', async () => {
    const [person, other] = [await service.person('replacing'), await service.person('neighbour')];
    const [first] = [await begin(person), await begin(person)];
    const replacing = await sendMessage(service.app, person, { tab_id: first.tab_id, message: 'Again' });
    expect(replacing.status).toBe(200);
    expect((await first.upTo()).at(-1)).toEqual({ type: 'done', interrupted: true });
    await begin(other);
  });

  it('not counting one whose process is gone', async () => {
    const person = await service.person('crashed');
    const tabs = [await newTab(person), await newTab(person)];
    const { db } = service.database;
    const silent = { run_id: 'gone', run_seen_at: '2020-01-01T00:00:00Z' };
    await db.updateTable('agent_sessions').set(silent).where('tab_id', 'in', tabs).execute();
    await begin(person);
  });
});

describe('one person has so many messages an hour', () => {
  it('over all conversations, cleared or not, and is then told when there is room again', async () => {
    const person = await service.person('talker');
    const { db } = service.database;
    const { id: user_id } = (await person.get<{ id: number }>('/users/me')).body;
    const sent = (minutes: number) => sql<string>`clock_timestamp() - make_interval(mins => ${minutes})`;
    const rows = Array.from({ length: PER_HOUR - 1 }, () => ({ user_id, sent_at: sent(50) }));
    await db
      .insertInto('agent_sends')
      .values([{ user_id, sent_at: sent(61) }, ...rows])
      .execute();
    const last = await begin(person);
    waiting.forEach((goOn) => goOn());
    await last.upTo('done');
    await person.post(`/agents/conversation/${last.tab_id}/clear`);
    const { status, body, headers } = await send(person, last.tab_id);
    expect([status, body]).toEqual([
      429,
      { detail: `You have sent ${PER_HOUR} messages to agents within an hour. Please try again in 10 minutes.` },
    ]);
    expect(Number(headers['retry-after'])).toBeGreaterThan(590);
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(600);
    // A refused message does not count.
    await db
      .updateTable('agent_sends')
      .set({ sent_at: sent(60) })
      .where('user_id', '=', user_id)
      .execute();
    await begin(person);
  });

  it('not counting what could not be sent', async () => {
    const person = await service.person('mistaken');
    const tab_id = (await person.post<{ tab_id: string }>('/agents/session/create')).body.tab_id;
    expect((await send(person, tab_id)).status).toBe(400);
    const { id } = (await person.get<{ id: number }>('/users/me')).body;
    expect(await service.database.db.selectFrom('agent_sends').where('user_id', '=', id).execute()).toEqual([]);
  });
});
