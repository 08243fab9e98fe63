/** One search over all that a person may read (DECISIONS §11). */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import { NOUN_KINDS, NOUNS } from 'contract/nouns';
import { DEFAULT_FOUND, type EverywhereFound, type EverywhereQuery, type FoundItem } from 'contract/search';
import type { Tables } from '../database/connection';
import { foldedBegins, hasTrigram } from '../database/list';
import { companies } from '../company/companies.queries';
import { isAuthorised, type Caller, type MayList } from '../http/access';
import { allRecords, type NounRecords } from '../records/registry';
import type { Searched } from '../records/search';

/** How well something fits: it is that, it begins so, it contains it. */
type Fit = 0 | 1 | 2;
interface Row extends FoundItem {
  readonly fit: Fit;
}

const LARGEST_ID = 2_147_483_647;

/**
 * The records that the person may read and that have this id or name, that begins with it, or, from three letters on, contains it. Of those
 * that fit as well as each other one of each kind comes first, so that many variants leave room for a company.
 */
export async function searchEverywhere(
  db: Kysely<Tables>,
  searcher: Searcher,
  query: EverywhereQuery,
): Promise<EverywhereFound> {
  if (searcher.caller.everyCompany) return searchIn(db, searcher, query);
  return db.transaction().execute(async (transaction) => {
    // A text that is common elsewhere may be in none of a person's companies. Where the planner hopes to meet it soon, it
    // would read every company's rows for nothing; by an index it reads no more than those of the person's.
    await sql`select set_config('enable_seqscan', 'off', true)`.execute(transaction);
    return searchIn(transaction, searcher, query);
  });
}

/** Who searches, and what is asked of each list's rule. */
interface Searcher {
  readonly caller: Caller;
  readonly mayList: MayList;
}

async function searchIn(
  db: Kysely<Tables>,
  { caller, mayList }: Searcher,
  { q, limit = DEFAULT_FOUND }: EverywhereQuery,
): Promise<EverywhereFound> {
  const text = q.trim();
  const nouns = allRecords().filter(({ definition }) => mayList(caller, NOUNS[definition.noun.kind].path));
  const look = (lookUps: (searched: Searched) => readonly LookUp[]) => findIn(db, caller, { nouns, lookUps, limit });
  const begun = await look(({ names, identifier }) => [
    ...idLookUps(text),
    ...(identifier === undefined
      ? []
      : [{ fit: 0, condition: sql<boolean>`${sql.ref(identifier)} = ${text}` } as const]),
    ...names.map((name): LookUp => ({ fit: 0, condition: sql`${name} = lower(${text})` })),
    ...names.map((name): LookUp => ({ fit: 1, condition: foldedBegins(name, text) })),
  ]);
  // A record found twice is listed where it fits best. The rest is searched only where there is room for it.
  const first = distinct(begun);
  if (first.length >= limit || !hasTrigram(text)) return { items: inTurn(first, limit) };
  const containing = await look((searched) => [{ fit: 2, condition: searched.contains(text) }]);
  return { items: inTurn(distinct([...first, ...containing]), limit) };
}

/** A search in one noun at a time, by one index. */
interface LookUp {
  readonly fit: Fit;
  readonly condition: RawBuilder<boolean>;
}

const idLookUps = (text: string): LookUp[] =>
  /^\d{1,10}$/.test(text) && Number(text) <= LARGEST_ID
    ? [{ fit: 0, condition: sql<boolean>`id = ${Number(text)}` }]
    : [];

/** The column of a record's company, by what it has to do with one. */
const COMPANY_COLUMNS = { is: 'id', belongs: 'company_id', none: null } as const;

interface Search {
  readonly nouns: readonly NounRecords[];
  readonly lookUps: (searched: Searched) => readonly LookUp[];
  readonly limit: number;
}

/** The first of each look-up, in one statement: a search that is typed takes one connection at a time. */
async function findIn(db: Kysely<Tables>, caller: Caller, { nouns, lookUps, limit }: Search): Promise<Row[]> {
  if (!nouns.length) return [];
  const parts = nouns.flatMap(({ definition: { noun, table, searched, authorised } }) => {
    const { kind } = noun;
    const company = COMPANY_COLUMNS[NOUNS[kind].company ?? 'none'];
    const companyId = company === null ? sql`null::int` : sql.ref(company);
    const isWithin = (fit: Fit) => (company === null ? authorised(caller) : isOfCaller(caller, company, fit));
    return lookUps(searched).map(
      ({ fit, condition }) => sql`(
        select ${sql.lit(kind)} as kind, id, ${searched.label} as label, ${companyId} as company_id, ${sql.lit(fit)} as fit
        from ${sql.table(table)} where ${isWithin(fit)} and ${condition} limit ${limit})`,
    );
  });
  const { rows } = await sql<Row>`
    with authorised as materialized (
      select array(select id from companies where ${companies.definition.authorised(caller)}) as ids
    )
    select kind, found.id, label, company_id, companies.name as company_name, fit
    from (${sql.join(parts, sql` union all `)}) as found
    left join companies on companies.id = company_id`.execute(db);
  return rows;
}

/**
 * The condition that a row is of one of the caller's companies. For whoever has every company they are named one by one
 * where an index begins with the company, and not where a text is looked for by its trigrams: that would be looked for once
 * in each company.
 */
const isOfCaller = (caller: Caller, column: string, fit: Fit): RawBuilder<boolean> =>
  caller.everyCompany && fit < 2
    ? sql<boolean>`${sql.ref(column)} = any((select ids from authorised)::int[])`
    : isAuthorised(caller, column);

/** Each record once, the better fit first. */
function distinct(rows: readonly Row[]): Row[] {
  const best = new Map<string, Row>();
  for (const row of rows.toSorted(inOrder)) {
    const key = `${row.kind} ${row.id}`;
    if (!best.has(key)) best.set(key, row);
  }
  return [...best.values()];
}

const inOrder = (one: Row, other: Row) =>
  one.fit - other.fit ||
  NOUN_KINDS.indexOf(one.kind) - NOUN_KINDS.indexOf(other.kind) ||
  one.label.localeCompare(other.label, 'en') ||
  one.id - other.id;

/** The first of each kind, the second of each kind and so on, the better fit before all others. */
function inTurn(rows: readonly Row[], limit: number): FoundItem[] {
  const places = new Map<string, number>();
  const placed = rows.map((row) => {
    const key = `${row.fit} ${row.kind}`;
    const place = places.get(key) ?? 0;
    places.set(key, place + 1);
    return { row, place };
  });
  placed.sort((one, other) => one.row.fit - other.row.fit || one.place - other.place || inOrder(one.row, other.row));
  return placed.slice(0, limit).map(({ row: { fit: _, ...item } }) => item);
}
