import fc from 'fast-check';
import { dateOf } from 'contract/calendar';
import type { CogsRecord, PlannedCogsRecord } from 'contract/company/product-variant-cogs';
import { planDeletion, planSave, timelineEntries, type CogsPlan } from './cogs-timeline';

// The naive model: a calendar of a few weeks in which every day names the amount that holds on it. An open end is its edge.
const FIRST = 0;
const LAST = 45;
type Days = (number | null)[];

interface Span {
  first: number;
  last: number;
}

const record = (amount: number, { first, last }: Span): CogsRecord => ({
  id: amount,
  product_variant_id: 1,
  cogs_amount: amount,
  effective_start_date: first === FIRST ? null : dateOf(first),
  effective_end_date: last === LAST ? null : dateOf(last),
  source: null,
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
});
const dayNumber = (date: string | null, open: number) =>
  date === null ? open : new Date(`${date}T00:00:00Z`).getTime() / 86_400_000;
const spanOf = (one: PlannedCogsRecord): Span => ({
  first: dayNumber(one.effective_start_date, FIRST),
  last: dayNumber(one.effective_end_date, LAST),
});
const calendarOf = (records: readonly PlannedCogsRecord[]): Days => {
  const days: Days = Array.from({ length: LAST + 1 }, () => null);
  for (const one of records) {
    const { first, last } = spanOf(one);
    for (let day = first; day <= last; day += 1) {
      if (days[day] !== null) throw new Error(`Two periods hold on day ${day}`);
      days[day] = one.cogs_amount;
    }
  }
  return days;
};
/** Runs of days with one amount. */
const runsOf = (days: Days): (Span & { amount: number })[] => {
  const runs: (Span & { amount: number })[] = [];
  days.forEach((amount, day) => {
    const run = runs.at(-1);
    if (run?.amount === amount && run?.last === day - 1) run.last = day;
    else if (amount !== null) runs.push({ amount, first: day, last: day });
  });
  return runs;
};

const NEW = 1000;
const savedInto = (days: Days, { first, last }: Span): Days => {
  const after = days.map((amount, day) => (day >= first && day <= last ? NEW : amount));
  const covered = after.flatMap((amount, day) => (amount === null ? [] : [day]));
  for (let day = Math.min(...covered); day <= Math.max(...covered); day += 1) {
    if (after[day] !== null) continue;
    // Right after the saved period the later one closes the gap, elsewhere the earlier one.
    const before = after[day - 1] ?? null;
    const next = after.find((amount, at) => at > day && amount !== null) ?? null;
    let to = day;
    while (after[to] === null) to += 1;
    after.fill(before === NEW ? next : before, day, to);
  }
  return after;
};
const countsOf = (before: Days, after: Days, place: Span) => {
  let ended = 0;
  let updated = 0;
  for (const old of runsOf(before)) {
    const now = runsOf(after).filter(({ amount }) => amount === old.amount);
    if (!now.length) ended += 1;
    for (const { first, last } of now) {
      if (first === old.first && last === old.last) continue;
      const isCutByPlace = first === old.first && last === place.first - 1 && old.last >= place.first;
      if (isCutByPlace) ended += 1;
      else updated += 1;
    }
  }
  return { records_updated: updated, records_ended: ended };
};

const span = fc
  .tuple(fc.integer({ min: FIRST, max: LAST }), fc.integer({ min: FIRST, max: LAST }))
  .map(([a, b]) => ({ first: Math.min(a, b), last: Math.max(a, b) }));
/** A whole timeline of up to eight periods, open at either end or not. */
const timeline = fc.uniqueArray(fc.integer({ min: FIRST, max: LAST }), { maxLength: 9 }).map((cuts) => {
  const sorted = [...cuts].sort((a, b) => a - b);
  return sorted.slice(1).map((next, at) => {
    const last = at === sorted.length - 2 ? next : next - 1;
    return record(at + 1, { first: sorted[at] ?? 0, last });
  });
});
const saved = (place: Span, id: number | null): PlannedCogsRecord => ({ ...record(NEW, place), id });

const expectWhole = (plan: CogsPlan) => {
  const days = calendarOf(plan.timeline);
  const covered = days.flatMap((amount, day) => (amount === null ? [] : [day]));
  if (covered.length) expect(covered).toHaveLength(Math.max(...covered) - Math.min(...covered) + 1);
  return days;
};
/** The stored rows once the plan is carried out. */
const carriedOut = (
  records: readonly CogsRecord[],
  { changed, removed, resumed }: CogsPlan,
  saved: PlannedCogsRecord,
) => {
  const rows = new Map<unknown, PlannedCogsRecord>(records.map((one) => [one.id, one]));
  for (const one of removed) rows.delete(one.id);
  for (const one of changed) rows.set(one.id, one);
  return [...rows.values(), ...resumed, saved];
};

