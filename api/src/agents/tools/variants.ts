/** The tools over product variants and what they cost, for members of CompanyAdmin or Admin (DECISIONS §2). */
import { sql } from 'kysely';
import { productVariantListQuery, variantNoun } from 'contract/company/product-variants';
import { calendarDate, flag, integer, listOf, money, object, oneOf, text, type Infer } from 'contract/schema';
import { syncedBefore } from '../../company/product-variants-attention';
import { variants } from '../../company/product-variants.queries';
import { anyOf, foldedContains } from '../../database/list';
import { found, type Sought } from './find';
import { columnsOf, dollars, howMany, lookUp, taken } from './look-up';
import type { Subject } from './subject.queries';

const which = {
  companies: taken.companies,
  search: { ...taken.search, description: 'A part of product name, variant name or identifier' },
  identifiers: listOf(text('Identifier', { minLength: 1, maxLength: 255 }), { title: 'Identifiers', maxItems: 20 }),
  sales_channel: productVariantListQuery.properties.sales_channel,
  is_active: productVariantListQuery.properties.is_active,
  sync_status: variantNoun.properties.sync_status,
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

type CostOptions = Pick<
  Infer<{ readonly properties: typeof variantFilter; readonly required: readonly [] }>,
  'on' | 'order'
>;

/** Costs on the day; null where no cost is known. */
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
  'cached_product_name_key',
  'cached_product_variant_name_key',
  'override_product_name_key',
  'override_product_variant_name_key',
  'product_variant_identifier_key',
];
const neverSynced = sql<boolean>`last_synced_at is null`;
/** When the day seven days ago began where the company is. */
const WEEK_AGO = sql`(((now() at time zone companies.timezone)::date - 7)::timestamp at time zone companies.timezone)`;
const SYNC = { never: 'never', success: 'succeeded', failed: 'failed' } as const;
const { display_product_name: product, display_product_variant_name: variant } = variants.definition.computed;
const NAMES_SHOWN = { identifier: sql`product_variant_identifier`, product, variant };
const NAMED = { identifier: 'Variant ID', product: 'Product', variant: 'Variant' } as const;

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
    ...NAMES_SHOWN,
    channel: sql`sales_channel`,
    is_active: sql`is_active`,
    sync_status: sql`sync_status`,
    cost: sql`cost`,
  },
  groups: {
    sales_channel: sql`sales_channel`,
    activity: sql`case when is_active then 'active' else 'inactive' end`,
    sync_status: sql`case when not ${neverSynced} then sync_status when sync_status = 'failed' then 'never, failed' else 'never' end`,
    product,
  },
});

const ORDERS = {
  name: 'display_product_name',
  highest_cost: sql`cost desc nulls last, product_variants.id`,
  lowest_cost: sql`cost nulls last, product_variants.id`,
};

/** Variants with what they cost on a day. */
export function variantsByCost({ on, order = 'name' }: CostOptions, isFewest = false): Sought<Sums, VariantRow> {
  const when = on === undefined ? 'today' : `on ${on}`;
  return {
    subject: variantsOn(on),
    one: 'product variant',
    days: on ?? 'today',
    order: ORDERS[order],
    ...(isFewest && { orderOfGroups: sql`3` }),
    list: { ofOne: true },
    columns: columnsOf({ ...NAMED, company: 'Company', channel: 'Channel', cost: ['Cost', 'usd'] }),
    sums: columnsOf({
      variants: ['Variants', 'count'],
      without_cost: ['Without a cost', 'count'],
      average: ['Average cost', 'usd'],
    }),
    total: ({ filters, totals: { count, active, without_cost, average } }) => {
      const byCost = filters.find(([label]) => label === 'Cost')?.[1];
      const missing =
        without_cost && !byCost ? ` ${without_cost.toLocaleString('en-US')} of them without a cost ${when}.` : '';
      const counted =
        byCost === 'not known' && active < count
          ? ` ${active.toLocaleString('en-US')} of them ${active === 1 ? 'is' : 'are'} active, which the dashboard counts.`
          : '';
      const cost = average === null || count === 1 ? '' : ` The average cost ${when} is ${dollars(average)}.`;
      return `${counted}${missing}${cost}`;
    },
    first: ({ identifier, product, variant, company, channel, is_active, cost }, { totals: { count } }) => {
      if (count > 1)
        return order === 'name' || cost === null
          ? ''
          : ` The ${order === 'lowest_cost' ? 'lowest' : 'highest'} cost ${when} has ${identifier} (${product}, ${variant}): ${dollars(cost)}.`;
      const one = `${identifier} (${product}, ${variant}, ${company}, ${channel}, ${is_active ? 'active' : 'inactive'})`;
      return cost === null ? ` The cost of ${one} is not known.` : ` ${one} costs ${dollars(cost)} ${when}.`;
    },
    firstOf: ([first]) =>
      first ? ` ${isFewest ? 'Fewest' : 'Most'} are ${first.name}: ${first.variants.toLocaleString('en-US')}.` : '',
  };
}

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
  read: (context, { fewest_first, ...input }) =>
    found(
      context,
      variantsByCost(input, fewest_first),
      input,
      input.by ? 'The variants of one group, without `by`.' : 'What changed lately, by cost_changes.',
    ),
});

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
      ...NAMES_SHOWN,
      since: sql`p.effective_start_date::text`,
      cost: sql`p.cogs_amount`,
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
  read: (context, { days = 30, ...input }) => {
    const when = days === 0 ? 'later than today' : `in the last ${howMany(days, 'day')}, up to today`;
    const changes: Sought<{ variants: number }, VariantRow & { since: string; cost: number }> = {
      subject: costChangesIn(days),
      one: 'cost',
      days: when,
      list: null,
      sums: [],
      order: sql`p.effective_start_date desc, p.id desc`,
      columns: columnsOf({
        since: ['From', 'date'],
        ...NAMED,
        company: 'Company',
        before: ['Before', 'usd'],
        cost: ['Cost', 'usd'],
      }),
      total: ({ totals: { count, variants } }) =>
        ` ${count === 1 ? 'It begins' : `They are of ${howMany(variants, 'variant')} and begin`} ${when}.`,
      first: ({ identifier, product, variant, cost, since }) =>
        ` The newest: ${identifier} (${product}, ${variant}) ${dollars(cost)} from ${since}.`,
      firstOf: () => '',
    };
    return found(context, changes, input, 'What a variant costs on a date, by find_variants with `on`.');
  },
});
