import fc from 'fast-check';
import { amountOf, dayOfText, dayOrderOf, decimalsOf } from './formats';

describe('amounts and days', () => {
  test('are read as they are written', () => {
    expect(['$1,234.50', ' 12 ', '4.5 USD', "1'000.25"].map((text) => amountOf(text, 'point'))).toEqual([
      1234.5, 12, 4.5, 1000.25,
    ]);
    expect(['1.234,50', '4,5', '1 000,25'].map((text) => amountOf(text, 'comma'))).toEqual([1234.5, 4.5, 1000.25]);
    expect(['€4.50', '1,23,4', 'four', '', '(4.50)'].map((text) => amountOf(text, 'point'))).toEqual([
      null,
      null,
      null,
      null,
      null,
    ]);
    const days = ['2026-11-26', '2026/1/2', 'Nov 26, 2026', '26 November 2026', '11/26/2026', '3.4.26'];
    expect(days.map((text) => dayOfText(text, 'month first'))).toEqual([
      '2026-11-26',
      '2026-01-02',
      '2026-11-26',
      '2026-11-26',
      '2026-11-26',
      '2026-03-04',
    ]);
    expect(dayOfText('3.4.2026', 'day first')).toBe('2026-04-03');
    expect(['2026-02-30', '26/11/2026', 'soon'].map((text) => dayOfText(text, 'month first'))).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('say themselves how they are written; where none does, the reader’s way holds', () => {
    expect(decimalsOf(['12', '1.234,5'], 'en-US')).toBe('comma');
    expect(decimalsOf(['4,50'], 'en-US')).toBe('comma');
    expect(decimalsOf(['1,234.00'], 'de-DE')).toBe('point');
    expect(decimalsOf(['1,234,000'], 'de-DE')).toBe('point');
    expect([decimalsOf(['1,234'], 'en-US'), decimalsOf(['1,234'], 'de-DE')]).toEqual(['point', 'comma']);
    expect(dayOrderOf(['01/02/2026', '13/02/2026'], 'en-US')).toBe('day first');
    expect(dayOrderOf(['01/13/2026'], 'de-DE')).toBe('month first');
    expect([dayOrderOf(['1/2/2026'], 'en-US'), dayOrderOf(['1/2/2026'], 'de-DE')]).toEqual([
      'month first',
      'day first',
    ]);
  });

  test('come back as they were, whatever they are and however a spreadsheet writes them', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999 }), fc.boolean(), fc.boolean(), (cents, isComma, isGrouped) => {
        const text = (cents / 100).toLocaleString(isComma ? 'de-DE' : 'en-US', {
          minimumFractionDigits: 2,
          useGrouping: isGrouped,
        });
        expect(amountOf(text, decimalsOf([text], 'en-US'))).toBe(cents / 100);
      }),
    );
  });
});
