/** The tools over product variants and what they cost, for members of CompanyAdmin or Admin (DECISIONS §2). */
import { sql } from 'kysely';
import { SALES_CHANNELS } from 'contract/company/product-variants';
import { calendarDate, flag, integer, listOf, money, object, oneOf, text, type Infer } from 'contract/schema';
import { syncedBefore } from '../../company/product-variants-attention';
import { variants } from '../../company/product-variants.queries';
import { anyOf, foldedContains } from '../../database/list';
import { scopeOf } from './companies-in-reach.queries';
import {
  column,
  dollars,
  howMany,
  leading,
  lookUp,
  pageOf,
  requireGroup,
  resultOf,
  taken,
  type LookUpContext,
} from './look-up';
import {
  filtersSaid,
  groupsOf,
  inWordsOf,
  listWith,
  rowsOf,
  totalsOf,
  type Asked,
  type GroupOf,
  type Subject,
} from './subject.queries';

const which = {
  companies: taken.companies,
  search: { ...taken.search, description: 'A part of product name, variant name or identifier' },
  identifiers: listOf(text('Identifier', { minLength: 1, maxLength: 255 }), { title: 'Identifiers', maxItems: 20 }),
  sales_channel: oneOf('Sales channel', SALES_CHANNELS),
  is_active: flag('Active'),
  sync_status: oneOf('Sync status', ['never', 'success', 'failed']),
  not_synced: { ...flag('Not synced'), description: 'Never synchronised, or not for 7 days, as the dashboard counts' },
  has_override: {
    ...flag('Has override'),
    description: 'Whether a person has put another name over a name of the channel',
  },
} as const;

/** Which variants are meant, also by what they cost on a day. */
export const variantFilter = {
  ...which,
  cost: oneOf('Cost', ['known', 'missing']),
  min_cost: money('Min cost', { minimum: 0 }),
  max_cost: money('Max cost', { minimum: 0 }),
  on: { ...calendarDate('On', {}), description: 'The day of the cost, YYYY-MM-DD; absent: today' },
  order: oneOf('Order', ['name', 'highest_cost', 'lowest_cost']),
  limit: taken.limit,
  page: taken.page,
} as const;

type VariantFilter = Infer<{ readonly properties: typeof variantFilter; readonly required: readonly [] }>;

/** What variants cost on the day; null where no cost is known. */
interface Sums {
  variants: number;
  active: number;
  without_cost: number;
  average: number | null;
}
interface VariantRow {
  identifier: string;
  product: string;
  variant: string;
  channel: string;
  is_active: boolean;
  cost: number | null;
}

const NAMES = [
  ...['cached_product_name_key', 'cached_product_variant_name_key', 'override_product_name_key'],
  ...['override_product_variant_name_key', 'product_variant_identifier_key'],
];
const neverSynced = sql<boolean>`last_synced_at is null`;
/** When the day seven days ago began where the company is. */
const WEEK_AGO = sql`(((now() at time zone companies.timezone)::date - 7)::timestamp at time zone companies.timezone)`;
const SYNC = { never: 'never', success: 'succeeded', failed: 'failed' } as const;
const shown = (name: string) =>
  sql`case when ${sql.ref(`override_${name}`)} ~ '\\S' then ${sql.ref(`override_${name}`)} else ${sql.ref(`cached_${name}`)} end`;

