import type { Conversation } from 'contract/agents/agent-chat';
import { PROPOSAL_KINDS, type Proposal } from 'contract/agents/proposals';
import type { HistoryList, UndoResponse } from 'contract/history';
import type { Person } from '../../testing/console';
import { openScriptedConsole, type ScriptedConsole } from '../../testing/scripted-console';
import { purgeProposals } from './proposals.queries';

let scripted: ScriptedConsole;
let person: Person;
beforeAll(async () => {
  scripted = await openScriptedConsole(PROPOSAL_KINDS);
  ({ person } = scripted);
});
afterAll(() => scripted.close());

const db = () => scripted.service.database.db;
const companies = ['company-a'];
/** A proposal that the model makes for a person. */
async function propose(tool: string, args: object, asking = person) {
  const { tab_id, result, is_error } = await scripted.call(asking, tool, args);
  if (is_error) throw new Error(String(result));
  return { tab_id, ...(result as { proposal: Proposal; note: string }) };
}
const refusal = async (tool: string, args: object, asking = person) => {
  const { result, is_error } = await scripted.call(asking, tool, args);
  return is_error ? String(result) : { proposed: result };
};
const decide = (id: number, how: 'apply' | 'dismiss', who = person) =>
  who.post<Proposal>(`/agents/proposals/${id}/${how}`);
const adTags = async () => {
  const { body } = await person.get<{ items: { ad_identifier: string; tags: string[] }[] }>(
    `/facebook-ads?company_id=${scripted.a}`,
  );
  return Object.fromEntries(body.items.map(({ ad_identifier, tags }) => [ad_identifier, tags]));
};
const now = { 'A-one': ['winner'], 'A-two': ['winner'], 'A-three': [] };
const newPost = async (status = 'pending') => {
  const url = `https://instagram.example/${Math.random()}`;
  const post = { company_id: scripted.a, url, platform: 'instagram', status };
  return (await person.post<{ id: number }>('/social-media-posts', post)).body.id;
};
const statusOf = async (id: number) => (await person.get<{ status: string }>(`/social-media-posts/${id}`)).body.status;