describe('saving a period', () => {
  it('gives what counting day by day gives: no overlap, no gap, its own dates stand, every other day keeps its amount', () => {
    fc.assert(
      fc.property(timeline, span, (records, place) => {
        const plan = planSave(records, saved(place, null));
        const days = expectWhole(plan);
        const before = calendarOf(records);
        expect(days).toEqual(savedInto(before, place));
        expect(plan).toMatchObject(countsOf(before, days, place));
        expect(plan.timeline.filter((one) => one.cogs_amount === NEW).map(spanOf)).toEqual([place]);
        // No day that had a cost loses it.
        expect(before.filter((amount, day) => amount !== null && days[day] === null)).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });

  it('of a stored one first gives up its old place', () => {
    fc.assert(
      fc.property(timeline, fc.nat(), span, (records, which, place) => {
        const old = records[which % Math.max(records.length, 1)];
        fc.pre(old !== undefined);
        const others = records.filter((one) => one !== old);
        const plan = planSave(others, saved(place, old?.id ?? 0));
        const before = calendarOf(others);
        const days = expectWhole(plan);
        expect(days).toEqual(savedInto(before, place));
        expect(plan).toMatchObject(countsOf(before, days, place));
      }),
      { numRuns: 500 },
    );
  });

  it('carried out row by row is the timeline that was planned, so that a dry run equals the save', () => {
    fc.assert(
      fc.property(timeline, span, (records, place) => {
        const period = saved(place, null);
        const plan = planSave(records, period);
        expect(calendarOf(carriedOut(records, plan, period))).toEqual(calendarOf(plan.timeline));
      }),
    );
  });

  it('again as it stands moves nothing', () => {
    fc.assert(
      fc.property(timeline, fc.nat(), (records, which) => {
        const old = records[which % Math.max(records.length, 1)];
        fc.pre(old !== undefined);
        const others = records.filter((one) => one !== old);
        const plan = planSave(others, old as CogsRecord);
        expect(plan).toMatchObject({ changed: [], removed: [], records_updated: 0, records_ended: 0 });
      }),
    );
  });

  it.each<[string, Span[], Span, Span[], number, number]>([
    ['the first of all stands alone', [], { first: 5, last: 9 }, [{ first: 5, last: 9 }], 0, 0],
    [
      'one inside another is resumed after it with the same amount',
      [{ first: FIRST, last: LAST }],
      { first: 10, last: 20 },
      [
        { first: FIRST, last: 9 },
        { first: 10, last: 20 },
        { first: 21, last: LAST },
      ],
      1,
      1,
    ],
    [
      'an open one removes all that it covers',
      [
        { first: 1, last: 10 },
        { first: 11, last: LAST },
      ],
      { first: FIRST, last: LAST },
      [{ first: FIRST, last: LAST }],
      0,
      2,
    ],
    [
      'a gap right after it is closed by the later one',
      [{ first: 20, last: LAST }],
      { first: 5, last: 9 },
      [
        { first: 5, last: 9 },
        { first: 10, last: LAST },
      ],
      1,
      0,
    ],
    [
      'a gap before it is closed by the earlier one',
      [{ first: 1, last: 10 }],
      { first: 20, last: LAST },
      [
        { first: 1, last: 19 },
        { first: 20, last: LAST },
      ],
      1,
      0,
    ],
  ])('%s', (_, before, place, after, updated, ended) => {
    const plan = planSave(
      before.map((one, at) => record(at + 1, one)),
      saved(place, null),
    );
    expect(plan.timeline.map(spanOf)).toEqual(after);
    expect(plan).toMatchObject({ records_updated: updated, records_ended: ended });
  });
});

describe('deleting a period', () => {
  it('lets the one before it run on to its end; with none before it, nothing moves', () => {
    fc.assert(
      fc.property(timeline, fc.nat(), (records, which) => {
        const at = which % Math.max(records.length, 1);
        const gone = records[at];
        fc.pre(gone !== undefined);
        const others = records.filter((one) => one !== gone);
        const plan = planDeletion(others, gone as CogsRecord);
        const before = records[at - 1]?.cogs_amount ?? null;
        const expected = calendarOf(records).map((amount) => (amount === gone?.cogs_amount ? before : amount));
        expect(expectWhole(plan)).toEqual(expected);
        expect(plan).toMatchObject({ records_updated: at > 0 ? 1 : 0, records_ended: 0, removed: [] });
      }),
    );
  });
});

describe('the timeline', () => {
  const today = dateOf(20);
  const shown = (place: Span) => timelineEntries([record(1, place)], today)[0];

  it.each<[string, Span, number | null, boolean]>([
    ['a past period counts both ends', { first: 5, last: 9 }, 5, false],
    ['one that ends today is current', { first: 5, last: 20 }, 16, true],
    ['one that ended yesterday is not', { first: 5, last: 19 }, 15, false],
    ['an ongoing one counts through today', { first: 11, last: LAST }, 10, true],
    ['one that starts today lasts a day so far', { first: 20, last: LAST }, 1, true],
    ['one that has an end counts to it', { first: 20, last: 29 }, 10, true],
    ['an open start has no duration', { first: FIRST, last: 29 }, null, true],
    ['nor has a start in the future', { first: 21, last: 29 }, null, false],
    ['nor an open one in the future', { first: 21, last: LAST }, null, false],
  ])('%s', (_, place, duration_days, is_current) => {
    expect(shown(place)).toMatchObject({ duration_days, is_current });
  });

  it('is newest first', () => {
    const records = [
      record(1, { first: 5, last: 9 }),
      record(2, { first: 10, last: 19 }),
      record(3, { first: FIRST, last: 4 }),
    ];
    expect(timelineEntries(records, today).map((entry) => entry.cogs_record.id)).toEqual([2, 1, 3]);
  });
});
