/**
 * The rows of a noun within a transaction: locked, inserted, changed and deleted, each with its audit entry. The regular
 * calls are made of these, and so is what is written by hand.
 */
import { sql, type Insertable, type RawBuilder, type Transaction } from 'kysely';
import type { Noun, Properties, Stored } from 'contract/noun';
import type { NounKind } from 'contract/nouns';
import type { Infer } from 'contract/schema';
import { audit, HIDDEN, type AuditedRecord } from '../database/audit';
import type { Tables } from '../database/connection';
import { isAuthorised, type Caller } from '../http/access';
import { NotFound, Conflict, conflictOn } from '../http/errors';
import { besideOf, type Beside } from './beside';
import { columnsOf, kept, type Table } from './columns';
import { requireUnchanged, laterThanBefore, type Version } from './if-match';

/** The condition that the caller is authorised for a record. */
export type RowAccess = (caller: Caller) => RawBuilder<boolean>;
/** Who is authorised for its company is for a record. */
export const byCompany: RowAccess = (caller) => isAuthorised(caller, 'company_id');
/** Whoever may call is authorised for every record. */
export const everywhere: RowAccess = () => sql<boolean>`true`;

/** A noun's rows in the database. */
export interface RowsDefinition<P extends Properties> {
  readonly noun: Noun<P> & { readonly kind: NounKind };
  readonly table: keyof Tables;
  /** The name of one in the message of a 412. */
  readonly name: string;
  /** The message for one that is not there. */
  readonly missing: string;
  /** The message where the unique value of another record stands in the way, and the constraint that says so. */
  readonly conflict?: { readonly constraint: string; readonly message: string };
  readonly authorised: RowAccess;
  /** The rows that are deleted with a row. */
  readonly beside?: Beside;
  /** Called when an undo has written rows, to write what depends on them. */
  afterWrite?(transaction: Transaction<Tables>, rows: readonly Row<P>[]): Promise<void>;
}

/** Values for the columns of a row; a secret is one that is sealed. */
export type Values<P extends Properties> = Partial<Insertable<Table<{ properties: P }>>>;
/** A row of the table as the audit log has it: a secret is only whether there is one. */
export type Row<P> = Version & { readonly id: number } & {
  [K in Stored<P>]: P[K] extends { readonly kind: 'secret' } ? typeof HIDDEN | null : Infer<P[K]>;
};
/** The audit entry of an insertion, where it is not 'create' or holds more than the row. */
interface Entry {
  readonly action?: string;
  readonly also?: object;
}

/** The audit log's copy of a row, as it is selected. A secret never leaves the database. */
export const auditedColumns = (properties: Properties): RawBuilder<unknown> =>
  sql.join([
    ...columnsOf(properties).map((column) =>
      properties[column]?.kind === 'secret'
        ? sql`case when ${sql.ref(column)} is not null then ${sql.lit(HIDDEN)} end as ${sql.ref(column)}`
        : sql.ref(column),
    ),
    ...('created_by_username' in properties ? [sql.ref('created_by')] : []),
    ...('updated_at' in properties ? [sql.ref('updated_by')] : []),
  ]);

