/** The export of a company's costs, written while it is read (DECISIONS §4, §16). */
import { sql, type Kysely } from 'kysely';
import { CSV_START, csvLine } from 'contract/csv';
import { COGS_EXPORT_COLUMNS, type CogsExport } from 'contract/company/cogs-export';
import { requireCompany, type Caller } from '../http/access';
import type { Tables } from '../database/connection';
import { display_product_name, display_product_variant_name } from './product-variants.queries';

const COLUMNS = Object.keys(COGS_EXPORT_COLUMNS) as (keyof typeof COGS_EXPORT_COLUMNS)[];
const VARIANTS_AT_ONCE = 500;

type Exported = Readonly<Record<keyof typeof COGS_EXPORT_COLUMNS, unknown>>;

/**
 * A CSV file of all costs, the variants in the order of channel and identifier, the costs of each in that of their days;
 * throws NotFound for the company. Only the variants' ids are held: no connection waits for a slow reader.
 */
export async function exportCosts(
  db: Kysely<Tables>,
  caller: Caller,
  { company_id }: CogsExport,
): Promise<AsyncIterable<string>> {
  await requireCompany(db, caller, company_id);
  const { rows } = await sql<{ id: number }>`
    select id from product_variants where company_id = ${company_id}
    order by sales_channel, product_variant_identifier`.execute(db);
  return csvOf(
    db,
    rows.map(({ id }) => id),
  );
}

async function* csvOf(db: Kysely<Tables>, ids: readonly number[]): AsyncGenerator<string> {
  yield CSV_START + csvLine(COLUMNS.map((column) => COGS_EXPORT_COLUMNS[column].title));
  for (let at = 0; at < ids.length; at += VARIANTS_AT_ONCE) {
    const rows = await costsOf(db, ids.slice(at, at + VARIANTS_AT_ONCE));
    if (rows.length) yield rows.map((row) => csvLine(COLUMNS.map((column) => row[column]))).join('');
  }
}

async function costsOf(db: Kysely<Tables>, ids: readonly number[]): Promise<readonly Exported[]> {
  const { rows } = await sql<Exported>`
    select sales_channel, product_variant_identifier, cogs_amount, effective_start_date, effective_end_date,
      ${display_product_name} as display_product_name,
      ${display_product_variant_name} as display_product_variant_name, source
    from unnest(${[...ids]}::int[]) with ordinality as wanted (id, place)
    join product_variants using (id)
    join product_variant_cogs on product_variant_id = product_variants.id
    order by place, effective_start_date nulls first`.execute(db);
  return rows;
}
