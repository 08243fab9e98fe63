import { sql } from 'kysely';
import type { Conversation, ConversationList } from 'contract/agents/agent-chat';
import type { Feedback } from 'contract/agents/agent-feedback';
import type { Paged } from 'contract/paging';
import { deleteUser } from '../session/users.queries';
import { beginConversation, eventsIn } from '../testing/chat';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';
import { startModelServer, type ModelServer } from '../testing/model-server';
import { clearPostsInConversations } from './posts-in-conversations.queries';

let model: ModelServer;
let service: TestConsole;
let admin: Person;
let person: Person;
let stranger: Person;

beforeAll(async () => {
  model = await startModelServer('openai-compatible');
  service = await openConsole({ agents: { endpoint: model.endpoint, tokens: 100 } });
  admin = await service.person('admin', { groups: ['AaasAdmin'] });
  person = await service.person('person');
  stranger = await service.person('stranger');
  for (const slug of ['support', 'shop-24-7'])
    await admin.post('/agent-definitions', { slug, system_prompt: 'Be of help.' });
});
afterAll(async () => {
  await service.close();
  await model.close();
});

const newTab = (agent = 'support', owner = person) => beginConversation(owner, agent);
const conversation = async (tab: string) => (await person.get<Conversation>(`/agents/conversation/${tab}`)).body;
const ask = async (tab_id: string, message = 'Hello', owner = person) =>
  eventsIn((await owner.post('/agents/message', { tab_id, message })).text);
const found = async (search: string) =>
  (await person.get<ConversationList>(`/agents/conversations?search=${encodeURIComponent(search)}`)).body.items;

describe('conversations', () => {
  it('with messages are listed to their user, the last used first, by the beginning of the first message', async () => {
    model.follow({ says: ['Hello.'] });
    const [first, second] = [await newTab(), await newTab('shop-24-7')];
    await newTab();
    await ask(first, `One ${'🌵'.repeat(200)}`);
    await ask(second, 'Two');
    await ask(first, 'Three');
    const listed = (await person.get<ConversationList>('/agents/conversations')).body.items;
    expect(listed.slice(0, 2)).toEqual([
      {
        tab_id: first,
        agent: { key: 'support', display_name: 'Support' },
        title: `One ${'🌵'.repeat(96)}`,
        last_used_at: expect.any(String) as string,
      },
      expect.objectContaining({ tab_id: second, title: 'Two' }),
    ]);
    expect((await stranger.get('/agents/conversations')).body).toEqual({ items: [] });
  });

  it('are found by their title and by what was said in them, and by nothing else', async () => {
    model.follow({ says: ['The kettle_boils at 100 %.'] });
    const tab = await newTab();
    await ask(tab, 'How hot is tea?');
    for (const search of ['HOT is', 'kettle_', '100 %']) expect(await found(search)).toMatchObject([{ tab_id: tab }]);
    for (const search of ['kettle%boils', 'support']) expect(await found(search)).toEqual([]);
    expect((await person.patch(`/agents/conversation/${tab}`, { title: 'Tea time' })).status).toBe(204);
    expect(await found('tea TIME')).toMatchObject([{ tab_id: tab, title: 'Tea time' }]);
  });

  it('are named and removed by their owner alone', async () => {
    model.follow({ says: ['Hello.'] });
    const tab = await newTab();
    await ask(tab);
    for (const other of [stranger, admin]) {
      expect((await other.patch(`/agents/conversation/${tab}`, { title: 'Mine' })).status).toBe(404);
      expect((await other.delete(`/agents/conversation/${tab}`)).status).toBe(404);
    }
    for (const title of ['', ' ', 'x'.repeat(101)])
      expect((await person.patch(`/agents/conversation/${tab}`, { title })).status).toBe(422);
    expect((await person.delete(`/agents/conversation/${tab}`)).status).toBe(204);
    expect((await person.get(`/agents/conversation/${tab}`)).status).toBe(404);
    expect((await person.delete(`/agents/conversation/${tab}`)).status).toBe(404);
  });
});

