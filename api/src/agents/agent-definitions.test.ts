import type { AgentDefinition } from 'contract/agents/agent-definitions';
import type { Paged } from 'contract/paging';
import { openConsole, type Person, type TestConsole } from '../testing/console';

let service: TestConsole;
let admin: Person;

beforeAll(async () => {
  service = await openConsole();
  admin = await service.person('admin', { groups: ['AaasAdmin'] });
});
afterAll(() => service.close());

const system_prompt = 'You answer questions about orders.';
let made = 0;
const created = async (changes: object = {}) => {
  made += 1;
  const body = { slug: `made-${made}`, system_prompt, ...changes };
  const answer = await admin.post<AgentDefinition>('/agent-definitions', body);
  expect(answer.status).toBe(201);
  return answer.body;
};
const newKnowledge = async (name: string) =>
  (await admin.post<{ id: number }>('/knowledge', { name, content: 'Content' })).body.id;

describe('creating', () => {
  it('answers 201 and the definition with its length and its knowledge by name', async () => {
    const [b, a] = [await newKnowledge('Beta'), await newKnowledge('alpha')];
    const body = await created({ slug: 'order-help', system_prompt: '🌵🌵🌵🌵🌵🌵🌵🌵🌵🌵', knowledge_ids: [b, a, b] });
    expect(body).toEqual({
      id: expect.any(Number) as unknown,
      slug: 'order-help',
      system_prompt: '🌵🌵🌵🌵🌵🌵🌵🌵🌵🌵',
      prompt_length: 10,
      allowed_proposals: [],
      agent_knowledge: [
        { id: a, name: 'alpha' },
        { id: b, name: 'Beta' },
      ],
      created_at: expect.stringMatching(/Z$/) as unknown,
      updated_at: body.created_at,
    });
  });

  it.each([
    [{}, 'slug', 'Slug is required'],
    [{ slug: 'Two Words' }, 'slug', 'Slug must be lowercase alphanumeric words separated by single hyphens'],
    [{ slug: 'a--b' }, 'slug', 'Slug must be lowercase alphanumeric words separated by single hyphens'],
    [{ slug: 'a', system_prompt: 'too short' }, 'system_prompt', 'System Prompt must be at least 10 characters'],
    [
      { slug: 'a', system_prompt: '🌵'.repeat(100_001) },
      'system_prompt',
      'System Prompt must not exceed 100000 characters',
    ],
    [{ slug: 'a', prompt_length: 3 }, 'prompt_length', 'This field cannot be set'],
    [{ slug: 'a', knowledge_ids: ['1'] }, 'knowledge_ids', 'Id must be a whole number'],
  ])('refuses %.60j', async (changes, field, msg) => {
    const answer = await admin.post('/agent-definitions', { system_prompt, ...changes });
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([expect.objectContaining({ loc: ['body', field], msg })]);
  });

  it('takes a prompt of 100,000 characters of several bytes (DOS-08)', async () => {
    expect((await created({ system_prompt: '🌵'.repeat(100_000) })).prompt_length).toBe(100_000);
  });

  it('answers 409 to a slug that is in use, and 404 to knowledge that is not there, writing nothing', async () => {
    const { slug } = await created();
    expect(await admin.post('/agent-definitions', { slug, system_prompt })).toMatchObject({
      status: 409,
      body: { detail: 'slug: An Agent Definition with this slug already exists' },
    });
    const unknown = await admin.post('/agent-definitions', { slug: 'unmade', system_prompt, knowledge_ids: [999_999] });
    expect(unknown).toMatchObject({ status: 404, body: { detail: 'Knowledge not found' } });
    expect((await admin.get('/agent-definitions/by-slug/unmade')).status).toBe(404);
  });
});

describe('definition lists', () => {
  const shown = async (query: string) =>
    (await admin.get<Paged<AgentDefinition>>(`/agent-definitions?${query}`)).body.items.map(({ slug }) => slug);

  beforeAll(async () => {
    for (const [slug, word] of [
      ['listed-b', 'zebra'],
      ['listed-a', 'listed-c'],
      ['listed-c', 'horse'],
    ])
      await created({ slug, system_prompt: `You know about ${word}.` });
  });

  it('sort by slug unless told otherwise, and by every sortable column in both directions', async () => {
    expect(await shown('slug_contains=LISTED')).toEqual(['listed-a', 'listed-b', 'listed-c']);
    expect(await shown('slug_contains=listed&sort_by=-slug')).toEqual(['listed-c', 'listed-b', 'listed-a']);
    expect(await shown('slug_contains=listed&sort_by=-created_at')).toEqual(['listed-c', 'listed-a', 'listed-b']);
    expect(await shown('slug_contains=listed&sort_by=updated_at')).toEqual(['listed-b', 'listed-a', 'listed-c']);
  });

  it('search in slug and prompt; the exact slug is exact', async () => {
    expect(await shown('search=listed-C')).toEqual(['listed-a', 'listed-c']);
    expect(await shown('slug=listed-a')).toEqual(['listed-a']);
    expect(await shown('slug=listed')).toEqual([]);
  });

  it('a search call answers the first by slug and how many there are', async () => {
    const { body } = await admin.get('/agent-definitions/search?q=listed&limit=2');
    expect(body).toMatchObject({ items: [{ slug: 'listed-a' }, { slug: 'listed-b' }], total: 3 });
  });
});

