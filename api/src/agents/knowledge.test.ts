import type { Knowledge } from 'contract/agents/knowledge';
import type { Paged } from 'contract/paging';
import { openConsole, type Person, type TestConsole } from '../testing/console';

let service: TestConsole;
let admin: Person;

beforeAll(async () => {
  service = await openConsole();
  admin = await service.person('admin', { groups: ['AaasAdmin'] });
});
afterAll(() => service.close());

const created = async (changes: object = {}) => {
  const { status, body } = await admin.post<Knowledge>('/knowledge', {
    name: 'Returns',
    content: '30 days',
    ...changes,
  });
  expect(status).toBe(201);
  return body;
};
const passages = (id: number) =>
  service.database.db
    .selectFrom('knowledge_passages')
    .selectAll()
    .where('knowledge_id', '=', id)
    .orderBy('position')
    .execute();

describe('knowledge lists', () => {
  const listed = async (query: string) => (await admin.get<Paged<Knowledge>>(`/knowledge?${query}`)).body;
  const shown = async (query: string) => (await listed(query)).items.map(({ name }) => name);

  beforeAll(async () => {
    for (const [name, content] of [
      ['listed beta', 'shipping takes 3 days'],
      ['Listed alpha', '100% cotton'],
      ['LISTED gamma', 'a listed_alpha mention'],
    ])
      await created({ name, content });
  });

  it('sort by name unless told otherwise, and by every sortable column in both directions', async () => {
    expect(await shown('name=listed')).toEqual(['Listed alpha', 'listed beta', 'LISTED gamma']);
    expect(await shown('name=listed&sort_by=-name')).toEqual(['LISTED gamma', 'listed beta', 'Listed alpha']);
    expect(await shown('name=listed&sort_by=created_at')).toEqual(['listed beta', 'Listed alpha', 'LISTED gamma']);
    expect(await shown('name=listed&sort=-updated_at')).toEqual(['LISTED gamma', 'Listed alpha', 'listed beta']);
    expect((await admin.get('/knowledge?sort_by=content')).status).toBe(422);
  });

  it('search in name and content; name and content contains look in one of them, taking % and _ as they are', async () => {
    expect(await shown('search=ALPHA')).toEqual(['Listed alpha', 'LISTED gamma']);
    expect(await shown('name=alpha')).toEqual(['Listed alpha']);
    expect(await shown('content_contains=listed_')).toEqual(['LISTED gamma']);
    expect(await shown('content_contains=0%25')).toEqual(['Listed alpha']);
    expect(await shown('name=%25')).toEqual([]);
  });

  it('page, with the exact total past the end too', async () => {
    const { items, ...rest } = await listed('name=listed&page=2&page_size=2');
    expect(items).toHaveLength(1);
    expect(rest).toEqual({ total: 3, page: 2, page_size: 2, total_pages: 2 });
    expect(await listed('name=listed&page=9')).toMatchObject({ items: [], total: 3 });
  });
});

it('a record says how many agents it is linked to, which is what its deletion touches', async () => {
  const { id, agent_count } = await created();
  expect(agent_count).toBe(0);
  for (const slug of ['one', 'two'])
    await admin.post('/agent-definitions', { slug, system_prompt: 'Be of help.', knowledge_ids: [id] });
  expect((await admin.get(`/knowledge/${id}`)).body).toMatchObject({ agent_count: 2 });
});

it.each([
  [{ name: ' ', content: 'x' }, 'name', 'Name is required'],
  [{ name: 'x'.repeat(256), content: 'x' }, 'name', 'Name must not exceed 255 characters'],
  [{ name: 'x', content: '' }, 'content', 'Content is required'],
  [{ name: 'x' }, 'content', 'Content is required'],
  [{ name: 'x', content: 'x', agent_count: 3 }, 'agent_count', 'This field cannot be set'],
])('refuses %j', async (body, field, msg) => {
  const answer = await admin.post('/knowledge', body);
  expect(answer.status).toBe(422);
  expect(answer.body.detail).toEqual([expect.objectContaining({ loc: ['body', field], msg })]);
});

it('a change writes the sent fields, the passages and the audit log, and minds If-Match', async () => {
  const { id, updated_at } = await created({ content: 'old words' });
  const { body } = await admin.patch<Knowledge>(`/knowledge/${id}`, { name: 'Renamed' });
  expect(body).toMatchObject({ name: 'Renamed', content: 'old words' });
  expect(await passages(id)).toMatchObject([{ position: 0, name: 'Renamed', content: 'old words' }]);
  const stale = await admin.patch(`/knowledge/${id}`, { name: 'Lost' }, { 'if-match': `"${updated_at}"` });
  expect(stale).toMatchObject({ status: 412, body: { updated_by: 'admin', updated_at: body.updated_at } });
  const entries = await service.database.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('resource', '=', 'knowledge')
    .where('record_id', '=', String(id))
    .orderBy('id')
    .execute();
  expect(entries).toMatchObject([
    { action: 'create', before: null, after: { name: 'Returns' } },
    { action: 'update', before: { name: 'Returns' }, after: { name: 'Renamed' } },
  ]);
});

it('a deletion takes the passages and the links along', async () => {
  const { id } = await created();
  const agent = await admin.post('/agent-definitions', {
    slug: 'loses-it',
    system_prompt: 'Be of help.',
    knowledge_ids: [id],
  });
  expect((await admin.delete(`/knowledge/${id}`)).status).toBe(204);
  expect((await admin.delete(`/knowledge/${id}`)).status).toBe(404);
  expect(await passages(id)).toEqual([]);
  const after = await admin.get(`/agent-definitions/${String(agent.body.id)}`);
  expect(after.body.agent_knowledge).toEqual([]);
});

it('content as long as a body is kept whole, in passages that a search can hold', async () => {
  const words = Array.from({ length: 100_000 }, (_, at) => `word${at}`).join(' ');
  const { id } = await created({ content: words });
  const stored = await passages(id);
  expect(stored.map(({ content }) => content).join(' ')).toBe(words);
});
