import { timesOf } from './days';

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
