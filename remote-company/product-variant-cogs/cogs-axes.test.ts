import fc from 'fast-check';
import { dateOf } from 'contract/calendar';
import { amountTicks } from 'shared-ui/plot';
import { dateTicks } from './cogs-axes';

const texts = (ticks: readonly { text: string }[]) => ticks.map(({ text }) => text);

test.each([
  [10, ['$0.00', '$2.50', '$5.00', '$7.50', '$10.00']],
  [37.3, ['$0', '$10', '$20', '$30']],
  [0.05, ['$0.00', '$0.02', '$0.04']],
  [9.9, ['$0.00', '$2.50', '$5.00', '$7.50']],
  [11_900_000, ['$0', '$5M', '$10M']],
])('up to $%s the amounts are round', (top, expected) => expect(texts(amountTicks(top))).toEqual(expected));

test.each([
  ['2026-11-01', '2026-12-02', ['Nov 8', 'Nov 15', 'Nov 22', 'Nov 29']],
  ['2026-02-15', '2026-08-15', ['Mar 2026', 'Apr 2026', 'May 2026', 'Jun 2026', 'Jul 2026', 'Aug 2026']],
  ['2024-06-15', '2026-11-15', ['Jan 2025', 'Jul 2025', 'Jan 2026', 'Jul 2026']],
  ['2015-06-15', '2026-11-15', ['2016', '2018', '2020', '2022', '2024', '2026']],
])('from %s to %s the dates are firsts of a week, month or year', (from, to, expected) =>
  expect(texts(dateTicks(from, to))).toEqual(expected),
);

test('whatever is drawn, there are few ticks, all of them inside it and in order', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 84_000 }),
      fc.integer({ min: 31, max: 90_000 }),
      fc.integer({ min: 1, max: 1_200_000_000 }),
      (first, span, cents) => {
        for (const ticks of [dateTicks(dateOf(first), dateOf(first + span)), amountTicks(cents / 100)]) {
          const places = ticks.map(({ place }) => place);
          expect(places.length).toBeLessThanOrEqual(9);
          expect(places).toEqual([...places].sort((one, other) => one - other));
          for (const place of places) expect(place >= 0 && place <= 100.001).toBe(true);
        }
      },
    ),
  );
});
