import { act, screen, waitFor } from '@testing-library/react';
import { chatServiceForEachTest, input, list, openChat, openWithAgent, say, selector } from './testing/chat';
import { user } from 'shared-ui/testing';

const chat = chatServiceForEachTest();
const begun = [
  { type: 'start', message_id: 6 },
  { type: 'new_message', id: 7 },
] as const;

test('the screen has a selector with a placeholder, the empty text, and an input that asks for an agent', async () => {
  openChat();
  expect(screen.getByRole('heading', { name: 'Agent Chat' })).toBeVisible();
  expect(await screen.findByRole('option', { name: 'Brand Voice' })).toBeVisible();
  expect([...selector().options].map(({ text }) => text)).toEqual([
    '-- Choose an agent --',
    'Brand Voice',
    'Store Analyst',
  ]);
  expect(
    await screen.findByText('No messages yet. Start a conversation by selecting an agent and typing a message.'),
  ).toBeVisible();
  expect(input()).toHaveAttribute('placeholder', 'Please select an agent first');
  expect(input()).toHaveAttribute('rows', '3');
  expect(screen.getByText('Press Enter to send, Shift+Enter for new line.')).toBeVisible();
  await waitFor(() => expect(sessionStorage.getItem('agent_chat_tab_id')).toBe('tab-1'));
});

test("sending with no agent selected gives 'Please select an agent first.'", async () => {
  openChat();
  await say('Hello');
  expect(await screen.findByText('Please select an agent first.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send' })).toBeDisabled();
  expect(input()).toHaveValue('Hello');
});

