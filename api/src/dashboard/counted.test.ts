import type { Attention } from './attention.queries';
import { COUNTED_FOR_MS, countedOnce } from './counted';

const attention = (company_id: number, posts_in_error: number): Attention => ({
  company_id,
  today: '2026-01-08',
  synced_before: '2026-01-01',
  oldest_pending: null,
  new_pending: 0,
  counts: {
    posts_in_error,
    posts_pending: 0,
    profiles_in_error: 0,
    variants_without_cost: 0,
    variants_not_synced: 0,
    ads_spend_moved: 0,
    connections_to_reconnect: 0,
    connections_expiring: 0,
    connections_unread: 0,
  },
});

/** Counts one more at each count, at a time that is passed in. */
const counter = (start = 1_000_000) => {
  const counted: (readonly number[])[] = [];
  const clock = { now: start };
  const read = countedOnce(
    async (ids) => {
      counted.push(ids);
      return ids.filter((id) => id < 100).map((id) => attention(id, counted.length));
    },
    () => clock.now,
  );
  return { counted, clock, read };
};

it('a company is counted once a minute, and its count says when', async () => {
  const { counted, clock, read } = counter();
  const first = await read([1, 2]);
  expect(first.get(2)).toEqual({ at: 1_000_000, attention: attention(2, 1) });
  clock.now += COUNTED_FOR_MS - 1;
  expect((await read([2])).get(2)).toEqual(first.get(2));
  clock.now += 1;
  expect((await read([2])).get(2)).toEqual({ at: 1_000_000 + COUNTED_FOR_MS, attention: attention(2, 2) });
  expect(counted).toEqual([[1, 2], [2]]);
});

it('of several companies those that are missing are counted, together', async () => {
  const { counted, read } = counter();
  await read([1]);
  await read([1, 2, 3]);
  expect(counted).toEqual([[1], [2, 3]]);
});

it('who asks while it is counted waits for that count', async () => {
  const { counted, read } = counter();
  const [one, other] = await Promise.all([read([1, 2]), read([2, 1])]);
  expect(counted).toEqual([[1, 2]]);
  expect(one.get(1)).toEqual(other.get(1));
});

it('a company that is gone has no count', async () => {
  const { read } = counter();
  expect((await read([1, 100])).get(100)).toEqual({ at: 1_000_000, attention: null });
});

it('a count that fails is told to who waited, and the next one counts anew', async () => {
  let fails = true;
  const read = countedOnce(
    async (ids) => {
      if (fails) throw new Error('The database is away');
      return ids.map((id) => attention(id, 7));
    },
    () => 5,
  );
  await expect(Promise.all([read([1]), read([1])])).rejects.toThrow('The database is away');
  fails = false;
  expect((await read([1])).get(1)?.attention?.counts.posts_in_error).toBe(7);
});
