/** The one file of the chat that does something: it talks to the service and tells the reducer what came of it. */
import type { Agent, ChatEvent, Conversation } from 'api/contract/agents/agent-chat';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { openStream, serverMessage, sessionChoice } from 'shared-auth';
import { useCall } from 'shared-ui/list-screen';
import { agentChatApi } from './agent-chat.api';
import { asChatEvent } from './chat-event';
import { NO_CONVERSATION, reduceChat, type ChatState } from './conversation';

/** The session's place in session storage (specification 2 §3). */
const storedTab = sessionChoice('agent_chat_tab_id');
const storedDraft = sessionChoice('agent_chat_draft');

/** What is waited after a running stream was aborted, in milliseconds (specification 2 §9). */
const AFTER_ABORT = 100;
/** Events that arrive within so many milliseconds are drawn together. */
const TOGETHER = 40;

const { createAgentSession, selectAgent, getConversation, clearConversation, stopConversation } =
  agentChatApi.endpoints;

const isGone = (error: unknown) => (error as { status?: unknown } | null)?.status === 404;
const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** A session that is open, and the agent in it. */
type Session = Pick<ChatState, 'agent' | 'tabId'>;

export interface AgentChat {
  state: ChatState;
  /** The agent that is being selected, or whose choice is settled. */
  chosen: string;
  /** On the way to another session: what is sent now would be lost with the old one. */
  switching: boolean;
  draft: string;
  changeDraft(text: string): void;
  choose(agent: Agent | null): Promise<void>;
  startNew(): Promise<void>;
  /** Goes on with an earlier conversation; the one before stays as it is. */
  reopen(tabId: string): Promise<void>;
  send(text: string): Promise<void>;
  stop(): void;
  /** Sends once more what failed, or begins anew where there is no session yet. */
  retry(): void;
}

