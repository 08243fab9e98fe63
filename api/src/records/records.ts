/**
 * The regular calls on a noun's records: one definition beside the contract, and each call may be left for a hand-written
 * one. Reach, If-Match, the unique value's message and the audit entry are here; so is the order of the checks behind a
 * route (DECISIONS §1: 404, then the rules of the business).
 */
import { sql, type Insertable, type Kysely, type RawBuilder, type SelectQueryBuilder, type Transaction } from 'kysely';
import type { Noun, Properties, Stored } from '../../contract/noun';
import type { Paged } from '../../contract/paging';
import type { Infer, RecordSchema } from '../../contract/schema';
import { demandCompany, inReach, type Caller } from '../http/access';
import { audit, HIDDEN } from '../database/audit';
import type { Tables } from '../database/connection';
import { listPage, type Listing, type PageQuery } from '../database/list';
import { NotFound, Taken, taken } from '../http/errors';
import { columnsOf, emptied, kept, type Table } from './columns';
import { demandUnchanged, laterThanBefore, type Saved } from './if-match';
import { filtersOf, sortsOf, type ListRules, type SortName } from './listing';

/** The condition that a record is in the caller's reach. */
export type Reach = (caller: Caller) => RawBuilder<boolean>;
/** A record is in the reach of who reaches its company. */
export const byCompany: Reach = (caller) => inReach(caller, 'company_id');
/** Every record is in the reach of whoever may call. */
export const everywhere: Reach = () => sql<boolean>`true`;

/** What is looked up beside the record of every noun whose contract has it. */
const LOOK_UPS = {
  company_name: sql<string>`(select name from companies where companies.id = company_id)`,
  created_by_username: sql<string | null>`(select username from users where users.id = created_by)`,
  last_updated_by_username: sql<string | null>`(select username from users where users.id = updated_by)`,
};

/** A noun's records in the database. */
export interface Definition<P extends Properties, Q extends RecordSchema> extends ListRules<P, Q> {
  readonly noun: Noun<P>;
  readonly table: keyof Tables;
  /** What the audit log calls one. */
  readonly resource: string;
  /** What the message of a 412 calls one. */
  readonly name: string;
  /** The message for one that is not there. */
  readonly missing: string;
  /** The message where the unique value of another record stands in the way, and the constraint that says so. */
  readonly conflict?: { readonly constraint: string; readonly message: string };
  readonly reach: Reach;
  /** How what is computed is found. */
  readonly computed: {
    readonly [K in Exclude<keyof P & string, Stored<P> | keyof typeof LOOK_UPS>]: RawBuilder<Infer<P[K]>>;
  };
}

type Values<P extends Properties> = Partial<Insertable<Table<{ properties: P }>>>;
/** A row of the table as the audit log has it: a secret is only whether there is one. */
export type Row<P> = Saved & { readonly id: number } & {
  [K in Stored<P>]: P[K] extends { readonly kind: 'secret' } ? typeof HIDDEN | null : Infer<P[K]>;
};
type Item<P extends Properties> = Infer<Noun<P>['response']>;

/** The audit entry of an insertion, where it is not 'create' or holds more than the row. */
interface Entry {
  readonly action?: string;
  readonly also?: object;
}

/** What `recordsOf` returns. */
export type Records<P extends Properties, Q extends RecordSchema = RecordSchema> = ReturnType<typeof recordsOf<P, Q>>;

