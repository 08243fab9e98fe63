import type { Proposal } from 'contract/agents/proposals';
import { beginConversation, eventsIn } from '../../testing/chat';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../../testing/console';

let service: TestConsole;
/** Of both companies: may tag ads and write posts · may only look at ads. */
let manager: Person;
let staff: Person;
let a: number;

beforeAll(async () => {
  service = await openConsole({ agentMessagesPerHour: 1000 });
  a = await addTestCompany(service, 'Harbor & Pine', 'harbor-pine');
  const b = await addTestCompany(service, 'Lumen Skin', 'lumen-skin');
  const companies = ['harbor-pine', 'lumen-skin'];
  manager = await service.person('manager', { groups: ['AdManager', 'SocialMediaManager'], companies });
  staff = await service.person('staff', { companies });
  const admin = await service.person('admin', { groups: ['AaasAdmin'] });
  const prompt = { system_prompt: 'Be of help.' };
  await admin.post('/agent-definitions', { ...prompt, slug: 'analyst', allowed_proposals: ['ad_tags', 'post_status'] });
  await admin.post('/agent-definitions', { ...prompt, slug: 'reader' });
  await service.database.db
    .insertInto('facebook_ads')
    .values(
      [a, b].flatMap((company_id) =>
        ['video', 'image'].map((ad_type) => ({
          company_id,
          ad_type,
          ad_identifier: `${ad_type}-${company_id}`,
          ad_name: `Some ${ad_type}`,
          spend_last_7d: 10,
        })),
      ),
    )
    .execute();
  for (const status of ['pending', 'error'])
    await manager.post('/social-media-posts', {
      company_id: a,
      status,
      platform: 'tiktok',
      url: `https://tiktok.example/${status}`,
    });
});
afterAll(() => service.close());

/** The last answer of a conversation: its words, and what was proposed in it. */
async function talk(asking: Person, agent: string, ...messages: string[]) {
  const tab_id = await beginConversation(asking, agent);
  let text = '';
  for (const message of messages) ({ text } = await asking.post('/agents/message', { tab_id, message }));
  const events = eventsIn(text);
  const said = events.flatMap((event) => (event.type === 'text' ? [event.content] : [])).join('');
  const [proposal] = events.flatMap((event) =>
    event.type === 'tool_result' && !event.is_error ? ((event.result as { proposal?: Proposal }).proposal ?? []) : [],
  );
  return { said, proposal };
}
const LIST = 'Which video ads of Harbor & Pine spent most?';

it('proposes to tag what a list has shown, on plain words, and it is applied', async () => {
  const { said, proposal } = await talk(manager, 'analyst', LIST, 'tag these as winner');
  expect(said).toBe(
    'My proposal for Harbor & Pine: Add the tag “winner” to 1 ad. Nothing is changed until you apply it.',
  );
  expect(proposal).toMatchObject({ record_count: 1, company_id: a, records: [{ name: 'Some video' }] });
  await manager.post(`/agents/proposals/${proposal?.id}/apply`);
  const { body } = await manager.get<{ total: number }>(`/facebook-ads?company_id=${a}&include_tags=winner`);
  expect(body.total).toBe(1);
});

it('proposes a status, also in a sentence that names the records itself, and goes on from the same list', async () => {
  const one = await talk(manager, 'analyst', 'set all pending posts of Harbor & Pine to approved');
  expect(one.proposal).toMatchObject({ kind: 'post_status', action: 'Set 1 post to active' });
  const again = await talk(
    manager,
    'analyst',
    'Which posts of Harbor & Pine are in error?',
    'set these to pending',
    'set them to inactive',
  );
  expect(again.proposal).toMatchObject({ action: 'Set 1 post to inactive' });
});

it('says what the person may not write, and proposes nothing', async () => {
  const { said, proposal } = await talk(staff, 'analyst', LIST, 'tag these as winner');
  expect([said, proposal]).toEqual(['Changing ads this way needs the group AdManager.', undefined]);
});

it('says so where the agent may not propose that', async () => {
  const { said } = await talk(manager, 'analyst', 'remove the tag x from all posts of Harbor & Pine');
  expect(said).toMatch(/^This agent may not propose that, and I change nothing\./);
  const none = await talk(manager, 'reader', LIST, 'tag these as winner');
  expect(none.said).toMatch(/^I only look things up and change nothing here\./);
});

it('asks which company is meant where it is several', async () => {
  const { said } = await talk(manager, 'analyst', 'Which video ads are there?', 'tag these as winner');
  expect(said).toBe(
    'These are ads of 2 companies: Harbor & Pine and Lumen Skin. A proposal is about one company: say which.',
  );
});

it('tells what can be ordered, and when an order is not understood', async () => {
  expect((await talk(manager, 'analyst', 'What can you do?')).said).toContain('Tag these as “winner”');
  const { said } = await talk(manager, 'analyst', 'delete everything');
  expect(said).toMatch(/^I do not understand which change you mean\. Behind a list you can say “Set these to active”/);
});

it('says who decides when it is told to apply what it has proposed, and changes nothing', async () => {
  const before = await service.database.db.selectFrom('tag_uses').selectAll().execute();
  for (const told of ['apply it please', 'yes, do it']) {
    const { said, proposal } = await talk(manager, 'analyst', LIST, 'tag these as winner', told);
    expect(said).toMatch(/^That is yours to decide: press Apply or Dismiss/);
    expect(proposal).toBeUndefined();
  }
  const carried = await service.database.db.selectFrom('tag_uses').selectAll().execute();
  expect(carried).toHaveLength(before.length);
});
