// A migration's effects on full tables that would hold up the people who use them, read off the database's own counts.
import { FULL_TABLES } from './full.mjs';

/** So many rows a catalog change may touch, such as those that a new table's keys point to. */
const ROWS = 1000;

/**
 * Runs a migration and returns a sentence for each fault.
 *
 * @param run runs it, on connections that are closed when it resolves
 * @param isOutside whether it runs outside a transaction, where indexes are built concurrently
 */
export async function faultsOf({ db, sql }, { run, isOutside }) {
  const look = () => stateOf({ db, sql });
  const before = await look();
  await run();
  const after = await look();
  return before.flatMap((was) => {
    const is = after.find(({ table }) => table === was.table);
    if (!is) return [];
    if (is.file !== was.file) return [`rewrites ${is.table}, which nobody can read meanwhile`];
    if (isOutside) return [];
    const built = is.indexes.filter((index) => !was.indexes.includes(index));
    if (built.length)
      return [
        `builds ${built.join(', ')} on ${is.table}, to which nobody can write meanwhile: build it concurrently, outside a transaction`,
      ];
    const rows = is.rows - was.rows;
    return rows > ROWS
      ? [`reads or writes ${rows} rows of ${is.table} while it holds its locks: that is a background step`]
      : [];
  });
}

/** Of each full table: the file that holds its rows, its indexes, and how many rows were read or written so far. */
async function stateOf({ db, sql }) {
  const { rows } = await sql`
    select pg_class.relname as table, pg_relation_filenode(pg_class.oid) as file,
      array(select indexrelid::regclass::text from pg_index where indrelid = pg_class.oid) as indexes,
      (seq_tup_read + coalesce(idx_tup_fetch, 0) + n_tup_ins + n_tup_upd + n_tup_del)::float8 as rows
    from pg_class join pg_stat_user_tables on relid = pg_class.oid
    where pg_class.relname = any(${FULL_TABLES}::text[])`.execute(db);
  return rows;
}
