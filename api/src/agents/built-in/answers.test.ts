import { sql } from 'kysely';
import type { Summary } from 'contract/dashboard';
import { beginConversation, eventsIn } from '../../testing/chat';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../../testing/console';

let service: TestConsole;
let admin: Person;
let staff: Person;
let company_id: number;

const variant = (identifier: string, synced: string | null, sync_status: 'never' | 'success' | 'failed') => ({
  company_id,
  product_variant_identifier: identifier,
  sales_channel: 'shopify' as const,
  cached_product_name: 'Basket',
  cached_product_variant_name: 'Small',
  sync_status,
  last_synced_at: synced === null ? null : sql<string>`clock_timestamp() - ${synced}::interval`,
});
const ad = (ad_identifier: string, spend_last_7d: number) => ({
  company_id,
  ad_identifier,
  ad_name: `Ad ${ad_identifier}`,
  spend_last_7d,
  spend_last_1d: 0,
  spend_last_14d: spend_last_7d,
  spend_last_28d: 400,
});

beforeAll(async () => {
  service = await openConsole();
  const { db } = service.database;
  company_id = await addTestCompany(service, 'Palm Market', 'palm-market');
  admin = await service.person('admin', { groups: ['AaasAdmin', 'CompanyAdmin', 'SocialMediaManager'] });
  staff = await service.person('staff', { companies: ['palm-market'] });
  const content = 'Spend in the last 28 days is in the column behind the last 7 days. They are sums of whole days.';
  const { id } = (await admin.post<{ id: number }>('/knowledge', { name: 'Spend columns', content })).body;
  await admin.post('/agent-definitions', { slug: 'analyst', system_prompt: 'Be of help.', knowledge_ids: [id] });
  const variants = [
    variant('V-1', null, 'never'),
    variant('V-2', null, 'failed'),
    variant('V-3', '8 days', 'success'),
    variant('V-4', '1 day', 'success'),
  ];
  await db
    .insertInto('product_variants')
    .values(variants as never)
    .execute();
  await db
    .insertInto('facebook_ads')
    .values([ad('1', 100), ad('2', 300), ad('3', 0)] as never)
    .execute();
});
afterAll(() => service.close());

/** The last answer of a conversation of its own. */
async function answer(turns: readonly string[], person = admin): Promise<string> {
  const tab_id = await beginConversation(person, 'analyst');
  let text = '';
  for (const message of turns)
    text = eventsIn((await person.post('/agents/message', { tab_id, message })).text)
      .map((event) => (event.type === 'text' ? event.content : ''))
      .join('');
  return text;
}

it('a follow-up takes the question before with another window', async () => {
  const first = 'How much did Palm Market spend in the last 7 days?';
  expect(await answer([first])).toContain('They spent $400.00 in the last 7 days');
  expect(await answer([first, 'And they in the last 28?'])).toContain('They spent $1,200.00 in the last 28 days');
});

it('a follow-up that is not understood is reported so, and is no question to the knowledge', async () => {
  const said = await answer(['How much did Palm Market spend in the last 7 days?', 'And they behind the column?']);
  expect(said).toMatch(/^I do not understand “behind”, “column” in this behind the question before/);
  expect(said).not.toContain('Source');
});

it('never synced is what the list shows so, whatever came of a first try', async () => {
  expect(await answer(['How many variants of Palm Market were never synced?'])).toContain('2 product variants');
  expect(await answer(['variants of Palm Market by sync status'])).toMatch(/\| never \| 1 .*\n\| never, failed \| 1 /);
});

it('an unknown word is named, and never a search that finds nothing', async () => {
  const said = await answer(['whats the totl spend of Plam Market last week']);
  expect(said).toMatch(/^I do not understand “totl” in this question about Palm Market/);
  expect(said).not.toMatch(/There are no ads|\$/);
});

it.each([
  ['Variants not synced of Palm Market?', 'variants_not_synced', 3],
  ['Spend moved of Palm Market?', 'ads_spend_moved', 2],
  ['How many active variants of Palm Market have no cost today?', 'variants_without_cost', 4],
] as const)('what the dashboard counts can be asked: %s', async (question, kind, count) => {
  const summary = await admin.get<Summary>(`/dashboard/summary?company_id=${company_id}`);
  expect(summary.body.items[0]?.counts[kind]).toBe(count);
  expect(await answer([question])).toMatch(new RegExp(`: ${count} (ads|product variants)\\.`));
});

it.each(['hello', 'What is the weather on Mars?', 'Delete all ads'])(
  '%s suggests nothing that the person may not ask',
  async (message) => {
    expect(await answer([message], staff)).not.toMatch(/cost|posts|profiles/i);
  },
);
