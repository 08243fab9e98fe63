import { screen, waitFor, within } from '@testing-library/react';
import type { Proposal } from 'contract/agents/proposals';
import { openScreen, user } from 'shared-ui/testing';
import AgentChatScreen from './agent-chat.screen';
import { AGENTS, AT, chatServiceForEachTest } from './testing/chat';
import { proposalOf } from './tool-results';

const record = (id: number) => ({
  id,
  name: `Ad ${id}`,
  changes: [{ label: 'Tags', before: null, after: 'winner' }],
});
const open: Proposal = {
  id: 7,
  kind: 'ad_tags',
  company_id: 1,
  company_name: 'Harbor & Pine',
  record_count: 12,
  unchanged_count: 3,
  summary: 'Add the tag “winner” to 12 ads',
  action: 'Add tag to 12 ads',
  records: Array.from({ length: 10 }, (_, at) => record(at + 1)),
  open: { path: '/facebook-ads', query: { company_id: 1, include_tags: ['winner'] } },
  status: 'open',
  outcome: null,
  created_at: new Date().toISOString(),
};
const applied: Proposal = {
  ...open,
  status: 'applied',
  outcome: {
    operation_id: 'op-1',
    success_count: 11,
    error_count: 1,
    is_undone: false,
    errors: [{ id: 3, name: 'Ad 3', msg: 'It has been changed since it was proposed.' }],
  },
};
const call = (proposal: Proposal, name = 'propose_ad_tags') => ({
  id: 'c',
  name,
  args: {},
  status: 'done' as const,
  result: { proposal, note: 'Nothing has been changed.' },
});

const chat = chatServiceForEachTest();

/** The card of a proposal, as a reload shows it. */
async function openCard(proposal: Proposal) {
  sessionStorage.setItem('agent_chat_tab_id', 'tab-5');
  const messages = [
    { id: 1, role: 'user', content: 'Tag these', timestamp: AT, status: 'complete' },
    { id: 2, role: 'assistant', content: '', timestamp: AT, status: 'complete', tool_calls: [call(proposal)] },
    { id: 3, role: 'assistant', content: 'My proposal.', timestamp: AT, status: 'complete' },
  ];
  chat.service.on('GET /agents/conversation/tab-5', [200, { tab_id: 'tab-5', agent: AGENTS[1], messages }]);
  openScreen(<AgentChatScreen />);
  return within(await screen.findByRole('region', { name: 'Add the tag “winner” to 12 ads' }));
}
const button = (card: Awaited<ReturnType<typeof openCard>>, name: string) => card.queryByRole('button', { name });

test('a card says what would change, of which company, how many and which, and nothing is sent before Apply', async () => {
  chat.service.on('GET /agents/proposals/7', [
    200,
    { ...open, records: Array.from({ length: 12 }, (_, at) => record(at + 1)) },
  ]);
  const card = await openCard(open);
  expect(card.getByText('Proposal')).toBeVisible();
  expect(card.getByText('Harbor & Pine')).toBeVisible();
  expect(card.getByText('3 others need no change')).toBeVisible();
  expect(card.getAllByRole('listitem')).toHaveLength(10);
  await user.click(card.getByRole('button', { name: 'Show all 12' }));
  await waitFor(() => expect(card.getAllByRole('listitem')).toHaveLength(12));
  expect(card.getAllByRole('listitem')[11]).toHaveTextContent('Ad 12Tags: none →becomes winner');
  expect(chat.service.requests.filter(({ path }) => /apply|dismiss/.test(path))).toEqual([]);
});

test('Apply tells its outcome, names what was left, leads to the list, and is undone', async () => {
  chat.service.on('POST /agents/proposals/7/apply', [200, applied]);
  chat.service.on('POST /history/op-1/undo', [
    200,
    { operation_id: 'op-2', success_count: 11, error_count: 0, errors: [], not_restored: [] },
  ]);
  const card = await openCard(open);
  await user.click(card.getByRole('button', { name: 'Apply: Add tag to 12 ads' }));
  expect(await card.findByText('11 of 12 changed, 1 left as it is:')).toBeVisible();
  expect(card.getByRole('status')).toHaveFocus();
  expect(card.getByRole('status')).toHaveTextContent('Ad 3: It has been changed since it was proposed.');
  expect(button(card, 'Dismiss')).toBeNull();
  expect(card.getByRole('link', { name: 'Open in Facebook Ads' })).toHaveAttribute(
    'href',
    '/facebook-ads?company_id=1&include_tags=winner',
  );
  await user.click(card.getByRole('button', { name: 'Undo' }));
  expect(await card.findByText('Undone: 11 are as they were.')).toBeVisible();
  expect(card.getByRole('status')).toHaveFocus();
  expect(button(card, 'Undo')).toBeNull();
});

test('Dismiss changes nothing and says so', async () => {
  chat.service.on('POST /agents/proposals/7/dismiss', [200, { ...open, status: 'dismissed' }]);
  const card = await openCard(open);
  await user.click(card.getByRole('button', { name: 'Dismiss' }));
  expect(await card.findByText('Dismissed. Nothing was changed.')).toBeVisible();
  expect(button(card, 'Apply: Add tag to 12 ads')).toBeNull();
});

test('what the service refuses is said in its words, and can be tried again', async () => {
  chat.service.on('POST /agents/proposals/7/apply', [
    403,
    { detail: 'Changing ads this way needs the group AdManager.' },
  ]);
  chat.service.on('GET /agents/proposals/7', [200, open]);
  const card = await openCard(open);
  await user.click(card.getByRole('button', { name: 'Apply: Add tag to 12 ads' }));
  expect(await card.findByText('Failed to apply: Changing ads this way needs the group AdManager.')).toBeVisible();
  expect(button(card, 'Apply: Add tag to 12 ads')).toBeEnabled();
});

test('what somebody has decided meanwhile is shown as it is', async () => {
  chat.service.on('POST /agents/proposals/7/apply', [409, { detail: 'This proposal has been applied already.' }]);
  chat.service.on('GET /agents/proposals/7', [200, applied]);
  const card = await openCard(open);
  await user.click(card.getByRole('button', { name: 'Apply: Add tag to 12 ads' }));
  expect(await card.findByText('11 of 12 changed, 1 left as it is:')).toBeVisible();
  expect(button(card, 'Dismiss')).toBeNull();
});

test.each([
  [{ ...open, status: 'expired' as const }, 'Expired', /^Nobody decided in time/],
  [{ ...open, status: 'dismissed' as const }, 'Dismissed', /^Dismissed\. Nothing/],
  [{ ...applied, outcome: applied.outcome && { ...applied.outcome, is_undone: true } }, 'Undone', /has been undone/],
])('after a reload a card stands as it was left', async (proposal, word, outcome) => {
  const card = await openCard(proposal);
  expect(card.getByText(word, { selector: '.c-badge' })).toBeVisible();
  expect(card.getByText(outcome)).toBeVisible();
  expect(card.queryByRole('button', { name: /Add tag|Dismiss|Undo/ })).toBeNull();
});

test('only a tool that proposes makes a card, whatever another one returns', () => {
  expect(proposalOf(call(open))).toBe(open);
  expect(proposalOf(call(open, 'search_knowledge'))).toBeNull();
  expect(proposalOf({ ...call(open), status: 'failed' })).toBeNull();
  expect(proposalOf({ ...call(open), result: null })).toBeNull();
});