describe('a message that replaces', () => {
  it('takes a message in the place of an earlier one and all that followed it', async () => {
    model.follow({ says: ['One.'] }, { says: ['Two.'] }, { says: ['Another.'] });
    const tab = await newTab();
    await ask(tab, 'First');
    const [start] = await ask(tab, 'Second');
    const [, , second] = (await conversation(tab)).messages;
    expect(start).toEqual({ type: 'start', message_id: second?.id });
    await person.post('/agents/message', { tab_id: tab, message: 'Other', replaces: second?.id });
    const { messages } = await conversation(tab);
    expect(messages.map(({ content }) => content)).toEqual(['First', 'One.', 'Other', 'Another.']);
    expect(JSON.stringify(model.requests.at(-1))).not.toContain('Second');
  });

  it('replaces nothing of another conversation, and nothing when the message cannot be sent', async () => {
    model.follow({ says: ['One.'] }, { says: ['Two.'] });
    const [tab, other] = [await newTab(), await newTab()];
    await ask(tab);
    await ask(other);
    const before = await conversation(other);
    const replaces = before.messages[0]?.id;
    expect(await person.post('/agents/message', { tab_id: tab, message: 'x', replaces })).toMatchObject({
      status: 404,
      body: { detail: 'Message not found' },
    });
    expect((await stranger.post('/agents/message', { tab_id: other, message: 'x', replaces })).status).toBe(404);
    expect((await person.post('/agents/message', { tab_id: other, message: ' ', replaces })).status).toBe(422);
    expect(await conversation(other)).toEqual(before);
    expect((await conversation(tab)).messages).toHaveLength(2);
  });
});

describe('suggested questions', () => {
  const suggested = async (tab: string, by = person) => {
    const { status, body } = await by.get<{ items: string[] }>(`/agents/questions/${tab}`);
    return status === 200 ? body.items : status;
  };

  it('are about the agent’s knowledge and the data that the person may see, others at each point', async () => {
    const { id } = (await admin.post<{ id: number }>('/knowledge', { name: 'Returns', content: 'Within 45 days.' }))
      .body;
    await admin.post('/agent-definitions', { slug: 'guide', system_prompt: 'Be of help.', knowledge_ids: [id] });
    await addTestCompany(service, 'Lumen', 'lumen');
    const manager = await service.person('manager', { groups: ['SocialMediaManager'], companies: ['lumen'] });
    const tab = await newTab('guide', manager);
    const first = await suggested(tab, manager);
    expect(first).toHaveLength(3);
    expect(first).toContain('What do we know about “Returns”?');
    expect(first).toContainEqual(expect.stringMatching(/Lumen/));
    model.follow({ says: ['Hello.'] });
    const all = [first].flat();
    for (const _ of [1, 2, 3, 4, 5]) {
      await ask(tab, 'Hello', manager);
      all.push(...[await suggested(tab, manager)].flat());
    }
    expect(new Set(all).size).toBeGreaterThan(6);
    // Costs are the company administrators' to see.
    expect(all.join()).not.toMatch(/cost today|costs of|expensive/);
  });

  it('name the company that was talked about last, else the first in reach', async () => {
    await addTestCompany(service, 'Aardvark', 'aardvark');
    const companies = ['lumen', 'aardvark'];
    const owner = await service.person('owner of two', { groups: ['SocialMediaManager'], companies });
    const tab = await newTab('guide', owner);
    expect((await suggested(tab, owner)).toString()).toContain('Aardvark');
    model.follow({ calls: [{ name: 'find_ads', args: { companies: ['lumen'] } }] }, { says: ['None.'] });
    await ask(tab, 'Ads of Lumen?', owner);
    const after = (await suggested(tab, owner)).toString();
    expect([after.includes('Lumen'), after.includes('Aardvark')]).toEqual([true, false]);
  });

  it('are none without an agent, and of nobody else’s conversation', async () => {
    const { tab_id } = (await person.post<{ tab_id: string }>('/agents/session/create')).body;
    expect(await suggested(tab_id)).toEqual([]);
    expect(await suggested(await newTab(), stranger)).toBe(404);
  });
});

