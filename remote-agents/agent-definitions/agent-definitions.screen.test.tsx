import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { AgentDefinition } from 'contract/agents/agent-definitions';
import { choose, confirm, dialog, lastQueryOf, openScreen, pageOf, serviceOf, user } from 'shared-ui/testing';
import AgentDefinitionsScreen from './agent-definitions.screen';

const system_prompt = 'You help the staff of our stores. <img src=x onerror=alert(1)>\nAnswer briefly.';
const helper: AgentDefinition = {
  id: 3,
  slug: 'store-helper',
  system_prompt,
  prompt_length: system_prompt.length,
  allowed_proposals: [],
  agent_knowledge: [{ id: 8, name: 'Returns' }],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
};
const [returns, shipping] = [
  { id: 8, name: 'Returns' },
  { id: 9, name: 'Shipping' },
];

const service = serviceOf('/agent-definitions', helper);
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  service.on('GET /knowledge', [200, pageOf(returns, shipping)]);
});

async function open() {
  openScreen(<AgentDefinitionsScreen />, { groups: ['AaasAdmin'] });
  return within(await screen.findByRole('row', { name: /store-helper/ }));
}
async function openEdit() {
  await open();
  await choose('store-helper', 'Edit');
  return dialog('Edit Agent Definition');
}
const lastQuery = (path: string) => lastQueryOf(service, path);

test('columns are slug, system prompt (first line, as text), created and updated, sorted by slug', async () => {
  const row = await open();
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    '',
    'Slug',
    'System Prompt',
    'Created',
    'Updated',
    'Actions',
  ]);
  expect(row.getByText('You help the staff of our stores. <img src=x onerror=alert(1)>')).toBeVisible();
  expect(lastQuery('/agent-definitions')).toEqual({ page: '1', page_size: '25', sort_by: 'slug' });
});

test('filters are search, slug contains and exact slug', async () => {
  await open();
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'a{Enter}');
  await user.type(screen.getByRole('searchbox', { name: 'Slug contains' }), 'b{Enter}');
  await user.type(screen.getByRole('searchbox', { name: 'Exact slug' }), 'c{Enter}');
  await waitFor(() =>
    expect(lastQuery('/agent-definitions')).toMatchObject({ search: 'a', slug_contains: 'b', slug: 'c' }),
  );
});

