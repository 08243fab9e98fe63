/** The one file of the chat that does something: it talks to the service and tells the reducer what came of it. */
import type { Agent, Conversation } from 'contract/agents/agent-chat';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { serverMessage, sessionChoice, unsavedText } from 'shared-auth';
import { useCall } from 'shared-ui/list-screen';
import { agentChatApi } from './agent-chat.api';
import { streamAnswer, type AnswerStream } from './answer-stream';
import { NO_CONVERSATION, reduceChat, type ChatState, type Outgoing } from './conversation';

/** The session's place in session storage (specification 2 §3). */
const storedTab = sessionChoice('agent_chat_tab_id');
/** The unsent text by conversation: the tab's own, whichever that is. */
const ofConversation = () => unsavedText('/agent-chat', storedTab.read() ?? 'new');
const storedDraft = {
  read: () => ofConversation().read()?.text ?? null,
  write: (text: string | null) => ofConversation().write(text),
};

/** The wait after a running stream was aborted, in milliseconds (specification 2 §9). */
const AFTER_ABORT = 100;
/** How often what is being written elsewhere is looked at, in milliseconds. */
const LOOK_EVERY = 2000;

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
  /** Begins a session with an agent; returns whether it is there. */
  choose(agent: Agent | null): Promise<boolean>;
  startNew(): Promise<void>;
  /** Goes on with an earlier conversation; the one before stays as it is. */
  reopen(tabId: string): Promise<void>;
  /** Sends a message; in the place of an earlier one and all after it, where that is named. */
  send(outgoing: Outgoing): Promise<void>;
  stop(): void;
  /** Sends the failed message again, or starts the missing session. */
  retry(): void;
}

/** The conversation of this tab and what a person can do with it. Leaving the page aborts the stream. */
export function useAgentChat(): AgentChat {
  const call = useRef(useCall()).current;
  const [state, dispatch] = useReducer(reduceChat, NO_CONVERSATION);
  const [draft, setDraft] = useState(() => storedDraft.read() ?? '');
  const typed = useRef(draft);
  const [choosing, setChoosing] = useState<string | null>(null);
  const stream = useRef<AnswerStream | null>(null);
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

  /** This tab goes on in another conversation: what is typed comes along into a new one, and waits in one that is left. */
  const moveDraft = useCallback(
    (tabId: string, isNew: boolean) => {
      if (isNew) storedDraft.write(null);
      storedTab.write(tabId);
      changeDraft(isNew ? typed.current : (storedDraft.read() ?? ''));
    },
    [changeDraft],
  );

  const abort = () => {
    const running = stream.current;
    running?.abort();
    stream.current = null;
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
      moveDraft(tab_id, true);
      dispatch({ type: 'initializeSession', tabId: tab_id });
      return { agent: null, tabId: tab_id };
    } catch (error) {
      if (!isCurrent()) return null;
      console.error('Failed to initialize session', error);
      dispatch({ type: 'setError', error: { message: 'Failed to initialize session', cause: error } });
      return null;
    }
  }, [call, moveDraft]);

  useEffect(() => {
    opening.current = open();
    return () => {
      generation.current += 1;
      stream.current?.abort();
      stream.current = null;
    };
  }, [open]);

  /** Leaves this session for another one, which is shown once it is there; answers whether it is. */
  const moveTo = async (
    key: string,
    find: () => Promise<Conversation>,
    failure: (error: unknown) => string,
    isNew = true,
  ) => {
    abort();
    const mine = ++generation.current;
    const isCurrent = () => mine === generation.current;
    setChoosing(key);
    try {
      const conversation = await find();
      if (!isCurrent()) return false;
      moveDraft(conversation.tab_id, isNew);
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
    return moveTo(agent?.key ?? '', () => beginWith(agent), failure);
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
    await moveTo(state.agent?.key ?? '', () => call.ask(getConversation, tabId), failure, false);
  };

  const send = async ({ text, replaces }: Outgoing) => {
    const mine = generation.current;
    if (submitting.current === mine) return;
    submitting.current = mine;
    // A message written before the session is there is for that session.
    const { agent, tabId } = state.tabId === null ? ((await opening.current) ?? state) : state;
    if (agent && abort()) await wait(AFTER_ABORT);
    if (mine !== generation.current) return;
    submitting.current = null;
    if (!agent || !tabId) return dispatch({ type: 'setError', error: { message: 'Please select an agent first.' } });
    dispatch({ type: 'send', text, replaces, at: now() });
    // Text written since stays.
    if (typed.current.trim() === text) changeDraft('');
    // Until the service has it, a forced sign-in must not lose it.
    storedDraft.write(typed.current || text);
    listen({ text, replaces }, tabId);
  };

  const listen = (outgoing: Outgoing, tabId: string) => {
    let isCutShort = false;
    const own = streamAnswer(tabId, outgoing, {
      onTaken: () => changeDraft(typed.current),
      onEvents(events) {
        isCutShort ||= events.some((event) => event.type === 'done' && event.interrupted);
        dispatch({ type: 'events', events, at: now() });
      },
      onOver(failure) {
        stream.current = null;
        // A message that the service never received is still in the store, and can be sent again from the input.
        changeDraft(typed.current || (storedDraft.read() ?? ''));
        dispatch(failure ? { type: 'fail', ...failure } : { type: 'end' });
        // Whoever ended it was not this page: another tab, or the end of the session.
        if (isCutShort) void lookAgain(tabId);
      },
    });
    stream.current = own;
  };

  /** Shows what the service has of this conversation by now. */
  const lookAgain = useCallback(
    async (tabId: string) => {
      const mine = generation.current;
      try {
        const conversation = await call.ask(getConversation, tabId);
        if (mine === generation.current && !stream.current && submitting.current !== mine)
          dispatch({ type: 'restore', conversation });
      } catch (error) {
        console.error('The conversation could not be read again', error);
      }
    },
    [call],
  );

  const { elsewhere, tabId: shownTab } = state;
  useEffect(() => {
    if (!elsewhere || !shownTab) return;
    const timer = setInterval(() => void lookAgain(shownTab), LOOK_EVERY);
    return () => clearInterval(timer);
  }, [elsewhere, shownTab, lookAgain]);

  const stop = () => {
    if (abort()) changeDraft(typed.current || (storedDraft.read() ?? ''));
    const { tabId, elsewhere } = state;
    if (!tabId) return;
    call
      .change(stopConversation, tabId)
      .then(() => (elsewhere ? lookAgain(tabId) : undefined))
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

const now = () => new Date().toISOString();