describe('a proposal', () => {
  it('says what would change, how many, of which company and which records, and nothing is written', async () => {
    const { proposal, note } = await propose('propose_ad_tags', { how: 'add', change_tags: [' hot '], companies });
    expect(proposal).toMatchObject({
      kind: 'ad_tags',
      company_id: scripted.a,
      company_name: 'Company A',
      status: 'open',
      outcome: null,
      summary: 'Add the tag “hot” to 3 ads',
      action: 'Add tag to 3 ads',
      record_count: 3,
      unchanged_count: 0,
      open: { path: '/facebook-ads', query: { company_id: scripted.a, include_tags: ['hot'] } },
    });
    expect(proposal.records.map(({ changes }) => changes)).toEqual([
      [{ label: 'Tags', before: null, after: 'hot' }],
      [{ label: 'Tags', before: 'winner', after: 'winner, hot' }],
      [{ label: 'Tags', before: 'winner', after: 'winner, hot' }],
    ]);
    expect(note).toContain('Nothing has been changed.');
    expect(await adTags()).toEqual(now);
  });

  it('leaves out what is so already, and says how many', async () => {
    const { proposal } = await propose('propose_ad_tags', { how: 'add', change_tags: ['WINNER'], companies });
    expect(proposal).toMatchObject({ record_count: 1, unchanged_count: 2, summary: 'Add the tag “WINNER” to 1 ad' });
    const args = { how: 'add', change_tags: ['winner'], companies, tags: ['winner'] };
    expect(await refusal('propose_ad_tags', args)).toBe('Nothing would change: all 2 ads are that way already.');
  });

  it('is applied through the ordinary call, once, shows its outcome after a reload, and is undone like any change', async () => {
    const { proposal, tab_id } = await propose('propose_ad_tags', { how: 'add', change_tags: ['hot'], companies });
    const applied = await decide(proposal.id, 'apply');
    expect(applied.status).toBe(200);
    expect(applied.body).toMatchObject({
      status: 'applied',
      outcome: { operation_id: applied.headers['x-operation-id'], success_count: 3, error_count: 0, is_undone: false },
    });
    expect(await adTags()).toEqual({ 'A-one': ['hot', 'winner'], 'A-two': ['hot', 'winner'], 'A-three': ['hot'] });
    for (const how of ['apply', 'dismiss'] as const) {
      const again = await decide(proposal.id, how);
      expect([again.status, again.body]).toEqual([409, { detail: 'This proposal has been applied already.' }]);
    }
    const { body } = await person.get<Conversation>(`/agents/conversation/${tab_id}`);
    const [call] = body.messages.flatMap(({ tool_calls = [] }) => tool_calls);
    expect(call?.result).toMatchObject({ proposal: { status: 'applied', outcome: { success_count: 3 } } });

    const undone = await person.post<UndoResponse>(`/history/${applied.body.outcome?.operation_id}/undo`);
    expect([undone.status, undone.body.success_count]).toEqual([200, 3]);
    const after = await person.get<Proposal>(`/agents/proposals/${proposal.id}`);
    expect(after.body.outcome?.is_undone).toBe(true);
    expect(await adTags()).toEqual(now);
  });

  it('is in the log with the agent and the conversation, as is what it changed', async () => {
    const id = await newPost();
    const { proposal, tab_id } = await propose('propose_post_status', { ids: [id], new_status: 'active' });
    await decide(proposal.id, 'apply');
    const { body } = await person.get<HistoryList>(`/social-media-posts/${id}/history`);
    expect(body.items.map(({ action, agent, tab_id }) => [action, agent, tab_id])).toEqual([
      ['update', 'analyst', tab_id],
      ['create', null, null],
    ]);
    const log = await scripted.admin.get<HistoryList>('/audit?resource=agent_proposal&page_size=2');
    expect(log.body.items).toMatchObject([
      { action: 'apply', username: 'person', agent: 'analyst', tab_id, record_id: String(proposal.id) },
      { action: 'propose', agent: 'analyst', tab_id, company_id: scripted.a },
    ]);
  });

  it('that is dismissed changes nothing and can be applied no more', async () => {
    const id = await newPost();
    const { proposal } = await propose('propose_post_status', { ids: [id], new_status: 'active' });
    expect((await decide(proposal.id, 'dismiss')).body).toMatchObject({ status: 'dismissed', outcome: null });
    const applied = await decide(proposal.id, 'apply');
    expect([applied.status, applied.body]).toEqual([409, { detail: 'This proposal was dismissed.' }]);
    expect(await statusOf(id)).toBe('pending');
  });

  it('expires after a day, is shown so, and is purged (PROP-10)', async () => {
    const id = await newPost();
    const { proposal, tab_id } = await propose('propose_post_status', { ids: [id], new_status: 'active' });
    const shown = async () => {
      const { body } = await person.get<Conversation>(`/agents/conversation/${tab_id}`);
      return body.messages.flatMap(({ tool_calls = [] }) => tool_calls)[0]?.result;
    };
    await db()
      .updateTable('agent_proposals')
      .set({ created_at: new Date(Date.now() - 25 * 3_600_000).toISOString() })
      .where('id', '=', proposal.id)
      .execute();
    expect(await shown()).toMatchObject({ proposal: { status: 'expired' } });
    const applied = await decide(proposal.id, 'apply');
    expect([applied.status, applied.body]).toEqual([
      409,
      { detail: 'This proposal has expired: ask for it once more.' },
    ]);
    await purgeProposals(db());
    expect((await decide(proposal.id, 'apply')).status).toBe(404);
    expect(await shown()).toMatchObject({ proposal: { status: 'expired', record_count: 1 } });
    expect(await statusOf(id)).toBe('pending');
  });

  it.each([
    ['is cleared', (tab: string) => person.post(`/agents/conversation/${tab}/clear`)],
    ['is removed', (tab: string) => person.delete(`/agents/conversation/${tab}`)],
  ])('ends with its conversation when that %s (PROP-10)', async (_, end) => {
    const id = await newPost();
    const { proposal, tab_id } = await propose('propose_post_status', { ids: [id], new_status: 'active' });
    await end(tab_id);
    expect((await decide(proposal.id, 'apply')).status).toBe(404);
    expect(await statusOf(id)).toBe('pending');
  });

  it('ends when the question it answers is asked anew', async () => {
    const id = await newPost();
    const { proposal, tab_id } = await propose('propose_post_status', { ids: [id], new_status: 'active' });
    const { body } = await person.get<Conversation>(`/agents/conversation/${tab_id}`);
    scripted.model.follow({ says: ['Hello.'] });
    await person.post('/agents/message', { tab_id, message: 'Hello', replaces: body.messages[0]?.id });
    expect((await decide(proposal.id, 'apply')).status).toBe(404);
  });

  it('names all its records when it is asked for by itself, else the first ten', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => newPost()));
    const { proposal } = await propose('propose_post_status', { ids, new_status: 'active' });
    expect([proposal.record_count, proposal.records.length]).toEqual([12, 10]);
    const { body } = await person.get<Proposal>(`/agents/proposals/${proposal.id}`);
    expect(body.records.map(({ id }) => id)).toEqual(ids);
  });
});

