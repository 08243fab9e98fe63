import { sql, type Kysely } from 'kysely';
import { testDatabase } from '../testing/database';
import type { Database } from './connection';
import { byText, byValue, listPage, nullsLast } from './list';

interface Samples {
  samples: { id: number; name: string; amount: number | null };
}

let database: Database;
let db: Kysely<Samples>;

beforeAll(async () => {
  database = await testDatabase();
  db = database.db as unknown as Kysely<Samples>;
  await sql`create table samples (id int primary key, name text not null, amount numeric)`.execute(db);
  await sql`insert into samples values (1, 'b', null), (2, 'B', 2), (3, 'ä', 1), (4, 'Z', null), (5, 'a', 2)`.execute(
    db,
  );
});
afterAll(() => database.close());

const LISTING = {
  sorts: { name: byText('name'), amount: nullsLast(byValue('amount')) },
  defaultSort: 'name',
  id: 'id',
} as const;
const ids = async (sort_by?: string) =>
  (await listPage(db.selectFrom('samples').selectAll(), LISTING, { sort_by })).items.map(({ id }) => id);

it('text sorts by Unicode code point after case folding', async () => {
  expect(await ids()).toEqual([5, 1, 2, 4, 3]);
  expect(await ids('-name')).toEqual([3, 4, 2, 1, 5]);
});

it('nulls come last in both directions, and the id breaks ties', async () => {
  expect(await ids('amount')).toEqual([3, 2, 5, 1, 4]);
  expect(await ids('-amount')).toEqual([5, 2, 3, 4, 1]);
});

it('the total is exact on every page, also past the end', async () => {
  const page = (number: number) =>
    listPage(db.selectFrom('samples').selectAll(), LISTING, { page: number, page_size: 2 });
  expect(await page(3)).toMatchObject({ items: [{ id: 3 }], total: 5, total_pages: 3 });
  expect(await page(4)).toMatchObject({ items: [], total: 5, total_pages: 3, page: 4, page_size: 2 });
});
