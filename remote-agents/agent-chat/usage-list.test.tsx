import { screen, waitFor, within } from '@testing-library/react';
import { openScreen, user } from 'shared-ui/testing';
import AgentChatScreen from './agent-chat.screen';
import { chatServiceForEachTest } from './testing/chat';

const chat = chatServiceForEachTest();
const used = { month: '2026-11', username: 'ada', agent: 'support', answers: 2, is_estimated: false };
const page = (items: object[], total_pages = 1) => ({
  items,
  total: items.length,
  page: 1,
  page_size: 25,
  total_pages,
  tokens_per_month: 100_000,
});
const openUsage = async () => {
  openScreen(<AgentChatScreen />, { groups: ['AaasAdmin'] });
  await user.click(screen.getByRole('button', { name: 'Token Usage' }));
  return within(await screen.findByRole('dialog', { name: 'Token Usage' }));
};

test('AaasAdmin reads who took which tokens of which agent, by month, and the budget', async () => {
  const items = [
    { ...used, input_tokens: 12_345, output_tokens: 678 },
    { ...used, month: '2026-10', is_estimated: true, input_tokens: 9000, output_tokens: 1 },
  ];
  chat.service.on('GET /agents/usage', [200, page(items, 2)]);
  const dialog = await openUsage();
  const rows = (await dialog.findAllByRole('row')).map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'Person and agentAnswersInputOutput',
    'November 2026',
    'ada support212,345678',
    'October 2026',
    'ada support2≈ 9,000≈ 1',
  ]);
  expect(dialog.getByText(/^Each person may use 100,000 tokens a month.*With ≈ they are estimated/)).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Older' }));
  await waitFor(() => expect(chat.service.requestsTo('GET /agents/usage').at(-1)?.query.get('page')).toBe('2'));
});

test('it says when there is nothing yet, and what failed', async () => {
  chat.service.on('GET /agents/usage', [500, { detail: 'Internal server error' }]);
  const dialog = await openUsage();
  expect(await dialog.findByText('Failed to load the token usage', { exact: false })).toBeVisible();
  chat.service.on('GET /agents/usage', [200, page([])]);
  await user.click(dialog.getByRole('button', { name: 'Retry' }));
  expect(await dialog.findByText('No answer has taken any tokens yet.')).toBeVisible();
  expect(dialog.queryByRole('table')).toBeNull();
});
