/** The agent chat on the wire: sessions, conversations and the events of an answer (specification 2 §3, §4.4, §7.6; DECISIONS §9). */
import { partOf } from '../paging';
import { response, flag, id, listOf, dateTime, longText, object, oneOf, nullable, text, type Infer } from '../schema';

/** The longest message a person can send. */
export const MAX_MESSAGE = 32_000;

const tabId = text('Tab id', { minLength: 1, maxLength: 64 });

/** An agent: `key` is the definition's slug, `display_name` the slug in title case. */
export const agent = response({ key: text('Key', {}), display_name: text('Name', {}) });

/**
 * Response of GET /agents/list, by key. `model_configured` is false where the built-in model answers, which the screen
 * says once.
 */
export const agentList = response({ items: listOf(agent), model_configured: flag('Language model configured') });

/** Response of POST /agents/session/create: a session of the signed-in user, with no agent selected. */
export const agentSession = response({ tab_id: text('Tab id', {}) });

/** Body of POST /agents/select. */
export const agentSelection = object({ agent: text('Agent', { minLength: 1, maxLength: 255 }), tab_id: tabId }, [
  'agent',
  'tab_id',
]);

/** Response of POST /agents/select. */
export const agentSelected = response({ tab_id: text('Tab id', {}), agent });

/**
 * Body of POST /agents/message. `replaces` is the id of a message of this conversation: it and all after it make room for
 * this one.
 */
export const agentMessage = object(
  {
    message: longText('Message', { minLength: 1, maxLength: MAX_MESSAGE }),
    tab_id: tabId,
    replaces: { ...id, title: 'Replaces' },
  },
  ['message', 'tab_id'],
);

/** Path of the calls on one conversation. */
export const byTab = object({ tab_id: text('Tab id', {}) }, ['tab_id']);

/** Any JSON value: a tool's arguments and its result. */
const anything = { title: 'Any value' } as const;

/** A tool call of an assistant message. `result` is null while it runs; of a failed one it is a message. */
export const toolCall = response({
  id: text('Id', {}),
  name: text('Tool', {}),
  args: anything,
  status: oneOf('Status', ['running', 'done', 'failed']),
  result: anything,
});

/**
 * A message. `status` is `running` while the answer is being written, `interrupted` when it ended early: the person
 * left, stopped it or sent another message, a limit was reached, or it failed.
 */
export const chatMessage = object(
  {
    id,
    role: oneOf('Role', ['user', 'assistant', 'tool']),
    content: text('Content', {}),
    timestamp: dateTime('Time'),
    status: oneOf('Status', ['complete', 'running', 'interrupted']),
    /** Of tool messages. */
    tool_name: text('Tool', {}),
    /** Of assistant messages that called tools. */
    tool_calls: listOf(toolCall),
  },
  ['id', 'role', 'content', 'timestamp', 'status'],
);

/** Response of GET /agents/conversation/{tab_id}; `agent` is null while none is selected, and once it is deleted. */
export const conversation = response({
  tab_id: text('Tab id', {}),
  agent: nullable(agent),
  messages: listOf(chatMessage),
});

/**
 * Response of GET /agents/conversations: the signed-in user's own that hold messages, the last used first. `title` is
 * what the person calls it, else the beginning of the first message.
 */
export const conversationList = response({
  items: listOf(
    response({
      tab_id: text('Tab id', {}),
      agent: nullable(agent),
      title: text('Title', {}),
      last_used_at: dateTime('Last used'),
    }),
  ),
});

/** Query of GET /agents/conversations: a part of the title or of a message. */
export const conversationListQuery = object({ search: partOf('Search') }, []);

/** Response of GET /agents/questions/{tab_id}: at most three that the conversation's agent can answer. */
export const suggestedQuestions = response({ items: listOf(text('Question', {})) });

/** Body of PATCH /agents/conversation/{tab_id}. */
export const conversationChange = object({ title: text('Title', { minLength: 1, maxLength: 100 }) }, ['title']);

/**
 * The events of an answer, in their order: `start` with the id of the message that is answered; for each step of the agent a `new_message` with its `text`s and
 * `tool_call`s, each of these with its `tool_result`; at the end `done` or `error`, never both. `done` says whether the
 * answer ended early by the person's own doing (Stop, a newer message) or at a limit of its length.
 */
export const chatEvents = {
  start: response({ type: oneOf('Type', ['start']), message_id: id }),
  new_message: response({ type: oneOf('Type', ['new_message']), id }),
  text: response({ type: oneOf('Type', ['text']), content: text('Content', {}) }),
  tool_call: response({
    type: oneOf('Type', ['tool_call']),
    id: text('Id', {}),
    tool: text('Tool', {}),
    args: anything,
  }),
  tool_result: response({
    type: oneOf('Type', ['tool_result']),
    id: text('Id', {}),
    result: anything,
    is_error: flag('Failed'),
  }),
  done: response({ type: oneOf('Type', ['done']), interrupted: flag('Interrupted') }),
  error: response({ type: oneOf('Type', ['error']), error: text('Error', {}) }),
} as const;

export type Agent = Infer<typeof agent>;
export type AgentList = Infer<typeof agentList>;
export type ToolCall = Infer<typeof toolCall>;
export type ChatMessage = Infer<typeof chatMessage>;
export type Conversation = Infer<typeof conversation>;
export type SuggestedQuestions = Infer<typeof suggestedQuestions>;
export type ConversationChange = Infer<typeof conversationChange>;
export type ConversationList = Infer<typeof conversationList>;
/** One event of POST /agents/message: one `data:` line of JSON. */
export type ChatEvent = {
  [Type in keyof typeof chatEvents]: Infer<(typeof chatEvents)[Type]>;
}[keyof typeof chatEvents];
