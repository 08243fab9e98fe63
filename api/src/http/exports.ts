/**
 * How many files are written at once (DECISIONS §4), and how: so few, and so little of each at a time, that no one else
 * is slowed down.
 */
import { Socket } from 'node:net';
import { setImmediate as loopTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LimitReached } from './errors';
import { openGate } from './gate';

declare module 'fastify' {
  interface FastifyInstance {
    exports: Exports;
  }
}

/** The exports of a process. */
export interface Exports {
  /** Returns the pieces of a file when it is the turn of the person who asks; `signal` says that the file has ended. */
  begin(
    request: Pick<FastifyRequest, 'caller'>,
    reply: Pick<FastifyReply, 'raw'>,
    signal: AbortSignal,
    open: () => Promise<AsyncIterable<string>>,
  ): Promise<AsyncIterable<string>>;
}

const OWN = 'Two of your exports are still running. Please try again when one of them has ended.';
const OTHERS = 'Many exports are running right now. Please try again shortly.';
const AGAIN_SECONDS = 5;
/** How long an export waits for its turn, in milliseconds: whoever asks hears within five seconds. */
const PATIENCE = 3000;
const STALLED_MS = 30_000;

/** Opens the exports of a process: two of a person, eight in all. */
export function openExports(): Exports {
  const refusal = (isOwn: boolean) => new LimitReached(isOwn ? OWN : OTHERS, AGAIN_SECONDS);
  const files = openGate({ all: 8, each: 2, patience: PATIENCE, refusal });
  let last: Promise<unknown> = Promise.resolve();
  /** Does one piece of work after the other, and between two of them whatever else has come. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const done = last.then(() => loopTurn()).then(work);
    last = done.catch(() => undefined);
    return done;
  };

  return {
    async begin({ caller }, { raw }, signal, open) {
      const end = await files.enter(String(caller?.userId));
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
      // Who reads nothing of a file for half a minute is cut off, and so holds up no one. `inject` has no socket.
      else if (raw.socket instanceof Socket) raw.setTimeout(STALLED_MS);
      return inPieces(await inTurn(open), inTurn);
    },
  };
}

async function* inPieces<T>(pieces: AsyncIterable<T>, inTurn: <R>(work: () => Promise<R>) => Promise<R>) {
  const reader = pieces[Symbol.asyncIterator]();
  for (;;) {
    const piece = await inTurn(() => reader.next());
    if (piece.done) return;
    yield piece.value;
  }
}
