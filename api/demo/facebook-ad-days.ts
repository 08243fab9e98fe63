/** The spend of the demonstration ads by day: sixty days of which the windows are the sums. */
import type { Transaction } from 'kysely';
import { SPEND_DAYS } from 'contract/ads/facebook-ads';
import { dateOf, dayOf } from 'contract/calendar';
import { lastWholeDay, saveDays } from '../src/ads/facebook-ad-days.queries';
import type { Tables } from '../src/database/connection';
import { chanceOf } from './chance';
import type { DemonstrationPlace } from './companies';

const DAYS = 60;
const LONGEST = Math.max(...SPEND_DAYS);

/** An ad's spend of the four windows, in dollars; null is not known. */
export type Windows = readonly (number | null | undefined)[];

/** How much a company spends on a day, beside its other days: each has weekends and busy weeks of its own. */
function courseOf(slug: string): (day: number) => number {
  const seed = [...slug].reduce((sum, letter) => sum + letter.charCodeAt(0), 0);
  const [weekend, weeks] = [0.4 + 0.1 * (seed % 5), 9 + (seed % 11)];
  return (day) => (day % 7 < 2 ? weekend : 1) * (1 + 0.45 * Math.sin((2 * Math.PI * (day + seed)) / weeks));
}

/**
 * Cents of each day, the last one first: those of each window come to it, in the course of the company's weeks. Before the
 * longest window the ad went on as in it.
 *
 * @param slug the company's
 * @param at the ad's place among its company's
 */
export function centsByDay(windows: Windows, slug: string, at: number): number[] {
  const chance = chanceOf(0, at);
  const course = courseOf(slug);
  const weights = Array.from({ length: DAYS }, (_, day) => course(day) * (0.7 + 0.6 * chance(100 + day)));
  const cents: number[] = [];
  const share = (total: number, until: number) => {
    const part = weights.slice(cents.length, until);
    const all = part.reduce((sum, weight) => sum + weight, 0);
    let [sum, spent] = [0, 0];
    for (const weight of part) {
      sum += weight;
      const reached = Math.round((total * sum) / all);
      cents.push(reached - spent);
      spent = reached;
    }
  };
  let reached = 0;
  for (const [place, days] of SPEND_DAYS.entries()) {
    const total = Math.max(Math.round((windows[place] ?? 0) * 100), reached);
    share(total - reached, days);
    reached = total;
  }
  // Every third ad is younger than that, and some have ended: they spent something before, and nothing since.
  const earlier = reached > 0 ? (reached * (0.8 + 0.3 * chance(90))) / LONGEST : 100 * Math.exp(1 + 2.5 * chance(91));
  const lived = at % 3 === 0 ? Math.floor((DAYS - LONGEST) * chance(92)) : DAYS - LONGEST;
  share(Math.round(earlier * lived), LONGEST + lived);
  return cents;
}

/** A stored ad, with its windows. */
export interface StoredAd {
  readonly id: number;
  readonly windows: Windows;
}

/** Stores the days of a company's ads, back from its last whole day; of a few ads only the windows are known. */
export async function fillAdDays(
  transaction: Transaction<Tables>,
  { id: companyId, slug }: DemonstrationPlace,
  ads: readonly StoredAd[],
  now: Date,
): Promise<void> {
  const last = dayOf(await lastWholeDay(transaction, { companyId, observedAt: now.toISOString() }));
  await saveDays(
    transaction,
    companyId,
    ads.flatMap(({ id, windows }, at) => {
      if (windows.some((spend) => spend == null) || at % 40 === 3) return [];
      const days = centsByDay(windows, slug, at).map((cents, day) => ({ day: dateOf(last - day), spend: cents / 100 }));
      return [{ id, days: days.filter(({ spend }) => spend > 0) }];
    }),
  );
}
