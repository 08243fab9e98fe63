import { sql, type Kysely } from 'kysely';
import { testDatabase } from '../testing/database';
import { runBackgroundSteps } from './background-steps';
import type { Database, Tables } from './connection';
import { KEPT_SUMS, readKeptSums, sumsOfOldRows, type KeptSums } from './list-sums';

/** Rows after which differences are added up (migration 0103). */
const MANY = 500;

let database: Database;
let db: Kysely<Tables>;

beforeEach(async () => {
  database = await testDatabase();
  db = database.db;
  await sql`
    insert into companies (name, slug, logo_url, timezone)
    select 'Company ' || n, 'company-' || n, 'https://example.test/x.png', 'America/Denver'
    from generate_series(1, 3) n`.execute(db);
});
afterEach(() => database.close());

type Table = keyof typeof KEPT_SUMS;
const TABLES: Table[] = ['facebook_ads', 'social_media_posts', 'product_variants'];

/** Adds rows of company 1 and 2 in turn, each number once. */
const ADD: Record<Table, (from: number, to: number, on?: Kysely<Tables>) => Promise<unknown>> = {
  facebook_ads: (from, to, on = db) =>
    sql`
      insert into facebook_ads (company_id, ad_identifier, ad_name, spend_last_1d, spend_last_28d)
      select 1 + n % 2, n, 'Ad', case when n % 3 > 0 then n * 0.37 end, n
      from generate_series(${from}::int, ${to}::int) n`.execute(on),
  social_media_posts: (from, to, on = db) =>
    sql`
      insert into social_media_posts (company_id, url, platform, status, post_type)
      select 1 + n % 2, 'https://example.test/' || n, (array['tiktok', 'youtube'])[1 + n / 2 % 2], 'pending',
        case when n % 3 > 0 then 'reel' end
      from generate_series(${from}::int, ${to}::int) n`.execute(on),
  product_variants: (from, to, on = db) =>
    sql`
      insert into product_variants (company_id, sales_channel, product_variant_identifier, cached_product_name,
        cached_product_variant_name, is_active, sync_status)
      select 1 + n % 2, (array['amazon', 'shopify'])[1 + n / 2 % 2], n, 'Mug', 'Red', n % 3 > 0, 'never'
      from generate_series(${from}::int, ${to}::int) n`.execute(on),
};
/** Changes some of them in what is kept. */
const CHANGE: Record<Table, (on: Kysely<Tables>) => Promise<unknown>> = {
  facebook_ads: (on) =>
    sql`
      update facebook_ads set spend_last_1d = nullif(spend_last_1d, 0) + 1, spend_last_28d = null
      where ad_identifier::int % 4 = 0`.execute(on),
  social_media_posts: (on) =>
    sql`update social_media_posts set status = 'active', post_type = null where length(url) % 2 = 0`.execute(on),
  product_variants: (on) =>
    sql`update product_variants set is_active = not is_active where product_variant_identifier like '%2'`.execute(on),
};

/** The sums by company and compared values: counted, and as they are kept. */
async function sides(table: Table) {
  const { compared, addedUp }: KeptSums = KEPT_SUMS[table];
  const parts = sql.join(compared.map((column) => sql`${sql.lit(column)}::text, ${sql.ref(column)}`));
  const filters = compared.length ? sql`jsonb_build_object(${parts})` : sql`'{}'::jsonb`;
  const values = addedUp.map((column) => sql`, (${sql.lit(column)}, ${sql.ref(column)})`);
  const sumsOf = async (rows: ReturnType<typeof sql>) =>
    (
      await sql`
      select company_id, filters, name, sum(amount) as amount from (${rows}) as rows
      group by 1, 2, 3 having sum(amount) <> 0 order by 1, 2, 3`.execute(db)
    ).rows;
  return {
    counted: await sumsOf(sql`
      select company_id, ${filters} as filters, name, amount
      from ${sql.table(table)}, lateral (values ('total', 1::bigint)${sql.join(values, sql``)}) as amounts (name, amount)`),
    kept: await sumsOf(sql`select company_id, filters, name, amount from list_sums where list = ${table}`),
  };
}

async function expectKept(table: Table) {
  const { counted, kept } = await sides(table);
  expect(kept).toEqual(counted);
  return counted;
}

describe.each(TABLES)('what is kept of %s', (table) => {
  test('is what a count finds, whatever was added, changed, moved, undone or deleted', async () => {
    await ADD[table](1, 60);
    expect((await expectKept(table)).length).toBeGreaterThan(1);
    await CHANGE[table](db);
    await expectKept(table);
    const undone = db.transaction().execute(async (transaction) => {
      await ADD[table](61, 90, transaction);
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    await expectKept(table);
    await sql`delete from ${sql.table(table)} where id % 5 = 0`.execute(db);
    await expectKept(table);
    await sql`update ${sql.table(table)} set company_id = 3 where company_id = 1 and id < 20`.execute(db);
    await expectKept(table);
    await sql`delete from companies where id = 2`.execute(db);
    const left = (await expectKept(table)) as { company_id: number }[];
    expect(new Set(left.map(({ company_id }) => company_id))).toEqual(new Set([1, 3]));
  });

  test('stays short and true while several change rows one by one', async () => {
    const addOneByOne = async (from: number) => {
      for (let n = from; n < from + 3 * MANY; n += 1) await ADD[table](n, n);
    };
    await Promise.all([addOneByOne(1), addOneByOne(10_001), CHANGE[table](db)]);
    await expectKept(table);
    const { rows } = await sql`select from list_sums where company_id = 1`.execute(db);
    expect(rows.length).toBeLessThan(2 * MANY);
  });

  test('has the rows from before once the step is done, with what changed since; until then nothing is said', async () => {
    await sql`alter table ${sql.table(table)} disable trigger user`.execute(db);
    await ADD[table](1, 60);
    await sql`alter table ${sql.table(table)} enable trigger user`.execute(db);
    await sql`delete from background_steps`.execute(db);
    await CHANGE[table](db);
    await ADD[table](61, 70);
    await sql`delete from ${sql.table(table)} where id % 7 = 0`.execute(db);
    const read = () => readKeptSums(db, table, sql<boolean>`company_id = 1`, {});
    expect(await read()).toBeNull();
    expect(await runBackgroundSteps(database.connection, { steps: [sumsOfOldRows] })).toBe(true);
    const counted = (await expectKept(table)) as { company_id: number; name: string; amount: number }[];
    const total = counted.filter(({ company_id, name }) => company_id === 1 && name === 'total');
    expect(await read()).toMatchObject({ total: total.reduce((sum, { amount }) => sum + amount, 0) });
  });
});

test('what is kept is asked for by the values that are compared', async () => {
  await ADD.social_media_posts(1, 60);
  const read = (values: Record<string, unknown>) =>
    readKeptSums(db, 'social_media_posts', sql<boolean>`company_id in (1, 2)`, values);
  expect(await read({})).toEqual({ total: 60 });
  expect(await read({ post_type: 'reel' })).toEqual({ total: 40 });
  expect(await read({ platform: 'youtube', post_type: 'reel' })).toEqual({ total: 20 });
  expect(await read({ platform: 'instagram' })).toEqual({});
});
