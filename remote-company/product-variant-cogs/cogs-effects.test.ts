import type { PlannedCogsEntry } from 'contract/company/product-variant-cogs';
import { effectsOf, effectText } from './cogs-effects';

const today = '2026-11-22';
const entry = (id: number | null, amount: number, start: string | null, end: string | null): PlannedCogsEntry => ({
  cogs_record: {
    id,
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
  is_current: false,
});
type Period = Parameters<typeof entry>;
const told = (
  before: Period[],
  after: Period[],
  start: string | null,
  end: string | null,
  recordId: number | null = null,
) =>
  effectsOf(
    before.map((period) => entry(...period)),
    after.map((period) => entry(...period)),
    { recordId, start, end },
    today,
  );

test('a forecast says dates, and the year where it is not this one', () => {
  expect(
    told(
      [
        [2, 31.36, '2026-11-01', '2026-12-20'],
        [1, 30.99, '2026-09-01', '2026-10-31'],
      ],
      [
        [null, 19.5, '2026-11-21', '2026-12-20'],
        [2, 31.36, '2026-11-01', '2026-11-20'],
        [1, 30.99, '2025-11-01', '2026-10-31'],
      ],
      '2026-11-21',
      '2026-12-20',
    ),
  ).toEqual(['$30.99 is stretched back to Nov 1, 2025: 304 days', '$31.36 ends Nov 20 instead of Dec 20']);
});

test('a period that is removed is named with its days', () => {
  expect(told([[3, 31.73, '2026-12-21', null]], [[null, 20, '2026-11-01', null]], '2026-11-01', null)).toEqual([
    '$31.73 from Dec 21 is removed',
  ]);
});

test('a period that goes on afterwards ends, and is resumed', () => {
  expect(
    told(
      [[1, 4, null, null]],
      [
        [null, 4, '2026-07-01', null],
        [null, 6, '2026-05-01', '2026-06-30'],
        [1, 4, null, '2026-04-30'],
      ],
      '2026-05-01',
      '2026-06-30',
    ),
  ).toEqual(['$4.00 ends Apr 30 instead of being ongoing', '$4.00 is resumed from Jul 1']);
});

test('of a period that is edited the others are told, not itself', () => {
  expect(
    told(
      [
        [2, 5, '2026-02-01', null],
        [1, 4, '2026-01-01', '2026-01-31'],
      ],
      [
        [2, 5, '2026-02-02', null],
        [1, 4, '2026-01-01', '2026-02-01'],
      ],
      '2026-02-02',
      null,
      2,
    ),
  ).toEqual(['$4.00 is stretched on to Feb 1: 1 day']);
});

test('a later start says what it was, and the beginning of time in words', () => {
  expect(told([[1, 4, null, '2026-03-31']], [[1, 4, '2026-02-01', '2026-03-31']], null, '2026-01-31')).toEqual([
    '$4.00 starts Feb 1 instead of reaching back to the beginning of time',
  ]);
});

test('many changes are cut to a number; none is no sentence', () => {
  const many = Array.from({ length: 8 }, (_, at) => `change ${at + 1}`);
  expect(effectText(many)).toBe('change 1; change 2; change 3; change 4; change 5; 3 more change.');
  expect(effectText(['change 1', 'change 2'])).toBe('change 1; change 2.');
  expect(effectText([])).toBeNull();
});
