import fc from 'fast-check';
import { dateOf } from 'contract/calendar';
import type { PlannedCogsEntry } from 'contract/company/product-variant-cogs';
import { dateText, drawingOf, gapOf, periodText, statusOf } from './cogs-periods';

const today = '2026-11-20';
const entry = (start: string | null, end: string | null, amount = 4.5): PlannedCogsEntry => ({
  cogs_record: {
    id: null,
    product_variant_id: 1,
    cogs_amount: amount,
    effective_start_date: start,
    effective_end_date: end,
    source: null,
    created_at: null,
    updated_at: null,
  },
  period_start: start,
  period_end: end,
  duration_days: null,
  is_current: (start === null || start <= today) && (end === null || end >= today),
});

test.each([
  [null, null, 'Current'],
  ['2026-11-20', '2026-11-20', 'Current'],
  ['2026-11-01', '2026-11-19', 'Historical'],
  [null, '2020-01-01', 'Historical'],
  ['2026-11-21', null, 'Upcoming'],
])('from %s to %s it is %s', (start, end, status) => expect(statusOf(entry(start, end), today)).toBe(status));

test.each([
  ['ended yesterday', [entry(null, '2026-11-19')], 'No cost since Nov 20', true, ['2026-11-20', null]],
  ['ended in another year', [entry(null, '2025-12-30')], 'No cost since Dec 31, 2025', true, ['2025-12-31', null]],
  ['ends today', [entry(null, today)], 'No cost from Nov 21 on', false, ['2026-11-21', null]],
  ['ends in 30 days', [entry(null, '2026-12-20')], 'No cost from Dec 21 on', false, ['2026-12-21', null]],
  [
    'begins tomorrow',
    [entry('2027-01-01', null), entry('2026-11-21', '2026-12-31')],
    'No cost until Nov 21',
    true,
    [null, '2026-11-20'],
  ],
])('of a cost that %s, the gap is named with its dates', (_, entries, text, isNow, [start, end]) =>
  expect(gapOf(entries, today)).toEqual({
    text,
    isNow,
    dates: { effective_start_date: start, effective_end_date: end },
  }),
);

test.each([
  ['there is no cost at all', []],
  ['it goes on', [entry('2026-11-20', null)]],
  ['it ends in more than 30 days', [entry('2020-01-01', '2026-12-21')]],
])('where %s, no gap is named', (_, entries) => expect(gapOf(entries, today)).toBeNull());

test("empty dates read 'Ongoing', others are that very day everywhere", () => {
  expect(dateText(null)).toBe('Ongoing');
  expect(dateText('2026-01-01')).toBe('Jan 1, 2026');
});

test.each([
  [null, null, '$4.50 from the beginning of time, ongoing'],
  ['2026-01-01', null, '$4.50 from Jan 1, 2026, ongoing'],
  [null, '2026-01-01', '$4.50 from the beginning of time to Jan 1, 2026'],
])('from %s to %s reads %s', (start, end, text) => expect(periodText(entry(start, end))).toBe(text));

test('the steps lie beside each other, higher for higher costs, with today where it is', () => {
  const { steps, today: place } = drawingOf(
    [entry('2026-11-20', null, 8), entry('2026-01-01', '2026-11-19', 2), entry(null, '2025-12-31', 4)],
    today,
  );
  const [first, second, third] = steps as [(typeof steps)[0], (typeof steps)[0], (typeof steps)[0]];
  expect([first.entry.period_end, third.entry.period_start]).toEqual(['2025-12-31', '2026-11-20']);
  expect([first.left, third.left + third.width]).toEqual([0, 100]);
  expect(first.left + first.width).toBeCloseTo(second.left);
  expect(second.left + second.width).toBeCloseTo(third.left);
  expect(third.height / second.height).toBeCloseTo(4);
  expect(place).toBeGreaterThan(third.left);
  expect(place).toBeLessThan(third.left + 1);
});

test('everything lies inside the drawing, today too, whatever the periods', () => {
  const date = fc.integer({ min: 0, max: 84_000 }).map(dateOf);
  const timeline = fc
    .tuple(fc.uniqueArray(date, { minLength: 1, maxLength: 30 }), fc.boolean(), fc.boolean())
    .map(([starts, openStart, openEnd]) => {
      const sorted = [...starts].sort();
      return sorted
        .map((start, at) => {
          const next = sorted[at + 1];
          const end = next === undefined ? (openEnd ? null : start) : dateOf(Date.parse(next) / 86_400_000 - 1);
          return entry(at === 0 && openStart ? null : start, end, at + 1);
        })
        .reverse();
    });
  fc.assert(
    fc.property(timeline, (entries) => {
      const drawing = drawingOf(entries, today);
      expect(drawing.today).toBeGreaterThan(0);
      expect(drawing.today).toBeLessThan(100);
      for (const { left, width, height } of drawing.steps) {
        expect(left).toBeGreaterThanOrEqual(0);
        expect(width).toBeGreaterThan(0);
        expect(left + width).toBeLessThanOrEqual(100 + 1e-9);
        expect(height).toBeGreaterThan(0);
        expect(height).toBeLessThan(100);
      }
    }),
  );
});
