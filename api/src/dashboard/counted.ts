/** The counts of each company, cached in this process for a minute: whoever opens the dashboard meanwhile counts nothing. */
import type { Attention } from './attention.queries';

/** How long a count is shown, in milliseconds; the response says how old it is. */
export const COUNTED_FOR_MS = 60_000;
// So many are kept before those that are too old are looked for.
const MANY = 1000;

/** A count, and when it began, in milliseconds since 1970. */
export interface Counted {
  readonly at: number;
  /** Null: the company is gone. */
  readonly attention: Attention | null;
}

/**
 * Returns what reads the counts of companies, each counted at most once a minute, and once for all who ask meanwhile. A
 * count that fails is not kept; it throws to all who waited for it.
 *
 * @param count counts those that it is handed
 * @param now the time in milliseconds since 1970
 */
export function countedOnce(count: (ids: readonly number[]) => Promise<readonly Attention[]>, now: () => number) {
  const kept = new Map<number, { readonly at: number; readonly attention: Promise<Attention | null> }>();

  const forget = (oldest: number) => {
    for (const [id, { at }] of kept) if (at <= oldest) kept.delete(id);
  };

  return async (ids: readonly number[]): Promise<Map<number, Counted>> => {
    const at = now();
    const oldest = at - COUNTED_FOR_MS;
    const missing = ids.filter((id) => (kept.get(id)?.at ?? -Infinity) <= oldest);
    if (missing.length) {
      if (kept.size > MANY) forget(oldest);
      const counting = count(missing);
      for (const id of missing) {
        const attention = counting.then((all) => all.find((one) => one.company_id === id) ?? null);
        const entry = { at, attention };
        kept.set(id, entry);
        attention.catch(() => kept.get(id) === entry && kept.delete(id));
      }
    }
    const read = ids.map(async (id): Promise<[number, Counted]> => {
      const entry = kept.get(id);
      return [id, { at: entry?.at ?? at, attention: (await entry?.attention) ?? null }];
    });
    return new Map(await Promise.all(read));
  };
}