test('a new definition: lowercase words joined by hyphens, 10 to 100000 characters counted, knowledge from the start', async () => {
  service.on('POST /agent-definitions', [201, helper]);
  await open();
  await user.click(screen.getByRole('button', { name: 'Add New' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add Agent Definition' }));
  await user.type(form.getByRole('textbox', { name: /Slug/ }), 'Store Helper');
  await user.type(form.getByRole('textbox', { name: /System Prompt/ }), 'Too short');
  expect(form.getByText('9 / 100,000 characters')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(await form.findByText('Slug must be lowercase alphanumeric words separated by single hyphens')).toBeVisible();
  expect(form.getByText('System Prompt must be at least 10 characters')).toBeVisible();
  await user.clear(form.getByRole('textbox', { name: /Slug/ }));
  await user.type(form.getByRole('textbox', { name: /Slug/ }), 'store-helper');
  await user.type(form.getByRole('textbox', { name: /System Prompt/ }), ', no more');
  await user.click(await form.findByRole('button', { name: 'Link Shipping' }));
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Agent Definition created successfully')).toBeVisible();
  expect(service.requestsTo('POST /agent-definitions')[0]?.body).toEqual({
    slug: 'store-helper',
    system_prompt: 'Too short, no more',
    allowed_proposals: [],
    knowledge_ids: [9],
  });
});

test('what was linked to a new definition and not saved is put back with its names', async () => {
  service.on('GET /knowledge/9', [200, shipping]);
  service.on('POST /agent-definitions', [201, helper]);
  const openAdd = async () => {
    await open();
    await user.click(screen.getByRole('button', { name: 'Add New' }));
    return dialog('Add Agent Definition');
  };
  const lost = await openAdd();
  await user.type(lost.getByRole('textbox', { name: /Slug/ }), 'a-b');
  await user.type(lost.getByRole('textbox', { name: /System Prompt/ }), 'Long enough for it');
  await user.click(await lost.findByRole('button', { name: 'Link Shipping' }));
  cleanup();
  const form = await openAdd();
  await user.click(form.getByRole('button', { name: 'Restore' }));
  expect(await form.findByRole('button', { name: 'Unlink Shipping' })).toBeVisible();
  await user.click(await form.findByRole('button', { name: 'Link Returns' }));
  await user.click(form.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(service.requestsTo('POST /agent-definitions')).toHaveLength(1));
  expect(service.requestsTo('POST /agent-definitions')[0]?.body).toMatchObject({ slug: 'a-b', knowledge_ids: [9, 8] });
});

test('a new definition without knowledge sends none', async () => {
  service.on('POST /agent-definitions', [201, helper]);
  await open();
  await user.click(screen.getByRole('button', { name: 'Add New' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add Agent Definition' }));
  await user.type(form.getByRole('textbox', { name: /Slug/ }), 'a-b');
  await user.type(form.getByRole('textbox', { name: /System Prompt/ }), 'Long enough for it');
  await user.click(form.getByRole('button', { name: 'Create' }));
  await waitFor(() => expect(service.requestsTo('POST /agent-definitions')).toHaveLength(1));
  expect(service.requestsTo('POST /agent-definitions')[0]?.body).toEqual({
    slug: 'a-b',
    system_prompt: 'Long enough for it',
    allowed_proposals: [],
  });
});

test('what an agent may propose is ticked in plain sentences, nothing by default, and read in the details', async () => {
  service.on('PUT /agent-definitions/3', [200, helper]);
  service.on('GET /agent-definitions/3/knowledge', [200, { items: [], total: 0 }]);
  const form = await openEdit();
  const boxes = within(form.getByRole('group', { name: 'Allowed Proposals' }));
  expect(boxes.getAllByRole('checkbox').filter((box) => (box as HTMLInputElement).checked)).toEqual([]);
  await user.click(boxes.getByRole('checkbox', { name: 'Set the status of posts' }));
  await user.click(boxes.getByRole('checkbox', { name: 'Add, remove or replace tags of Facebook ads' }));
  await user.click(form.getByRole('button', { name: 'Update' }));
  await screen.findByText('Agent Definition updated successfully');
  expect(service.requestsTo('PUT /agent-definitions/3')[0]?.body).toMatchObject({
    allowed_proposals: ['ad_tags', 'post_status'],
  });
});

test('the details tell what the agent may propose', async () => {
  service.on('GET /agent-definitions', [200, pageOf({ ...helper, allowed_proposals: ['term_status'] })]);
  await open();
  await choose('store-helper', 'View Details');
  const details = await dialog('store-helper');
  expect(details.getByText('Set the status of search terms')).toBeVisible();
});

test('the edit form lists, links and unlinks knowledge, says that linking publishes it, and an update leaves the links', async () => {
  let linked = [returns];
  service.on('GET /agent-definitions/3/knowledge', () => [200, { items: linked, total: linked.length }]);
  service.on('POST /agent-definitions/3/knowledge/9', () => ((linked = [returns, shipping]), [200, shipping]));
  service.on('DELETE /agent-definitions/3/knowledge/8', () => ((linked = [shipping]), [204]));
  service.on('PUT /agent-definitions/3', [200, helper]);
  const form = await openEdit();
  expect(await form.findByText('What is linked here, everyone who may chat with the agent can read.')).toBeVisible();
  await user.click(await form.findByRole('button', { name: 'Link Shipping' }));
  expect(await form.findByRole('button', { name: 'Unlink Shipping' })).toBeVisible();
  // Nothing else can be linked, so the search is next.
  expect(form.getByRole('searchbox')).toHaveFocus();
  await user.click(form.getByRole('button', { name: 'Unlink Returns' }));
  expect(await form.findByRole('button', { name: 'Link Returns' })).toBeVisible();
  expect(form.getByRole('button', { name: 'Unlink Shipping' })).toHaveFocus();
  await user.type(form.getByLabelText(/^Slug/), 's');
  await user.click(form.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Agent Definition updated successfully')).toBeVisible();
  expect(service.requestsTo('PUT /agent-definitions/3')[0]?.body).toEqual({
    slug: 'store-helpers',
    system_prompt,
    allowed_proposals: [],
  });
});

test.each([
  ['Link Shipping', 'POST /agent-definitions/3/knowledge/9', 'Linked Shipping'],
  ['Unlink Returns', 'DELETE /agent-definitions/3/knowledge/8', 'Unlinked Returns'],
])('%s can be taken back from its toast, and the form shows it', async (button, call, done) => {
  let linked = [returns];
  const change = () => ((linked = button === 'Link Shipping' ? [returns, shipping] : []), undefined);
  service.on('GET /agent-definitions/3/knowledge', () => [200, { items: linked, total: linked.length }]);
  service.on(call, () => (change(), [200, {}, { 'x-operation-id': 'the-link' }]));
  service.on('POST /history/the-link/undo', () => {
    linked = [returns];
    return [200, { operation_id: 'its-undo', success_count: 1, error_count: 0, errors: [], not_restored: [] }];
  });
  const form = await openEdit();
  await user.click(await form.findByRole('button', { name: button }));
  const toast = (await screen.findByText(done)).closest('.c-toast') as HTMLElement;
  await form.findByRole('button', { name: button.startsWith('Link') ? 'Unlink Shipping' : 'Link Returns' });
  await user.click(within(toast).getByRole('button', { name: /^Undo/ }));
  expect(await screen.findByText('Undone')).toBeVisible();
  expect(await form.findByRole('button', { name: button })).toBeVisible();
});

test('the knowledge picker fetches 100 items and searches the service beyond them', async () => {
  service.on('GET /agent-definitions/3/knowledge', [200, { items: [], total: 0 }]);
  service.on('GET /knowledge', [200, { ...pageOf(returns, shipping), total: 140, total_pages: 2 }]);
  const form = await openEdit();
  expect(await form.findByText('These are the first 2 of 140: search to find the others.')).toBeVisible();
  expect(lastQuery('/knowledge')).toEqual({ page: '1', page_size: '100', sort_by: 'name' });
  await user.type(form.getByRole('searchbox'), 'ware{Enter}');
  await waitFor(() => expect(lastQuery('/knowledge')).toMatchObject({ search: 'ware', page_size: '100' }));
  expect(form.getByRole('button', { name: 'Update' })).toBeEnabled();
});

test('what is linked is searched by its name beside what could be', async () => {
  service.on('GET /agent-definitions/3/knowledge', [200, { items: [returns, shipping], total: 2 }]);
  const form = await openEdit();
  const linked = () => form.queryAllByRole('button', { name: /^Unlink/ }).map((button) => button.ariaLabel);
  await form.findByRole('button', { name: 'Unlink Returns' });
  await user.type(form.getByRole('searchbox'), 'SHIP');
  expect(linked()).toEqual(['Unlink Shipping']);
  await user.type(form.getByRole('searchbox'), 'yard');
  expect(form.getByText('Nothing that is linked has this in its name.')).toBeVisible();
});

test.each([
  ['Link Shipping', 'POST /agent-definitions/3/knowledge/9', 'Failed to link knowledge'],
  ['Unlink Returns', 'DELETE /agent-definitions/3/knowledge/8', 'Failed to unlink knowledge'],
])('%s that fails says so', async (button, call, sentence) => {
  service.on('GET /agent-definitions/3/knowledge', [200, { items: [returns], total: 1 }]);
  service.on(call, [404, { detail: 'Knowledge not found' }]);
  const form = await openEdit();
  await user.click(await form.findByRole('button', { name: button }));
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.getAllByText('Knowledge not found').at(-1)).toBeVisible();
  expect(form.getByRole('button', { name: button })).toHaveFocus();
});

test("a delete reads 'Agent Definition deleted successfully'", async () => {
  service.on('DELETE /agent-definitions/3', [204]);
  await open();
  await choose('store-helper', 'Delete');
  await confirm('Delete agent definition');
  expect(await screen.findByText('Agent Definition deleted successfully')).toBeVisible();
});

test("a failed load reads 'Failed to load agent definitions', with the server's own words below it", async () => {
  service.on('GET /agent-definitions', [500, { detail: 'The disk is full' }]);
  openScreen(<AgentDefinitionsScreen />, { groups: ['AaasAdmin'] });
  expect(await screen.findByText('Failed to load agent definitions')).toBeVisible();
  expect(screen.getByText('The disk is full')).toBeVisible();
});

test("links that could not be loaded read 'Failed to load knowledge'", async () => {
  const form = await openEdit();
  expect(await form.findByText('Failed to load knowledge')).toBeVisible();
  const toasts = within(screen.getByRole('region', { name: 'Notifications' }));
  expect(toasts.getByText('Failed to load knowledge')).toBeVisible();
});

test('bulk delete says what it touches, sends the ids with confirm, and names what failed', async () => {
  const answer = { success_count: 0, error_count: 1, errors: [{ id: 3, msg: 'Agent Definition not found' }] };
  service.on('POST /agent-definitions/bulk', [200, answer]);
  await open();
  await user.click(screen.getByRole('checkbox', { name: 'Select store-helper' }));
  await user.click(screen.getByRole('button', { name: 'Delete Selected' }));
  const question = within(await screen.findByRole('dialog', { name: 'Confirm Action' }));
  expect(question.getByText(/1 knowledge item is linked and will stay\.$/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Delete Selected: 1 of 1 failed')).toBeVisible();
  expect(service.requestsTo('POST /agent-definitions/bulk')[0]?.body).toEqual({ ids: [3], confirm: true });
});
