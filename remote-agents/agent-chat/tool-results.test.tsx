import { screen, within } from '@testing-library/react';
import type { ToolCall } from 'contract/agents/agent-chat';
import type { ToolResult } from 'contract/agents/tool-results';
import { openScreen, user } from 'shared-ui/testing';
import { AGENTS, AT, chatServiceForEachTest } from './testing/chat';
import AgentChatScreen from './agent-chat.screen';
import { leadsOf } from './tool-results';

const spend: ToolResult = {
  summary: 'Harbor & Pine spent $1,234.50 in the last 7 days, up to yesterday.',
  companies: [{ id: 1, name: 'Harbor & Pine' }],
  filters: [],
  total: 12,
  page: 1,
  columns: [
    { key: 'name', label: 'Campaign', unit: 'text' },
    { key: 'ads', label: 'Ads', unit: 'count' },
    { key: 'spend', label: 'Spend, 7 days', unit: 'usd' },
  ],
  rows: [
    { name: 'Spring', ads: 1200, spend: 1234.5 },
    { name: 'Fall', ads: 3, spend: null },
  ],
  open: { path: '/facebook-ads', query: { company_id: 1, tags: ['a b', 'c&d'], sort_by: '-spend_last_7d' } },
  hint: 'By ad set.',
};
const call = (changes: Partial<ToolCall>): ToolCall => ({
  id: 'c',
  name: 'ad_spend',
  args: {},
  status: 'done',
  result: spend,
  ...changes,
});
const knowledge = call({ name: 'search_knowledge', result: { items: [{ name: 'Returns & more', content: 'x' }] } });

test('a call leads on to the list with its very filter, once', () => {
  expect(leadsOf('', [call({}), call({ id: 'd' })], false)).toEqual([
    {
      label: 'Open in Facebook Ads',
      address: '/facebook-ads?company_id=1&tags=a+b&tags=c%26d&sort_by=-spend_last_7d',
    },
  ]);
});

test('knowledge that the answer names leads on to its item for whoever may read it', () => {
  const words = 'Within 45 days. Source: **Returns & more**';
  expect(leadsOf(words, [knowledge], true)).toEqual([
    { label: 'Source: Returns & more', address: '/knowledge?name=Returns+%26+more' },
  ]);
  expect(leadsOf(words, [knowledge], false)).toEqual([]);
  expect(leadsOf('It rests on something else.', [knowledge], true)).toEqual([]);
});

test.each([
  call({ status: 'failed', result: 'No such company' }),
  call({ result: { ...spend, open: undefined } }),
  call({ result: { ...spend, open: { path: '//elsewhere', query: {} } } }),
  call({ result: null }),
])('nothing else leads anywhere', (one) => {
  expect(leadsOf('', [one], true)).toEqual([]);
});

const chat = chatServiceForEachTest();

test('a data tool’s result is a small table with its numbers in words, and the answer leads on to the list', async () => {
  sessionStorage.setItem('agent_chat_tab_id', 'tab-5');
  const messages = [
    { id: 1, role: 'user', content: 'How much?', timestamp: AT, status: 'complete' },
    { id: 2, role: 'assistant', content: '', timestamp: AT, status: 'complete', tool_calls: [call({})] },
    { id: 3, role: 'assistant', content: 'Much.', timestamp: AT, status: 'complete' },
  ];
  chat.service.on('GET /agents/conversation/tab-5', [200, { tab_id: 'tab-5', agent: AGENTS[1], messages }]);
  openScreen(<AgentChatScreen />);
  expect(await screen.findByRole('link', { name: 'Open in Facebook Ads' })).toHaveAttribute(
    'href',
    expect.stringContaining('/facebook-ads?company_id=1'),
  );
  await user.click(screen.getByRole('button', { name: 'Used 1 tool' }));
  const rows = within(screen.getByRole('group', { name: 'Rows' })).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['Campaign', 'Ads', 'Spend, 7 days'],
    ['Spring', '1,200', '$1,234.50'],
    ['Fall', '3', '–'],
  ]);
  expect(screen.getByText('2 of 12 rows')).toBeVisible();
});

test('more than five figures of a kind have bars, as long as each is beside the greatest', async () => {
  const rows = [100, 50, 25, 0, null, 10].map((amount, at) => ({ name: `Campaign ${at}`, ads: at, spend: amount }));
  sessionStorage.setItem('agent_chat_tab_id', 'tab-5');
  const messages = [
    { id: 1, role: 'assistant', content: 'So much.', timestamp: AT, status: 'complete' },
    {
      id: 2,
      role: 'assistant',
      content: '',
      timestamp: AT,
      status: 'complete',
      tool_calls: [call({ result: { ...spend, rows } })],
    },
  ];
  chat.service.on('GET /agents/conversation/tab-5', [200, { tab_id: 'tab-5', agent: AGENTS[1], messages }]);
  openScreen(<AgentChatScreen />);
  await user.click(await screen.findByRole('button', { name: 'Used 1 tool' }));
  const cells = within(screen.getByRole('group', { name: 'Rows' })).getAllByRole('cell');
  const shares = cells.map((cell) => cell.style.getPropertyValue('--share')).filter(Boolean);
  expect(shares).toEqual(['1', '0.5', '0.25', '0', '0', '0.1']);
});
