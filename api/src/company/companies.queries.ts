/** Companies in the database (DECISIONS §2, §4). */
import { sql, type Generated, type GeneratedAlways, type Kysely, type Selectable, type Transaction } from 'kysely';
import type { BulkAnswer } from '../../contract/bulk';
import {
  COMPANY_DEFAULT_SORT,
  type COMPANY_SORTS,
  type Company,
  type CompanyListQuery,
  type CompanyPatch,
  type CompanyWrite,
} from '../../contract/company/companies';
import { DEFAULT_SEARCH_LIMIT, type Paged, type SearchQuery } from '../../contract/paging';
import { inReach, type Caller } from '../http/access';
import { audit } from '../database/audit';
import { bulkOutcome, distinctIds } from '../records/bulk';
import type { Tables } from '../database/connection';
import { NotFound, taken } from '../http/errors';
import { demandUnchanged, laterThanBefore } from '../records/if-match';
import { byText, byValue, contains, countOf, listPage, type Listing } from '../database/list';
import type { Secrets } from '../database/secrets';
import { sealedKeys, withHiddenKeys } from './company-keys';

interface CompanyTable {
  id: Generated<number>;
  name: string;
  slug: string;
  logo_url: string;
  timezone: Company['timezone'];
  shopify_store_url: string | null;
  shopify_api_key: Buffer | null;
  klaviyo_api_key: Buffer | null;
  has_shopify: GeneratedAlways<boolean>;
  has_klaviyo: GeneratedAlways<boolean>;
  average_shipping_cost_per_order: number | null;
  average_credit_card_processing_rate: number | null;
  average_credit_card_per_order_fee: number | null;
  created_at: Generated<string>;
  updated_at: Generated<string>;
  updated_by: number | null;
  deleted_at: string | null;
}

declare module '../database/connection' {
  interface Tables {
    companies: CompanyTable;
  }
}

type CompanyRow = Selectable<CompanyTable>;

/** What company calls work with. */
export interface Companies {
  readonly db: Kysely<Tables>;
  readonly secrets: Secrets;
}

/** The columns of an answer; the two keys are not among them. */
const COLUMNS = [
  'id',
  'name',
  'slug',
  'logo_url',
  'timezone',
  'shopify_store_url',
  'average_shipping_cost_per_order',
  'average_credit_card_processing_rate',
  'average_credit_card_per_order_fee',
  'has_shopify',
  'has_klaviyo',
  'created_at',
  'updated_at',
] as const satisfies readonly (keyof CompanyRow)[];

const LISTING: Listing<(typeof COMPANY_SORTS)[number]> = {
  sorts: {
    name: byText('name'),
    slug: byText('slug'),
    timezone: byText('timezone'),
    created_at: byValue('created_at'),
    updated_at: byValue('updated_at'),
  },
  defaultSort: COMPANY_DEFAULT_SORT,
  id: 'id',
};

/** The companies that are there and in the caller's reach. */
const visible = (db: Kysely<Tables>, caller: Caller) =>
  db
    .selectFrom('companies')
    .where('deleted_at', 'is', null)
    .$if(!caller.everyCompany, (query) => query.where(inReach(caller, 'id')));

/** One page of the caller's companies. */
export function listCompanies({ db }: Companies, caller: Caller, query: CompanyListQuery): Promise<Paged<Company>> {
  const { name, slug, search, timezone, has_shopify, has_klaviyo } = query;
  let selected = visible(db, caller).select(COLUMNS);
  if (name !== undefined) selected = selected.where(contains('name', name));
  if (slug !== undefined) selected = selected.where(contains('slug', slug));
  if (search !== undefined) selected = selected.where(nameOrSlugContains(search));
  if (timezone !== undefined) selected = selected.where('timezone', '=', timezone);
  if (has_shopify !== undefined) selected = selected.where('has_shopify', '=', has_shopify);
  if (has_klaviyo !== undefined) selected = selected.where('has_klaviyo', '=', has_klaviyo);
  return listPage(selected, LISTING, query);
}

const nameOrSlugContains = (text: string) => sql<boolean>`(${contains('name', text)} or ${contains('slug', text)})`;

/** The first of the caller's companies whose name or slug contains `q`, by name; and how many there are. */
export async function searchCompanies({ db }: Pick<Companies, 'db'>, caller: Caller, { q, limit }: SearchQuery) {
  const found = visible(db, caller)
    .select(COLUMNS)
    .$if(q !== undefined, (query) => query.where(nameOrSlugContains(q ?? '')));
  const [items, total] = await Promise.all([
    found
      .orderBy(LISTING.sorts.name.expression)
      .orderBy('id')
      .limit(limit ?? DEFAULT_SEARCH_LIMIT)
      .execute(),
    countOf(found),
  ]);
  return { items, total };
}

