import fc from 'fast-check';
import { BLOCK_DAYS, centsByDay, daysOfBlock, packed } from './ad-blocks';

const cents = fc.array(fc.integer({ min: 0, max: 1e12 - 1 }), { minLength: BLOCK_DAYS, maxLength: BLOCK_DAYS });

test('the days of a block are those that it was made of, and a sum of blocks has the sums of their days', () => {
  fc.assert(
    fc.property(cents, cents, fc.nat({ max: 2000 }), (one, other, block) => {
      const daysOf = (number: string) => centsByDay([{ block, cents: number }], daysOfBlock(block));
      expect(daysOf(packed(one))).toEqual(one);
      const sum = String(BigInt(packed(one)) + BigInt(packed(other)));
      expect(daysOf(sum)).toEqual(one.map((day, at) => day + (other[at] ?? 0)));
    }),
  );
});

test.each([-1, 0.5, 1e12, NaN])('%s cents are refused, for they would be digits of another day', (wrong) => {
  expect(() => packed([0, wrong, 3])).toThrow(`A day's spend is ${wrong} cents.`);
});
