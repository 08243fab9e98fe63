import { screen, waitFor, within } from '@testing-library/react';
import { openScreen, user } from 'shared-ui/testing';
import AgentChatScreen from './agent-chat.screen';
import { AGENTS, AT, chatServiceForEachTest, openChat } from './testing/chat';

const chat = chatServiceForEachTest();

beforeEach(() => {
  sessionStorage.setItem('agent_chat_tab_id', 'tab-5');
  const messages = [
    { id: 1, role: 'user', content: 'How long?', timestamp: AT, status: 'complete' },
    { id: 2, role: 'assistant', content: '45 days', timestamp: AT, status: 'complete' },
  ];
  chat.service.on('GET /agents/conversation/tab-5', [200, { tab_id: 'tab-5', agent: AGENTS[1], messages }]);
});

test('an answer is rated with a word on it, and the person is told who will read it', async () => {
  chat.service.on('POST /agents/feedback', [204, undefined]);
  openChat();
  const down = await screen.findByRole('button', { name: 'This did not help' });
  expect(down).toHaveAttribute('title', expect.stringContaining('administrators will read this answer'));
  await user.click(down);
  expect(screen.getByText(/^Administrators will read this/)).toBeVisible();
  await user.type(screen.getByRole('textbox', { name: 'What was wrong?' }), ' Too short. ');
  await user.click(screen.getByRole('button', { name: 'Send feedback' }));
  await waitFor(() =>
    expect(chat.service.requestsTo('POST /agents/feedback')[0]?.body).toEqual({
      message_id: 2,
      up: false,
      comment: 'Too short.',
    }),
  );
  await waitFor(() => expect(screen.queryByRole('textbox', { name: 'What was wrong?' })).toBeNull());
  expect(down).toHaveAttribute('aria-pressed', 'true');
});

test('a rating that could not be sent says so and keeps the words', async () => {
  chat.service.on('POST /agents/feedback', [500, { detail: 'Out of order' }]);
  openChat();
  await user.click(await screen.findByRole('button', { name: 'This helped' }));
  await user.type(screen.getByRole('textbox', { name: 'What helped?' }), 'All of it');
  await user.click(screen.getByRole('button', { name: 'Send feedback' }));
  expect(await screen.findByText('Failed to send the feedback')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: 'What helped?' })).toHaveValue('All of it');
});

test('administrators read what was said; nobody else is offered it', async () => {
  const { unmount } = openChat();
  await screen.findByText('45 days');
  expect(screen.queryByRole('button', { name: 'Feedback' })).toBeNull();
  unmount();
  const item = {
    id: 9,
    username: 'ana',
    agent: 'support',
    question: 'How long?',
    answer: 'About **45** days',
    up: false,
    comment: 'Too short.',
    created_at: AT,
  };
  const page = { items: [item], total: 1, page: 1, page_size: 25, total_pages: 1 };
  chat.service.on('GET /agents/feedback', [200, page]);
  openScreen(<AgentChatScreen />, { groups: ['AaasAdmin'] });
  await user.click(await screen.findByRole('button', { name: 'Feedback' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Feedback on Answers' }));
  expect(await dialog.findByText('Too short.')).toBeVisible();
  expect(dialog.getByText('Did not help')).toBeVisible();
  await user.click(dialog.getByText('How long?'));
  expect(dialog.getByText('45')).toBeVisible();
});
