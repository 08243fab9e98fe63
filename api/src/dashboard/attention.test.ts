import { sql, type RawBuilder } from 'kysely';
import { SPEND_MOVED } from '../ads/facebook-ads.queries';
import { syncedBefore, withoutCostOn } from '../company/product-variants-attention';
import type { Database } from '../database/connection';
import { testDatabase } from '../testing/database';

let database: Database;

beforeAll(async () => {
  database = await testDatabase();
  await database.db.transaction().execute(async (transaction) => {
    await sql`insert into companies (name, slug, logo_url, timezone)
      select 'Company ' || n, 'company-' || n, 'https://example.test/x.png', 'America/Denver'
      from generate_series(1, 4) n`.execute(transaction);
    await sql`insert into facebook_ads (company_id, ad_identifier, ad_name, spend_last_28d, spend_last_7d)
      select 1 + n % 4, n::text, 'Ad ' || n, 100, case when n % 20 = 0 then 0 else 25 end
      from generate_series(1, 4000) n`.execute(transaction);
    await sql`insert into product_variants (company_id, sales_channel, product_variant_identifier, cached_product_name,
        cached_product_variant_name, last_synced_at)
      select 1 + n % 4, 'amazon', n::text, 'Tee', 'Small', case when n % 20 <> 0 then timestamptz '2026-01-31' end
      from generate_series(1, 4000) n`.execute(transaction);
    await sql`insert into product_variant_cogs (product_variant_id, cogs_amount, effective_start_date)
      select id, 1, case when id % 21 = 0 then date '2026-02-01' end from product_variants where id % 23 <> 0`.execute(
      transaction,
    );
  });
  for (const table of ['facebook_ads', 'product_variants'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(database.db);
});
afterAll(() => database.close());

const DAY = sql`'2026-01-15'`;

/** Each condition in the words of its index: said otherwise, counting it would read every row of the company. */
const CONDITIONS: [index: string, table: string, condition: RawBuilder<boolean> | undefined][] = [
  ['facebook_ads_spend_moved', 'facebook_ads', SPEND_MOVED],
  ['product_variants_cost_until', 'product_variants', withoutCostOn(DAY)[0]],
  ['product_variants_cost_from', 'product_variants', withoutCostOn(DAY)[1]],
  ['product_variants_by_sync', 'product_variants', syncedBefore(DAY)[0]],
  ['product_variants_by_sync', 'product_variants', syncedBefore(DAY)[1]],
];

it.each(CONDITIONS)('%s finds what needs attention in %s', async (index, table, condition) => {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain select count(*) from ${sql.table(table)} where company_id = 1 and ${condition ?? sql`true`}`.execute(
    database.db,
  );
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toMatch(new RegExp(`Index (Only )?Scan (using|on) ${index}`));
});