it('the model learns what became of a proposal with the next message', async () => {
  const id = await newPost();
  const { proposal, tab_id } = await propose('propose_post_status', { ids: [id], new_status: 'active' });
  await decide(proposal.id, 'apply');
  scripted.model.requests.length = 0;
  scripted.model.follow({ says: ['Good.'] });
  await person.post('/agents/message', { tab_id, message: 'And now?' });
  const tool = scripted.model.requests[0]?.messages.find(({ role }) => role === 'tool');
  expect(JSON.parse(String(tool?.content))).toMatchObject({
    proposal: { status: 'applied', outcome: { success_count: 1 } },
  });
});

describe('each kind', () => {
  it('tags are removed, and replaced by others', async () => {
    const removal = await propose('propose_ad_tags', { how: 'remove', change_tags: ['Winner'], companies });
    expect(removal.proposal).toMatchObject({ summary: 'Remove the tag “Winner” from 2 ads', record_count: 2 });
    const removed = await decide(removal.proposal.id, 'apply');
    expect(await adTags()).toEqual({ 'A-one': [], 'A-two': [], 'A-three': [] });
    await person.post(`/history/${removed.body.outcome?.operation_id}/undo`);

    const args = { how: 'replace', change_tags: ['a', 'b'], companies, tags: ['winner'] };
    const { proposal } = await propose('propose_ad_tags', args);
    expect(proposal).toMatchObject({ summary: 'Replace all tags of 2 ads by the tags “a” and “b”' });
    const replaced = await decide(proposal.id, 'apply');
    expect(await adTags()).toEqual({ 'A-one': ['a', 'b'], 'A-two': ['a', 'b'], 'A-three': [] });
    await person.post(`/history/${replaced.body.outcome?.operation_id}/undo`);
    expect(await adTags()).toEqual(now);
  });

  it('profiles are tagged and given a status with a message', async () => {
    const profile = { company_id: scripted.a, platform: 'tiktok', platform_username: 'someone', status: 'active' };
    const { id } = (await person.post<{ id: number }>('/social-media-profiles', profile)).body;
    const tagged = await propose('propose_profile_tags', { how: 'add', change_tags: ['vip'], search: 'someone' });
    await decide(tagged.proposal.id, 'apply');
    const args = { ids: [id], new_status: 'error', status_message: 'Gone' };
    const { proposal } = await propose('propose_profile_status', args);
    expect(proposal).toMatchObject({ summary: 'Set 1 profile to error, with the message “Gone”' });
    await decide(proposal.id, 'apply');
    const { body } = await person.get(`/social-media-profiles/${id}`);
    expect(body).toMatchObject({ tags: ['vip'], status: 'error', status_message: 'Gone' });
  });

  it('search terms of several platforms are given a status', async () => {
    for (const platform of ['facebook', 'youtube'])
      await person.post('/social-media-search-terms/bulk/create', {
        company_id: scripted.a,
        platform,
        search_terms: ['boots', `${platform} boots`],
      });
    const { proposal } = await propose('propose_term_status', { new_status: 'inactive', search: 'boots' });
    expect(proposal).toMatchObject({ record_count: 4, action: 'Set 4 search terms to inactive' });
    expect((await decide(proposal.id, 'apply')).body.outcome).toMatchObject({ success_count: 4 });
    const { body } = await person.get<{ total: number }>(
      `/social-media-search-terms?company_id=${scripted.a}&status=inactive`,
    );
    expect(body.total).toBe(4);
  });

  it('variants get an override name, all the same or to each its own, and lose it', async () => {
    const variant = () => person.get<{ items: object[] }>(`/product-variants?company_id=${scripted.a}`);
    const set = await propose('propose_variant_overrides', { override_product_name: 'Alpine', identifiers: ['A-1'] });
    expect(set.proposal).toMatchObject({
      summary: 'Set override names of 1 variant to “Alpine”',
      records: [{ changes: [{ label: 'Override Product Name', before: null, after: 'Alpine' }] }],
    });
    await decide(set.proposal.id, 'apply');
    expect((await variant()).body.items).toMatchObject([{ override_product_name: 'Alpine' }]);
    const [id] = set.proposal.records.map((record) => record.id);
    const updates = [{ id, override_product_name: '', override_product_variant_name: 'Nine' }];
    const own = await propose('propose_variant_overrides', { updates });
    await decide(own.proposal.id, 'apply');
    expect((await variant()).body.items).toMatchObject([
      { override_product_name: null, override_product_variant_name: 'Nine' },
    ]);
  });
});