const FILTERS: Subject['filters'] = {
  search: { label: 'Search', is: (text: string) => anyOf(NAMES.map((name) => foldedContains(name, text))) },
  identifiers: {
    label: 'Identifier',
    open: ([product_variant_identifier = '', ...others]: readonly string[]) =>
      others.length ? null : { product_variant_identifier },
    is: (all: readonly string[]) =>
      sql<boolean>`product_variant_identifier_key = any(${all.map((one) => one.toLowerCase())}::text[])`,
  },
  sales_channel: { label: 'Channel' },
  is_active: { label: 'Status', said: (isActive: boolean) => (isActive ? 'active' : 'inactive') },
  sync_status: {
    label: 'Synchronised',
    said: (status: keyof typeof SYNC) => SYNC[status],
    // As the list shows it: what was never synchronised has no time of it, whatever came of a first try.
    is: (status: string) => (status === 'never' ? neverSynced : sql<boolean>`sync_status = ${status}`),
  },
  not_synced: {
    label: 'Not synced',
    said: (isMeant: boolean) => (isMeant ? 'never or for 7 days' : undefined),
    is: (isMeant: boolean) => (isMeant ? anyOf(syncedBefore(WEEK_AGO)) : null),
  },
  has_override: {
    label: 'Name overridden',
    said: (has: boolean) => (has ? 'yes' : 'no'),
    is: (has: boolean) =>
      sql<boolean>`(override_product_name ~ '\\S' or override_product_variant_name ~ '\\S') is ${has ? sql`true` : sql`not true`}`,
  },
  cost: {
    label: 'Cost',
    said: (which: 'known' | 'missing') => (which === 'missing' ? 'not known' : which),
    is: (which: string) => (which === 'known' ? sql<boolean>`cost is not null` : sql<boolean>`cost is null`),
  },
  min_cost: { label: 'Cost from', said: dollars, is: (least: number) => sql<boolean>`cost >= ${least}` },
  max_cost: { label: 'Cost up to', said: dollars, is: (most: number) => sql<boolean>`cost <= ${most}` },
};

/** Variants beside what they cost on a day; absent: today, where the company is. */
const variantsOn = (on: string | undefined): Subject => ({
  list: variants,
  path: '/product-variants',
  join: sql`left join lateral (
    select cogs_amount as cost from product_variant_cogs
    where product_variant_id = product_variants.id
      and daterange(effective_start_date, effective_end_date, '[]')
        @> coalesce(${on ?? null}::date, (now() at time zone companies.timezone)::date)
  ) period on true`,
  filters: FILTERS,
  sums: {
    variants: sql`count(*)`,
    active: sql`count(*) filter (where is_active)`,
    without_cost: sql`count(*) filter (where cost is null)`,
    average: sql`round(avg(cost), 2)`,
  },
  columns: {
    ...{
      identifier: sql`product_variant_identifier`,
      product: shown('product_name'),
      variant: shown('product_variant_name'),
    },
    ...{ channel: sql`sales_channel`, is_active: sql`is_active`, sync_status: sql`sync_status`, cost: sql`cost` },
  },
  groups: {
    sales_channel: sql`sales_channel`,
    activity: sql`case when is_active then 'active' else 'inactive' end`,
    sync_status: sql`case when not ${neverSynced} then sync_status when sync_status = 'failed' then 'never, failed' else 'never' end`,
    product: shown('product_name'),
  },
});

/** What is asked of variants, ready to be looked up. */
async function asking(
  { db, caller }: LookUpContext,
  { companies, on, order = 'name', limit, page, ...filter }: VariantFilter,
) {
  const scope = await scopeOf(db, caller, companies);
  const asked: Asked = { subject: variantsOn(on), scope, filter };
  const filters = filtersSaid(asked);
  return { ...{ asked, scope, order, filters }, which: inWordsOf(scope, filters), rows: pageOf({ limit, page }) };
}

const ORDERS = {
  name: sql`display_product_name_key, display_product_variant_name_key, product_variants.id`,
  highest_cost: sql`cost desc nulls last, product_variants.id`,
  lowest_cost: sql`cost nulls last, product_variants.id`,
};

/** The variants that are meant. */
export async function variantsMeant(
  context: LookUpContext,
  filter: VariantFilter,
  part: { limit: number; offset: number },
) {
  const { asked, order } = await asking(context, filter);
  return rowsOf(context.db, asked, { order: ORDERS[order], ...part });
}

