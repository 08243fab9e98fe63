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
  /** How long an attempt waits, in milliseconds: nobody hashes for a browser that has given up after ten seconds. */
  readonly patience: number;
}

/** What a process hashes. So many may fail from one address before the next is refused (DECISIONS §3): as many wait. */
export const HASH_LIMITS: HashLimits = { parallel: 2, waiting: 200, waitingPerAddress: 100, patience: 7000 };

const BUSY = 'Many people are signing in right now. Please try again in a moment.';
const AGAIN_SECONDS = 2;

interface Waiting {
  readonly address: string;
  readonly since: number;
  begin(): void;
  giveUp(reason: Busy): void;
}

/** Runs work in turn, address by address. */
export class HashQueue {
  private readonly running = new Set<string>();
  private waiting: Waiting[] = [];

  /** @param now the present, in milliseconds */
  constructor(
    private readonly limits: HashLimits = HASH_LIMITS,
    private readonly now: () => number = Date.now,
  ) {}

  /** Runs `work` when it is this address's turn; throws Busy when too many wait already, or it comes too late. */
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
    return new Promise((begin, giveUp) => {
      this.waiting.push({ address, since: this.now(), begin, giveUp });
      this.beginNext();
    });
  }

  /** Begins the oldest attempt of an address that has none running, while there is room. */
  private beginNext(): void {
    const tooOld = this.now() - this.limits.patience;
    for (const { giveUp } of this.waiting.filter(({ since }) => since <= tooOld)) giveUp(new Busy(BUSY, AGAIN_SECONDS));
    this.waiting = this.waiting.filter(({ since }) => since > tooOld);
    if (this.running.size >= this.limits.parallel) return;
    const next = this.waiting.find(({ address }) => !this.running.has(address));
    if (!next) return;
    this.waiting = this.waiting.filter((one) => one !== next);
    this.running.add(next.address);
    next.begin();
  }
}
