/** How a noun's list is sorted and filtered: by its columns, as their kinds have it, and by what is said beside them. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { isNullable, type Properties, type Stored } from 'contract/noun';
import type { Infer, PropertySchema, RecordSchema } from 'contract/schema';
import type { Tables } from '../database/connection';
import { byText, byValue, contains, nullsLast, type Sort } from '../database/list';

/** The condition of one filter; null: it asks for nothing. */
export type Filter<Value> = (
  value: Value,
  about: {
    readonly db: Kysely<Tables>;
    readonly companyId: number | undefined;
    /** Whether the query also filters by one of these. */
    readonly filtersBy: (...names: string[]) => boolean;
  },
) => RawBuilder<boolean> | null | Promise<RawBuilder<boolean> | null>;

/** The names of a query's filters; that by company is the same for every noun. */
export type FilterName<Q> = Exclude<keyof Infer<Q> & string, 'page' | 'page_size' | 'sort_by' | 'sort' | 'company_id'>;
/** The names that a query may sort by. */
export type SortName<Q> =
  Infer<Q> extends { sort_by?: infer S } ? Exclude<S, `-${string}` | undefined> & string : never;
/** All of `Names` may be given; those that no column serves must be. */
type Irregular<Names extends string, P, Given extends Record<Names, unknown>> = Pick<Given, Exclude<Names, Stored<P>>> &
  Partial<Given>;

/** How a list is sorted and filtered where no column of that name says it. */
export interface ListRules<P extends Properties, Q extends RecordSchema> {
  readonly sorts: Irregular<SortName<Q>, P, Record<SortName<Q>, Sort>>;
  readonly filters: Irregular<FilterName<Q>, P, { [K in FilterName<Q>]: Filter<NonNullable<Infer<Q>[K]>> }>;
}

const isText = ({ kind }: PropertySchema) => kind === 'text' || kind === 'longText' || kind === 'url';

/** Text sorts by code point after case folding, everything else by its value; nulls come last. */
function sortOf(column: string, property: PropertySchema): Sort {
  const sort = isText(property) ? byText(column) : byValue(column);
  return isNullable(property) ? nullsLast(sort) : sort;
}

/** A text is searched for a part of it, everything else is compared. */
const filterOf =
  (column: string, property: PropertySchema): Filter<unknown> =>
  (value) =>
    isText(property) ? contains(column, String(value)) : sql<boolean>`${sql.ref(column)} = ${value}`;

/** The expression of each name that the list may be sorted by. */
export function sortsOf<P extends Properties, Q extends RecordSchema>(
  table: string,
  properties: Properties,
  query: Q,
  { sorts }: ListRules<P, Q>,
) {
  const own: Readonly<Record<string, Sort | undefined>> = sorts;
  const names = (query.properties['sort_by']?.enum ?? []).map(String).filter((name) => !name.startsWith('-'));
  const all = names.map((name) => [name, own[name] ?? sortOf(`${table}.${name}`, properties[name] ?? {})] as const);
  return Object.fromEntries(all) as Record<SortName<Q>, Sort>;
}

const PAGING = new Set(['page', 'page_size', 'sort_by', 'sort', 'company_id']);

/** The condition of each filter, by its name. */
export function filtersOf<P extends Properties, Q extends RecordSchema>(
  table: string,
  properties: Properties,
  query: Q,
  { filters }: ListRules<P, Q>,
): [name: string, filter: Filter<unknown>][] {
  const own = filters as Readonly<Record<string, Filter<unknown> | undefined>>;
  return Object.keys(query.properties)
    .filter((name) => !PAGING.has(name))
    .map((name) => [name, own[name] ?? filterOf(`${table}.${name}`, properties[name] ?? {})]);
}
