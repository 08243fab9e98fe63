/** Look-ups of a tool: rows, sums and groups of a noun, by the filters of its list and a few more. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ListAddress } from 'contract/agents/tool-results';
import type { Properties } from 'contract/noun';
import { NOUNS, type NounKind } from 'contract/nouns';
import type { Tables } from '../../database/connection';
import type { Filter } from '../../records/listing';
import type { Records } from '../../records/records';
import { inWords, type Scope } from './companies-in-reach.queries';

type Value = string | number | boolean | readonly string[];
type ListQuery = ListAddress['query'];
type Columns = Readonly<Record<string, RawBuilder<unknown>>>;

/** One filter of a tool. Without `is` it is the list's own. */
export interface FilterRule {
  readonly label: string;
  /** How a person reads its value; absent: as it is, true as yes. */
  readonly said?: (value: never) => string | undefined;
  /** The list's filter of the same name or another. */
  readonly list?: string;
  /** Its parameters in the list's address, where they are others; null: the list cannot show it. */
  readonly open?: (value: never) => ListQuery | null;
  readonly is?: Filter<never>;
}

/** A noun as tools look it up, its company joined as `companies`. */
export interface Subject {
  readonly list: Pick<Records<Properties>, 'conditions' | 'listing'> & {
    readonly definition: { readonly table: string; readonly noun: { readonly kind: NounKind } };
  };
  /** Joined beside the companies. */
  readonly join?: RawBuilder<unknown>;
  readonly filters: Readonly<Record<string, FilterRule>>;
  /** Sums of all that match, and of each group. */
  readonly sums: Columns;
  /** Columns of a row beside its id and its company. */
  readonly columns: Columns;
  readonly groups: Columns;
}

/** A query of a subject. */
export interface SubjectQuery {
  readonly subject: Subject;
  readonly scope: Scope;
  readonly filter: Readonly<Record<string, unknown>>;
}

/** Which rows, in which order. */
export interface Part {
  readonly order: RawBuilder<unknown>;
  readonly limit: number;
  readonly offset: number;
}

/** The filters that ask for something, with their rules. */
function activeFilters({ subject, filter }: SubjectQuery): [name: string, rule: FilterRule, value: never][] {
  return Object.entries(filter).flatMap(([name, value]) => {
    const rule = subject.filters[name];
    const isNothing = value === undefined || value === null || (Array.isArray(value) && !value.length);
    return !rule || isNothing || (value === false && !rule.said) ? [] : [[name, rule, value as never]];
  });
}

/** The filters by their labels, as a person reads them. */
export const filtersSaid = (query: SubjectQuery): [label: string, value: string][] =>
  activeFilters(query).flatMap(([, { label, said = asItIs }, value]) => {
    const read = said(value);
    return read === undefined ? [] : [[label, read]];
  });

const asItIs = (value: Value): string =>
  Array.isArray(value) ? inWords(value) : value === true ? 'yes' : String(value as Value);

/** The list with the same filters; null where it has not all of them, or where it shows one company and others are asked. */
export function listWith(query: SubjectQuery, ofOne: boolean, more: ListQuery = {}): ListAddress | null {
  const { subject, scope } = query;
  const { kind } = subject.list.definition.noun;
  const [company, ...others] = scope.companies;
  if (others.length || (ofOne && !company)) return null;
  const listQuery: ListQuery = company ? { company_id: company.id } : {};
  for (const [name, { list, open, is }, value] of activeFilters(query)) {
    const parameters = open ? open(value) : list || !is ? { [list ?? name]: value as Value } : null;
    if (!parameters) return null;
    Object.assign(listQuery, parameters);
  }
  return { path: NOUNS[kind].list as ListAddress['path'], query: { ...listQuery, ...more } };
}

async function matching(db: Kysely<Tables>, query: SubjectQuery, join = sql``): Promise<RawBuilder<unknown>> {
  const { subject, scope } = query;
  const { table } = subject.list.definition;
  const all = activeFilters(query);
  const ofList = all.flatMap(([name, { list, is }, value]) => (is ? [] : [[list ?? name, value]]));
  const isCompany = table === 'companies';
  const conditions = [
    scope.condition(isCompany ? 'companies.id' : `${table}.company_id`),
    ...(await subject.list.conditions(db, scope.companyId, Object.fromEntries(ofList) as ListQuery)),
  ];
  if (isCompany) conditions.push(sql<boolean>`deleted_at is null`);
  for (const [, { is }, value] of all) {
    const condition = await is?.(value, { db, companyId: scope.companyId, filtersBy: () => true });
    if (condition) conditions.push(condition);
  }
  const company = isCompany ? sql`` : sql`join companies on companies.id = ${sql.ref(`${table}.company_id`)}`;
  return sql`from ${sql.table(table)} ${company} ${subject.join ?? sql``} ${join} where ${sql.join(conditions, sql` and `)}`;
}

const named = (values: Columns): RawBuilder<unknown> =>
  sql.join(
    Object.entries(values).map(([name, value]) => sql`, ${value} as ${sql.ref(name)}`),
    sql``,
  );

/** How many match, and their sums. */
export async function totalsOf<Sums>(db: Kysely<Tables>, query: SubjectQuery): Promise<Sums & { count: number }> {
  const { rows } = await sql<Sums & { count: number }>`
    select count(*) as count ${named(query.subject.sums)} ${await matching(db, query)}`.execute(db);
  return rows[0]!;
}

/** A part of those that match. */
export async function rowsOf<Row>(
  db: Kysely<Tables>,
  query: SubjectQuery,
  { order, limit, offset }: Part,
): Promise<(Row & { id: number; company: string })[]> {
  const id = sql.ref(`${query.subject.list.definition.table}.id`);
  const { rows } = await sql<Row & { id: number; company: string }>`
    select ${id} as id, companies.name as company ${named(query.subject.columns)} ${await matching(db, query)}
    order by ${order} limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

/** A group; `name` is null for what is in none. */
export type GroupOf<Sums> = Sums & { name: string | null; count: number; company: string | null };

/**
 * A part of the groups, and how many there are. What has several tags counts for each of them, what has none for none;
 * groups of `ofCompany` belong to one company, others of one name go together.
 */
export async function groupsOf<Sums>(
  db: Kysely<Tables>,
  query: SubjectQuery,
  { by, order, limit, offset, ofCompany }: Part & { by: string; ofCompany: boolean },
): Promise<{ groups: GroupOf<Sums>[]; total: number }> {
  const { table, noun } = query.subject.list.definition;
  const tagged =
    by === 'tag'
      ? sql`join tag_uses on tag_uses.resource_type = ${noun.kind}::taggable and tag_uses.resource_id = ${sql.ref(`${table}.id`)}
        join tags on tags.id = tag_uses.tag_id`
      : sql``;
  const name = { company: sql`companies.name`, tag: sql`tags.name`, ...query.subject.groups }[by] ?? sql`null::text`;
  const { rows } = await sql<GroupOf<Sums> & { total: number }>`
    select ${name} as name, ${ofCompany ? sql`companies.name` : sql`null::text`} as company, count(*) as count
      ${named(query.subject.sums)}, count(*) over () as total ${await matching(db, query, tagged)}
    group by 1, 2 ${by === 'company' ? sql`, companies.id` : sql``}
    order by ${order}, 1 nulls last, 2 limit ${limit} offset ${offset}`.execute(db);
  return {
    groups: rows.map(({ total: _, ...group }) => group as unknown as GroupOf<Sums>),
    total: rows[0]?.total ?? 0,
  };
}
