import fc from 'fast-check';
import { centsOf } from './decimal';

const digits = fc.array(fc.integer({ min: 0, max: 9 }), { maxLength: 9 }).map((all) => all.join(''));

test('a decimal text is cents, half up, whatever its length', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 9_999_999_999n }), digits, (whole, fraction) => {
      const scale = 10n ** BigInt(fraction.length);
      const value = whole * scale + BigInt(fraction || '0');
      const halfUp = (value * 100n * 2n + scale) / (2n * scale);
      expect(centsOf(`${whole}.${fraction}`)).toBe(Number(halfUp));
    }),
  );
});

test('whole cents come back as they were written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999 }), (cents) => {
      const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
      expect(centsOf(text)).toBe(cents);
    }),
  );
});

test.each([
  ['12', 1200],
  ['.5', 50],
  ['0', 0],
  ['4.50', 450],
  ['12.345', 1235],
  ['12.3449999', 1234],
  ['0.005', 1],
  ['90071992547409.91', Number.MAX_SAFE_INTEGER],
])('%s is %d cents', (text, cents) => expect(centsOf(text)).toBe(cents));

test.each([
  '',
  '.',
  '4,50',
  '1,000.00',
  '-1',
  '+1',
  '1e3',
  ' 1',
  '1 ',
  '0x1',
  'NaN',
  '1.2.3',
  '١',
  '90071992547409.92',
  12.5,
  null,
  undefined,
  {},
])('%p is no amount', (value) => expect(centsOf(value)).toBeNull());