/** The conversation of this tab and what a person can do with it. Leaving the page aborts the stream. */
export function useAgentChat(): AgentChat {
  const call = useRef(useCall()).current;
  const [state, dispatch] = useReducer(reduceChat, NO_CONVERSATION);
  const [draft, setDraft] = useState(() => storedDraft.read() ?? '');
  const typed = useRef(draft);
  const [choosing, setChoosing] = useState<string | null>(null);
  const stream = useRef<{ abort(): void } | null>(null);
  /** Counts the sessions of this screen: what belongs to an older one is ignored. */
  const generation = useRef(0);
  /** The session in which a message is on its way out: until it is, another one is a slip. */
  const submitting = useRef<number | null>(null);
  /** The session that the screen begins with, on its way. */
  const opening = useRef<Promise<Session | null>>(Promise.resolve(null));

  const changeDraft = useCallback((text: string) => {
    typed.current = text;
    storedDraft.write(text || null);
    setDraft(text);
  }, []);

  const abort = () => {
    const running = stream.current;
    stream.current = null;
    running?.abort();
    if (running) dispatch({ type: 'stop' });
    return running !== null;
  };

  const open = useCallback(async (): Promise<Session | null> => {
    const mine = ++generation.current;
    const isCurrent = () => mine === generation.current;
    try {
      const stored = storedTab.read();
      const found =
        stored &&
        (await call.ask(getConversation, stored).catch((error: unknown) => {
          if (isGone(error)) return null;
          throw error;
        }));
      if (!isCurrent()) return null;
      if (found) {
        dispatch({ type: 'restore', conversation: found });
        return { agent: found.agent, tabId: found.tab_id };
      }
      const { tab_id } = await call.change(createAgentSession, undefined);
      if (!isCurrent()) return null;
      storedTab.write(tab_id);
      dispatch({ type: 'initializeSession', tabId: tab_id });
      return { agent: null, tabId: tab_id };
    } catch (error) {
      if (!isCurrent()) return null;
      console.error('Failed to initialize session', error);
      dispatch({ type: 'setError', error: { message: 'Failed to initialize session', cause: error } });
      return null;
    }
  }, [call]);

  useEffect(() => {
    opening.current = open();
    return () => {
      generation.current += 1;
      stream.current?.abort();
      stream.current = null;
    };
  }, [open]);

  /** Leaves this session for another one, which is shown once it is there; answers whether it is. */
  const moveTo = async (key: string, find: () => Promise<Conversation>, failure: (error: unknown) => string) => {
    abort();
    const mine = ++generation.current;
    const isCurrent = () => mine === generation.current;
    setChoosing(key);
    try {
      const conversation = await find();
      if (!isCurrent()) return false;
      storedTab.write(conversation.tab_id);
      dispatch({ type: 'restore', conversation });
      return true;
    } catch (error) {
      const message = failure(error);
      console.error(message, error);
      if (isCurrent()) dispatch({ type: 'setError', error: { message, cause: error } });
      return false;
    } finally {
      if (isCurrent()) setChoosing(null);
    }
  };

  const beginWith = async (agent: Agent | null): Promise<Conversation> => {
    const { tab_id } = await call.change(createAgentSession, undefined);
    if (agent) await call.change(selectAgent, { agent: agent.key, tab_id });
    return { tab_id, agent, messages: [] };
  };

  const choose = async (agent: Agent | null) => {
    const failure = (error: unknown) => `Failed to select agent: ${serverMessage(error)}`;
    await moveTo(agent?.key ?? '', () => beginWith(agent), failure);
  };

  const startNew = async () => {
    const { agent, tabId: before } = state;
    const failure = () => 'Failed to start new conversation';
    const hasMoved = await moveTo(agent?.key ?? '', () => beginWith(agent), failure);
    if (!hasMoved || !before) return;
    call
      .change(clearConversation, before)
      .catch((error: unknown) => console.error('The old conversation could not be cleared', error));
  };

  const reopen = async (tabId: string) => {
    const failure = (error: unknown) => `Failed to open the conversation: ${serverMessage(error)}`;
    await moveTo(state.agent?.key ?? '', () => call.ask(getConversation, tabId), failure);
  };

  const send = async (text: string) => {
    const mine = generation.current;
    if (submitting.current === mine) return;
    submitting.current = mine;
    // Who writes before the session is there means that one, and not that there is none.
    const { agent, tabId } = state.tabId === null ? ((await opening.current) ?? state) : state;
    if (agent && abort()) await wait(AFTER_ABORT);
    if (mine !== generation.current) return;
    submitting.current = null;
    if (!agent || !tabId) return dispatch({ type: 'setError', error: { message: 'Please select an agent first.' } });
    dispatch({ type: 'send', text, at: now() });
    // What has been written since stays.
    if (typed.current.trim() === text) changeDraft('');
    // Until the service has it, a forced sign-in must not lose it.
    storedDraft.write(typed.current || text);
    listen(text, tabId);
  };

  const listen = (text: string, tabId: string) => {
    let taken = false;
    let heard: ChatEvent[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      clearTimeout(timer);
      timer = undefined;
      const events = heard;
      heard = [];
      if (events.length > 0 && stream.current === own) dispatch({ type: 'events', events, at: now() });
    };
    const over = (failure?: string, cause?: unknown) => {
      flush();
      if (!taken) changeDraft(typed.current || text);
      if (stream.current !== own) return;
      stream.current = null;
      dispatch(failure === undefined ? { type: 'end' } : { type: 'fail', message: failure, cause });
    };
    const own = openStream<unknown>(
      '/agents/message',
      { message: text, tab_id: tabId },
      {
        onEvent(line) {
          const event = asChatEvent(line);
          if (!event) return;
          if (!taken) {
            taken = true;
            changeDraft(typed.current);
          }
          heard.push(event);
          timer ??= setTimeout(flush, TOGETHER);
        },
        onError: (error) => over(failureOf(error), error),
        // A stream without an event is none: a proxy's page, say, in the place of the service's answer.
        onDone: () => over(taken ? undefined : 'The server sent no answer.'),
      },
    );
    stream.current = own;
  };

  const stop = () => {
    abort();
    if (!state.tabId) return;
    call
      .change(stopConversation, state.tabId)
      .catch((error: unknown) => console.error('The service could not be told to stop', error));
  };

  const retry = () => {
    const { error, tabId } = state;
    if (error?.retry !== undefined) {
      void send(error.retry);
    } else {
      dispatch({ type: 'setError', error: null });
      if (!tabId) opening.current = open();
    }
  };

  return {
    state,
    chosen: choosing ?? state.agent?.key ?? '',
    switching: choosing !== null,
    draft,
    changeDraft,
    choose,
    startNew,
    reopen,
    send,
    stop,
    retry,
  };
}

/** The specified sentence, and beside it what a limit is about and when there is room again. */
function failureOf({ message, cause }: Error): string {
  const isLimit = (cause as { status?: unknown } | undefined)?.status === 429;
  const reason = serverMessage(cause);
  // Where HTTP names no status text, the reason stands in its place already.
  return isLimit && !message.endsWith(reason) ? `${message}. ${reason}` : message;
}

const now = () => new Date().toISOString();
