import { sql, type Kysely } from 'kysely';
import { testDatabase } from '../testing/database';
import type { Database } from './connection';
import { byText, byValue, nullsLast } from './list';
import { listLongPage } from './long-list';

interface Samples {
  samples: { id: number; name: string; amount: number | null };
}

const LISTING = {
  sorts: { name: byText('name'), amount: nullsLast(byValue('amount')) },
  defaultSort: 'name',
  id: 'samples.id',
} as const;

let database: Database;
let db: Kysely<Samples>;

beforeAll(async () => {
  database = await testDatabase();
  db = database.db as unknown as Kysely<Samples>;
  await sql`create table samples (id int primary key, name text not null, amount numeric)`.execute(db);
  // More than are sorted in no time, with names and amounts that many share.
  await sql`
    insert into samples select n, (array['b', 'B', 'ä', 'Z'])[1 + n % 4], case when n % 5 > 0 then n % 7 end
    from generate_series(1, 1203) n`.execute(db);
});
afterAll(() => database.close());

/** The page in the memory of JavaScript: what the database is to response. */
async function expected(sort_by: string, page: number, few: boolean) {
  const rows = await db
    .selectFrom('samples')
    .selectAll()
    .$if(few, (all) => all.where('id', '<=', 60))
    .execute();
  const down = sort_by.startsWith('-') ? -1 : 1;
  const key = ({ name, amount }: (typeof rows)[number]) => (sort_by.endsWith('name') ? name.toLowerCase() : amount);
  const sorted = rows.toSorted((one, other) => {
    const [a, b] = [key(one), key(other)];
    if (a === b) return down * (one.id - other.id);
    if (a === null || b === null) return a === null ? 1 : -1;
    return a < b ? -down : down;
  });
  return { ids: sorted.map(({ id }) => id).slice((page - 1) * 25, page * 25), total: rows.length };
}

describe.each([
  ['looked at once', { isNarrow: true }],
  ['looked at once because of a rare text', { texts: [undefined, 'rare'] }],
  ['counted and then walked', {}],
])('a long list that is %s', (_, how) => {
  const list = (query: { sort_by: string; page: number }, few: boolean) =>
    listLongPage(
      db,
      db
        .selectFrom('samples')
        .selectAll()
        .$if(few, (all) => all.where('id', '<=', 60)),
      LISTING,
      { ...query, page_size: 25 },
      { ...how, sums: ['amount'] },
    );

  it.each(['name', '-name', 'amount', '-amount'])(
    'has the pages of its sort by %s, of many rows and of few',
    async (sort_by) => {
      for (const [few, page] of [
        [false, 1],
        [false, 20],
        [false, 25],
        [false, 26],
        [false, 48],
        [false, 49],
        [true, 1],
        [true, 3],
      ] as const) {
        const { page: response } = await list({ sort_by, page }, few);
        const { ids, total } = await expected(sort_by, page, few);
        expect(response.items.map(({ id }) => id)).toEqual(ids);
        expect(response.total).toBe(total);
      }
    },
  );

  it('adds up over all that matches, whatever the page', async () => {
    const rows = await db.selectFrom('samples').select('amount').execute();
    const { sums } = await list({ sort_by: 'name', page: 7 }, false);
    expect(sums).toEqual({ amount: rows.reduce((sum, { amount }) => sum + (amount ?? 0), 0) });
  });

  it('returns an empty page with the true total past the end, however far', async () => {
    for (const page of [50, 1_000_000_000]) {
      const { page: response } = await list({ sort_by: 'name', page }, false);
      expect(response).toMatchObject({ items: [], total: 1203, page });
    }
  });
});
