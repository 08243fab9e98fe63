/** What a tool looks up: rows, sums and groups of a noun, by the filters of its list and a few more. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { ListAddress } from 'contract/agents/tool-results';
import type { Tables } from '../../database/connection';
import { listed, type Scope } from './companies-in-reach.queries';
import { filtersInWords, filtersOf, type Finding } from './look-up';

type Value = string | number | boolean | readonly string[];
type Query = ListAddress['query'];

/** One filter of a tool. Without `is` it is the list's own. */
export interface FilterRule {
  readonly label: string;
  /** How a person reads its value; absent: as it is, true as yes. */
  readonly said?: (value: never) => string | undefined;
  /** The list's filter of the same name or another. */
  readonly list?: string;
  /** Its parameters in the list's address, where they are others; null: the list cannot show it. */
  readonly open?: (value: never) => Query | null;
  readonly is?: (
    value: never,
    about: { db: Kysely<Tables>; companyId: number | undefined },
  ) => RawBuilder<boolean> | null | Promise<RawBuilder<boolean> | null>;
}

/** A noun as tools look it up, its company joined as `companies`. */
export interface Subject {
  readonly list: Parameters<typeof listed>[2];
  readonly path: ListAddress['path'];
  /** What is joined beside the companies. */
  readonly join?: RawBuilder<unknown>;
  readonly filters: Readonly<Record<string, FilterRule>>;
  /** What is added up of all that match, and of each group. */
  readonly sums: Readonly<Record<string, RawBuilder<unknown>>>;
  /** What a row has beside its id and its company. */
  readonly columns: Readonly<Record<string, RawBuilder<unknown>>>;
  readonly groups: Readonly<Record<string, RawBuilder<unknown>>>;
}

/** What is asked of a subject. */
export interface Asked {
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
function asking({ subject, filter }: Asked): [name: string, rule: FilterRule, value: never][] {
  return Object.entries(filter).flatMap(([name, value]) => {
    const rule = subject.filters[name];
    const isNothing = value === undefined || value === null || (Array.isArray(value) && !value.length);
    return !rule || isNothing || (value === false && !rule.said) ? [] : [[name, rule, value as never]];
  });
}

/** The filters as a person reads them. */
export const filtersSaid = (asked: Asked): [string, string][] =>
  filtersOf(
    Object.fromEntries(
      asking(asked).map(([, { label, said }, value]) => [label, said ? said(value) : (value as Value)]),
    ),
  );

/** The list with the same filters; null where it has not all of them, or where it shows one company and several are asked. */
export function listWith(asked: Asked, ofOne: boolean, more: Query = {}): ListAddress | null {
  const { subject, scope } = asked;
  const [company, ...others] = scope.companies;
  if (others.length || (ofOne && !company)) return null;
  const query: Query = company ? { company_id: company.id } : {};
  for (const [name, { list, open, is }, value] of asking(asked)) {
    const parameters = open ? open(value) : list || !is ? { [list ?? name]: value as Value } : null;
    if (!parameters) return null;
    Object.assign(query, parameters);
  }
  return { path: subject.path, query: { ...query, ...more } };
}

async function matching(db: Kysely<Tables>, asked: Asked, join = sql``): Promise<RawBuilder<unknown>> {
  const { subject, scope } = asked;
  const { table } = subject.list.definition;
  const [own, others] = [asking(asked).filter(([, { is }]) => is), asking(asked).filter(([, { is }]) => !is)];
  const conditions = await listed(
    db,
    scope,
    subject.list,
    Object.fromEntries(others.map(([name, { list }, value]) => [list ?? name, value])),
  );
  for (const [, { is }, value] of own) {
    const condition = await is?.(value, { db, companyId: scope.companyId });
    if (condition) conditions.push(condition);
  }
  return sql`from ${sql.table(table)} join companies on companies.id = ${sql.ref(`${table}.company_id`)}
    ${subject.join ?? sql``} ${join} where ${sql.join(conditions, sql` and `)}`;
}

const named = (values: Readonly<Record<string, RawBuilder<unknown>>>): RawBuilder<unknown> =>
  sql.join(
    Object.entries(values).map(([name, value]) => sql`, ${value} as ${sql.ref(name)}`),
    sql``,
  );

/** How many match, and their sums. */
export async function totalsOf<Sums>(db: Kysely<Tables>, asked: Asked): Promise<Sums & { count: number }> {
  const { rows } = await sql<Sums & { count: number }>`
    select count(*) as count ${named(asked.subject.sums)} ${await matching(db, asked)}`.execute(db);
  return rows[0]!;
}

/** A part of those that match. */
export async function rowsOf<Row>(
  db: Kysely<Tables>,
  asked: Asked,
  { order, limit, offset }: Part,
): Promise<(Row & { id: number; company: string })[]> {
  const id = sql.ref(`${asked.subject.list.definition.table}.id`);
  const { rows } = await sql<Row & { id: number; company: string }>`
    select ${id} as id, companies.name as company ${named(asked.subject.columns)} ${await matching(db, asked)}
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
  asked: Asked,
  { by, order, limit, offset, ofCompany = false }: Part & { by: string; ofCompany?: boolean },
): Promise<{ groups: GroupOf<Sums>[]; total: number }> {
  const { table, noun } = asked.subject.list.definition;
  const tagged =
    by === 'tag'
      ? sql`join tag_uses on tag_uses.resource_type = ${noun.kind}::taggable and tag_uses.resource_id = ${sql.ref(`${table}.id`)}
        join tags on tags.id = tag_uses.tag_id`
      : sql``;
  const name = { company: sql`companies.name`, tag: sql`tags.name`, ...asked.subject.groups }[by] ?? sql`null::text`;
  const { rows } = await sql<GroupOf<Sums> & { total: number }>`
    select ${name} as name, ${ofCompany ? sql`companies.name` : sql`null::text`} as company, count(*) as count
      ${named(asked.subject.sums)}, count(*) over () as total ${await matching(db, asked, tagged)}
    group by 1, 2 ${by === 'company' ? sql`, companies.id` : sql``}
    order by ${order}, 1 nulls last, 2 limit ${limit} offset ${offset}`.execute(db);
  return {
    groups: rows.map(({ total: _, ...group }) => group as unknown as GroupOf<Sums>),
    total: rows[0]?.total ?? 0,
  };
}

/** The companies and behind them the filters: 'Lumen, type video, tagged winner'. */
export const inWordsOf = (scope: Scope, filters: Finding['filters']): string => scope.phrase + filtersInWords(filters);
