import { fireEvent, screen, waitFor } from '@testing-library/react';
import {
  AGENTS,
  AT,
  chatServiceForEachTest,
  input,
  list,
  openChat,
  openWithAgent,
  say,
  selector,
} from './testing/chat';
import { user } from 'shared-ui/testing';

const chat = chatServiceForEachTest();
const begun = [
  { type: 'start', message_id: 6 },
  { type: 'new_message', id: 7 },
] as const;

test('selecting an agent creates a fresh session and records the chosen agent', async () => {
  await openWithAgent();
  expect(chat.service.requestsTo('POST /agents/select')[0]?.body).toEqual({ agent: 'store-analyst', tab_id: 'tab-2' });
  expect(sessionStorage.getItem('agent_chat_tab_id')).toBe('tab-2');
});

test('the message box has the focus once an agent is chosen, but not while one walks through them by keys', async () => {
  await openWithAgent();
  await waitFor(() => expect(input()).toHaveFocus());
  selector().focus();
  fireEvent.keyDown(selector(), { key: 'ArrowUp' });
  fireEvent.change(selector(), { target: { value: 'brand-voice' } });
  await waitFor(() => expect(sessionStorage.getItem('agent_chat_tab_id')).toBe('tab-3'));
  await waitFor(() => expect(selector()).toBeEnabled());
  expect(selector()).toHaveFocus();
});

test('another agent means another session: the stream is aborted, its events are ignored, the draft stays', async () => {
  await openWithAgent();
  await say('Hello');
  const { say: tell, closed } = await chat.stream();
  tell(...begun, { type: 'text', content: 'Old words' });
  await list().findByText('Old words');
  await user.type(input(), 'My draft');
  await user.selectOptions(selector(), 'Brand Voice');
  await closed;
  await waitFor(() => expect(sessionStorage.getItem('agent_chat_tab_id')).toBe('tab-3'));
  expect(await screen.findByText(/^No messages yet/)).toBeVisible();
  expect(input()).toHaveValue('My draft');
  expect(selector()).toHaveValue('brand-voice');
});

test('what is sent while another agent is being selected is not lost with the old session', async () => {
  await openWithAgent();
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  chat.service.on('POST /agents/select', async ({ body }) => (await held, [200, body]));
  await user.selectOptions(selector(), 'Brand Voice');
  await say('Hello');
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
  expect(input()).toHaveValue('Hello');
  goOn();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect((await chat.stream()).asked.body).toEqual({ message: 'Hello', tab_id: 'tab-3' });
  expect(chat.streams).toHaveLength(1);
});

test('what is sent before the session is open goes out when it is; without an agent the sentence stays', async () => {
  sessionStorage.setItem('agent_chat_tab_id', 'tab-5');
  let goOn = () => {};
  const holdConversation = (agent: object | null) => {
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const conversation = { tab_id: 'tab-5', agent, messages: [] };
    chat.service.on('GET /agents/conversation/tab-5', async () => (await held, [200, conversation]));
  };
  holdConversation(AGENTS[1]);
  const { unmount } = openChat();
  await say('Hello');
  await user.type(input(), ' again');
  goOn();
  expect((await chat.stream()).asked.body).toEqual({ message: 'Hello', tab_id: 'tab-5' });
  expect(input()).toHaveValue('Hello again');
  expect(screen.queryByText('Please select an agent first.')).toBeNull();
  unmount();

  holdConversation(null);
  openChat();
  await say('!');
  goOn();
  expect(await screen.findByText('Please select an agent first.')).toBeVisible();
  expect(input()).toHaveValue('Hello again!');
});

test('what is sent before the session is open stays in the input when another session takes its place', async () => {
  sessionStorage.setItem('agent_chat_tab_id', 'tab-5');
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const conversation = { tab_id: 'tab-5', agent: null, messages: [] };
  chat.service.on('GET /agents/conversation/tab-5', async () => (await held, [200, conversation]));
  openChat();
  await say('Hello');
  await screen.findByRole('option', { name: 'Store Analyst' });
  await user.selectOptions(selector(), 'Store Analyst');
  await waitFor(() => expect(sessionStorage.getItem('agent_chat_tab_id')).toBe('tab-1'));
  // The next message goes out once 200 ms have passed since the last one.
  await waitFor(async () => {
    await user.type(input(), '{Enter}');
    expect(chat.streams).toHaveLength(1);
  });
  expect(chat.streams[0]?.asked.body).toEqual({ message: 'Hello', tab_id: 'tab-1' });
  goOn();
});

test("a refused choice gives 'Failed to select agent: {message}' and leaves what was chosen", async () => {
  await openWithAgent();
  chat.service.on('POST /agents/select', [404, { detail: 'Agent not found' }]);
  await user.selectOptions(selector(), 'Brand Voice');
  expect(await screen.findByText('Failed to select agent: Agent not found')).toBeVisible();
  expect(selector()).toHaveValue('store-analyst');
});

test('New Conversation begins a session with the same agent and has the old one cleared; its failure is only logged', async () => {
  await openWithAgent();
  await say('Hello');
  await chat.stream();
  await user.click(screen.getByRole('button', { name: 'New Conversation' }));
  expect(await screen.findByText(/^No messages yet/)).toBeVisible();
  await waitFor(() => expect(chat.service.requestsTo('POST /agents/conversation/tab-2/clear')).toHaveLength(1));
  expect(selector()).toHaveValue('store-analyst');
  expect(document.querySelector('.c-alert')).toBeNull();
  chat.service.on('POST /agents/session/create', [503, {}]);
  await user.click(screen.getByRole('button', { name: 'New Conversation' }));
  expect(await screen.findByText('Failed to start new conversation')).toBeVisible();
});