const PROMPT = 'Be of help.';

describe('what an agent may propose', () => {
  it('is none by default, is replaced as a whole, and an absent list is none', async () => {
    const { id } = await created({ slug: 'proposer', system_prompt: PROMPT, allowed_proposals: ['ad_tags'] });
    const put = async (body: object) =>
      (await admin.put(`/agent-definitions/${id}`, { slug: 'proposer', system_prompt: PROMPT, ...body })).body;
    expect(await put({ allowed_proposals: ['post_status', 'term_status'] })).toMatchObject({
      allowed_proposals: ['post_status', 'term_status'],
    });
    expect(await put({})).toMatchObject({ allowed_proposals: [] });
    expect(await put({ allowed_proposals: ['everything'] })).toMatchObject({
      detail: [{ loc: ['body', 'allowed_proposals'] }],
    });
    const { body } = await admin.get(`/agent-definitions/${id}/versions`);
    expect(body).toMatchObject({
      items: [
        { allowed_proposals: [], is_current: true },
        { allowed_proposals: ['post_status', 'term_status'] },
        { allowed_proposals: ['ad_tags'] },
      ],
    });
  });
});

describe('changing', () => {
  it('replaces slug and prompt and leaves the links, minding If-Match', async () => {
    const knowledge = await newKnowledge('Stays');
    const { id, updated_at } = await created({ knowledge_ids: [knowledge] });
    const { body } = await admin.put(`/agent-definitions/${id}`, { slug: 'replaced', system_prompt });
    expect(body).toMatchObject({ slug: 'replaced', agent_knowledge: [{ id: knowledge, name: 'Stays' }] });
    const stale = await admin.put(
      `/agent-definitions/${id}`,
      { slug: 'lost', system_prompt },
      { 'if-match': `"${updated_at}"` },
    );
    expect(stale.status).toBe(412);
    expect((await admin.get('/agent-definitions/by-slug/replaced')).body.id).toBe(id);
    expect((await admin.put(`/agent-definitions/${id}`, { slug: 'x', system_prompt, knowledge_ids: [] })).status).toBe(
      422,
    );
  });

  it('links and unlinks knowledge without touching the definition itself', async () => {
    const [first, second] = [await newKnowledge('First'), await newKnowledge('Second')];
    const { id, updated_at } = await created({ knowledge_ids: [second] });
    const links = `/agent-definitions/${id}/knowledge`;
    expect((await admin.post(`${links}/${first}`)).body).toEqual({ id: first, name: 'First' });
    expect((await admin.post(`${links}/${first}`)).status).toBe(200);
    expect((await admin.get(links)).body).toEqual({
      items: [
        { id: first, name: 'First' },
        { id: second, name: 'Second' },
      ],
      total: 2,
    });
    expect((await admin.delete(`${links}/${first}`)).status).toBe(204);
    expect((await admin.delete(`${links}/${first}`)).status).toBe(404);
    expect((await admin.post(`${links}/999999`)).body.detail).toBe('Knowledge not found');
    expect((await admin.post(`/agent-definitions/999999/knowledge/${first}`)).status).toBe(404);
    expect((await admin.get(`/agent-definitions/${id}`)).body.updated_at).toBe(updated_at);
  });

  it('every write leaves its entry in the audit log', async () => {
    const knowledge = await newKnowledge('Audited');
    const { id } = await created();
    await admin.put(`/agent-definitions/${id}`, { slug: `audited-${id}`, system_prompt });
    await admin.post(`/agent-definitions/${id}/knowledge/${knowledge}`);
    await admin.delete(`/agent-definitions/${id}/knowledge/${knowledge}`);
    await admin.delete(`/agent-definitions/${id}`);
    const entries = await service.database.db
      .selectFrom('audit_log')
      .select('action')
      .where('resource', '=', 'agent_definition')
      .where('record_id', '=', String(id))
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'link', 'unlink', 'delete']);
  });
});

describe('deleting many', () => {
  it('deletes what is there and names what is not, an id named twice counting once', async () => {
    const [first, second] = [await created(), await created()];
    const ids = [first.id, second.id, first.id, 999_999];
    expect((await admin.post('/agent-definitions/bulk', { ids, confirm: true })).body).toEqual({
      success_count: 2,
      error_count: 1,
      errors: [{ id: 999_999, msg: 'Agent Definition not found' }],
    });
    expect((await admin.get(`/agent-definitions/${first.id}`)).status).toBe(404);
  });

  it('needs the confirmation: false and absent are 400 (BULK-10)', async () => {
    const { id } = await created();
    for (const body of [{ ids: [id], confirm: false }, { ids: [id] }])
      expect((await admin.post('/agent-definitions/bulk', body)).status).toBe(400);
    expect((await admin.get(`/agent-definitions/${id}`)).status).toBe(200);
  });

  it.each([[[]], [undefined], [null], ['1'], [[null]], [[{}]], [[[1]]]])('refuses ids %j (BULK-07)', async (ids) => {
    expect((await admin.post('/agent-definitions/bulk', { ids, confirm: true })).status).toBe(422);
  });
});
