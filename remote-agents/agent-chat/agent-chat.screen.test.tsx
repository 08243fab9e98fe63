import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ServerResponse } from 'node:http';
import { SignedIn, startService, type Asked, type Service } from 'shared-auth/testing';
import { ToastQueue } from 'shared-ui';
import { createMemoryRouter, RouterProvider } from 'shared-ui/router';
import AgentChatScreen from './agent-chat.screen';

window.ResizeObserver ??= class {
  observe() {}
  unobserve() {}
  disconnect() {}
};

const AGENTS = [
  { key: 'brand-voice', display_name: 'Brand Voice' },
  { key: 'store-analyst', display_name: 'Store Analyst' },
];
const AT = '2026-01-05T15:04:00.000Z';

let service: Service;
/** The streams that the service has open, oldest first. */
let streams: { asked: Asked; say(...events: object[]): void; end(): void; closed: Promise<void> }[];

beforeEach(async () => {
  sessionStorage.clear();
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  service = await startService();
  streams = [];
  let sessions = 0;
  service.on('GET /agents/list', [200, { items: AGENTS }]);
  service.on('POST /agents/session/create', () => [200, { tab_id: `tab-${++sessions}` }]);
  service.on('POST /agents/select', ({ body }) => [200, body]);
  service.on('POST /agents/message', (asked, response) => (hold(asked, response), undefined));
});
afterEach(async () => {
  jest.restoreAllMocks();
  await service.close();
});

function hold(asked: Asked, response: ServerResponse) {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
  streams.push({
    asked,
    say: (...events) => events.forEach((event) => response.write(`data: ${JSON.stringify(event)}\n\n`)),
    end: () => response.end(),
    closed: new Promise((closed) => response.on('close', () => closed())),
  });
}

const user = userEvent.setup();
function open() {
  const person = { id: 1, username: 'ada', email: 'ada@example.com', companies: [], groups: [] };
  const router = createMemoryRouter([{ path: '/', element: <AgentChatScreen /> }]);
  return render(
    <SignedIn user={person}>
      <RouterProvider router={router} />
      <ToastQueue />
    </SignedIn>,
  );
}
const input = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' });
const selector = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Select an Agent:' });
const list = () => within(screen.getByRole('region', { name: 'Conversation' }));
const stream = async (at = 0) => {
  await waitFor(() => expect(streams.length).toBeGreaterThan(at));
  const found = streams[at];
  if (!found) throw new Error('There is no such stream');
  return found;
};
async function openWithAgent() {
  const drawn = open();
  await screen.findByRole('option', { name: 'Store Analyst' });
  await user.selectOptions(selector(), 'Store Analyst');
  await waitFor(() => expect(input()).toHaveAttribute('placeholder', 'Type your message...'));
  return drawn;
}
const say = (text: string) => user.type(input(), `${text}{Enter}`);
const begun = [{ type: 'start' }, { type: 'new_message', id: 7 }] as const;

test('the screen has a selector with a placeholder, the empty text, and an input that asks for an agent', async () => {
  open();
  expect(screen.getByRole('heading', { name: 'Agent Chat' })).toBeVisible();
  expect(await screen.findByRole('option', { name: 'Brand Voice' })).toBeVisible();
  expect([...selector().options].map(({ text }) => text)).toEqual([
    '-- Choose an agent --',
    'Brand Voice',
    'Store Analyst',
  ]);
  expect(
    screen.getByText('No messages yet. Start a conversation by selecting an agent and typing a message.'),
  ).toBeVisible();
  expect(input()).toHaveAttribute('placeholder', 'Please select an agent first');
  expect(input()).toHaveAttribute('rows', '3');
  expect(screen.getByText('Press Enter to send, Shift+Enter for new line.')).toBeVisible();
  await waitFor(() => expect(sessionStorage.getItem('agent_chat_tab_id')).toBe('tab-1'));
});

