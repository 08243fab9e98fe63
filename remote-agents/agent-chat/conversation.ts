/**
 * Every rule of a conversation as one pure reducer (specification 2 §3 'Agent chat state', §4.4): what the person does
 * and what the stream says, one after the other, and what is on the screen then.
 */
import type { Agent, ChatEvent, ChatMessage, Conversation, ToolCall } from 'contract/agents/agent-chat';

/** A message on the screen; `key` tells it from the others, and `unsent` is a person's that the service never took. */
export interface Message extends Omit<ChatMessage, 'id' | 'status'> {
  readonly key: string;
  /** The service's, once it has said it. */
  readonly id?: number | undefined;
  readonly status: ChatMessage['status'] | 'unsent';
}

/** A message to send, in the place of the one with the id `replaces` and of all after it. */
export interface Outgoing {
  readonly text: string;
  readonly replaces?: number | undefined;
}

/** The failure, and the message that can be sent again. */
export interface ChatError {
  readonly message: string;
  readonly retry?: Outgoing | undefined;
  /** The thrown error, if any. */
  readonly cause?: unknown;
}

/** All that the screen shows of a conversation. */
export interface ChatState {
  /** The chosen agent. */
  readonly agent: Agent | null;
  /** The session; null until there is one. */
  readonly tabId: string | null;
  readonly messages: readonly Message[];
  /** An answer is on its way. */
  readonly loading: boolean;
  readonly error: ChatError | null;
  /** The message that the text of the stream belongs to. */
  readonly reply: string | null;
  /** The stream has started: the service has the person's message. */
  readonly taken: boolean;
  /** How many messages this page has made: their keys. */
  readonly made: number;
  /** The last answer that came to its end, for those who listen to the page. */
  readonly finished: Message | null;
  /** An answer is being written that this page does not read: another tab's, or this one's before it was reloaded. */
  readonly elsewhere: boolean;
}

/** The events of a conversation. */
export type ChatAction =
  | { type: 'initializeSession'; tabId: string; agent?: Agent | null }
  | { type: 'restore'; conversation: Conversation }
  | { type: 'setError'; error: ChatError | null }
  /** The person's message goes out; `at` is now. */
  | ({ type: 'send'; at: string } & Outgoing)
  | { type: 'events'; events: readonly ChatEvent[]; at: string }
  /** The person stopped the answer, or left it for something else. */
  | { type: 'stop' }
  /** The stream could not be opened or broke off. */
  | { type: 'fail'; message: string; cause?: unknown }
  /** The stream has ended, whether or not it said so. */
  | { type: 'end' };

/** Before there is a session. */
export const NO_CONVERSATION: ChatState = {
  agent: null,
  tabId: null,
  messages: [],
  loading: false,
  error: null,
  reply: null,
  taken: false,
  made: 0,
  finished: null,
  elsewhere: false,
};

/** The conversation after one more action. */
export function reduceChat(state: ChatState, action: ChatAction): ChatState {
  switch (action.type) {
    case 'initializeSession':
      return { ...NO_CONVERSATION, tabId: action.tabId, agent: action.agent ?? null };
    case 'restore': {
      const { tab_id, agent, messages } = action.conversation;
      const elsewhere = messages.some(({ status }) => status === 'running');
      return { ...NO_CONVERSATION, tabId: tab_id, agent, messages: messages.map(restored), elsewhere };
    }
    case 'setError':
      return { ...state, error: action.error };
    case 'send': {
      const at = state.messages.findIndex(({ id }) => id !== undefined && id === action.replaces);
      const kept = at < 0 ? state.messages : state.messages.slice(0, at);
      // A message that is sent again replaces the one that was never received.
      const messages = kept.filter(({ status, content }) => status !== 'unsent' || content !== action.text);
      const message = { role: 'user', content: action.text, timestamp: action.at, status: 'complete' } as const;
      const { agent, tabId, made } = state;
      return added({ ...NO_CONVERSATION, agent, tabId, made, messages, loading: true }, message);
    }
    case 'events':
      return action.events.reduce((now, event) => hear(now, event, action.at), state);
    case 'stop':
      return state.loading ? unsentUnlessTaken(ended(state, 'interrupted')) : state;
    case 'end':
      return state.loading ? ended(state, 'interrupted') : state;
    case 'fail':
      return failed(state, `Failed to send message: ${action.message}`, action.cause);
  }
}

const restored = (message: ChatMessage): Message => ({ ...message, key: String(message.id) });

const brokenOff = (call: ToolCall): ToolCall =>
  call.status === 'running' ? { ...call, status: 'failed', result: 'Interrupted' } : call;

/** With one more message; keys that this page makes are told from the service's, which are numbers. */
const added = (state: ChatState, message: Omit<Message, 'key'>, key = `new-${state.made}`): ChatState => ({
  ...state,
  messages: [...state.messages, { ...message, key }],
  made: state.made + 1,
});