it('a person has a hundred conversations: of more, an empty one goes first (DOS-10)', async () => {
  model.follow({ says: ['Hello.'] });
  const hoarder = await service.person('hoarder');
  const talked = await newTab('support', hoarder);
  await ask(talked, 'Hello', hoarder);
  for (let at = 0; at < 120; at += 20)
    await Promise.all(Array.from({ length: 20 }, () => hoarder.post('/agents/session/create')));
  const { tab_id } = (await hoarder.post<{ tab_id: string }>('/agents/session/create')).body;
  const { rows } = await sql<{ tab_id: string }>`
    select tab_id from agent_sessions s join users u on u.id = s.user_id where username = 'hoarder'`.execute(
    service.database.db,
  );
  expect(rows).toHaveLength(100);
  expect(rows.map((row) => row.tab_id)).toEqual(expect.arrayContaining([talked, tab_id]));
});

it('posts that were read in a conversation are emptied 30 days after, however long it is used', async () => {
  const owner = await service.person('reader of posts', { groups: ['SocialMediaManager'], companies: ['lumen'] });
  const caption = 'Twelve lamps that "glow" in the dark';
  await sql`
    insert into social_media_posts (company_id, url, platform, status, cached_caption)
    select id, 'https://www.youtube.com/watch?v=abcdefghijk', 'youtube', 'active', ${caption}
    from companies where slug = 'lumen'`.execute(service.database.db);
  model.follow({ calls: [{ name: 'find_posts', args: {} }] }, { says: [`It is called ${caption}.`] });
  const tab = await newTab('support', owner);
  await ask(tab, 'Which post?', owner);
  const kept = async () => JSON.stringify((await owner.get<Conversation>(`/agents/conversation/${tab}`)).body);
  const DAYS_30 = 30 * 24 * 60 * 60 * 1000;
  await clearPostsInConversations(service.database.db, new Date(Date.now() + DAYS_30 - 60_000));
  expect((await kept()).split('in the dark')).toHaveLength(3);
  await clearPostsInConversations(service.database.db, new Date(Date.now() + DAYS_30 + 60_000));
  expect(await kept()).not.toContain('in the dark');
  expect(await kept()).toContain('It is called ….');
  expect(await kept()).toContain('Posts are kept in a conversation for 30 days.');
});

describe('feedback', () => {
  const rate = (body: object, by = person) => by.post('/agents/feedback', body);
  const answered = async () => {
    model.follow({ says: ['About **45** days.'] });
    const tab = await newTab();
    await ask(tab, 'How long?');
    const [question, answer] = (await conversation(tab)).messages;
    return { tab, question: question!.id, answer: answer!.id };
  };
  const given = async () => (await admin.get<Paged<Feedback>>('/agents/feedback')).body;

  it('keeps a copy of the answer and its question, which outlives the conversation; the last word counts', async () => {
    const { tab, answer } = await answered();
    expect((await rate({ message_id: answer, up: true })).status).toBe(204);
    expect((await rate({ message_id: answer, up: false, comment: 'Too short.' })).status).toBe(204);
    await person.delete(`/agents/conversation/${tab}`);
    expect(await given()).toMatchObject({
      total: 1,
      items: [
        {
          username: 'person',
          agent: 'support',
          question: 'How long?',
          answer: 'About **45** days.',
          up: false,
          comment: 'Too short.',
        },
      ],
    });
  });

  it('is given on answers of one’s own conversations alone, and read by administrators alone', async () => {
    const { question, answer } = await answered();
    for (const [body, by] of [
      [{ message_id: answer, up: true }, stranger],
      [{ message_id: answer, up: true }, admin],
      [{ message_id: question, up: true }, person],
    ] as const)
      expect((await rate(body, by)).status).toBe(404);
    expect((await rate({ message_id: answer, up: true, comment: 'x'.repeat(501) })).status).toBe(422);
    expect((await person.get('/agents/feedback')).status).toBe(403);
  });

  it('goes with its author', async () => {
    const leaving = await service.person('leaving');
    model.follow({ says: ['Hello.'] });
    const tab = await newTab('support', leaving);
    await ask(tab, 'Hello', leaving);
    const { messages } = (await leaving.get<Conversation>(`/agents/conversation/${tab}`)).body;
    await rate({ message_id: messages[1]!.id, up: true }, leaving);
    const before = (await given()).total;
    await deleteUser(service.database.db, 'leaving');
    expect((await given()).total).toBe(before - 1);
  });
});
