/** Companies in the database (DECISIONS §2, §4). */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { BulkResponse } from 'contract/bulk';
import { companyNoun, type Company, type CompanyPatch, type CompanyWrite } from 'contract/company/companies';
import type { SearchQuery } from 'contract/paging';
import { endConnections, leaveStore } from '../connections/pausing.queries';
import { hostOf } from '../connections/store-name';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { byText, contains } from '../database/list';
import type { Secrets } from '../database/secrets';
import { isAuthorised, type Caller } from '../http/access';
import { NotFound } from '../http/errors';
import { bulkOutcome, distinctIds } from '../records/bulk';
import { copied, emptied, type Table } from '../records/columns';
import { recordsOf } from '../records/records';
import { firstFound, folded, searchedBy } from '../records/search';
import { sealedKeys } from './company-keys';

declare module '../database/connection' {
  interface Tables {
    companies: Table<typeof companyNoun> & { deleted_at: string | null };
  }
}

/** Whether a company has a Shopify key of its own, or a connection with a credential (DECISIONS §13). */
const hasShopify = sql<boolean>`(companies.shopify_api_key is not null or exists (
  select from connections
  where connections.company_id = companies.id and source = 'shopify' and credential_id is not null))`;

const nameOrSlugContains = (text: string) => sql<boolean>`(${contains('name', text)} or ${contains('slug', text)})`;

/** The calls on companies, but for those that write keys or hide. */
export const companies = recordsOf({
  noun: companyNoun,
  table: 'companies',
  conflict: { constraint: 'companies_slug_key', message: 'slug: A company with this slug already exists' },
  // Those that are deleted are there for the operator alone.
  authorised: (caller) =>
    sql<boolean>`(deleted_at is null and ${caller.everyCompany ? sql`true` : isAuthorised(caller, 'id')})`,
  computed: { has_shopify: hasShopify },
  searched: { ...searchedBy('name'), names: [folded('name'), folded('slug')], contains: nameOrSlugContains },
  sorts: { timezone: byText('timezone') },
  filters: { search: nameOrSlugContains, has_shopify: (asked) => sql<boolean>`${hasShopify} = ${asked}` },
});

/** The first of the caller's companies whose name or slug contains `q`, by name; and how many there are. */
export function searchCompanies(db: Kysely<Tables>, caller: Caller, { q, limit }: SearchQuery) {
  const all = companies.rows(db).where(companies.definition.authorised(caller));
  return firstFound(q === undefined ? all : all.where(nameOrSlugContains(q)), companies.listing, limit);
}

/** The calls that write keys, sealed by `secrets`; besides what is said of each they throw Busy as `sealedKeys`. */
export function companyWrites(secrets: Secrets) {
  type Write<Body> = (
    db: Kysely<Tables>,
    caller: Caller,
    id: number,
    body: Body,
    ifMatch: string | null,
  ) => Promise<Company>;

  /** A new company; throws Conflict for the slug of another one. */
  const create = (db: Kysely<Tables>, caller: Caller, body: CompanyWrite): Promise<Company> =>
    db.transaction().execute(async (transaction) => {
      const id = await nextId(transaction);
      const keys = await sealedKeys(transaction, secrets, id, body);
      await companies.insert(transaction, caller, { ...body, ...keys, id });
      return companies.find(transaction, caller, id);
    });

  /**
   * The sent fields are set (PATCH). The address of another store pauses the connection with it; the key for the one before
   * goes too, unless one is sent: the database sees to that in every call (DECISIONS §13). Throws as `companies.update`.
   */
  const update: Write<CompanyPatch> = (db, caller, id, changes, ifMatch) =>
    db.transaction().execute(async (transaction) => {
      const keys = await sealedKeys(transaction, secrets, id, changes);
      const before = await companies.lock(transaction, caller, id);
      const after = await companies.change(transaction, caller, id, { ...changes, ...keys }, ifMatch);
      if (hostOf(before.shopify_store_url) !== hostOf(after.shopify_store_url))
        await leaveStore(transaction, caller, id);
      return companies.find(transaction, caller, id);
    });

  /** Every written field is set, absent ones to null; an absent key stays (PUT). Throws as `update`. */
  const replace: Write<CompanyWrite> = (db, caller, id, body, ifMatch) =>
    update(db, caller, id, { ...emptied(companyNoun.properties), ...body }, ifMatch);

  return { create, update, replace };
}

/** Hides a company and all that hangs on it; throws NotFound. */
export async function deleteCompany(db: Kysely<Tables>, caller: Caller, id: number): Promise<void> {
  const { success_count } = await deleteCompanies(db, caller, [id]);
  if (!success_count) throw new NotFound(companies.definition.missing);
}

/** Hides companies; ids that are not there or not authorised are named in the response. */
export async function deleteCompanies(
  db: Kysely<Tables>,
  caller: Caller,
  ids: readonly number[],
): Promise<BulkResponse> {
  const asked = distinctIds(ids);
  return db.transaction().execute(async (transaction) => {
    const rows = await companies.lockMany(transaction, caller, asked);
    const there = rows.map(({ id }) => id);
    await hideCompanies(transaction, caller, rows);
    return bulkOutcome(asked, there, companies.definition.missing);
  });
}

/** Hides locked companies. */
export async function hideCompanies(
  transaction: Transaction<Tables>,
  caller: Caller,
  rows: readonly { readonly id: number }[],
): Promise<void> {
  await sql`update companies set deleted_at = clock_timestamp(), updated_by = ${caller.userId}
    where id = any(${rows.map(({ id }) => id)}::int[])`.execute(transaction);
  const entries = rows.map((row) => ({ action: 'delete', resource: 'company', recordId: row.id, before: row }));
  await audit(transaction, caller, ...entries);
  await endConnections(
    transaction,
    caller,
    rows.map(({ id }) => id),
  );
}

/** A copy: the name with ` (Copy)`, the first free slug of `-copy`, `-copy-2` …, without the keys; throws NotFound. */
export const duplicateCompany = (db: Kysely<Tables>, caller: Caller, id: number): Promise<Company> =>
  db.transaction().execute(async (transaction) => {
    const original = await companies.lock(transaction, caller, id);
    const copy = Object.fromEntries(
      Object.entries(original).filter(([name]) => copied(companyNoun.properties).includes(name)),
    );
    for (let number = 1; ; number += 1) {
      const values = { ...copy, name: cut(original.name, ' (Copy)'), slug: slugOfCopy(original.slug, number) };
      const row = await companies.insertNew(transaction, caller, values, { action: 'duplicate' });
      if (row) return companies.find(transaction, caller, row.id);
    }
  });

/** `text` and `ending`, the text cut so that both fit the 255 characters of a name or a slug. */
const cut = (text: string, ending: string) => `${[...text].slice(0, 255 - ending.length).join('')}${ending}`;

// A slug that is cut behind a hyphen would get two of them.
const slugOfCopy = (slug: string, number: number) =>
  cut(slug, number === 1 ? '-copy' : `-copy-${number}`).replace('--', '-');

// A key is bound to its company's id, so the id must be known before the row is.
async function nextId(transaction: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('companies', 'id')) as id`.execute(
    transaction,
  );
  return rows[0]?.id ?? 0;
}