const missing = () => new NotFound(MISSING);
const MISSING = 'Company not found';

/** One company; throws NotFound. */
export async function findCompany({ db }: Companies, caller: Caller, id: number): Promise<Company> {
  return visible(db, caller).select(COLUMNS).where('id', '=', id).executeTakeFirstOrThrow(missing);
}

const slugTaken = taken('companies_slug_key', 'slug: A company with this slug already exists');

/** A new company. */
export async function createCompany({ db, secrets }: Companies, caller: Caller, body: CompanyWrite): Promise<Company> {
  return db
    .transaction()
    .execute(async (transaction) => {
      const id = await nextId(transaction);
      const values = {
        ...replacing(body),
        ...(await sealedKeys(transaction, secrets, id, body)),
        id,
        updated_by: caller.userId,
      };
      const row = await transaction.insertInto('companies').values(values).returningAll().executeTakeFirstOrThrow();
      await audit(transaction, caller, {
        action: 'create',
        resource: 'company',
        recordId: id,
        after: withHiddenKeys(row),
      });
      return row;
    })
    .catch(slugTaken);
}

/** Every writable field is set, absent ones to null; an absent key stays (PUT). */
export const replaceCompany = (
  companies: Companies,
  caller: Caller,
  id: number,
  body: CompanyWrite,
  ifMatch: string | null,
): Promise<Company> => saveCompany(companies, caller, id, replacing(body), ifMatch);

/** The sent fields are set (PATCH). */
export const updateCompany = (
  companies: Companies,
  caller: Caller,
  id: number,
  body: CompanyPatch,
  ifMatch: string | null,
): Promise<Company> => saveCompany(companies, caller, id, body, ifMatch);

/** Throws NotFound, ChangedMeanwhile (see `demandUnchanged`), or Taken for the slug of another company. */
async function saveCompany(
  { db, secrets }: Companies,
  caller: Caller,
  id: number,
  changes: CompanyPatch,
  ifMatch: string | null,
): Promise<Company> {
  return db
    .transaction()
    .execute(async (transaction) => {
      const before = await lockCompany(transaction, caller, id);
      await demandUnchanged(transaction, ifMatch, 'company', before);
      const after = await transaction
        .updateTable('companies')
        .set({
          ...changes,
          ...(await sealedKeys(transaction, secrets, id, changes)),
          updated_by: caller.userId,
          updated_at: laterThanBefore,
        })
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow();
      await audit(transaction, caller, {
        action: 'update',
        resource: 'company',
        recordId: id,
        before: withHiddenKeys(before),
        after: withHiddenKeys(after),
      });
      return after;
    })
    .catch(slugTaken);
}

/** Hides a company and all that hangs on it; throws NotFound. */
export async function deleteCompany(companies: Companies, caller: Caller, id: number): Promise<void> {
  const { success_count } = await deleteCompanies(companies, caller, [id]);
  if (!success_count) throw missing();
}

/** Hides companies; ids that are not there or out of reach are named in the answer. */
export async function deleteCompanies({ db }: Companies, caller: Caller, ids: readonly number[]): Promise<BulkAnswer> {
  const asked = distinctIds(ids);
  return db.transaction().execute(async (transaction) => {
    const rows = await visible(transaction, caller)
      .selectAll()
      .where('id', 'in', asked)
      .orderBy('id')
      .forUpdate()
      .execute();
    const there = rows.map(({ id }) => id);
    if (there.length)
      await transaction
        .updateTable('companies')
        .set({ deleted_at: sql<string>`clock_timestamp()`, updated_by: caller.userId })
        .where('id', 'in', there)
        .execute();
    const deeds = rows.map((row) => ({
      action: 'delete',
      resource: 'company',
      recordId: row.id,
      before: withHiddenKeys(row),
    }));
    await audit(transaction, caller, ...deeds);
    return bulkOutcome(asked, there, MISSING);
  });
}

/** The row, locked until the transaction ends; throws NotFound. */
export const lockCompany = (transaction: Transaction<Tables>, caller: Caller, id: number): Promise<CompanyRow> =>
  visible(transaction, caller).selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow(missing);

// A key is bound to its company's id, so the id must be known before the row is.
async function nextId(transaction: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval(pg_get_serial_sequence('companies', 'id')) as id`.execute(
    transaction,
  );
  return rows[0]?.id ?? 0;
}

/** Every writable field, absent ones null; the keys only if they were sent. */
const replacing = (body: CompanyWrite): CompanyWrite => ({
  shopify_store_url: null,
  average_shipping_cost_per_order: null,
  average_credit_card_processing_rate: null,
  average_credit_card_per_order_fee: null,
  ...body,
});
