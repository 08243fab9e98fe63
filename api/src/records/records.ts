/**
 * The regular calls on a noun's records: one definition beside the contract, and each call may be left for a hand-written
 * one. Their checks run in the order of DECISIONS §1: 404, then the rules of the business.
 */
import { sql, type Kysely, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import type { ListedNoun, Noun, Properties, Stored } from 'contract/noun';
import { NOUNS, type NounKind } from 'contract/nouns';
import type { Paged } from 'contract/paging';
import type { Infer, RecordSchema } from 'contract/schema';
import type { Tables } from '../database/connection';
import { KEPT_SUMS, readKeptSums, type Sums } from '../database/list-sums';
import { listPage, type Listing, type PageQuery } from '../database/list';
import { requireCompany, type Caller } from '../http/access';
import { NotFound } from '../http/errors';
import { emptied } from './columns';
import { filtersOf, sortsOf, type ListRules, type SortName } from './listing';
import { register } from './registry';
import { byCompany, everywhere, rowsOf, type RowsDefinition, type Values } from './rows';
import type { Searched } from './search';
import { undoOf } from './undo-rows';

/** Looked up beside the record of every noun whose contract has it. */
const LOOK_UPS = {
  company_name: sql<string>`(select name from companies where companies.id = company_id)`,
  created_by_username: sql<string | null>`(select username from users where users.id = created_by)`,
  last_updated_by_username: sql<string | null>`(select username from users where users.id = updated_by)`,
};

/**
 * A noun's records: its rows, its list, and how computed properties are found. What is absent follows from the noun's entry
 * in contract/nouns.ts.
 */
export interface Definition<P extends Properties, Q extends RecordSchema>
  extends
    Omit<RowsDefinition<P>, 'noun' | 'name' | 'missing' | 'authorised'>,
    Partial<Pick<RowsDefinition<P>, 'name' | 'missing' | 'authorised'>>,
    ListRules<P, Q> {
  readonly noun: ListedNoun<NounKind, P, Q>;
  readonly searched: Searched;
  /** Where sources write its records: the column of when one was read; `read_from` has the source. */
  readonly readAt?: string;
  readonly computed: {
    readonly [K in Exclude<keyof P & string, Stored<P> | keyof typeof LOOK_UPS>]: RawBuilder<Infer<P[K]>>;
  };
}

/** The same, with what follows filled in. */
type Resolved<P extends Properties, Q extends RecordSchema> = RowsDefinition<P> &
  Pick<Definition<P, Q>, 'noun' | 'computed' | 'searched' | 'readAt'>;

/** The filters of a query by name; one that is absent or empty asks for nothing. */
type FilterValues = Readonly<Record<string, unknown>>;
const isEmpty = (value: unknown) => value === undefined || value === '';

const isKept = (table: keyof Tables): table is keyof typeof KEPT_SUMS => table in KEPT_SUMS;

type Item<P extends Properties> = Infer<Noun<P>['response']>;

/** The result of `recordsOf`. */
export type Records<P extends Properties, Q extends RecordSchema = RecordSchema> = ReturnType<typeof recordsOf<P, Q>>;

/** The calls on a noun's records. Each that is for one record throws NotFound where it is not there or not authorised. */
export function recordsOf<const P extends Properties, const Q extends RecordSchema>(given: Definition<P, Q>) {
  const { noun, table } = given;
  const { label, company } = NOUNS[noun.kind];
  const definition: Resolved<P, Q> = {
    name: label.toLowerCase(),
    missing: `${label} not found`,
    authorised: company === null ? everywhere : byCompany,
    ...given,
  };
  const { missing, authorised } = definition;
  const properties: Properties = noun.properties;
  const ref = (column: string) => sql.ref(`${table}.${column}`);
  const rowCalls = rowsOf(definition);

  const lookUps: Readonly<Record<string, RawBuilder<unknown>>> = { ...LOOK_UPS, ...definition.computed };
  const selection = Object.keys(noun.response.properties).map((name) =>
    (properties[name]?.computed ? (lookUps[name] ?? sql`null`) : ref(name)).as(name),
  );
  /** Every record as responses have it, authorised or not. */
  const rows = (db: Kysely<Tables>): SelectQueryBuilder<Tables, keyof Tables, Item<P>> =>
    db.selectFrom(table).select(selection).$castTo<Item<P>>();

  const listing: Listing<SortName<Q>> = {
    sorts: sortsOf(table, properties, noun.query, given),
    defaultSort: noun.defaultSort as SortName<Q>,
    id: `${table}.id`,
  };
  const filters = filtersOf(table, properties, noun.query, given);

  /** The conditions of the list's filters, one by one, without the company. */
  async function conditions(
    db: Kysely<Tables>,
    companyId: number | undefined,
    values: FilterValues,
  ): Promise<RawBuilder<boolean>[]> {
    const isAbsent = (name: string) => isEmpty(values[name]);
    const filtersBy = (...names: string[]) => !names.every(isAbsent);
    const found: RawBuilder<boolean>[] = [];
    for (const [name, filter] of filters) {
      const condition = isAbsent(name) ? null : await filter(values[name], { db, companyId, filtersBy });
      if (condition) found.push(condition);
    }
    return found;
  }

  /** The records that the filters match, of the company that is asked for, or all that the caller is authorised for. */
  async function matching(db: Kysely<Tables>, caller: Caller, query: Infer<Q>) {
    const values: FilterValues = { ...query };
    const companyId = typeof values['company_id'] === 'number' ? values['company_id'] : undefined;
    await requireCompany(db, caller, companyId);
    const reached = companyId === undefined ? authorised(caller) : sql<boolean>`${ref('company_id')} = ${companyId}`;
    const selected = rows(db).where(reached);
    return (await conditions(db, companyId, values)).reduce((all, condition) => all.where(condition), selected);
  }

  /** Total and sums of what a query matches, as they are kept; null where it asks for more than they are kept by. */
  async function keptSums(db: Kysely<Tables>, caller: Caller, query: Infer<Q>): Promise<Sums | null> {
    if (!isKept(table)) return null;
    const compared: readonly string[] = KEPT_SUMS[table].compared;
    const values: FilterValues = { ...query };
    const names = filters.map(([name]) => name).filter((name) => !isEmpty(values[name]));
    if (!names.every((name) => compared.includes(name))) return null;
    const companyId = values['company_id'];
    const reached = companyId === undefined ? authorised(caller) : sql<boolean>`company_id = ${companyId}`;
    return readKeptSums(db, table, reached, Object.fromEntries(names.map((name) => [name, values[name]])));
  }

  const find = (db: Kysely<Tables>, caller: Caller, id: number): Promise<Item<P>> =>
    rows(db)
      .where(sql<boolean>`${ref('id')} = ${id}`)
      .where(authorised(caller))
      .executeTakeFirstOrThrow(() => new NotFound(missing));

  /** The sent fields are set (PATCH); throws as `change`. */
  const update = (db: Kysely<Tables>, caller: Caller, id: number, changes: Values<P>, ifMatch: string | null) =>
    db.transaction().execute(async (transaction) => {
      await rowCalls.change(transaction, caller, id, changes, ifMatch);
      return find(transaction, caller, id);
    });

  const records = {
    ...rowCalls,
    undo: undoOf(definition, rowCalls),
    definition,
    listing,
    rows,
    conditions,
    matching,
    keptSums,
    find,
    update,
    /** One page of the records that the caller is authorised for; throws NotFound for a company that is not among them. */
    list: async (db: Kysely<Tables>, caller: Caller, query: Infer<Q>): Promise<Paged<Item<P>>> =>
      listPage(await matching(db, caller, query), listing, query as PageQuery),
    /** A new record; throws NotFound for a company that is not the caller's, Conflict for a unique value of another. */
    create: (db: Kysely<Tables>, caller: Caller, body: Values<P>): Promise<Item<P>> =>
      db.transaction().execute(async (transaction) => {
        await requireCompany(transaction, caller, (body as { company_id?: number }).company_id);
        const row = await rowCalls.insert(transaction, caller, body);
        return find(transaction, caller, row.id);
      }),
    /** Every written field is set, an absent one to null or its default; an absent secret stays (PUT). Throws as PATCH. */
    replace: (db: Kysely<Tables>, caller: Caller, id: number, body: Values<P>, ifMatch: string | null) =>
      update(db, caller, id, { ...emptied(properties), ...body }, ifMatch),
    remove: (db: Kysely<Tables>, caller: Caller, id: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        const before = await rowCalls.lock(transaction, caller, id);
        await rowCalls.erase(transaction, caller, [before]);
      }),
  };
  register(records);
  return records;
}
