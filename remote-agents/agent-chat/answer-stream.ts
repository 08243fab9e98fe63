/** One message on its way to the service, and its answer on the way back. */
import type { ChatEvent } from 'contract/agents/agent-chat';
import { openStream, serverMessage } from 'shared-auth';
import { asChatEvent } from './chat-event';
import type { Outgoing } from './conversation';

/** Events that arrive within so many milliseconds are rendered together. */
const TOGETHER = 40;

/** Who hears an answer. */
export interface AnswerListener {
  /** The service has the message: its first event is here. */
  onTaken(): void;
  /** The next events, in their order. */
  onEvents(events: readonly ChatEvent[]): void;
  /** Nothing follows; with a failure where the answer did not come to an end. */
  onOver(failure?: { message: string; cause?: unknown }): void;
}

/** An answer that is being read. */
export interface AnswerStream {
  /** Hands on what has been heard so far, then closes the stream; the listener hears nothing more. */
  abort(): void;
}

/** Sends a message and reads its answer (specification 2 §4.4). */
export function streamAnswer(tabId: string, { text, replaces }: Outgoing, listener: AnswerListener): AnswerStream {
  let isTaken = false;
  let isOver = false;
  let heard: ChatEvent[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    const events = heard;
    heard = [];
    if (events.length > 0) listener.onEvents(events);
  };
  const over = (failure?: { message: string; cause?: unknown }) => {
    if (isOver) return;
    flush();
    isOver = true;
    listener.onOver(failure);
  };
  const stream = openStream<unknown>(
    '/agents/message',
    { message: text, tab_id: tabId, ...(replaces !== undefined && { replaces }) },
    {
      onEvent(line) {
        const event = asChatEvent(line);
        if (!event) return;
        if (!isTaken) listener.onTaken();
        isTaken = true;
        heard.push(event);
        timer ??= setTimeout(flush, TOGETHER);
      },
      onError: (error) => over({ message: failureOf(error), cause: error }),
      // A stream without an event is a failure: a proxy's page, say, in the place of the service's answer.
      onDone: () => over(isTaken ? undefined : { message: 'The server sent no answer.' }),
    },
  );
  return {
    abort() {
      if (isOver) return;
      flush();
      isOver = true;
      stream.abort();
    },
  };
}

/** The specified sentence, and beside it what a limit is about and when there is room again. */
function failureOf({ message, cause }: Error): string {
  const isLimit = (cause as { status?: unknown } | undefined)?.status === 429;
  const reason = serverMessage(cause);
  // Where HTTP names no status text, the reason stands in its place already.
  return isLimit && !message.endsWith(reason) ? `${message}. ${reason}` : message;
}
