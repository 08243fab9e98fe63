import { proposalText } from './proposal-effects';

const period = (cogs_amount: number, effective_start_date: string | null, effective_end_date: string | null) => ({
  cogs_amount,
  effective_start_date,
  effective_end_date,
});
const planned = period(4.32, '2026-11-25', null);
type Periods = ReturnType<typeof period>[];

test.each<[string, Periods, Periods, string]>([
  ['the first cost of a variant', [], [planned], 'Adds $4.32 from Nov 25.'],
  [
    'the end of the one that covers today',
    [period(4, null, null)],
    [planned, period(4, null, '2026-11-24')],
    'Adds $4.32 from Nov 25; $4.00 ends Nov 24 instead of being ongoing.',
  ],
  [
    'one that began today, in its place',
    [period(4, '2026-11-25', null)],
    [planned],
    'Adds $4.32 from Nov 25; $4.00 from Nov 25 is removed.',
  ],
  [
    'one that ended before, which runs on to it',
    [period(4, '2025-01-01', '2026-11-01')],
    [planned, period(4, '2025-01-01', '2026-11-24')],
    'Adds $4.32 from Nov 25; $4.00 is stretched on to Nov 24: 23 days.',
  ],
])('says %s', (_, periods_before, periods_after, text) => {
  expect(proposalText(planned, { periods_before, periods_after })).toBe(text);
});

test('a cost that ends says when', () => {
  const ending = period(4.32, '2026-11-25', '2027-01-31');
  expect(proposalText(ending, { periods_before: [], periods_after: [ending] })).toBe(
    'Adds $4.32 from Nov 25 to Jan 31, 2027.',
  );
});
