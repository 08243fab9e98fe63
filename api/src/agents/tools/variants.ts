/** The tools over product variants and what they cost, for members of CompanyAdmin or Admin (DECISIONS §2). */
import type { ListAddress, ToolColumn } from 'contract/agents/tool-results';
import { SALES_CHANNELS } from 'contract/company/product-variants';
import { calendarDate, flag, integer, listOf, money, object, oneOf, text } from 'contract/schema';
import { scopeOf, type Scope } from './companies-in-reach.queries';
import {
  column,
  dollars,
  filtersInWords,
  filtersOf,
  howMany,
  leading,
  lookUp,
  pageOf,
  requireGroup,
  resultOf,
  taken,
  type Finding,
} from './look-up';
import {
  costChanges,
  totalsOfVariants,
  VARIANT_GROUPS,
  variantsByGroup,
  variantsWithCosts,
  type CostChange,
  type VariantFilter,
  type VariantGroup,
  type VariantRow,
  type VariantTotals,
} from './variants.queries';

const which = {
  companies: taken.companies,
  search: { ...taken.search, description: 'A part of product name, variant name or identifier' },
  identifiers: listOf(text('Identifier', { minLength: 1, maxLength: 255 }), { title: 'Identifiers', maxItems: 20 }),
  sales_channel: oneOf('Sales channel', SALES_CHANNELS),
  is_active: flag('Active'),
  sync_status: oneOf('Sync status', ['never', 'success', 'failed']),
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

const ofVariants = (caller: Parameters<typeof requireGroup>[0]) =>
  requireGroup(caller, 'Product variants and their costs', 'CompanyAdmin', 'Admin');

/** Variants with what they cost on a day. */
export const findVariants = lookUp({
  description:
    'Finds product variants and counts them, with what each costs (cost of goods sold, US dollars; null where none is known) today or on a date: by name, identifier, channel, activity or a missing cost; the highest or lowest cost first. With `by` it counts groups instead.',
  input: object(
    {
      ...variantFilter,
      by: oneOf('By', VARIANT_GROUPS),
      fewest_first: { ...flag('Fewest first'), description: 'Of the groups of `by`' },
    },
    [],
  ),
  read: async ({ db, caller }, { companies, on, order = 'name', by, fewest_first, limit, page, ...filter }) => {
    ofVariants(caller);
    const scope = await scopeOf(db, caller, companies);
    const rows = pageOf({ limit, page });
    const question = { scope, on, filter, order, fewest_first, ...rows };
    const totals = await totalsOfVariants(db, question);
    const filters = filtersOfVariants(filter);
    const said = {
      scope,
      days: on ?? 'today',
      filters,
      page: rows.page,
      open: openVariants(scope, filter, by === undefined),
    };
    if (by) {
      const { groups, total } = await variantsByGroup(db, question, by);
      const summary = `${totalsSentence(scope, totals, on, filters)}${largest(leading(groups, rows), fewest_first ?? false)}`;
      const hint = 'The variants of one group, without `by`.';
      return resultOf({
        ...said,
        summary,
        total,
        columns: groupColumns(by),
        rows: groups.map((group) => ({ ...group })),
        hint,
      });
    }
    const found = await variantsWithCosts(db, question);
    return resultOf({
      ...said,
      summary: `${totalsSentence(scope, totals, on, filters)}${costSentence(leading(found, rows), totals, on, order)}`,
      total: totals.variants,
      columns: COLUMNS,
      rows: found.map((row) => ({ ...row })),
      hint: 'What changed lately, by cost_changes.',
    });
  },
});

/** Costs that changed. */
export const findCostChanges = lookUp({
  description:
    'Costs of goods sold that began to hold within the last days (30 unless said), the newest first, each with the cost before it; with days 0 those that begin later than today.',
  input: object(
    { ...which, days: integer('Days', { minimum: 0, maximum: 36_500 }), limit: taken.limit, page: taken.page },
    [],
  ),
  read: async ({ db, caller }, { companies, days = 30, limit, page, ...filter }) => {
    ofVariants(caller);
    const scope = await scopeOf(db, caller, companies);
    const rows = pageOf({ limit, page });
    const { changes, total, variants } = await costChanges(db, { scope, days, filter, ...rows });
    const filters = filtersOfVariants(filter);
    const when = days === 0 ? 'later than today' : `in the last ${howMany(days, 'day')}, up to today`;
    return resultOf({
      scope,
      days: when,
      filters,
      summary: `${scope.phrase}${filtersInWords(filters)}: ${howMany(total, 'cost')} of ${howMany(variants, 'variant')} ${total === 1 ? 'begins' : 'begin'} ${when}.${newest(leading(changes, rows))}`,
      total,
      page: rows.page,
      columns: [
        column('since', 'From', 'date'),
        column('identifier', 'Variant ID'),
        column('product', 'Product'),
        column('variant', 'Variant'),
        column('company', 'Company'),
        column('before', 'Before', 'usd'),
        column('cost', 'Cost', 'usd'),
      ],
      rows: changes.map((change) => ({ ...change })),
      hint: 'What a variant costs on a date, by find_variants with `on`.',
    });
  },
});

const COLUMNS: readonly ToolColumn[] = [
  column('identifier', 'Variant ID'),
  column('product', 'Product'),
  column('variant', 'Variant'),
  column('company', 'Company'),
  column('channel', 'Channel'),
  column('cost', 'Cost', 'usd'),
];
const GROUP_LABELS = {
  ...{
    company: 'Company',
    sales_channel: 'Channel',
    activity: 'Status',
    sync_status: 'Synchronisation',
    product: 'Product',
  },
} as const;
const groupColumns = (by: keyof typeof GROUP_LABELS): ToolColumn[] => [
  column('name', GROUP_LABELS[by]),
  column('variants', 'Variants', 'count'),
  column('without_cost', 'Without a cost', 'count'),
  column('average', 'Average cost', 'usd'),
];

const SYNC = { never: 'never', success: 'succeeded', failed: 'failed' } as const;

const filtersOfVariants = (filter: VariantFilter): [string, string][] =>
  filtersOf({
    Search: filter.search,
    Identifier: filter.identifiers,
    Channel: filter.sales_channel,
    Status: filter.is_active === undefined ? undefined : filter.is_active ? 'active' : 'inactive',
    Synchronised: SYNC[filter.sync_status as keyof typeof SYNC],
    'Name overridden': filter.has_override === undefined ? undefined : filter.has_override ? 'yes' : 'no',
    Cost: filter.cost === 'missing' ? 'not known' : filter.cost,
    'Cost from': filter.min_cost === undefined ? undefined : dollars(filter.min_cost),
    'Cost up to': filter.max_cost === undefined ? undefined : dollars(filter.max_cost),
  });

function totalsSentence(
  scope: Scope,
  { variants, without_cost, average }: VariantTotals,
  on: string | undefined,
  filters: Finding['filters'],
): string {
  const which = `${scope.phrase}${filtersInWords(filters)}`;
  if (!variants) return `There are no product variants of ${which}.`;
  const when = on === undefined ? 'today' : `on ${on}`;
  const isByCost = filters.some(([label]) => label === 'Cost');
  const missing =
    without_cost && !isByCost ? ` ${without_cost.toLocaleString('en-US')} of them without a cost ${when}.` : '';
  const cost = average === null || variants === 1 ? '' : ` The average cost ${when} is ${dollars(average)}.`;
  return `${which}${isByCost ? ` ${when}` : ''}: ${howMany(variants, 'product variant')}.${missing}${cost}`;
}

function costSentence(
  found: readonly VariantRow[],
  { variants }: VariantTotals,
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

const largest = ([first]: readonly VariantGroup[], isFewest: boolean): string =>
  first ? ` ${isFewest ? 'Fewest' : 'Most'} are ${first.name}: ${first.variants.toLocaleString('en-US')}.` : '';

const newest = ([first]: readonly CostChange[]): string =>
  first
    ? ` The newest: ${first.identifier} (${first.product}, ${first.variant}) ${dollars(first.cost)} from ${first.since}.`
    : '';

/** The list of the variants; null where it has no such filter. */
function openVariants(scope: Scope, filter: VariantFilter, isList: boolean): ListAddress | null {
  const [company, ...others] = scope.companies;
  const { identifiers = [], sales_channel, is_active, ...rest } = filter;
  const isOther = Object.values(rest).some((value) => value !== undefined) || identifiers.length > 1;
  if (!company || others.length || isOther || !isList) return null;
  return {
    path: '/product-variants',
    query: {
      company_id: company.id,
      ...(identifiers[0] !== undefined && { product_variant_identifier: identifiers[0] }),
      ...(sales_channel !== undefined && { sales_channel }),
      ...(is_active !== undefined && { is_active }),
    },
  };
}
