/**
 * How many files are written at once (DECISIONS §4), and how: so few, and so little of each at a time, that no one else
 * is slowed down.
 */
import { Socket } from 'node:net';
import { setImmediate as loopTurn } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller } from './access';
import { LimitReached, NotAllowed } from './errors';
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
const LOST = 'Your rights have changed. Please start the export again.';
const AGAIN_SECONDS = 5;
/** How long an export waits for its turn, in milliseconds: whoever asks hears within five seconds. */
const PATIENCE = 3000;
const STALLED_MS = 30_000;

/** A person's rights as they are now; null for who is no longer signed in. */
type ReadCaller = (caller: Caller) => Promise<Pick<Caller, 'groups' | 'everyCompany' | 'companyIds'> | null>;

/** Whether a person still has every group and company that they had. */
function holdsStill(then: Caller, now: Awaited<ReturnType<ReadCaller>>): boolean {
  if (!now || (then.everyCompany && !now.everyCompany)) return false;
  const hasCompanies = now.everyCompany || then.companyIds.every((id) => now.companyIds.includes(id));
  return hasCompanies && then.groups.every((group) => now.groups.includes(group));
}

/**
 * Opens the exports of a process: two of a person, eight in all. A file ends, cut short, once its person has lost a right
 * that they had at its start (DECISIONS §15).
 */
export function openExports(readCaller: ReadCaller): Exports {
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
      const mayGoOn = async () => caller === null || holdsStill(caller, await readCaller(caller));
      return inPieces(await inTurn(open), inTurn, mayGoOn);
    },
  };
}

async function* inPieces<T>(
  pieces: AsyncIterable<T>,
  inTurn: <R>(work: () => Promise<R>) => Promise<R>,
  mayGoOn: () => Promise<boolean>,
) {
  const reader = pieces[Symbol.asyncIterator]();
  for (;;) {
    const piece = await inTurn(() => reader.next());
    if (piece.done) return;
    if (!(await mayGoOn())) throw new NotAllowed(LOST);
    yield piece.value;
  }
}
