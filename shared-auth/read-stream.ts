/** Reading the response of a streaming POST. */
import { createParser } from 'eventsource-parser';
import { exchangeSignedIn } from './http';
import { HttpError, serverMessage } from './server-error';

/** Who hears a stream: events, and then one of the two ends. */
export interface StreamListener<Event> {
  /** One `data:` line's JSON. */
  onEvent(event: Event): void;
  /** The stream could not be opened or broke off; nothing follows. `message` is for the person (specification 1 §8). */
  onError(error: Error): void;
  /** The service has ended the stream; nothing follows. */
  onDone(): void;
}

/** The parts of `openStream`, and the handle that ends it. */
interface Stream<Event> {
  path: string;
  body: unknown;
  listener: StreamListener<Event>;
  silence: number;
  handle: AbortController;
}

/** Sends the request and hands on its events, unless the handle was aborted meanwhile. */
export function readStream<Event>({ path, body, listener, silence, handle }: Stream<Event>): void {
  if (handle.signal.aborted) return;
  const giveUp = () => {
    if (handle.signal.aborted) return;
    handle.abort();
    listener.onError(new Error('The connection has gone silent.'));
  };
  let timer = setTimeout(giveUp, silence);
  const onEvent = ({ data }: { data: string }) => {
    for (const line of data.split('\n')) {
      const event = parsed<Event>(line);
      if (event !== undefined && !handle.signal.aborted) listener.onEvent(event);
    }
  };
  const call = {
    method: 'POST',
    path,
    body,
    headers: { Accept: 'text/event-stream' },
    signal: handle.signal,
    timeout: Infinity,
  } as const;
  const reading = exchangeSignedIn(call, async (response) => {
    const parser = createParser({ onEvent });
    for await (const text of chunks(response)) {
      clearTimeout(timer);
      timer = setTimeout(giveUp, silence);
      parser.feed(text);
    }
    // The last event, should the service have left out the empty line behind it.
    parser.feed('\n\n');
  });
  reading.then(
    () => !handle.signal.aborted && listener.onDone(),
    (error: unknown) => !handle.signal.aborted && !isAbort(error) && listener.onError(streamError(error)),
  );
  const forget = () => clearTimeout(timer);
  handle.signal.addEventListener('abort', forget);
  reading.then(forget, forget);
}

async function* chunks(response: Response): AsyncGenerator<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const chunk = await reader?.read();
    if (!chunk || chunk.done) return;
    yield chunk.value;
  }
}

function parsed<Event>(line: string): Event | undefined {
  try {
    return JSON.parse(line) as Event;
  } catch {
    return undefined;
  }
}

const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError';

function streamError(error: unknown): Error {
  if (error instanceof HttpError && typeof error.status === 'number')
    return new Error(`HTTP ${error.status}: ${error.statusText || serverMessage(error)}`, { cause: error });
  return error instanceof Error ? error : new Error(serverMessage(error), { cause: error });
}
