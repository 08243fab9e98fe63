/** Taking back what was done to a noun's rows: as they were, or there again under their ids (DECISIONS §10). */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Properties } from 'contract/noun';
import { audit, type AuditedRecord } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { besideOf } from './beside';
import { columnsOf } from './columns';
import { auditedColumns, type rowsOf, type Row, type RowsDefinition } from './rows';

/** The names of what undo gives back: all that a person writes, but secrets. */
const restorable = (properties: Properties): string[] =>
  Object.entries(properties)
    .filter(([, { written, kind }]) => written !== undefined && kind !== 'secret')
    .map(([name]) => name);

/** The calls of undo on a noun's rows; what they change is audited like every other change. */
export function undoOf<P extends Properties>(
  definition: RowsDefinition<P>,
  { lockMany, saveMany, erase }: Pick<ReturnType<typeof rowsOf<P>>, 'lockMany' | 'saveMany' | 'erase'>,
) {
  const { noun, table, beside, afterWrite } = definition;
  const resource = noun.kind;
  const properties: Properties = noun.properties;

  /** The rows of these ids as the log would keep them, authorised or not, with what stands beside them. */
  async function statesOf(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, AuditedRecord>> {
    const { rows } = await sql<AuditedRecord & { id: number }>`
      select ${auditedColumns(properties)} from ${sql.table(table)} where id = any(${[...ids]}::int[])`.execute(db);
    const besides = await besideOf(db, table, beside, ids);
    return new Map(rows.map((row) => [row.id, { ...row, ...besides.get(row.id) }]));
  }

  /** The same of those that are authorised, locked until the transaction ends. */
  async function lockStates(transaction: Transaction<Tables>, caller: Caller, ids: readonly number[]) {
    const locked = await lockMany(transaction, caller, ids);
    return statesOf(
      transaction,
      locked.map(({ id }) => id),
    );
  }

  /** Gives locked rows, by their ids, the values of some columns again. Throws Conflict. */
  async function putBack(
    transaction: Transaction<Tables>,
    caller: Caller,
    values: ReadonlyMap<number, AuditedRecord>,
  ): Promise<void> {
    const rows = await lockMany(transaction, caller, [...values.keys()]);
    const names = [...new Set([...values.values()].flatMap((record) => Object.keys(record)))];
    if (!rows.length || !names.length) return;
    const columns = sql.join(names.map((name) => sql.ref(name)));
    const written = rows.map((row) => {
      const whole: AuditedRecord = { ...row, ...values.get(row.id) };
      return [row.id, Object.fromEntries(names.map((name) => [name, whole[name]]))];
    });
    const saved = await saveMany(transaction, caller, rows, [
      sql`(${columns}) = (
        select ${sql.join(names.map((name) => sql.ref(`kept.${name}`)))}
        from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(Object.fromEntries(written))}::jsonb -> id::text)
          as kept)`,
    ]);
    await afterWrite?.(transaction, saved);
  }

  /**
   * Inserts deleted rows under their ids, with what stood beside them. Returns those whose unique value no other row has
   * meanwhile, by their ids, as they are then.
   */
  async function reinsert(
    transaction: Transaction<Tables>,
    caller: Caller,
    kept: readonly AuditedRecord[],
  ): Promise<Map<number, AuditedRecord>> {
    const generated = await generatedColumns(transaction, table);
    const columns = columnsOf(properties).filter(
      (name) => name !== 'updated_at' && properties[name]?.kind !== 'secret' && !generated.has(name),
    );
    const byWhom = ['created_by', ...columns].filter(
      (name) => name !== 'created_by' || 'created_by_username' in properties,
    );
    const names = sql.join(byWhom.map((name) => sql.ref(name)));
    const { rows } = await sql<Row<P>>`
      insert into ${sql.table(table)} (${names}, updated_by) overriding system value
      select ${names}, ${caller.userId}
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(kept)}::jsonb)
      order by id
      on conflict do nothing returning ${auditedColumns(properties)}`.execute(transaction);
    const ids = rows.map(({ id }) => id);
    const there = new Set(ids);
    await beside?.restore(
      transaction,
      caller,
      kept.filter(({ id }) => there.has(Number(id))),
    );
    await afterWrite?.(transaction, rows);
    const besides = await besideOf(transaction, table, beside, ids);
    const restored = new Map(rows.map((row): [number, AuditedRecord] => [row.id, { ...row, ...besides.get(row.id) }]));
    const entries = [...restored].map(([recordId, after]) => ({ action: 'restore', resource, recordId, after }));
    await audit(transaction, caller, ...entries);
    return restored;
  }

  /** Deletes again what an undo had put there. */
  async function deleteRows(transaction: Transaction<Tables>, caller: Caller, ids: readonly number[]): Promise<void> {
    await erase(transaction, caller, await lockMany(transaction, caller, ids));
  }

  return { restorable: restorable(properties), statesOf, lockStates, putBack, reinsert, deleteRows };
}

async function generatedColumns(transaction: Transaction<Tables>, table: string): Promise<Set<string>> {
  const { rows } = await sql<{ name: string }>`
    select attname::text as name from pg_attribute where attrelid = ${table}::regclass and attgenerated <> ''`.execute(
    transaction,
  );
  return new Set(rows.map(({ name }) => name));
}
