import { spendMoved } from './spend-moved';

const moved = (last7: number | null, last14: number | null, last28: number | null) =>
  spendMoved({ spend_last_7d: last7, spend_last_14d: last14, spend_last_28d: last28 });

test('says in a word what became of the spend, and with which figures', () => {
  expect(moved(0, 30, 120.5)).toEqual({ mark: 'Stopped', reason: 'no spend in 7 days, $120.50 in the 21 before.' });
  expect(moved(40, 40, 40)).toEqual({ mark: 'Began', reason: '$40.00 in 7 days, nothing in the 7 before.' });
  expect(moved(40, 60, 70)).toEqual({ mark: 'Doubled', reason: '$40.00 in 7 days, $20.00 in the 7 before.' });
  expect(moved(50, 80, 120)).toEqual({
    mark: 'Up 67%',
    reason: '$50.00 in 7 days, $30.00 in a week of the last 28 days.',
  });
  expect(moved(15, 40, 120)).toEqual({
    mark: 'Down 50%',
    reason: '$15.00 in 7 days, $30.00 in a week of the last 28 days.',
  });
});

test('marks those alone that the list’s filter by moved spend finds', () => {
  // By exactly a third, and of less than $10.
  expect(moved(40, 60, 120)).toBeUndefined();
  expect(moved(20, 60, 120)).toBeUndefined();
  expect(moved(40.01, 60, 120)).toBeDefined();
  expect(moved(9.99, 9.99, 9.99)).toBeUndefined();
  expect(moved(null, null, null)).toBeUndefined();
});
