import { isOverridden, syncAge } from './variant-state';

const now = Date.parse('2026-11-20T12:00:00.000Z');

test.each([
  [null, 'Never synced'],
  ['2026-11-20T12:00:00.000Z', '0h ago'],
  ['2026-11-20T12:05:00.000Z', '0h ago'],
  ['2026-11-20T09:01:00.000Z', '2h ago'],
  ['2026-11-19T12:00:01.000Z', '23h ago'],
  ['2026-11-19T12:00:00.000Z', '1d ago'],
  ['2026-11-17T13:00:00.000Z', '2d ago'],
])("the sync badge of %s reads '%s'", (at, badge) => expect(syncAge(at, now)).toBe(badge));

test.each([
  [null, false],
  ['', false],
  ['  ', false],
  ['Green Tea', false],
  ['green tea', true],
  ['Matcha', true],
])("an override is 'Overridden' when it is set and differs from the cached value: %j", (override, overridden) =>
  expect(isOverridden(override, 'Green Tea')).toBe(overridden),
);
