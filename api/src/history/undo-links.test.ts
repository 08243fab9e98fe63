/** Taking back what was done to agents, knowledge and the links between them (DECISIONS §10). */
import { beginConversation } from '../testing/chat';
import type { Json } from '../testing/nouns';
import { openConsole, type Person, type TestConsole } from '../testing/console';
import { newestEntry, undo } from '../testing/undo';

let service: TestConsole;
let person: Person;
let made = 0;

beforeAll(async () => {
  service = await openConsole();
  person = await service.person('Ada', { groups: ['AaasAdmin'] });
});
afterAll(() => service.close());

const create = async (path: string, body: object) => (await person.post<{ id: number }>(path, body)).body.id;
const newAgent = (knowledge_ids: number[] = []) => {
  made += 1;
  return create('/agent-definitions', { slug: `agent-${made}`, system_prompt: 'Be of some help.', knowledge_ids });
};
const newKnowledge = (content = 'Within 30 days.') => {
  made += 1;
  return create('/knowledge', { name: `Item ${made}`, content });
};
const linked = async (agent: number) =>
  (await person.get<{ items: { id: number }[] }>(`/agent-definitions/${agent}/knowledge`)).body.items.map(
    ({ id }) => id,
  );
const passages = (id: number) =>
  service.database.db
    .selectFrom('knowledge_passages')
    .select(['position', 'name', 'content'])
    .where('knowledge_id', '=', id)
    .orderBy('position')
    .execute();

it('a link goes and comes back', async () => {
  const item = await newKnowledge();
  const agent = await newAgent();
  const path = `/agent-definitions/${agent}/knowledge/${item}`;
  const link = await person.post(path);
  expect(await newestEntry(person, '/agent-definitions', agent)).toMatchObject({ action: 'link', can_undo: true });
  const undone = await undo(person, link);
  expect([undone.status, await linked(agent)]).toEqual([200, []]);
  expect([(await undo(person, undone)).status, await linked(agent)]).toEqual([200, [item]]);
  const unlink = await person.delete(path);
  expect([(await undo(person, unlink)).status, await linked(agent)]).toEqual([200, [item]]);
  expect((await undo(person, unlink)).body.detail).toBe('This link has been changed since. Nothing was undone.');
});

it('a link that was there already is not taken off by undoing the second', async () => {
  const item = await newKnowledge();
  const agent = await newAgent([item]);
  const again = await person.post(`/agent-definitions/${agent}/knowledge/${item}`);
  expect((await undo(person, again)).status).toBe(404);
  expect(await linked(agent)).toEqual([item]);
});

it('a link to knowledge that is gone by now does not come back: 409', async () => {
  const item = await newKnowledge();
  const agent = await newAgent([item]);
  const unlink = await person.delete(`/agent-definitions/${agent}/knowledge/${item}`);
  await person.delete(`/knowledge/${item}`);
  expect(await undo(person, unlink)).toMatchObject({
    status: 409,
    body: { detail: 'The knowledge has been deleted since. Nothing was undone.' },
  });
});

it('deleted agents come back with their links, but those to what is gone, which is said', async () => {
  const [one, two] = [await newKnowledge(), await newKnowledge()];
  const agents = [await newAgent([one, two]), await newAgent([two])];
  const deleted = await person.post('/agent-definitions/bulk', { ids: agents, confirm: true });
  await person.delete(`/knowledge/${one}`);
  const { body } = await undo(person, deleted);
  expect(body).toMatchObject({ success_count: 2, errors: [], not_restored: ['Linked Knowledge'] });
  expect(await Promise.all(agents.map(linked))).toEqual([[two], [two]]);
});

it('deleted knowledge comes back with its links and what agents search in it', async () => {
  const item = await newKnowledge('A long text about parcels.\n\nAnd about returns.');
  const agents = [await newAgent([item]), await newAgent([item])];
  const before = await passages(item);
  expect(before.length).toBeGreaterThan(0);
  const deleted = await person.delete(`/knowledge/${item}`);
  expect(await passages(item)).toEqual([]);
  expect((await undo(person, deleted)).body).toMatchObject({ success_count: 1, not_restored: [] });
  expect(await Promise.all(agents.map(linked))).toEqual([[item], [item]]);
  expect(await passages(item)).toEqual(before);
});

it('an earlier text of knowledge is what agents search again', async () => {
  const item = await newKnowledge('About parcels.');
  const before = await passages(item);
  const saved = await person.patch<Json>(`/knowledge/${item}`, { content: 'About returns.' });
  expect(await passages(item)).not.toEqual(before);
  expect((await undo(person, saved)).status).toBe(200);
  expect(await passages(item)).toEqual(before);
});

it('a conversation with a deleted agent stays, without an agent, when that comes back', async () => {
  const agent = await newAgent();
  const tab_id = await beginConversation(person, `agent-${made}`);
  const deleted = await person.delete(`/agent-definitions/${agent}`);
  expect((await undo(person, deleted)).status).toBe(200);
  const conversation = await person.get<{ agent: string | null }>(`/agents/conversation/${tab_id}`);
  expect([conversation.status, conversation.body.agent]).toEqual([200, null]);
});

it('of one that was deleted before undo kept what hangs on it, nothing comes back: 400', async () => {
  const agent = await newAgent();
  const deleted = await person.delete(`/agent-definitions/${agent}`);
  const { db } = service.database;
  const entry = db.updateTable('audit_log').where('action', '=', 'delete').where('record_id', '=', String(agent));
  await entry.set({ before: JSON.stringify({ id: agent, slug: 'old', system_prompt: 'An old prompt.' }) }).execute();
  expect(await undo(person, deleted)).toMatchObject({
    status: 400,
    body: { detail: 'This was deleted before deletions could be undone.' },
  });
});