test("sending with no agent selected gives 'Please select an agent first.'", async () => {
  open();
  await say('Hello');
  expect(await screen.findByText('Please select an agent first.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
  expect(input()).toHaveValue('Hello');
});

test('selecting an agent creates a fresh session and records the chosen agent', async () => {
  await openWithAgent();
  expect(service.askedFor('POST /agents/select')[0]?.body).toEqual({ agent: 'store-analyst', tab_id: 'tab-2' });
  expect(sessionStorage.getItem('agent_chat_tab_id')).toBe('tab-2');
});

test('an answer streams: sender and time, markdown, tools, and the end announced once', async () => {
  await openWithAgent();
  await say('How much did we spend?');
  const { asked, say: tell, end } = await stream();
  expect(asked.body).toEqual({ message: 'How much did we spend?', tab_id: 'tab-2' });
  expect(input()).toHaveValue('');
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
  expect(screen.getByText('Agent is typing')).toBeInTheDocument();

  tell(...begun, { type: 'tool_call', id: 'c', tool: 'ad_spend', args: { company_id: 1 } });
  const header = await screen.findByRole('button', { name: 'Using 1 tool' });
  expect(header).toHaveAttribute('aria-expanded', 'true');
  expect(list().getByText('Using tool: ad_spend')).toBeVisible();
  expect(list().getByText('company_id: 1')).toBeVisible();

  tell({ type: 'tool_result', id: 'c', result: { total: 12.5 }, is_error: false });
  expect(await screen.findByRole('button', { name: 'Used 1 tool' })).toHaveAttribute('aria-expanded', 'false');
  await user.click(screen.getByRole('button', { name: 'Used 1 tool' }));
  expect(list().getByText('total: 12.5')).toBeVisible();

  tell(
    { type: 'new_message', id: 8 },
    { type: 'text', content: 'We spent **$12' },
    { type: 'text', content: '.50**.' },
  );
  expect(await list().findByText('$12.50')).toBeVisible();
  expect(screen.queryByText(/^Agent: We/)).toBeNull();
  tell({ type: 'done', interrupted: false });
  end();
  expect(await screen.findByText('Agent: We spent $12.50.')).toHaveAttribute('aria-live', 'polite');
  expect(screen.queryByText('Agent is typing')).toBeNull();
  expect(list().getAllByText('Agent').length).toBeGreaterThan(0);
  expect(list().getAllByText(/^\d\d:\d\d [AP]M$/)).not.toHaveLength(0);
});

test('user text is shown as plain text with line breaks kept', async () => {
  await openWithAgent();
  await user.type(input(), '<b>one</b>{Shift>}{Enter}{/Shift}*two*{Enter}');
  const words = await list().findByText(/<b>one<\/b>/);
  expect(words.textContent).toBe('<b>one</b>\n*two*');
  expect(words).toHaveClass('chat-message__words');
});

test('blank text cannot be sent, and a submit less than 200 ms after the one before is blocked', async () => {
  await openWithAgent();
  await say('   ');
  expect(streams).toHaveLength(0);
  await user.clear(input());
  await user.type(input(), 'a');
  const form = input().form;
  act(() => {
    form?.requestSubmit();
    form?.requestSubmit();
  });
  await stream();
  expect(service.askedFor('POST /agents/message')).toHaveLength(1);
});

test('Stop closes the stream, tells the service, keeps the partial answer and marks it', async () => {
  service.on('POST /agents/conversation/tab-2/stop', [200, {}]);
  await openWithAgent();
  await say('Tell me');
  const { say: tell, closed } = await stream();
  tell(...begun, { type: 'text', content: 'Once upon a' });
  await list().findByText('Once upon a');
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(list().getByText('Interrupted')).toBeVisible();
  await closed;
  await waitFor(() => expect(service.askedFor('POST /agents/conversation/tab-2/stop')).toHaveLength(1));
  // The next message goes out once 200 ms have passed since the last one.
  await user.type(input(), 'Go on');
  await waitFor(async () => {
    await user.keyboard('{Enter}');
    expect(streams.length).toBeGreaterThan(1);
  });
});

test('a failed send says why, keeps the text, and can be sent again', async () => {
  service.on('POST /agents/message', [500, { detail: 'Broken' }]);
  await openWithAgent();
  await say('Hello');
  expect(await screen.findByText('Failed to send message: HTTP 500: Internal Server Error')).toBeVisible();
  expect(list().getByText('Not sent')).toBeVisible();
  expect(input()).toHaveValue('Hello');
  service.on('POST /agents/message', (asked, response) => (hold(asked, response), undefined));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await stream();
  expect(list().getAllByText('Hello')).toHaveLength(1);
  expect(list().queryByText('Not sent')).toBeNull();
  expect(input()).toHaveValue('');
});

test("a stream error event shows the server's error text", async () => {
  await openWithAgent();
  await say('Hello');
  (await stream()).say({ type: 'start' }, { type: 'error', error: 'The model is busy. Please try again.' });
  expect(await screen.findByText('The model is busy. Please try again.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
});

test('after an error a running stream is aborted before a new one starts', async () => {
  await openWithAgent();
  await say('Hello');
  const first = await stream();
  first.say({ type: 'start' }, { type: 'error', error: 'Busy' });
  await screen.findByText('Busy');
  const stopped = Date.now();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await first.closed;
  expect((await stream(1)).asked.body).toMatchObject({ message: 'Hello' });
  expect(Date.now() - stopped).toBeGreaterThanOrEqual(100);
});

test('another agent means another session: the stream is aborted, its events are ignored, the draft stays', async () => {
  await openWithAgent();
  await say('Hello');
  const { say: tell, closed } = await stream();
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
  service.on('POST /agents/select', async ({ body }) => (await held, [200, body]));
  await user.selectOptions(selector(), 'Brand Voice');
  await say('Hello');
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
  expect(input()).toHaveValue('Hello');
  goOn();
  await waitFor(() => expect(screen.getByRole('button', { name: 'Send' })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect((await stream()).asked.body).toEqual({ message: 'Hello', tab_id: 'tab-3' });
  expect(streams).toHaveLength(1);
});

test("a refused choice gives 'Failed to select agent: {message}' and leaves what was chosen", async () => {
  await openWithAgent();
  service.on('POST /agents/select', [404, { detail: 'Agent not found' }]);
  await user.selectOptions(selector(), 'Brand Voice');
  expect(await screen.findByText('Failed to select agent: Agent not found')).toBeVisible();
  expect(selector()).toHaveValue('store-analyst');
});

test('New Conversation begins a session with the same agent and has the old one cleared; its failure is only logged', async () => {
  await openWithAgent();
  await say('Hello');
  await stream();
  await user.click(screen.getByRole('button', { name: 'New Conversation' }));
  expect(await screen.findByText(/^No messages yet/)).toBeVisible();
  await waitFor(() => expect(service.askedFor('POST /agents/conversation/tab-2/clear')).toHaveLength(1));
  expect(selector()).toHaveValue('store-analyst');
  expect(document.querySelector('.c-alert')).toBeNull();
  service.on('POST /agents/session/create', [503, {}]);
  await user.click(screen.getByRole('button', { name: 'New Conversation' }));
  expect(await screen.findByText('Failed to start new conversation')).toBeVisible();
});

test("'Failed to initialize session' when there is none, and Retry asks again", async () => {
  service.on('POST /agents/session/create', [500, {}]);
  open();
  expect(await screen.findByText('Failed to initialize session')).toBeVisible();
  service.on('POST /agents/session/create', [200, { tab_id: 'tab-9' }]);
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
  service.on('GET /agents/conversation/tab-5', [200, { tab_id: 'tab-5', agent: AGENTS[1], messages }]);
  const { unmount } = open();
  expect(await list().findByText('day')).toBeVisible();
  expect(list().getByText('Interrupted')).toBeVisible();
  expect(selector()).toHaveValue('store-analyst');
  unmount();
  service.on('GET /agents/conversation/tab-5', [404, { detail: 'Not found' }]);
  open();
  await waitFor(() => expect(sessionStorage.getItem('agent_chat_tab_id')).toBe('tab-1'));
  expect(document.querySelector('.c-alert')).toBeNull();
});

test('a draft survives leaving the page, and leaving aborts the stream', async () => {
  const { unmount } = await openWithAgent();
  await say('Hello');
  const { say: tell, closed } = await stream();
  tell(...begun);
  await user.type(input(), 'Next');
  unmount();
  await closed;
  open();
  expect(input()).toHaveValue('Next');
});

test('a message can be copied', async () => {
  await openWithAgent();
  await say('Copy me');
  await user.click(await list().findByRole('button', { name: 'Copy message' }));
  expect(await navigator.clipboard.readText()).toBe('Copy me');
});