test("'Failed to initialize session' when there is none, and Retry asks again", async () => {
  chat.service.on('POST /agents/session/create', [500, {}]);
  openChat();
  expect(await screen.findByText('Failed to initialize session')).toBeVisible();
  chat.service.on('POST /agents/session/create', [200, { tab_id: 'tab-9' }]);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(sessionStorage.getItem('agent_chat_tab_id')).toBe('tab-9'));
  expect(screen.queryByText('Failed to initialize session')).toBeNull();
});

test('a reload shows the conversation of the stored session, and a session that is gone is made anew', async () => {
  sessionStorage.setItem('agent_chat_tab_id', 'tab-5');
  const messages = [
    { id: 1, role: 'user', content: 'Hello', timestamp: AT, status: 'complete' },
    { id: 2, role: 'assistant', content: 'Good **day**', timestamp: AT, status: 'interrupted' },
  ];
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  chat.service.on('GET /agents/conversation/tab-5', async () => {
    await held;
    return [200, { tab_id: 'tab-5', agent: AGENTS[1], messages }];
  });
  const { unmount } = openChat();
  expect(list().getByRole('status')).toBeVisible();
  expect(screen.queryByText(/^No messages yet/)).toBeNull();
  goOn();
  expect(await list().findByText('day')).toBeVisible();
  expect(list().getByText('Interrupted')).toBeVisible();
  expect(selector()).toHaveValue('store-analyst');
  unmount();
  chat.service.on('GET /agents/conversation/tab-5', [404, { detail: 'Not found' }]);
  openChat();
  await waitFor(() => expect(sessionStorage.getItem('agent_chat_tab_id')).toBe('tab-1'));
  expect(document.querySelector('.c-alert')).toBeNull();
});

test('a draft survives leaving the page, and leaving aborts the stream', async () => {
  const { unmount } = await openWithAgent();
  await say('Hello');
  const { say: tell, closed } = await chat.stream();
  tell(...begun);
  await user.type(input(), 'Next');
  unmount();
  await closed;
  openChat();
  expect(input()).toHaveValue('Next');
});

test('an answer that is being written elsewhere is shown as far as it has come, and can be stopped from here', async () => {
  sessionStorage.setItem('agent_chat_tab_id', 'tab-5');
  const answer = { id: 2, role: 'assistant', content: 'Once upon', timestamp: AT };
  const asked = { id: 1, role: 'user', content: 'Tell me', timestamp: AT, status: 'complete' };
  const conversation = (status: string) => [
    200,
    { tab_id: 'tab-5', agent: AGENTS[1], messages: [asked, { ...answer, status }] },
  ];
  chat.service.on('GET /agents/conversation/tab-5', conversation('running') as [number, object]);
  openChat();
  expect(await screen.findByText(/^This answer is still being written/)).toBeVisible();
  expect(list().getByText('Once upon')).toBeVisible();
  expect(list().queryByText('Interrupted')).toBeNull();
  chat.service.on('POST /agents/conversation/tab-5/stop', () => {
    chat.service.on('GET /agents/conversation/tab-5', conversation('interrupted') as [number, object]);
    return [200, {}];
  });
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(await list().findByText('Interrupted')).toBeVisible();
  expect(screen.queryByText(/^This answer is still being written/)).toBeNull();
  expect(screen.getByRole('button', { name: 'Regenerate' })).toBeVisible();
});

test('an answer that somebody else ended is read again from the service, which also notices the end of the session', async () => {
  await openWithAgent();
  await say('Hello');
  const { say: tell, end } = await chat.stream();
  chat.service.on('GET /agents/conversation/tab-2', [200, { tab_id: 'tab-2', agent: AGENTS[1], messages: [] }]);
  tell(...begun, { type: 'text', content: 'Half' }, { type: 'done', interrupted: true });
  end();
  expect(await screen.findByText(/^No messages yet/)).toBeVisible();
});

test('a question that was never answered can be asked again after a reload', async () => {
  sessionStorage.setItem('agent_chat_tab_id', 'tab-5');
  const asked = { id: 1, role: 'user', content: 'Tell me', timestamp: AT, status: 'complete' };
  chat.service.on('GET /agents/conversation/tab-5', [200, { tab_id: 'tab-5', agent: AGENTS[1], messages: [asked] }]);
  openChat();
  expect(await screen.findByText('No answer was written.')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Regenerate' }));
  expect((await chat.stream()).asked.body).toEqual({ message: 'Tell me', tab_id: 'tab-5', replaces: 1 });
});

test('questions that the agent can answer are offered in the empty chat and after an answer, and asked by a click', async () => {
  let turn = 0;
  chat.service.on('GET /agents/questions/tab-2', () => [200, { items: [`Question ${++turn}`, 'Another'] }]);
  await openWithAgent();
  await user.click(await screen.findByRole('button', { name: 'Question 1' }));
  const { asked, say: tell, end } = await chat.stream();
  expect(asked.body).toEqual({ message: 'Question 1', tab_id: 'tab-2' });
  expect(screen.queryByRole('list', { name: 'Suggested questions' })).toBeNull();
  tell(...begun, { type: 'text', content: 'Yes.' }, { type: 'done', interrupted: false });
  end();
  expect(await screen.findByRole('button', { name: 'Question 2' })).toBeVisible();
});