test('an answer streams: sender and time, markdown, tools, and the end announced once', async () => {
  await openWithAgent();
  await say('How much did we spend?');
  const { asked, say: tell, end } = await chat.stream();
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

test('user text is shown as plain text with line breaks kept (CHAT-07)', async () => {
  await openWithAgent();
  await user.type(input(), '<b>one</b>{Shift>}{Enter}{/Shift}*two*{Enter}');
  const words = await list().findByText(/<b>one<\/b>/);
  expect(words.textContent).toBe('<b>one</b>\n*two*');
  expect(words).toHaveClass('chat-message__words');
});

test('blank text cannot be sent, and a submit less than 200 ms after the one before is blocked', async () => {
  await openWithAgent();
  await say('   ');
  expect(chat.streams).toHaveLength(0);
  await user.clear(input());
  await user.type(input(), 'a');
  const form = input().form;
  act(() => {
    form?.requestSubmit();
    form?.requestSubmit();
  });
  await chat.stream();
  expect(chat.service.requestsTo('POST /agents/message')).toHaveLength(1);
});

test('Stop closes the stream, tells the service, keeps the partial answer and marks it', async () => {
  chat.service.on('POST /agents/conversation/tab-2/stop', [200, {}]);
  await openWithAgent();
  await say('Tell me');
  const { say: tell, closed } = await chat.stream();
  tell(...begun, { type: 'text', content: 'Once upon a' });
  await list().findByText('Once upon a');
  await user.click(screen.getByRole('button', { name: 'Stop' }));
  expect(list().getByText('Interrupted')).toBeVisible();
  await closed;
  await waitFor(() => expect(chat.service.requestsTo('POST /agents/conversation/tab-2/stop')).toHaveLength(1));
  // The next message goes out once 200 ms have passed since the last one.
  await user.type(input(), 'Go on');
  await waitFor(async () => {
    await user.keyboard('{Enter}');
    expect(chat.streams.length).toBeGreaterThan(1);
  });
});

test('a failed send says why, keeps the text, and can be sent again', async () => {
  chat.service.on('POST /agents/message', [500, { detail: 'Broken' }]);
  await openWithAgent();
  await say('Hello');
  expect(await screen.findByText('Failed to send message: HTTP 500: Internal Server Error')).toBeVisible();
  expect(list().getByText('Not sent')).toBeVisible();
  expect(input()).toHaveValue('Hello');
  chat.streamAnswers();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await chat.stream();
  expect(list().getAllByText('Hello')).toHaveLength(1);
  expect(list().queryByText('Not sent')).toBeNull();
  expect(input()).toHaveValue('');
});

test('a send that meets a limit says which, and when there is room again', async () => {
  chat.service.on('POST /agents/message', [429, { detail: 'Two are being answered. Please wait for one.' }]);
  await openWithAgent();
  await say('Hello');
  const sentence = 'Failed to send message: HTTP 429: Too Many Requests. Two are being answered. Please wait for one.';
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(input()).toHaveValue('Hello');
});

test.each(['<html>A proxy asks you to log in</html>', ''])(
  'an answer without an event (%p) is no answer: the message counts as not sent',
  async (body) => {
    chat.service.on('POST /agents/message', [200, body]);
    await openWithAgent();
    await say('Hello');
    expect(await screen.findByText('Failed to send message: The server sent no answer.')).toBeVisible();
    expect(list().getByText('Not sent')).toBeVisible();
    expect(input()).toHaveValue('Hello');
  },
);

test("a stream error event shows the server's error text", async () => {
  await openWithAgent();
  await say('Hello');
  (await chat.stream()).say({ type: 'start' }, { type: 'error', error: 'The model is busy. Please try again.' });
  expect(await screen.findByText('The model is busy. Please try again.')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Stop' })).toBeNull();
});

test('after an error a running stream is aborted before a new one starts', async () => {
  await openWithAgent();
  await say('Hello');
  const first = await chat.stream();
  first.say({ type: 'start' }, { type: 'error', error: 'Busy' });
  await screen.findByText('Busy');
  const stopped = Date.now();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await first.closed;
  expect((await chat.stream(1)).asked.body).toMatchObject({ message: 'Hello' });
  expect(Date.now() - stopped).toBeGreaterThanOrEqual(100);
});

/** Asks, and has the answer written to its end. */
async function asked(question: string, answer: string, at: number) {
  await user.type(input(), question);
  // The next message goes out once 200 ms have passed since the last one.
  await waitFor(async () => {
    await user.type(input(), '{Enter}');
    expect(chat.streams.length).toBeGreaterThan(at);
  });
  const { say: tell, end } = await chat.stream(at);
  const ids = 10 * (at + 1);
  tell({ type: 'start', message_id: ids }, { type: 'new_message', id: ids + 1 }, { type: 'text', content: answer });
  tell({ type: 'done', interrupted: false });
  end();
  await waitFor(() => expect(screen.queryByText('Agent is typing')).toBeNull());
}

test('Retry after a failed answer asks the question once more in its own place', async () => {
  await openWithAgent();
  await say('Hello');
  (await chat.stream()).say(...begun, { type: 'text', content: 'Half' }, { type: 'error', error: 'Busy' });
  await screen.findByText('Busy');
  expect(list().getByText('Interrupted')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect((await chat.stream(1)).asked.body).toEqual({ message: 'Hello', tab_id: 'tab-2', replaces: 6 });
  expect(list().getAllByText('Hello')).toHaveLength(1);
  expect(list().queryByText('Half')).toBeNull();
});

test('an answer without a word says so and can be asked once more', async () => {
  await openWithAgent();
  await say('Hello');
  const { say: tell, end } = await chat.stream();
  tell(...begun, { type: 'done', interrupted: false });
  end();
  expect(await screen.findByText('The agent gave no answer.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Retry' })).toBeVisible();
});

test('Stop before the service has answered marks the message as not sent and keeps its text', async () => {
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  chat.service.on('POST /agents/message', async () => (await held, undefined));
  chat.service.on('POST /agents/conversation/tab-2/stop', [200, {}]);
  await openWithAgent();
  await say('Hello');
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  expect(list().getByText('Not sent')).toBeVisible();
  expect(input()).toHaveValue('Hello');
  goOn();
});

test('Regenerate asks the last question once more, in its place', async () => {
  await openWithAgent();
  await asked('First', 'One.', 0);
  await asked('Second', 'Two.', 1);
  expect(screen.getAllByRole('button', { name: 'Regenerate' })).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Regenerate' }));
  expect((await chat.stream(2)).asked.body).toEqual({ message: 'Second', tab_id: 'tab-2', replaces: 20 });
  expect(list().queryByText('Two.')).toBeNull();
  expect(list().getByText('One.')).toBeVisible();
});

test('a message is edited and sent again after a question; what followed it is replaced', async () => {
  await openWithAgent();
  await asked('First', 'One.', 0);
  await asked('Second', 'Two.', 1);
  await user.click(screen.getAllByRole('button', { name: 'Edit message' })[0]!);
  const edited = screen.getByRole('textbox', { name: 'Edit message' });
  expect(edited).toHaveFocus();
  await user.clear(edited);
  await user.type(edited, 'Other{Enter}');
  await user.click(await screen.findByRole('button', { name: 'Replace and send' }));
  expect((await chat.stream(2)).asked.body).toEqual({ message: 'Other', tab_id: 'tab-2', replaces: 10 });
  expect(list().getByText('Other')).toBeVisible();
  for (const gone of ['First', 'One.', 'Second', 'Two.']) expect(list().queryByText(gone)).toBeNull();
});

test('each answer has one head with the agent in it; the messages behind it say sender and time beside the words', async () => {
  await openWithAgent();
  await say('How much?');
  const { say: tell } = await chat.stream();
  tell(...begun, { type: 'tool_call', id: 'c', tool: 'ad_spend', args: {} });
  tell({ type: 'tool_result', id: 'c', result: 1, is_error: false }, { type: 'new_message', id: 8 });
  tell({ type: 'text', content: 'Much.' }, { type: 'done', interrupted: false });
  await list().findByText('Much.');
  expect(document.querySelectorAll('.chat-turn--agent .chat-message__head')).toHaveLength(1);
  expect(document.querySelector('.chat-turn--agent .chat-message__head')).toHaveTextContent(
    /^Agent\d\d:\d\d [AP]MStore Analyst$/,
  );
  expect(document.querySelectorAll('.chat-turn--agent .chat-message__side')).toHaveLength(2);
});

test('Tab reaches the buttons of the last turn alone, the arrow keys those of the others', async () => {
  await openWithAgent();
  await asked('First', 'One.', 0);
  const [mine, answers] = list().getAllByRole('button', { name: 'Copy message' });
  expect(mine).toHaveAttribute('tabindex', '-1');
  expect(answers).toHaveAttribute('tabindex', '0');
  act(() => answers?.focus());
  await user.keyboard('{ArrowUp}');
  expect(mine).toHaveFocus();
  expect(mine).toHaveAttribute('tabindex', '0');
  expect(answers).toHaveAttribute('tabindex', '-1');
});

test('where the built-in model answers, the chat says so once at its top', async () => {
  chat.service.on('GET /agents/list', [200, { items: [], model_configured: false }]);
  openChat();
  expect(await screen.findByText(/^No language model is configured/)).toBeVisible();
});

test('a conversation can be copied as markdown', async () => {
  await openWithAgent();
  await asked('First', '**One.**', 0);
  await user.click(screen.getByRole('button', { name: 'Copy conversation' }));
  expect(await navigator.clipboard.readText()).toBe('**You**\n\nFirst\n\n---\n\n**Store Analyst**\n\n**One.**');
});

test('a message can be copied', async () => {
  await openWithAgent();
  await say('Copy me');
  await user.click(await list().findByRole('button', { name: 'Copy message' }));
  expect(await navigator.clipboard.readText()).toBe('Copy me');
});
