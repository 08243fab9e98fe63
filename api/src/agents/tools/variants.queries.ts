/** Product variants with what they cost on a day, counted and averaged by the database, over one company or many. */
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Tables } from '../../database/connection';
import { foldedContains } from '../../database/list';
import type { Scope } from './companies-in-reach.queries';

/** Which variants are meant. */
export interface VariantFilter {
  readonly search?: string | undefined;
  readonly identifiers?: readonly string[] | undefined;
  readonly sales_channel?: string | undefined;
  readonly is_active?: boolean | undefined;
  readonly sync_status?: string | undefined;
  readonly has_override?: boolean | undefined;
  /** By what they cost on the day. */
  readonly cost?: 'known' | 'missing' | undefined;
  readonly min_cost?: number | undefined;
  readonly max_cost?: number | undefined;
}

/** What is asked of them. */
export interface VariantQuestion {
  readonly scope: Scope;
  /** `YYYY-MM-DD`; absent: today, where the company is. */
  readonly on?: string | undefined;
  readonly filter: VariantFilter;
  readonly order: 'name' | 'highest_cost' | 'lowest_cost';
  /** Of groups. */
  readonly fewest_first?: boolean | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** All variants that match, and what they cost on the day: null where no cost is known. */
export interface VariantTotals {
  variants: number;
  active: number;
  without_cost: number;
  average: number | null;
}

/** One of the variants that match. */
export interface VariantRow {
  id: number;
  company: string;
  identifier: string;
  product: string;
  variant: string;
  channel: string;
  is_active: boolean;
  sync_status: string;
  cost: number | null;
}

/** What variants are counted by. */
export const VARIANT_GROUPS = ['company', 'sales_channel', 'activity', 'sync_status', 'product'] as const;

/** A group of variants. */
export interface VariantGroup {
  name: string;
  variants: number;
  without_cost: number;
  average: number | null;
}

/** The variants beside what they cost on the day that is asked for. */
const withCosts = (on: string | undefined) => sql`
  from product_variants join companies on companies.id = product_variants.company_id
  left join lateral (
    select cogs_amount as cost from product_variant_cogs
    where product_variant_id = product_variants.id
      and daterange(effective_start_date, effective_end_date, '[]')
        @> coalesce(${on ?? null}::date, (now() at time zone companies.timezone)::date)
  ) period on true`;

const NAMES = [
  ...['cached_product_name_key', 'cached_product_variant_name_key', 'override_product_name_key'],
  ...['override_product_variant_name_key', 'product_variant_identifier_key'],
];

function conditionOf({ scope, filter }: Pick<VariantQuestion, 'scope' | 'filter'>): RawBuilder<boolean> {
  const { search, identifiers, sales_channel, is_active, sync_status, has_override, cost, min_cost, max_cost } = filter;
  const conditions = [scope.condition('product_variants.company_id')];
  if (search !== undefined) {
    const either = NAMES.map((name) => foldedContains(name, search));
    conditions.push(sql<boolean>`(${sql.join(either, sql` or `)})`);
  }
  if (identifiers?.length) {
    const wanted = identifiers.map((identifier) => identifier.toLowerCase());
    conditions.push(sql<boolean>`product_variant_identifier_key = any(${wanted}::text[])`);
  }
  if (sales_channel !== undefined) conditions.push(sql<boolean>`sales_channel = ${sales_channel}`);
  if (is_active !== undefined) conditions.push(sql<boolean>`is_active = ${is_active}`);
  if (sync_status !== undefined) conditions.push(sql<boolean>`sync_status = ${sync_status}`);
  if (has_override !== undefined)
    conditions.push(
      sql<boolean>`(override_product_name ~ '\\S' or override_product_variant_name ~ '\\S') is ${
        has_override ? sql`true` : sql`not true`
      }`,
    );
  if (cost !== undefined) conditions.push(sql<boolean>`cost is ${cost === 'known' ? sql`not null` : sql`null`}`);
  if (min_cost !== undefined) conditions.push(sql<boolean>`cost >= ${min_cost}`);
  if (max_cost !== undefined) conditions.push(sql<boolean>`cost <= ${max_cost}`);
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/** All variants that match. */
export async function totalsOfVariants(db: Kysely<Tables>, question: VariantQuestion): Promise<VariantTotals> {
  const { rows } = await sql<VariantTotals>`
    select count(*) as variants, count(*) filter (where is_active) as active,
      count(*) filter (where cost is null) as without_cost, round(avg(cost), 2) as average
    ${withCosts(question.on)} where ${conditionOf(question)}`.execute(db);
  return rows[0] ?? { variants: 0, active: 0, without_cost: 0, average: null };
}

const ORDERS = {
  name: sql`display_product_name_key, display_product_variant_name_key, product_variants.id`,
  highest_cost: sql`cost desc nulls last, product_variants.id`,
  lowest_cost: sql`cost nulls last, product_variants.id`,
};

/** A page of the variants that match. */
export async function variantsWithCosts(db: Kysely<Tables>, question: VariantQuestion): Promise<VariantRow[]> {
  const shown = (override: string, cached: string) =>
    sql`case when ${sql.ref(override)} ~ '\\S' then ${sql.ref(override)} else ${sql.ref(cached)} end`;
  const { rows } = await sql<VariantRow>`
    select product_variants.id, companies.name as company, product_variant_identifier as identifier,
      ${shown('override_product_name', 'cached_product_name')} as product,
      ${shown('override_product_variant_name', 'cached_product_variant_name')} as variant,
      sales_channel as channel, is_active, sync_status, cost
    ${withCosts(question.on)} where ${conditionOf(question)}
    order by ${ORDERS[question.order]} limit ${question.limit} offset ${question.offset}`.execute(db);
  return rows;
}

const GROUP_NAMES = {
  company: sql`companies.name`,
  sales_channel: sql`sales_channel`,
  activity: sql`case when is_active then 'active' else 'inactive' end`,
  sync_status: sql`sync_status`,
  product: sql`case when override_product_name ~ '\\S' then override_product_name else cached_product_name end`,
} as const;

/** A page of the groups that the variants make, the largest first, and how many groups there are. */
export async function variantsByGroup(
  db: Kysely<Tables>,
  question: VariantQuestion,
  by: (typeof VARIANT_GROUPS)[number],
): Promise<{ groups: VariantGroup[]; total: number }> {
  const { rows } = await sql<VariantGroup & { total: number }>`
    select ${GROUP_NAMES[by]} as name, count(*) as variants, count(*) filter (where cost is null) as without_cost,
      round(avg(cost), 2) as average, count(*) over () as total
    ${withCosts(question.on)} where ${conditionOf(question)}
    group by 1 order by 2 ${question.fewest_first ? sql`asc` : sql`desc`}, 1 limit ${question.limit} offset ${question.offset}`.execute(
    db,
  );
  return { groups: rows.map(({ total: _, ...group }) => group), total: rows[0]?.total ?? 0 };
}

/** A cost that began to hold on a day, and the one before it. */
export interface CostChange {
  company: string;
  identifier: string;
  product: string;
  variant: string;
  since: string;
  cost: number;
  before: number | null;
}

/**
 * The costs that began to hold within so many days up to today, where the company is, the newest first; or, with
 * `days` 0, those that begin later. And how many there are, of how many variants.
 */
export async function costChanges(
  db: Kysely<Tables>,
  question: Omit<VariantQuestion, 'order' | 'on'> & { readonly days: number },
): Promise<{ changes: CostChange[]; total: number; variants: number }> {
  const { days, limit, offset } = question;
  const today = sql`(now() at time zone companies.timezone)::date`;
  const inTime = days
    ? sql`p.effective_start_date between ${today} - ${days}::int and ${today}`
    : sql`p.effective_start_date > ${today}`;
  const matching = sql`
    from product_variants join companies on companies.id = product_variants.company_id
    join product_variant_cogs p on p.product_variant_id = product_variants.id
    where ${conditionOf(question)} and ${inTime}`;
  const counted = await sql<{ total: number; variants: number }>`
    select count(*) as total, count(distinct product_variants.id) as variants ${matching}`.execute(db);
  const { rows } = await sql<CostChange>`
    select companies.name as company, product_variant_identifier as identifier,
      coalesce(nullif(trim(override_product_name), ''), cached_product_name) as product,
      coalesce(nullif(trim(override_product_variant_name), ''), cached_product_variant_name) as variant,
      p.effective_start_date::text as since, p.cogs_amount as cost,
      (select q.cogs_amount from product_variant_cogs q where q.product_variant_id = p.product_variant_id
        and q.effective_end_date < p.effective_start_date order by q.effective_end_date desc limit 1) as before
    ${matching} order by p.effective_start_date desc, p.id desc limit ${limit} offset ${offset}`.execute(db);
  return { changes: rows, total: counted.rows[0]?.total ?? 0, variants: counted.rows[0]?.variants ?? 0 };
}