/** The calls on a noun's records. Each that is for one record throws NotFound where it is not there or out of reach. */
export function recordsOf<const P extends Properties, const Q extends RecordSchema>(definition: Definition<P, Q>) {
  const { noun, table, resource, missing, conflict, reach } = definition;
  const properties: Properties = noun.properties;
  const columns = columnsOf(properties);
  const ref = (column: string) => sql.ref(`${table}.${column}`);
  const notFound = () => new NotFound(missing);
  const refused = conflict ? taken(conflict.constraint, conflict.message) : undefined;
  const isAuthored = 'created_by_username' in properties;

  // What the audit log keeps of a row. That of a secret never leaves the database.
  const audited = sql.join([
    ...columns.map((column) =>
      properties[column]?.kind === 'secret'
        ? sql`case when ${ref(column)} is not null then ${sql.lit(HIDDEN)} end as ${sql.ref(column)}`
        : ref(column),
    ),
    ...(isAuthored ? [ref('created_by')] : []),
    ref('updated_by'),
  ]);

  const lookUps: Readonly<Record<string, RawBuilder<unknown>>> = { ...LOOK_UPS, ...definition.computed };
  const selection = Object.keys(noun.response.properties).map((name) =>
    (properties[name]?.computed ? (lookUps[name] ?? sql`null`) : ref(name)).as(name),
  );
  /** Every record as responses have it, in reach or not. */
  const rows = (db: Kysely<Tables>): SelectQueryBuilder<Tables, keyof Tables, Item<P>> =>
    db.selectFrom(table).select(selection).$castTo<Item<P>>();

  const listing: Listing<SortName<Q>> = {
    sorts: sortsOf(table, properties, definition),
    defaultSort: definition.defaultSort,
    id: `${table}.id`,
  };
  const filters = filtersOf(table, properties, definition);

  /** The records that the filters match, of the company that is asked for, or of every one in the caller's reach. */
  async function matching(db: Kysely<Tables>, caller: Caller, query: Infer<Q>) {
    const asked: Readonly<Record<string, unknown>> = { ...query };
    const companyId = typeof asked['company_id'] === 'number' ? asked['company_id'] : undefined;
    await demandCompany(db, caller, companyId);
    let selected = rows(db).where(
      companyId === undefined ? reach(caller) : sql<boolean>`${ref('company_id')} = ${companyId}`,
    );
    for (const [name, filter] of filters) {
      const value = asked[name];
      if (value === undefined || value === '') continue;
      const condition = await filter(value, { db, companyId });
      if (condition) selected = selected.where(condition);
    }
    return selected;
  }

  const find = (db: Kysely<Tables>, caller: Caller, id: number): Promise<Item<P>> =>
    rows(db)
      .where(sql<boolean>`${ref('id')} = ${id}`)
      .where(reach(caller))
      .executeTakeFirstOrThrow(notFound);

  /** The rows of these ids that are there and in reach, and of `companyId` where one is named, locked in their order. */
  async function lockMany(
    transaction: Transaction<Tables>,
    caller: Caller,
    ids: readonly number[],
    companyId?: number,
  ): Promise<Row<P>[]> {
    const ofCompany = companyId === undefined ? sql`` : sql`and company_id = ${companyId}`;
    const { rows: locked } = await sql<Row<P>>`
      select ${audited} from ${sql.table(table)}
      where id = any(${[...ids]}::int[]) and ${reach(caller)} ${ofCompany}
      order by id for update`.execute(transaction);
    return locked;
  }

  /** One row, locked until the transaction ends. */
  async function lock(transaction: Transaction<Tables>, caller: Caller, id: number): Promise<Row<P>> {
    const [row] = await lockMany(transaction, caller, [id]);
    if (!row) throw notFound();
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

  /** Inserts a row; throws Taken. */
  async function insert(
    transaction: Transaction<Tables>,
    caller: Caller,
    values: Values<P>,
    entry?: Entry,
  ): Promise<Row<P>> {
    const row = await insertNew(transaction, caller, values, entry);
    if (!row) throw new Taken(conflict?.message);
    return row;
  }

  /** Sets columns of locked rows, as they follow the word `set`; returns the rows as they are then. */
  async function saveMany(
    transaction: Transaction<Tables>,
    caller: Caller,
    before: readonly Row<P>[],
    changes: RawBuilder<unknown>,
  ): Promise<Row<P>[]> {
    const { rows: saved } = await sql<Row<P>>`
      update ${sql.table(table)}
      set ${changes}, updated_by = ${caller.userId}, updated_at = ${laterThanBefore}
      where id = any(${before.map(({ id }) => id)}::int[]) returning ${audited}`
      .execute(transaction)
      .catch(refused);
    const now = new Map(saved.map((row) => [row.id, row]));
    const entries = before.map((row) => ({
      action: 'update',
      resource,
      recordId: row.id,
      before: row,
      after: now.get(row.id),
    }));
    await audit(transaction, caller, ...entries);
    return saved;
  }

  /** Sets the given columns of a locked row; throws Taken. */
  async function save(transaction: Transaction<Tables>, caller: Caller, before: Row<P>, changes: Values<P>) {
    const set = Object.entries(kept(properties, changes)).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
    const [after] = await saveMany(transaction, caller, [before], sql.join(set.length ? set : [sql`id = id`]));
    return after ?? before;
  }

  /** Deletes locked rows; `before` is what the audit log keeps of each. */
  async function erase(
    transaction: Transaction<Tables>,
    caller: Caller,
    before: readonly { readonly id: number }[],
  ): Promise<void> {
    await sql`delete from ${sql.table(table)} where id = any(${before.map(({ id }) => id)}::int[])`.execute(
      transaction,
    );
    const entries = before.map((row) => ({ action: 'delete', resource, recordId: row.id, before: row }));
    await audit(transaction, caller, ...entries);
  }

  /** Sets fields of a record within a transaction; throws ChangedMeanwhile (see `demandUnchanged`) or Taken. */
  async function change(
    transaction: Transaction<Tables>,
    caller: Caller,
    id: number,
    changes: Values<P>,
    ifMatch: string | null,
  ): Promise<Row<P>> {
    const before = await lock(transaction, caller, id);
    await demandUnchanged(transaction, ifMatch, definition.name, before);
    return save(transaction, caller, before, changes);
  }

  /** The sent fields are set (PATCH); throws as `change`. */
  const update = (db: Kysely<Tables>, caller: Caller, id: number, changes: Values<P>, ifMatch: string | null) =>
    db.transaction().execute(async (transaction) => {
      await change(transaction, caller, id, changes, ifMatch);
      return find(transaction, caller, id);
    });

  return {
    definition,
    listing,
    audited,
    rows,
    matching,
    lock,
    lockMany,
    insert,
    insertNew,
    insertMany,
    change,
    save,
    saveMany,
    erase,
    find,
    update,
    /** One page of the records in the caller's reach; throws NotFound for a company out of reach. */
    list: async (db: Kysely<Tables>, caller: Caller, query: Infer<Q>): Promise<Paged<Item<P>>> =>
      listPage(await matching(db, caller, query), listing, query as PageQuery),
    /** A new record; throws NotFound for a company out of reach, Taken for a unique value of another record. */
    create: (db: Kysely<Tables>, caller: Caller, body: Values<P>): Promise<Item<P>> =>
      db.transaction().execute(async (transaction) => {
        await demandCompany(transaction, caller, (body as { company_id?: number }).company_id);
        const row = await insert(transaction, caller, body);
        return find(transaction, caller, row.id);
      }),
    /** Every written field is set, an absent one to null or its default; an absent secret stays (PUT). Throws as PATCH. */
    replace: (db: Kysely<Tables>, caller: Caller, id: number, body: Values<P>, ifMatch: string | null) =>
      update(db, caller, id, { ...emptied(properties), ...body }, ifMatch),
    remove: (db: Kysely<Tables>, caller: Caller, id: number): Promise<void> =>
      db
        .transaction()
        .execute(async (transaction) => erase(transaction, caller, [await lock(transaction, caller, id)])),
  };
}
