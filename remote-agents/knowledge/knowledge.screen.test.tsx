import { screen, waitFor, within } from '@testing-library/react';
import type { Knowledge } from 'contract/agents/knowledge';
import { lastQueryOf, openScreen, select, serviceOf, user } from 'shared-ui/testing';
import KnowledgeScreen from './knowledge.screen';

const returns: Knowledge = {
  id: 3,
  name: 'Returns',
  content: 'Goods may be sent back within 30 days of their arrival, unworn and with their label, for free.\nSee below.',
  agent_count: 3,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-02T00:00:00.000Z',
};
const shipping: Knowledge = { ...returns, id: 4, name: 'Shipping', content: 'Two days.', agent_count: 0 };

const service = serviceOf('/knowledge', returns, shipping);
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});

async function open() {
  openScreen(<KnowledgeScreen />, { groups: ['AaasAdmin'] });
  return within(await screen.findByRole('row', { name: /Returns/ }));
}
const lastQuery = () => lastQueryOf(service, '/knowledge');

test('columns are name, content preview (cut at 80 characters), created and updated, sorted by name', async () => {
  const row = await open();
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
    '',
    'Name',
    'Content',
    'Created',
    'Updated',
    'Actions',
  ]);
  expect(
    row.getByText('Goods may be sent back within 30 days of their arrival, unworn and with their la…'),
  ).toBeVisible();
  expect(lastQuery()).toEqual({ page: '1', page_size: '25', sort_by: 'name' });
});

test('filters are search, name and content contains', async () => {
  await open();
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'a{Enter}');
  await user.type(screen.getByRole('searchbox', { name: 'Name' }), 'b{Enter}');
  await user.type(screen.getByRole('searchbox', { name: 'Content contains' }), 'c{Enter}');
  await waitFor(() => expect(lastQuery()).toMatchObject({ search: 'a', name: 'b', content_contains: 'c' }));
});

test('the form counts the name against its 255 characters, and requires name and content', async () => {
  service.on('POST /knowledge', [201, returns]);
  await open();
  await user.click(screen.getByRole('button', { name: 'Add New' }));
  const form = within(await screen.findByRole('dialog', { name: 'Add Knowledge' }));
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(await form.findByText('Name is required')).toBeVisible();
  expect(form.getByText('Content is required')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /Name/ }), 'Ünï 🌵');
  expect(form.getByText('5 / 255 characters')).toBeVisible();
  await user.type(form.getByRole('textbox', { name: /Content/ }), 'x');
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Knowledge created successfully')).toBeVisible();
  expect(service.requestsTo('POST /knowledge')[0]?.body).toEqual({ name: 'Ünï 🌵', content: 'x' });
});

test('before a deletion it says what it touches', async () => {
  service.on('DELETE /knowledge/3', [204]);
  await open();
  await user.click(screen.getByRole('button', { name: 'Actions for Returns' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete knowledge?' }));
  expect(question.getByText('It is linked to 3 agents, which will lose it.')).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Delete knowledge' }));
  expect(await screen.findByText('Knowledge deleted successfully')).toBeVisible();
});

test('bulk delete asks, issues one delete an item, and tells row by row what failed', async () => {
  service.on('DELETE /knowledge/3', [204]);
  service.on('DELETE /knowledge/4', [500, { detail: 'Out of order' }]);
  await open();
  await select('Returns');
  await select('Shipping');
  await user.click(screen.getByRole('button', { name: 'Delete Selected' }));
  const question = within(await screen.findByRole('dialog', { name: 'Confirm Action' }));
  expect(question.getByText(/Are you sure you want to delete 2 item\(s\)\?/)).toBeVisible();
  expect(question.getByText(/^1 of them is linked to agents \(3 links\)/)).toBeVisible();
  await user.click(question.getByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Deleted 1 knowledge item')).toBeVisible();
  expect(await screen.findByText('Delete Selected: 1 of 2 failed')).toBeVisible();
  expect(screen.getByText(/Out of order/)).toBeVisible();
});

test("bulk delete reads 'Bulk delete failed' when nothing could be deleted", async () => {
  await open();
  await select('Shipping');
  await user.click(screen.getByRole('button', { name: 'Delete Selected' }));
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Bulk delete failed')).toBeVisible();
});