/** The writing of a noun's rows. A row that is not there or not authorised is NotFound. */
export function rowsOf<P extends Properties>(definition: RowsDefinition<P>) {
  const { noun, table, missing, conflict, authorised, beside } = definition;
  const resource = noun.kind;
  const properties: Properties = noun.properties;
  const isAuthored = 'created_by_username' in properties;

  const audited = auditedColumns(properties);

  /** The rows of these ids that are there and authorised, and of `companyId` where one is named, locked in their order. */
  async function lockMany(
    transaction: Transaction<Tables>,
    caller: Caller,
    ids: readonly number[],
    companyId?: number,
  ): Promise<Row<P>[]> {
    const ofCompany = companyId === undefined ? sql`` : sql`and company_id = ${companyId}`;
    const { rows: locked } = await sql<Row<P>>`
      select ${audited} from ${sql.table(table)}
      where id = any(${[...ids]}::int[]) and ${authorised(caller)} ${ofCompany}
      order by id for update`.execute(transaction);
    return locked;
  }

  /** One row, locked until the transaction ends. */
  async function lock(transaction: Transaction<Tables>, caller: Caller, id: number): Promise<Row<P>> {
    const [row] = await lockMany(transaction, caller, [id]);
    if (!row) throw new NotFound(missing);
    return row;
  }

  /**
   * Inserts rows, as they follow `insert into` and the table; returns those whose unique value no other one has.
   *
   * @param entry what the audit log calls it, and what it keeps beside the row
   */
  async function insertMany(
    transaction: Transaction<Tables>,
    caller: Caller,
    values: RawBuilder<unknown>,
    { action = 'create', also = {} }: Entry = {},
  ): Promise<Row<P>[]> {
    const { rows: inserted } = await sql<Row<P>>`
      insert into ${sql.table(table)} ${values} on conflict do nothing returning ${audited}`.execute(transaction);
    const entries = inserted.map((row) => ({ action, resource, recordId: row.id, after: { ...row, ...also } }));
    await audit(transaction, caller, ...entries);
    return inserted;
  }

  /** Inserts a row; null where another one has its unique value. */
  async function insertNew(
    transaction: Transaction<Tables>,
    caller: Caller,
    values: Values<P>,
    entry?: Entry,
  ): Promise<Row<P> | null> {
    const by = { updated_by: caller.userId, ...(isAuthored ? { created_by: caller.userId } : {}) };
    const entries = Object.entries({ ...kept(properties, values), ...by });
    const names = sql.join(entries.map(([name]) => sql.ref(name)));
    const row = sql`(${names}) values (${sql.join(entries.map(([, value]) => value))})`;
    return (await insertMany(transaction, caller, row, entry))[0] ?? null;
  }

  /** Inserts a row; throws Conflict. */
  async function insert(
    transaction: Transaction<Tables>,
    caller: Caller,
    values: Values<P>,
    entry?: Entry,
  ): Promise<Row<P>> {
    const row = await insertNew(transaction, caller, values, entry);
    if (!row) throw new Conflict(conflict?.message);
    return row;
  }

  /**
   * Sets columns of locked rows, each as it follows the word `set`; returns the rows as they are then. `secrets` names
   * those among the columns: the log cannot tell from their values that they changed.
   */
  async function saveMany(
    transaction: Transaction<Tables>,
    caller: Caller,
    before: readonly Row<P>[],
    changes: readonly RawBuilder<unknown>[],
    secrets: readonly string[] = [],
  ): Promise<Row<P>[]> {
    const { rows: saved } = await sql<Row<P>>`
      update ${sql.table(table)}
      set ${sql.join([...changes, sql`updated_by = ${caller.userId}`, sql`updated_at = ${laterThanBefore}`])}
      where id = any(${before.map(({ id }) => id)}::int[]) returning ${audited}`
      .execute(transaction)
      .catch(conflict ? conflictOn(conflict.constraint, conflict.message) : undefined);
    const now = new Map(saved.map((row) => [row.id, row]));
    const entries = before.map((row) => ({
      action: 'update',
      resource,
      recordId: row.id,
      before: row,
      after: withSecrets(row, now.get(row.id), secrets),
    }));
    await audit(transaction, caller, ...entries);
    return saved;
  }

  /** Sets the given columns of a locked row; throws Conflict. */
  async function save(transaction: Transaction<Tables>, caller: Caller, before: Row<P>, changes: Values<P>) {
    const values = Object.entries(kept(properties, changes));
    const set = values.map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    const secrets = values.map(([name]) => name).filter((name) => properties[name]?.kind === 'secret');
    const [after] = await saveMany(transaction, caller, [before], set, secrets);
    return after ?? before;
  }

  /** Deletes locked rows; the audit log keeps each as it was, with what goes with it. */
  async function erase(
    transaction: Transaction<Tables>,
    caller: Caller,
    before: readonly { readonly id: number }[],
  ): Promise<void> {
    const ids = before.map(({ id }) => id);
    const besides = await besideOf(transaction, table, beside, ids);
    await sql`delete from ${sql.table(table)} where id = any(${ids}::int[])`.execute(transaction);
    const entries = before.map((row) => {
      const whole = { ...row, ...besides.get(row.id) };
      return { action: 'delete', resource, recordId: row.id, before: whole };
    });
    await audit(transaction, caller, ...entries);
  }

  /** Sets fields of a record within a transaction; throws ChangedMeanwhile (see `requireUnchanged`) or Conflict. */
  async function change(
    transaction: Transaction<Tables>,
    caller: Caller,
    id: number,
    changes: Values<P>,
    ifMatch: string | null,
  ): Promise<Row<P>> {
    const before = await lock(transaction, caller, id);
    await requireUnchanged(transaction, ifMatch, definition.name, before);
    return save(transaction, caller, before, changes);
  }

  return { lock, lockMany, insert, insertNew, insertMany, change, save, saveMany, erase };
}

/** The row as the log has it after a save that wrote these secrets: with the names of those that there were or are. */
function withSecrets(before: AuditedRecord, after: AuditedRecord | undefined, written: readonly string[]) {
  const changed = written.filter((name) => (before[name] ?? null) !== null || (after?.[name] ?? null) !== null);
  return after && changed.length ? { ...after, changed_secrets: changed } : after;
}
