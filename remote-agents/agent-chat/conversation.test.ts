import type { ChatEvent, Conversation } from 'contract/agents/agent-chat';
import { NO_CONVERSATION, reduceChat, type ChatAction, type ChatState } from './conversation';

const AT = '2026-01-01T10:00:00.000Z';
const LATER = '2026-01-01T10:00:01.000Z';
const agent = { key: 'store-analyst', display_name: 'Store Analyst' };

const after = (...actions: ChatAction[]) => actions.reduce(reduceChat, NO_CONVERSATION);
const chosen: ChatAction = { type: 'initializeSession', tabId: 'tab-1', agent };
const send = (text = 'Hello'): ChatAction => ({ type: 'send', text, at: AT });
const events = (...said: ChatEvent[]): ChatAction => ({ type: 'events', events: said, at: LATER });
const start: ChatEvent = { type: 'start', message_id: 6 };
const begin: ChatEvent = { type: 'new_message', id: 7 };
const text = (content: string): ChatEvent => ({ type: 'text', content });
const toolCall: ChatEvent = { type: 'tool_call', id: 'c1', tool: 'ad_spend', args: { company_id: 1 } };
const toolResult: ChatEvent = { type: 'tool_result', id: 'c1', result: [1], is_error: false };
const done: ChatEvent = { type: 'done', interrupted: false };
const contents = ({ messages }: ChatState) => messages.map(({ role, content }) => `${role}: ${content}`);

test('initialize session sets the tab id and resets agent, messages and error', () => {
  const state = after(
    chosen,
    send(),
    { type: 'setError', error: { message: 'x' } },
    { type: 'initializeSession', tabId: 'tab-2' },
  );
  expect(state).toEqual({ ...NO_CONVERSATION, tabId: 'tab-2' });
});

test('sending adds the person’s message and loads', () => {
  const state = after(chosen, send('Hi\nthere'));
  expect(state.loading).toBe(true);
  expect(state.messages).toMatchObject([{ role: 'user', content: 'Hi\nthere', timestamp: AT }]);
});

test('new_message adds an empty assistant message that later text fills', () => {
  const begun = after(chosen, send(), events(start, begin));
  expect(contents(begun)).toEqual(['user: Hello', 'assistant: ']);
  const state = reduceChat(begun, events(text('Good '), text('day')));
  expect(contents(state)).toEqual(['user: Hello', 'assistant: Good day']);
  expect(state.messages[1]).toMatchObject({ key: '7', status: 'running', timestamp: LATER });
});

test('start resets the accumulated reply', () => {
  const state = after(chosen, send(), events(start, begin, text('one'), start, text('two')));
  expect(contents(state)).toEqual(['user: Hello', 'assistant: one', 'assistant: two']);
});

test('tool_call adds a tool message reading Using tool: {tool}, and is listed in the assistant’s calls until its result', () => {
  const calling = after(chosen, send(), events(start, begin, text('Let me look.'), toolCall));
  expect(contents(calling)).toEqual(['user: Hello', 'assistant: Let me look.', 'tool: Using tool: ad_spend']);
  expect(calling.messages[1]?.tool_calls).toEqual([
    { id: 'c1', name: 'ad_spend', args: { company_id: 1 }, status: 'running', result: null },
  ]);
  const called = reduceChat(calling, events(toolResult));
  expect(called.messages[1]?.tool_calls).toMatchObject([{ status: 'done', result: [1] }]);
  const failing = reduceChat(calling, events({ ...toolResult, is_error: true, result: 'No such company' }));
  expect(failing.messages[1]?.tool_calls).toMatchObject([{ status: 'failed', result: 'No such company' }]);
});

test('done ends loading and allows a new send', () => {
  const state = after(chosen, send(), events(start, begin, text('Done.'), done));
  expect(state).toMatchObject({ loading: false, reply: null, finished: { content: 'Done.', status: 'complete' } });
});

