import fc from 'fast-check';
import { formatCurrency, formatDate, formatDateTime, formatNumber, formatTime, truncate } from './format';

test('currency is US dollars with 2 decimals', () => {
  expect([0, 1234.5, -3].map(formatCurrency)).toEqual(['$0.00', '$1,234.50', '-$3.00']);
});

test('numbers keep their decimals', () => expect([1234567, 0.0265].map(formatNumber)).toEqual(['1,234,567', '0.0265']));

test('whole numbers of any size have the separators of the language', () => {
  const english = new Intl.NumberFormat('en-US');
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(formatNumber(value)).toBe(english.format(value));
    }),
  );
});

test('a calendar date is that very day, whatever the time zone', () => {
  expect(formatDate('2026-01-01')).toBe('Jan 1, 2026');
  expect(formatDate('2026-12-31')).toBe('Dec 31, 2026');
});

test('a moment is shown in the time zone of the reader', () => {
  const local = new Date(2026, 2, 5, 14, 7).toISOString();
  expect(formatDate(local)).toBe('Mar 5, 2026');
  expect(formatDateTime(local).replace(/\s/g, ' ')).toBe('Mar 5, 2026, 02:07 PM');
  expect(formatTime(local).replace(/\s/g, ' ')).toBe('02:07 PM');
});

test("what is absent reads '-', what is no date is shown as it is", () => {
  expect([
    formatCurrency(null),
    formatNumber(undefined),
    formatDate(null),
    formatDateTime(''),
    formatTime(null),
  ]).toEqual(Array(5).fill('-'));
  expect(formatDate('soon')).toBe('soon');
});

test('text is truncated at so many characters, never inside one', () => {
  expect(truncate('😀😀😀', 2)).toBe('😀😀…');
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.integer({ min: 1, max: 120 }), (text, length) => {
      const cut = truncate(text, length);
      if ([...text].length <= length) expect(cut).toBe(text);
      else {
        expect([...cut].length).toBeLessThanOrEqual(length + 1);
        expect(text.startsWith(cut.slice(0, -1))).toBe(true);
      }
    }),
  );
});

test('what was made ahead, no drawing makes again', () => {
  jest.isolateModules(() => {
    const format = jest.requireActual<typeof import('./format')>('./format');
    const made = [jest.spyOn(Intl, 'NumberFormat'), jest.spyOn(Intl, 'DateTimeFormat')];
    const drawAll = () => {
      const moment = new Date().toISOString();
      format.formatCurrency(1);
      format.formatNumber(0.5);
      for (const value of [moment, '2026-01-01']) format.formatDate(value);
      format.formatTime(moment);
      format.formatDateTime(moment);
    };
    const count = () => made.reduce((sum, { mock }) => sum + mock.calls.length, 0);
    format.makeFormatters();
    const ahead = count();
    drawAll();
    expect(ahead).toBeGreaterThan(0);
    expect(count()).toBe(ahead);
  });
});
