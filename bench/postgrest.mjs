// The same page by another way: the SQL that PostgREST sends for a page of 25 with `Prefer: count=exact` and an
// `ilike '%…%'` filter, on the same server and the same rows. PostgREST's own server is not there: what is measured of it
// is the statement alone, while ours is the whole call over HTTP.
import { percentile, timed } from './run.mjs';
import { table as sectionTable } from './sections.mjs';
import { call } from './service.mjs';

const PAGE_SIZE = 25;
const TIMES = 40;

/** The statement as PostgREST words it for `GET /table?company_id=eq.…&column=ilike.*…*&order=…&limit=25`. */
function pageStatement(sql, { table, columns, order, companyId, column, text }) {
  const [field, direction] = order;
  const source = sql.table(table);
  const filter = sql`where ${sql.ref(`${table}.company_id`)} = ${companyId}::int and ${sql.ref(`${table}.${column}`)} ilike ${`%${text}%`}`;
  const selected = sql.join(columns.map((name) => sql.ref(`${table}.${name}`)));
  return sql`
    with pgrst_source as (
      select ${selected} from ${source} ${filter}
      order by ${sql.ref(`${table}.${field}`)} ${sql.raw(direction)} limit ${PAGE_SIZE} offset 0
    ), pgrst_source_count as (select 1 from ${source} ${filter})
    select (select pg_catalog.count(*) from pgrst_source_count) as total_result_set,
      pg_catalog.count(_postgrest_t) as page_total, coalesce(json_agg(_postgrest_t), '[]') as body,
      nullif(current_setting('response.headers', true), '') as response_headers,
      nullif(current_setting('response.status', true), '') as response_status
    from (select * from pgrst_source) _postgrest_t`;
}

/**
 * Measures and prints the same pages by our call and by PostgREST's statement, and returns what results.md says of
 * it: a sentence and a table of our median, theirs (milliseconds) and the ratio. `path` is our list, `cases` say by name which `query` ours is and which
 * `column` holds the `text`. Each column has the trigram index that its owner would give it, for as long as this takes.
 * Throws where the two do not count the same rows.
 */
export async function besidePostgrest({ db, sql, url }, token, { path, table, columns, order, companyId, cases }) {
  const indexed = [...new Set(Object.values(cases).map(({ column }) => column))];
  const indexOf = (column) => sql.ref(`postgrest_${column}`);
  for (const column of indexed)
    await sql`create index ${indexOf(column)} on ${sql.table(table)} using gin (${sql.ref(column)} gin_trgm_ops)`.execute(
      db,
    );
  await sql`vacuum analyze ${sql.table(table)}`.execute(db);
  const rows = [];
  console.log(`\n${'the same page of 25 with its total'.padEnd(52)}     ours  PostgREST's SQL    ratio`);
  for (const [name, { query, column, text }] of Object.entries(cases)) {
    const ours = () => call(`${url}/${path}?company_id=${companyId}&${query}`, { token });
    const statement = pageStatement(sql, { table, columns, order, companyId, column, text });
    const theirs = () => statement.execute(db);
    const { total } = await ours();
    const [{ total_result_set: counted }] = (await theirs()).rows;
    if (total !== Number(counted)) throw new Error(`${name}: ours counts ${total} rows, PostgREST's SQL ${counted}.`);
    const [own, their] = [percentile(await timed(TIMES, ours), 0.5), percentile(await timed(TIMES, theirs), 0.5)];
    const cells = [`${name} (${total.toLocaleString('en-US')})`, own.toFixed(1), their.toFixed(1)];
    rows.push([...cells, `${(own / their).toFixed(2)} ×`]);
    console.log(
      `${cells[0].padEnd(52)} ${cells[1].padStart(8)} ${cells[2].padStart(16)} ${rows.at(-1)[3].padStart(8)}`,
    );
  }
  for (const column of indexed) await sql`drop index ${indexOf(column)}`.execute(db);
  const head = [
    'the same page of 25 with its total, milliseconds',
    'ours, the whole call',
    'PostgREST’s SQL alone',
    'ratio',
  ];
  return ['Beside the statement of PostgREST for the same page, on the same server:', sectionTable(head, rows)];
}