const requireVariants = (caller: LookUpContext['caller']) =>
  requireGroup(caller, 'Product variants and their costs', 'CompanyAdmin', 'Admin');

const GROUP_LABELS = {
  ...{ company: 'Company', sales_channel: 'Channel', activity: 'Status', sync_status: 'Synchronisation' },
  product: 'Product',
} as const;

/** Variants with what they cost on a day. */
export const findVariants = lookUp({
  description:
    'Finds product variants and counts them, with what each costs (cost of goods sold, US dollars; null where none is known) today or on a date: by name, identifier, channel, activity or a missing cost; the highest or lowest cost first. With `by` it counts groups instead.',
  input: object(
    {
      ...variantFilter,
      by: oneOf('By', ['company', 'sales_channel', 'activity', 'sync_status', 'product']),
      fewest_first: { ...flag('Fewest first'), description: 'Of the groups of `by`' },
    },
    [],
  ),
  read: async (context, { by, fewest_first = false, ...input }) => {
    requireVariants(context.caller);
    const { on } = input;
    const { asked, scope, order, filters, which, rows } = await asking(context, input);
    const totals = await totalsOf<Sums>(context.db, asked);
    const total = totalsSentence(which, totals, on, filters);
    const said = { scope, filters, page: rows.page, days: on ?? 'today' };
    if (by) {
      const found = await groupsOf<Sums>(context.db, asked, {
        by,
        order: fewest_first ? sql`3` : sql`3 desc`,
        ...rows,
      });
      return resultOf({
        ...said,
        summary: `${total}${largest(leading(found.groups, rows), fewest_first)}`,
        total: found.total,
        columns: [
          ...[column('name', GROUP_LABELS[by]), column('variants', 'Variants', 'count')],
          ...[column('without_cost', 'Without a cost', 'count'), column('average', 'Average cost', 'usd')],
        ],
        rows: found.groups.map(({ name, variants, without_cost, average }) => ({
          name,
          variants,
          without_cost,
          average,
        })),
        hint: 'The variants of one group, without `by`.',
      });
    }
    const found = await rowsOf<VariantRow>(context.db, asked, { order: ORDERS[order], ...rows });
    return resultOf({
      ...said,
      summary: `${total}${costSentence(leading(found, rows), totals.count, on, order)}`,
      total: totals.count,
      columns: [
        ...[column('identifier', 'Variant ID'), column('product', 'Product'), column('variant', 'Variant')],
        ...[column('company', 'Company'), column('channel', 'Channel'), column('cost', 'Cost', 'usd')],
      ],
      rows: found.map((row) => ({ ...row })),
      open: listWith(asked, true),
      hint: 'What changed lately, by cost_changes.',
    });
  },
});

interface CostChange {
  identifier: string;
  product: string;
  variant: string;
  since: string;
  cost: number;
  before: number | null;
}

/** The variants with the costs that began to hold within so many days up to today; with 0, with those that begin later. */
const costChangesIn = (days: number): Subject => {
  const today = sql`(now() at time zone companies.timezone)::date`;
  const inTime = days
    ? sql`p.effective_start_date between ${today} - ${days}::int and ${today}`
    : sql`p.effective_start_date > ${today}`;
  return {
    ...variantsOn(undefined),
    join: sql`join product_variant_cogs p on p.product_variant_id = product_variants.id and ${inTime}`,
    sums: { variants: sql`count(distinct product_variants.id)` },
    columns: {
      ...{
        identifier: sql`product_variant_identifier`,
        product: shown('product_name'),
        variant: shown('product_variant_name'),
      },
      ...{ since: sql`p.effective_start_date::text`, cost: sql`p.cogs_amount` },
      before: sql`(select q.cogs_amount from product_variant_cogs q where q.product_variant_id = p.product_variant_id
        and q.effective_end_date < p.effective_start_date order by q.effective_end_date desc limit 1)`,
    },
  };
};

