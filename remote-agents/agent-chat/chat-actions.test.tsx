import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { openScreen, user } from 'shared-ui/testing';
import AgentChatScreen from './agent-chat.screen';
import { chatServiceForEachTest, input, openChat } from './testing/chat';

const chat = chatServiceForEachTest();
const moreActions = () => screen.getByRole('button', { name: 'More actions' });

test('what a phone has no room for stands in a menu by the same names, and is done from there by keyboard', async () => {
  chat.service.on('GET /agents/feedback', [200, { items: [], total: 0, page: 1, page_size: 25, total_pages: 0 }]);
  chat.service.on('GET /agents/conversations', [200, { items: [] }]);
  openScreen(<AgentChatScreen />, { groups: ['AaasAdmin'] });
  moreActions().focus();
  await user.keyboard('{Enter}');
  const menu = screen.getByRole('menu', { name: 'More actions' });
  expect(moreActions()).toHaveAttribute('aria-expanded', 'true');
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['Feedback', 'Token Usage', 'Earlier Conversations']);
  await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
  expect(await screen.findByRole('dialog', { name: 'Earlier Conversations' })).toBeVisible();
  expect(screen.queryByRole('menu')).toBeNull();
});

test('the menu offers feedback and token usage to administrators alone', async () => {
  openChat();
  await user.click(moreActions());
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Earlier Conversations']);
  await user.keyboard('{Escape}');
  expect(moreActions()).toHaveFocus();
});

test('the line about the built-in model unfolds and folds again, and says all it has to say to who listens', async () => {
  chat.service.on('GET /agents/list', [200, { items: [], model_configured: false }]);
  openScreen(<AgentChatScreen />, { groups: ['AaasAdmin'] });
  const words = /^No language model is configured.* docs\/operating\.md, “Connect a language model”\.$/;
  const notice = (await screen.findByText(words)).parentElement;
  expect(notice).toHaveAttribute('data-unfolded', 'false');
  const unfold = screen.getByRole('button', { name: 'More', description: words });
  expect(unfold).toHaveAttribute('aria-expanded', 'false');
  await user.click(unfold);
  expect(notice).toHaveAttribute('data-unfolded', 'true');
  await user.click(screen.getByRole('button', { name: 'Less' }));
  expect(notice).toHaveAttribute('data-unfolded', 'false');
});

test('who may not connect a model reads one short sentence', async () => {
  chat.service.on('GET /agents/list', [200, { items: [], model_configured: false }]);
  openChat();
  expect(await screen.findByText('No language model is configured: a built-in one answers.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
});

test('what is pressed while one writes stays where it is until it is released: the input folds only then', async () => {
  openChat();
  const use = () => input().form?.dataset.use;
  await waitFor(() => expect(sessionStorage.getItem('agent_chat_tab_id')).toBe('tab-1'));
  expect(use()).toBe('none');
  act(() => input().focus());
  expect(use()).toBe('typing');
  fireEvent.pointerDown(moreActions());
  act(() => moreActions().focus());
  await act(() => new Promise((passed) => setTimeout(passed)));
  expect(use()).toBe('typing');
  fireEvent.pointerUp(moreActions());
  await waitFor(() => expect(use()).toBe('none'));
});