function hear(state: ChatState, event: ChatEvent, at: string): ChatState {
  // Events after the end are ignored.
  if (!state.loading) return state;
  switch (event.type) {
    case 'start':
      return { ...identified(state, event.message_id), reply: null, taken: true };
    case 'new_message':
      return withReply(closed(state, 'complete'), at, Number.isNaN(event.id) ? undefined : String(event.id));
    case 'text':
      return changeReply(withReply(state, at), (reply) => ({ ...reply, content: reply.content + event.content }));
    case 'tool_call': {
      const call: ToolCall = { id: event.id, name: event.tool, args: event.args, status: 'running', result: null };
      const calling = changeReply(withReply(state, at), (reply) => ({
        ...reply,
        tool_calls: [...(reply.tool_calls ?? []), call],
      }));
      const content = `Using tool: ${event.tool}`;
      return added(calling, { role: 'tool', content, timestamp: at, status: 'complete', tool_name: event.tool });
    }
    case 'tool_result':
      return {
        ...state,
        messages: state.messages.map((message) =>
          message.tool_calls?.some(({ id, status }) => id === event.id && status === 'running')
            ? { ...message, tool_calls: message.tool_calls.map((call) => answered(call, event)) }
            : message,
        ),
      };
    case 'done': {
      const over = ended(state, event.interrupted ? 'interrupted' : 'complete');
      return event.interrupted || hasAnswer(over)
        ? over
        : { ...over, error: { message: 'The agent gave no answer.', retry: asked(over) } };
    }
    case 'error':
      return failed(state, event.error);
  }
}

/** The person's last message is known to the service by this id. */
const identified = (state: ChatState, id: number): ChatState => {
  const sent = lastSent(state);
  if (Number.isNaN(id)) return state;
  return { ...state, messages: state.messages.map((one) => (one === sent ? { ...one, id } : one)) };
};

const lastSent = ({ messages }: ChatState) => messages.findLast(({ role }) => role === 'user');

/** The last question, to be asked once more in its own place. */
const asked = (state: ChatState): Outgoing | undefined => {
  const sent = lastSent(state);
  return sent && { text: sent.content, replaces: sent.id };
};

/** Whether the last question has been answered by any words. */
const hasAnswer = ({ messages }: ChatState) =>
  messages.findLast(({ role, content }) => role === 'user' || (content !== '' && role === 'assistant'))?.role ===
  'assistant';

const answered = (call: ToolCall, { id, result, is_error }: Extract<ChatEvent, { type: 'tool_result' }>): ToolCall =>
  call.id === id && call.status === 'running' ? { ...call, status: is_error ? 'failed' : 'done', result } : call;

/** The message that the stream writes into; created where the service has not announced it. */
function withReply(state: ChatState, at: string, key?: string): ChatState {
  if (state.reply !== null) return state;
  const id = key === undefined ? undefined : Number(key);
  const begun = added(state, { role: 'assistant', content: '', timestamp: at, status: 'running', id }, key);
  return { ...begun, taken: true, reply: begun.messages.at(-1)?.key ?? null };
}

const changeReply = (state: ChatState, change: (reply: Message) => Message): ChatState => ({
  ...state,
  messages: state.messages.map((message) => (message.key === state.reply ? change(message) : message)),
});

/** No text comes for the present message any more. */
const closed = (state: ChatState, status: Message['status']): ChatState => ({
  ...changeReply(state, (reply) => ({ ...reply, status })),
  reply: null,
});

/** No event of this answer comes any more. */
function ended(state: ChatState, status: 'complete' | 'interrupted'): ChatState {
  const over = closed(state, status);
  const messages = over.messages
    .filter(({ role, content, tool_calls }) => role !== 'assistant' || content !== '' || tool_calls?.length)
    .map((message) =>
      message.tool_calls?.some((call) => call.status === 'running')
        ? { ...message, tool_calls: message.tool_calls.map(brokenOff) }
        : message,
    );
  const answer = messages.findLast(({ role, content }) => role === 'assistant' && content !== '');
  const isNew = status === 'complete' && messages.at(-1) === answer;
  return { ...over, messages, loading: false, finished: isNew && answer ? answer : null };
}

/** The person's message can be sent again; where the service never took it, it says so. */
function failed(state: ChatState, message: string, cause?: unknown): ChatState {
  if (!state.loading) return { ...state, error: { message, cause } };
  const over = unsentUnlessTaken(ended(state, 'interrupted'));
  return { ...over, error: { message, retry: asked(over), cause } };
}

function unsentUnlessTaken(state: ChatState): ChatState {
  const sent = lastSent(state);
  if (state.taken) return state;
  return { ...state, messages: state.messages.map((one) => (one === sent ? { ...one, status: 'unsent' } : one)) };
}
