/**
 * Totals and sums of long lists, kept by the database (DECISIONS §1; migration 0103): how many rows a company has of each
 * combination of the values that filters compare, so that a total costs the same however many rows it counts.
 */
import { sql, type QueryExecutorProvider, type RawBuilder } from 'kysely';
import type { BackgroundStep } from './background-step';

/** The columns by which sums are kept apart, and those that are added up; as the triggers of the table have them. */
export interface KeptSums {
  readonly compared: readonly string[];
  readonly addedUp: readonly string[];
}

/** The tables whose sums are kept. */
export const KEPT_SUMS = {
  facebook_ads: {
    compared: [],
    addedUp: ['cents_last_1d', 'cents_last_7d', 'cents_last_14d', 'cents_last_28d'],
  },
  social_media_posts: { compared: ['platform', 'status', 'post_type'], addedUp: [] },
  product_variants: { compared: ['sales_channel', 'is_active'], addedUp: [] },
} as const satisfies Record<string, KeptSums>;

/** A number by name: `total`, and each column that is added up. */
export type Sums = Readonly<Record<string, number>>;

/** Reads what is kept of the rows of a table that have all these values; null while the background step is under way. */
export async function readKeptSums(
  db: QueryExecutorProvider,
  table: keyof typeof KEPT_SUMS,
  reached: RawBuilder<boolean>,
  values: Readonly<Record<string, unknown>>,
): Promise<Sums | null> {
  const { rows } = await sql<{ is_whole: boolean; sums: Sums | null }>`
    select exists (select from background_steps where name = ${sumsOfOldRows.name} and state = 'done') as is_whole,
      (select jsonb_object_agg(name, amount) from (
        select name, sum(amount) as amount from list_sums
        where list = ${table} and ${reached} and filters @> ${JSON.stringify(values)}::jsonb
        group by name) as summed) as sums`.execute(db);
  return rows[0]?.is_whole ? (rows[0].sums ?? {}) : null;
}

/**
 * Adds the rows that are older than the triggers: all there are without the differences that were noted since. One statement
 * sees the rows and the differences as of one moment, so that no writer has to wait.
 */
export const sumsOfOldRows: BackgroundStep = {
  name: '0103_list_sums',
  title: 'Lists: counting the rows of each company',
  table: 'companies',
  run: async (db, { from, to }) => {
    for (const [table, kept] of Object.entries<KeptSums>(KEPT_SUMS)) {
      const filters = sql.join(kept.compared.map((column) => sql`${sql.lit(column)}, ${sql.ref(column)}`));
      const amounts = kept.addedUp.map((column) => sql`, (${sql.lit(column)}, ${sql.ref(column)})`);
      await sql`
        insert into list_sums
        select ${table}, company_id, filters, name, sum(amount) from (
          select company_id, jsonb_build_object(${kept.compared.length ? filters : sql``}) as filters, name, amount
          from ${sql.table(table)}, lateral (values ('total', 1::bigint)${sql.join(amounts, sql``)}) as amounts (name, amount)
          where company_id between ${from} and ${to}
          union all
          select company_id, filters, name, -amount from list_sums
          where list = ${table} and company_id between ${from} and ${to}
        ) as differences group by 2, 3, 4 having sum(amount) <> 0`.execute(db);
    }
  },
};
