import { dayHeading, timesOf } from './days';

test('a span of days begins with the first one and ends before the day after the last one, where the reader is', () => {
  const { since, until } = timesOf({ since: '2026-03-01', until: '2026-03-31' });
  expect(since).toBe(new Date(2026, 2, 1).toISOString());
  expect(until).toBe(new Date(2026, 3, 1).toISOString());
});

test('what is open stays open', () => {
  expect(timesOf({})).toEqual({});
  expect(timesOf({ until: '2026-12-31' })).toEqual({ until: new Date(2027, 0, 1).toISOString() });
});

test('a year before 100 is that year', () => {
  expect(timesOf({ since: '0026-01-01' }).since).toMatch(/^00(25|26)-/);
});

test('a moment stands under its day, today and yesterday by name, across the end of a month', () => {
  const now = new Date(2026, 2, 1, 0, 30);
  const at = (month: number, date: number, hour: number) => new Date(2026, month, date, hour).toISOString();
  expect(dayHeading(at(2, 1, 0), now)).toBe('Today, Mar 1, 2026');
  expect(dayHeading(at(1, 28, 23), now)).toBe('Yesterday, Feb 28, 2026');
  expect(dayHeading(at(1, 27, 23), now)).toBe('Feb 27, 2026');
});
