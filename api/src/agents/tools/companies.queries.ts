/** What is kept about companies, without their keys. */
import { sql, type Kysely } from 'kysely';
import type { Tables } from '../../database/connection';
import type { Scope } from './companies-in-reach.queries';

/** Which companies, and in which order. */
export interface CompanyQuestion {
  readonly scope: Scope;
  readonly filter: {
    readonly timezone?: string | undefined;
    readonly has_shopify?: boolean | undefined;
    readonly has_klaviyo?: boolean | undefined;
  };
  readonly order: keyof typeof ORDERS;
  readonly limit: number;
  readonly offset: number;
}

/** A company; money in US dollars, `rate` in percent, null where it is not kept. */
export interface CompanyFacts {
  id: number;
  name: string;
  slug: string;
  timezone: string;
  shopify_address: string | null;
  shipping: number | null;
  rate: number | null;
  fee: number | null;
  has_shopify: boolean;
  has_klaviyo: boolean;
}

const ORDERS = {
  name: sql`lower(name) collate "C", id`,
  highest_shipping: sql`average_shipping_cost_per_order desc nulls last, id`,
  lowest_shipping: sql`average_shipping_cost_per_order nulls last, id`,
  highest_rate: sql`average_credit_card_processing_rate desc nulls last, id`,
  lowest_rate: sql`average_credit_card_processing_rate nulls last, id`,
};

/** A page of the companies, and how many there are. */
export async function companyFacts(
  db: Kysely<Tables>,
  { scope, filter, order, limit, offset }: CompanyQuestion,
): Promise<{ found: CompanyFacts[]; total: number }> {
  const conditions = [scope.condition('id'), sql<boolean>`deleted_at is null`];
  for (const [name, value] of Object.entries(filter))
    if (value !== undefined) conditions.push(sql<boolean>`${sql.ref(name)} = ${value}`);
  const { rows } = await sql<CompanyFacts & { total: number }>`
    select id, name, slug, timezone, shopify_store_url as shopify_address, average_shipping_cost_per_order as shipping,
      (average_credit_card_processing_rate * 100)::float8 as rate, average_credit_card_per_order_fee as fee,
      has_shopify, has_klaviyo, count(*) over () as total
    from companies where ${sql.join(conditions, sql` and `)}
    order by ${ORDERS[order]} limit ${limit} offset ${offset}`.execute(db);
  return { found: rows.map(({ total: _, ...facts }) => facts), total: rows[0]?.total ?? 0 };
}
