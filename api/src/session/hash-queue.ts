/**
 * Whose password is hashed next. A hash costs a processor for tens of milliseconds, so few run at once, and
 * those who wait are served address by address in turn: whoever sends many holds up mostly themselves.
 * Few wait: who comes then is told to come again, before any work was done for them.
 */
import { Busy } from '../http/errors';

/** How much is hashed at once and how much may wait for it. */
export interface HashLimits {
  /** How many hashes run at once; libuv has four threads for them and for every file that is read. */
  readonly parallel: number;
  /** How many of them for one address: one place is always left to another. */
  readonly parallelPerAddress: number;
  /** How many attempts wait, of all addresses; beyond them, the address with the most gives up its latest. */
  readonly waiting: number;
  /** How many attempts of one address wait. */
  readonly waitingPerAddress: number;
  /** How long an attempt waits, in milliseconds: no hash for a browser that has given up after ten seconds. */
  readonly patience: number;
}

/** The hashes of a process. So many may fail from one address before the next is refused (DECISIONS §3): as many wait. */
export const HASH_LIMITS: HashLimits = {
  parallel: 3,
  parallelPerAddress: 2,
  waiting: 1000,
  waitingPerAddress: 100,
  patience: 9000,
};

const AGAIN_SECONDS = 2;
const busy = () => new Busy('Many people are signing in right now. Please try again in a moment.', AGAIN_SECONDS);

interface Waiting {
  readonly since: number;
  begin(): void;
  giveUp(reason: Busy): void;
}

/** Runs work in turn, address by address. */
export class HashQueue {
  /** How many are hashed, by address. */
  private readonly running = new Map<string, number>();
  /** The waiting attempts by address, the oldest first; the next address is first. */
  private readonly waiting = new Map<string, Waiting[]>();

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
      this.count(address, -1);
      this.beginNext();
    }
  }

  private turnOf(address: string): Promise<void> {
    const own = this.waiting.get(address) ?? [];
    if (own.length >= this.limits.waitingPerAddress) throw busy();
    this.makeRoomBeside(own);
    return new Promise((begin, giveUp) => {
      own.push({ since: this.now(), begin, giveUp });
      this.waiting.set(address, own);
      this.beginNext();
    });
  }

  /** Makes room for one more, at the expense of the address that has the most; throws Busy where that is its own. */
  private makeRoomBeside(own: readonly Waiting[]): void {
    const all = [...this.waiting.values()];
    if (all.reduce((sum, { length }) => sum + length, 0) < this.limits.waiting) return;
    const most = all.reduce((longest, other) => (other.length > longest.length ? other : longest));
    if (most.length <= own.length + 1) throw busy();
    most.pop()?.giveUp(busy());
  }

  private count(address: string, change: 1 | -1): void {
    const count = (this.running.get(address) ?? 0) + change;
    if (count) this.running.set(address, count);
    else this.running.delete(address);
  }

  /** Begins the oldest attempt of the next address that has not its share running, where there is room. */
  private beginNext(): void {
    const tooOld = this.now() - this.limits.patience;
    for (const [address, waiting] of this.waiting) {
      while (waiting[0] && waiting[0].since <= tooOld) waiting.shift()?.giveUp(busy());
      if (!waiting.length) this.waiting.delete(address);
    }
    const { parallel, parallelPerAddress } = this.limits;
    if ([...this.running.values()].reduce((sum, count) => sum + count, 0) >= parallel) return;
    for (const [address, waiting] of this.waiting) {
      if ((this.running.get(address) ?? 0) >= parallelPerAddress) continue;
      // It has its turn: the others' come before its next one.
      const next = waiting.shift();
      this.waiting.delete(address);
      if (waiting.length) this.waiting.set(address, waiting);
      this.count(address, 1);
      next?.begin();
      return;
    }
  }
}
