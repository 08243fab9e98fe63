/** The tool over companies: what is kept about them, for whoever reaches them (DECISIONS §2); never a key. */
import { sql } from 'kysely';
import { companyListQuery } from 'contract/company/companies';
import { object, oneOf } from 'contract/schema';
import { companies } from '../../company/companies.queries';
import { scopeOf } from './companies-in-reach.queries';
import { columnsOf, dollars, filtersInWords, howMany, lookUp, pageOf, resultOf, taken } from './look-up';
import { filtersSaid, listWith, rowsOf, totalsOf, type SubjectQuery, type Subject } from './subject.queries';

const { timezone, has_shopify, has_klaviyo } = companyListQuery.properties;
const connected = (is: boolean): string => (is ? 'connected' : 'not connected');

/** Money in US dollars, `rate` in percent, null where it is not kept. */
interface Company {
  name: string;
  timezone: string;
  shopify_address: string | null;
  shipping: number | null;
  rate: number | null;
  fee: number | null;
  has_shopify: boolean;
  has_klaviyo: boolean;
}

const COMPANIES: Subject = {
  list: companies,
  filters: {
    timezone: { label: 'Timezone' },
    has_shopify: { label: 'Shopify', said: connected },
    has_klaviyo: { label: 'Klaviyo', said: connected },
  },
  sums: {},
  columns: {
    name: sql`name`,
    slug: sql`slug`,
    timezone: sql`timezone`,
    shopify_address: sql`shopify_store_url`,
    shipping: sql`average_shipping_cost_per_order`,
    fee: sql`average_credit_card_per_order_fee`,
    rate: sql`(average_credit_card_processing_rate * 100)::float8`,
    has_shopify: sql`has_shopify`,
    has_klaviyo: sql`has_klaviyo`,
  },
  groups: {},
};
const ORDERS = {
  name: sql`lower(name) collate "C", id`,
  highest_shipping: sql`average_shipping_cost_per_order desc nulls last, id`,
  lowest_shipping: sql`average_shipping_cost_per_order nulls last, id`,
  highest_rate: sql`average_credit_card_processing_rate desc nulls last, id`,
  lowest_rate: sql`average_credit_card_processing_rate nulls last, id`,
};

/** Companies with what is kept about each. */
export const findCompanies = lookUp({
  description:
    'Companies the person may see and what is kept about them: time zone, Shopify address, average shipping cost of an order and card fee of an order (US dollars), card processing rate (percent), and whether Shopify and Klaviyo are connected. Says how many there are.',
  input: object(
    {
      companies: taken.companies,
      timezone,
      has_shopify,
      has_klaviyo,
      limit: taken.limit,
      page: taken.page,
      order: oneOf('Order', ['name', 'highest_shipping', 'lowest_shipping', 'highest_rate', 'lowest_rate']),
    },
    [],
  ),
  read: async ({ db, caller }, { companies, order = 'name', limit, page, ...filter }) => {
    const scope = await scopeOf(db, caller, companies);
    const query: SubjectQuery = { subject: COMPANIES, scope, filter };
    const rows = pageOf({ limit, page });
    const { count } = await totalsOf(db, query);
    const found = await rowsOf<Company>(db, query, { order: ORDERS[order], ...rows });
    const filters = filtersSaid(query);
    const isOne = scope.companies.length === 1;
    const [first] = rows.page === 1 && (isOne || order !== 'name') ? found : [];
    const of = scope.companies.length ? `: ${scope.phrase}` : '';
    const total =
      isOne && count === 1 ? '' : `${howMany(count, 'company', 'companies')}${filtersInWords(filters)}${of}.`;
    return resultOf({
      scope,
      filters,
      total: count,
      page: rows.page,
      summary: `${total} ${first ? factsInWords(first) : ''}`.trim(),
      columns: columnsOf({
        name: 'Company',
        timezone: 'Time zone',
        shipping: ['Shipping per order', 'usd'],
        rate: ['Card rate', 'percent'],
        fee: ['Card fee per order', 'usd'],
        shopify_address: ['Shopify', 'url'],
      }),
      rows: found.map(({ company: _, ...row }) => row),
      // The list's screen has no filter of time zones.
      open: scope.companies.length || filter.timezone !== undefined ? null : listWith(query, false),
      hint: 'Spend, costs, posts, profiles and search terms of a company, by the other tools.',
    });
  },
});

const factsInWords = ({
  name,
  timezone,
  shopify_address,
  shipping,
  rate,
  fee,
  has_shopify,
  has_klaviyo,
}: Company): string =>
  [
    `${name}: time zone ${timezone}`,
    `Shopify address ${shopify_address ?? 'not known'}`,
    `average shipping cost of an order ${shipping === null ? 'not known' : dollars(shipping)}`,
    `card processing rate ${rate === null ? 'not known' : `${rate} %`}`,
    `card fee of an order ${fee === null ? 'not known' : dollars(fee)}`,
    `Shopify connected: ${has_shopify ? 'yes' : 'no'}`,
    `Klaviyo connected: ${has_klaviyo ? 'yes' : 'no'}.`,
  ].join('; ');