test('an answer that ended early is kept and marked, and is not announced as finished', () => {
  for (const end of [events({ type: 'done', interrupted: true }), { type: 'stop' }, { type: 'end' }] as ChatAction[]) {
    const state = after(chosen, send(), events(start, begin, text('Half'), toolCall), end);
    expect(state).toMatchObject({ loading: false, finished: null });
    expect(state.messages[1]).toMatchObject({
      content: 'Half',
      status: 'interrupted',
      tool_calls: [{ status: 'failed' }],
    });
  }
});

test('error shows the error, ends loading, and leaves the message to be sent again', () => {
  const state = after(chosen, send(), events(start, { type: 'error', error: 'The model is busy.' }));
  expect(state).toMatchObject({ loading: false, error: { message: 'The model is busy.' } });
  expect(state.error?.retry).toEqual({ text: 'Hello', replaces: 6 });
  expect(state.messages[0]?.status).toBe('complete');
});

test('what is sent once more stands in the place of the first, with all that followed it gone', () => {
  const broken = after(chosen, send(), events(start, begin, text('Half'), { type: 'error', error: 'Busy' }));
  const state = reduceChat(broken, { type: 'send', text: 'Hello', replaces: 6, at: LATER });
  expect(contents(state)).toEqual(['user: Hello']);
  expect(state).toMatchObject({ loading: true, error: null });
});

test('an answer without a word is a failure that can be asked once more, and leaves no empty message', () => {
  const state = after(chosen, send(), events(start, begin, done));
  expect(contents(state)).toEqual(['user: Hello']);
  expect(state.error).toEqual({ message: 'The agent gave no answer.', retry: { text: 'Hello', replaces: 6 } });
});

test('what is stopped before the service has it counts as not sent', () => {
  expect(after(chosen, send(), { type: 'stop' }).messages).toMatchObject([{ content: 'Hello', status: 'unsent' }]);
  expect(after(chosen, send(), events(start), { type: 'stop' }).messages[0]?.status).toBe('complete');
});

test('what the service never took is marked as not sent, and sending it again takes its place', () => {
  const failed = after(chosen, send(), { type: 'fail', message: 'HTTP 500: Internal Server Error' });
  expect(failed.error).toEqual({
    message: 'Failed to send message: HTTP 500: Internal Server Error',
    retry: { text: 'Hello', replaces: undefined },
  });
  expect(failed.messages).toMatchObject([{ content: 'Hello', status: 'unsent' }]);
  expect(reduceChat(failed, send()).messages).toMatchObject([{ content: 'Hello', status: 'complete' }]);
  expect(reduceChat(failed, send('Else')).messages).toHaveLength(2);
});

test('events after the end are ignored', () => {
  const over = after(chosen, send(), events(start, begin, text('Done.'), done));
  expect(reduceChat(over, events(text(' More'), toolCall))).toEqual(over);
});

test('every message has a key of its own', () => {
  const failed = after(chosen, send('a'), events(start, begin, toolCall, done), send('b'), {
    type: 'fail',
    message: 'x',
  });
  const keys = reduceChat(reduceChat(failed, send('b')), events(start, text('c'), toolCall)).messages.map(
    ({ key }) => key,
  );
  expect(new Set(keys).size).toBe(keys.length);
});

test('a restored conversation is as it was, and tells when its answer is being written elsewhere', () => {
  const call = { id: 'c1', name: 'ad_spend', args: {}, status: 'running', result: null } as const;
  const conversation: Conversation = {
    tab_id: 'tab-9',
    agent,
    messages: [
      { id: 1, role: 'user', content: 'Hello', timestamp: AT, status: 'complete' },
      { id: 2, role: 'assistant', content: 'Ha', timestamp: AT, status: 'running', tool_calls: [call] },
    ],
  };
  const state = after({ type: 'restore', conversation });
  expect(state).toMatchObject({ tabId: 'tab-9', agent, loading: false, elsewhere: true });
  expect(state.messages[1]).toMatchObject({ status: 'running', tool_calls: [{ status: 'running' }] });
  expect(reduceChat(state, send()).elsewhere).toBe(false);
});
