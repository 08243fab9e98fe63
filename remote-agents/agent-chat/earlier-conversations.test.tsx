import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { AGENTS, AT, chatServiceForEachTest, input, openChat } from './testing/chat';
import { user } from 'shared-ui/testing';

const [, agent] = AGENTS;
const conversation = (tab_id: string, content: string) => ({
  tab_id,
  agent,
  messages: [{ id: 1, role: 'user', content, timestamp: AT, status: 'complete' }],
});
const listed = (tab_id: string, title: string) => ({ tab_id, agent, title, last_used_at: AT });

const chat = chatServiceForEachTest();

async function open() {
  sessionStorage.setItem('agent_chat_tab_id', 'tab-now');
  chat.service.on('GET /agents/conversation/tab-now', [200, conversation('tab-now', 'What I ask now')]);
  openChat();
  expect(await screen.findByText('What I ask now')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Earlier Conversations' }));
  return within(await screen.findByRole('dialog', { name: 'Earlier Conversations' }));
}

test('an earlier conversation is found by its first words and gone on with; the present one is not offered', async () => {
  chat.service.on('GET /agents/conversations', [
    200,
    { items: [listed('tab-now', 'What I ask now'), listed('tab-then', 'What I <b>asked</b>')] },
  ]);
  chat.service.on('GET /agents/conversation/tab-then', [200, conversation('tab-then', 'What I <b>asked</b>')]);
  const dialog = await open();
  const entry = await dialog.findByRole('button', { name: /What I <b>asked<\/b>.*Store Analyst · Jan 5, 2026/ });
  expect(dialog.queryByText('What I ask now')).toBeNull();
  await user.click(entry);
  const region = within(screen.getByRole('region', { name: 'Conversation' }));
  expect(await region.findByText('What I <b>asked</b>')).toBeInTheDocument();
  expect(region.queryByText('What I ask now')).toBeNull();
  expect(sessionStorage.getItem('agent_chat_tab_id')).toBe('tab-then');
});

test('what is typed waits in its conversation, also for a tab that was closed; sent, it is gone', async () => {
  const items = [listed('tab-now', 'What I ask now'), listed('tab-then', 'Long ago')];
  chat.service.on('GET /agents/conversations', [200, { items }]);
  chat.service.on('GET /agents/conversation/tab-then', [200, conversation('tab-then', 'Long ago')]);
  await open();
  await user.keyboard('{Escape}');
  await user.type(input(), 'Half a question');
  await user.click(screen.getByRole('button', { name: 'Earlier Conversations' }));
  await user.click(await screen.findByRole('button', { name: /^Long ago/ }));
  await waitFor(() => expect(input()).toHaveValue(''));
  await user.type(input(), 'Another');
  cleanup();
  sessionStorage.clear();
  sessionStorage.setItem('agent_chat_tab_id', 'tab-now');
  openChat();
  expect(input()).toHaveValue('Half a question');
  await screen.findByText('What I ask now');
  await user.type(input(), '?{Enter}');
  const { say, end } = await chat.stream();
  say({ type: 'start', message_id: 6 }, { type: 'done' });
  end();
  await waitFor(() => expect(Object.keys(localStorage)).toEqual(['unsaved:1:/agent-chat tab-then']));
});

test('conversations are searched, named and removed', async () => {
  const items = [listed('tab-then', 'Long ago'), listed('tab-then-2', 'Yesterday')];
  chat.service.on('GET /agents/conversations', ({ query }) => [
    200,
    { items: items.filter(({ title }) => title.toLowerCase().includes(query.get('search') ?? '')) },
  ]);
  const dialog = await open();
  await dialog.findByText('Yesterday');
  await user.type(dialog.getByRole('searchbox', { name: 'Search conversations' }), 'ago');
  await waitFor(() => expect(dialog.queryByText('Yesterday')).toBeNull());

  chat.service.on('PATCH /agents/conversation/tab-then', ({ body }) => {
    Object.assign(items[0]!, body);
    return [204, undefined];
  });
  await user.click(dialog.getByRole('button', { name: 'Rename Long ago' }));
  await user.clear(dialog.getByRole('textbox', { name: 'Title' }));
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), ' Times ago {Enter}');
  expect(await dialog.findByText('Times ago')).toBeVisible();

  chat.service.on('DELETE /agents/conversation/tab-then', () => {
    items.shift();
    return [204, undefined];
  });
  await user.click(dialog.getByRole('button', { name: 'Delete Times ago' }));
  await user.click(await screen.findByRole('button', { name: 'Delete conversation' }));
  expect(await dialog.findByText('No conversation matches this.')).toBeVisible();
});

test('one that cannot be opened leaves the present one where it is, and says so', async () => {
  chat.service.on('GET /agents/conversations', [200, { items: [listed('tab-gone', 'Long ago')] }]);
  chat.service.on('GET /agents/conversation/tab-gone', [404, { detail: 'Conversation not found' }]);
  const dialog = await open();
  await user.click(await dialog.findByRole('button', { name: /^Long ago/ }));
  expect(await screen.findByText('Failed to open the conversation: Conversation not found')).toBeInTheDocument();
  expect(screen.getByText('What I ask now')).toBeInTheDocument();
  expect(sessionStorage.getItem('agent_chat_tab_id')).toBe('tab-now');
});

test('where there is none it says so; a list that could not be loaded is asked for again', async () => {
  chat.service.on('GET /agents/conversations', [500, { detail: 'Out of order' }]);
  const dialog = await open();
  expect(await dialog.findByText(/Failed to load conversations/)).toBeVisible();
  chat.service.on('GET /agents/conversations', [200, { items: [listed('tab-now', 'What I ask now')] }]);
  await user.click(dialog.getByRole('button', { name: 'Retry' }));
  expect(await dialog.findByText(/^No earlier conversations/)).toBeVisible();
  await user.click(dialog.getByText('Close', { selector: 'button' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