/** Costs that changed. */
export const findCostChanges = lookUp({
  description:
    'Costs of goods sold that began to hold within the last days (30 unless said), the newest first, each with the cost before it; with days 0 those that begin later than today.',
  input: object(
    { ...which, days: integer('Days', { minimum: 0, maximum: 36_500 }), limit: taken.limit, page: taken.page },
    [],
  ),
  read: async (context, { days = 30, ...input }) => {
    requireVariants(context.caller);
    const { asked, scope, filters, which, rows } = await asking(context, input);
    const changes = { ...asked, subject: costChangesIn(days) };
    const { count, variants } = await totalsOf<{ variants: number }>(context.db, changes);
    const order = sql`p.effective_start_date desc, p.id desc`;
    const found = await rowsOf<CostChange>(context.db, changes, { order, ...rows });
    const when = days === 0 ? 'later than today' : `in the last ${howMany(days, 'day')}, up to today`;
    const [first] = leading(found, rows);
    const newest = first
      ? ` The newest: ${first.identifier} (${first.product}, ${first.variant}) ${dollars(first.cost)} from ${first.since}.`
      : '';
    return resultOf({
      ...{ scope, filters, total: count, page: rows.page, days: when },
      summary: `${which}: ${howMany(count, 'cost')} of ${howMany(variants, 'variant')} ${count === 1 ? 'begins' : 'begin'} ${when}.${newest}`,
      columns: [
        ...[column('since', 'From', 'date'), column('identifier', 'Variant ID'), column('product', 'Product')],
        ...[column('variant', 'Variant'), column('company', 'Company'), column('before', 'Before', 'usd')],
        column('cost', 'Cost', 'usd'),
      ],
      rows: found.map((row) => ({ ...row })),
      hint: 'What a variant costs on a date, by find_variants with `on`.',
    });
  },
});

function totalsSentence(
  which: string,
  { count, active, without_cost, average }: Sums & { count: number },
  on: string | undefined,
  filters: readonly (readonly [string, string])[],
): string {
  if (!count) return `There are no product variants of ${which}.`;
  const when = on === undefined ? 'today' : `on ${on}`;
  const byCost = filters.find(([label]) => label === 'Cost');
  const missing =
    without_cost && !byCost ? ` ${without_cost.toLocaleString('en-US')} of them without a cost ${when}.` : '';
  const counted =
    byCost?.[1] === 'not known' && active < count
      ? ` ${active.toLocaleString('en-US')} of them ${active === 1 ? 'is' : 'are'} active, which the dashboard counts.`
      : '';
  const cost = average === null || count === 1 ? '' : ` The average cost ${when} is ${dollars(average)}.`;
  return `${which}${byCost ? ` ${when}` : ''}: ${howMany(count, 'product variant')}.${counted}${missing}${cost}`;
}

function costSentence(
  found: readonly (VariantRow & { company: string })[],
  variants: number,
  on: string | undefined,
  order: string,
) {
  const [first] = found;
  if (!first || (variants > 1 && order === 'name')) return '';
  const named = `${first.identifier} (${first.product}, ${first.variant}${variants > 1 ? '' : `, ${first.company}, ${first.channel}, ${first.is_active ? 'active' : 'inactive'}`})`;
  const when = on === undefined ? 'today' : `on ${on}`;
  if (variants === 1)
    return first.cost === null
      ? ` The cost of ${named} is not known.`
      : ` ${named} costs ${dollars(first.cost)} ${when}.`;
  if (first.cost === null) return '';
  return ` The ${order === 'lowest_cost' ? 'lowest' : 'highest'} cost ${when} has ${named}: ${dollars(first.cost)}.`;
}

const largest = ([first]: readonly GroupOf<Sums>[], isFewest: boolean): string =>
  first ? ` ${isFewest ? 'Fewest' : 'Most'} are ${first.name}: ${first.variants.toLocaleString('en-US')}.` : '';
