import { dateOf, dayOf } from 'contract/calendar';
import fc from 'fast-check';
import { amountTicks, dayTicks, topOf } from './ticks';

const cents = fc.integer({ min: 0, max: 1e14 }).map((amount) => amount / 100);

test('the upper edge has room for the greatest amount, and two to six round ticks reach it', () => {
  fc.assert(
    fc.property(cents, (most) => {
      const top = topOf(most);
      const ticks = amountTicks(top);
      expect(top).toBeGreaterThan(0);
      expect(top * (1 + 1e-9)).toBeGreaterThanOrEqual(most);
      expect(ticks.length).toBeGreaterThanOrEqual(2);
      expect(ticks.length).toBeLessThanOrEqual(6);
      expect(ticks[0]?.place).toBe(0);
      expect(ticks.at(-1)?.place).toBeCloseTo(100);
      expect(new Set(ticks.map(({ text }) => text)).size).toBe(ticks.length);
    }),
  );
  expect(amountTicks(topOf(8123)).map(({ text }) => text)).toEqual(['$0', '$2.5K', '$5K', '$7.5K', '$10K']);
});

test('at most seven days are named below, the last one among them, each in its place', () => {
  const day = fc.integer({ min: dayOf('2020-01-01'), max: dayOf('2030-01-01') });
  fc.assert(
    fc.property(day, fc.integer({ min: 1, max: 400 }), (first, count) => {
      const ticks = dayTicks(dateOf(first), dateOf(first + count - 1));
      expect(ticks.length).toBeGreaterThanOrEqual(1);
      expect(ticks.length).toBeLessThanOrEqual(7);
      expect(ticks.at(-1)?.place).toBe(count === 1 ? 50 : 100);
      for (const { place } of ticks) expect(place).toBeGreaterThanOrEqual(0);
    }),
  );
});
