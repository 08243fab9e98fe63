/** Which companies the dashboard shows (DECISIONS §11). */
import { sql, type Kysely } from 'kysely';
import { MAX_SUMMARY_COMPANIES } from 'contract/dashboard';
import { companies } from '../company/companies.queries';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { NotFound } from '../http/errors';

/** A company as the dashboard names it. */
export interface NamedCompany {
  readonly id: number;
  readonly name: string;
}

const { authorised, missing } = companies.definition;

/** The named companies, in the order in which they are named; throws NotFound unless the caller is authorised for each. */
export async function requireCompanies(
  db: Kysely<Tables>,
  caller: Caller,
  ids: readonly number[],
): Promise<NamedCompany[]> {
  const { rows } = await sql<NamedCompany>`
    select id, name from companies where id = any(${[...ids]}::int[]) and ${authorised(caller)}`.execute(db);
  const named = new Map(rows.map((company) => [company.id, company]));
  return ids.map((id) => {
    const company = named.get(id);
    if (!company) throw new NotFound(missing);
    return company;
  });
}

/** The first of the companies that the person has pinned, in the person's order; without a pin the first by name, in no order. */
export async function shownCompanies(
  db: Kysely<Tables>,
  caller: Caller,
): Promise<{ companies: NamedCompany[]; isOrdered: boolean }> {
  const { rows: pinned } = await sql<NamedCompany>`
    select id, name from companies join pinned_companies on company_id = id
    where user_id = ${caller.userId} and ${authorised(caller)}
    order by position limit ${MAX_SUMMARY_COMPANIES}`.execute(db);
  if (pinned.length) return { companies: pinned, isOrdered: true };
  const { rows } = await sql<NamedCompany>`
    select id, name from companies where ${authorised(caller)}
    order by lower(name) collate "C", id limit ${MAX_SUMMARY_COMPANIES}`.execute(db);
  return { companies: rows, isOrdered: false };
}
