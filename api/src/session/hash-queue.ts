/**
 * Whose password is hashed next. A hash costs a processor for tens of milliseconds, so few run at once, never two for
 * one address, and few wait: who comes then is told to come again, before any work was done for them.
 */
import { Busy } from '../http/errors';

/** How much is hashed at once and how much may wait for it. */
export interface HashLimits {
  /** How many hashes run at once; libuv has four threads for them and for every file that is read. */
  readonly parallel: number;
  /** How many attempts wait, of all addresses. */
  readonly waiting: number;
  /** How many attempts of one address wait: a burst from there leaves room for others. */
  readonly waitingPerAddress: number;
}

/** What a process hashes: about a second of waiting at most. */
export const HASH_LIMITS: HashLimits = { parallel: 2, waiting: 64, waitingPerAddress: 32 };

const BUSY = 'Many people are signing in right now. Please try again in a moment.';
const AGAIN_SECONDS = 2;

interface Waiting {
  readonly address: string;
  begin(): void;
}

/** Runs work in turn, address by address. */
export class HashQueue {
  private readonly running = new Set<string>();
  private waiting: Waiting[] = [];

  constructor(private readonly limits: HashLimits = HASH_LIMITS) {}

  /** Runs `work` when it is this address's turn; throws Busy at once when too many wait already. */
  async run<T>(address: string, work: () => Promise<T>): Promise<T> {
    await this.turnOf(address);
    try {
      return await work();
    } finally {
      this.running.delete(address);
      this.beginNext();
    }
  }

  private turnOf(address: string): Promise<void> {
    const ofAddress = this.waiting.filter((one) => one.address === address).length;
    const { waiting, waitingPerAddress } = this.limits;
    if (this.waiting.length >= waiting || ofAddress >= waitingPerAddress) throw new Busy(BUSY, AGAIN_SECONDS);
    return new Promise((begin) => {
      this.waiting.push({ address, begin });
      this.beginNext();
    });
  }

  /** Begins the oldest attempt of an address that has none running, while there is room. */
  private beginNext(): void {
    if (this.running.size >= this.limits.parallel) return;
    const next = this.waiting.find(({ address }) => !this.running.has(address));
    if (!next) return;
    this.waiting = this.waiting.filter((one) => one !== next);
    this.running.add(next.address);
    next.begin();
  }
}
