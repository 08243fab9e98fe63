/** How often one person may do something, counted in this process: enough where a few more do no harm. */

/** Counts what each person did in the last `windowMs` milliseconds. */
export class RateLimit {
  private readonly times = new Map<number, number[]>();

  constructor(
    private readonly most: number,
    private readonly windowMs: number,
  ) {}

  /**
   * Counts one more.
   *
   * @param now milliseconds since 1970
   * @returns null when it is allowed, else the whole seconds until the next one is; what is not allowed does not count
   */
  take(userId: number, now: number): number | null {
    const recent = this.of(userId, now);
    const [oldest] = recent;
    if (oldest !== undefined && recent.length >= this.most) return Math.ceil((oldest + this.windowMs - now) / 1000);
    // Addresses are kept no longer than needed: one that comes back is put behind the others.
    this.times.delete(userId);
    this.times.set(userId, [...recent, now]);
    for (const other of this.times.keys()) {
      if (this.of(other, now).length > 0) break;
      this.times.delete(other);
    }
    return null;
  }

  private readonly of = (userId: number, now: number) =>
    (this.times.get(userId) ?? []).filter((time) => time > now - this.windowMs);
}
