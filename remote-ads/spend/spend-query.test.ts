import { spendQueryOf, searchWith } from './spend-query';

test('an address says what is asked for, and what makes no sense in it counts as absent', () => {
  expect(spendQueryOf('by=week&days=8&from=2026-02-30&to=2026-03-01')).toEqual({ by: 'day', range: { days: 28 } });
  for (const asked of [
    { by: 'tag', range: { days: 90 } },
    { by: 'day', range: { days: 28 } },
    { by: 'ad_set', range: { from: '2026-01-01', to: '2026-01-31' } },
  ] as const)
    expect(spendQueryOf(searchWith('company_id=4&by=campaign&days=7&from=x', asked))).toEqual(asked);
});
