import { RateLimit } from './rate-limit';

const MINUTE = 60_000;

test('so many are allowed in a window, then the seconds until the next are told', () => {
  const limit = new RateLimit(2, MINUTE);
  expect(limit.take(1, 0)).toBeNull();
  expect(limit.take(1, 30_000)).toBeNull();
  expect(limit.take(1, 40_500)).toBe(20);
  expect(limit.take(1, 60_000)).toBeNull();
  expect(limit.take(1, 60_001)).toBe(30);
});

test('one person does not use up what another has', () => {
  const limit = new RateLimit(1, MINUTE);
  expect(limit.take(1, 0)).toBeNull();
  expect(limit.take(2, 0)).toBeNull();
  expect(limit.take(1, 1)).toBe(60);
});
