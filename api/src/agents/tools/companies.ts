/** The tool over companies: what is kept about them, for whoever reaches them (DECISIONS §2); never a key. */
import { flag, object, oneOf } from 'contract/schema';
import { TIMEZONES } from 'contract/company/companies';
import { companyFacts, type CompanyFacts } from './companies.queries';
import { scopeOf } from './companies-in-reach.queries';
import {
  column,
  dollars,
  filtersInWords,
  filtersOf,
  howMany,
  leading,
  lookUp,
  pageOf,
  resultOf,
  taken,
} from './look-up';

/** Companies with what is kept about each. */
export const findCompanies = lookUp({
  description:
    'Companies the person may see and what is kept about them: time zone, Shopify address, average shipping cost of an order and card fee of an order (US dollars), card processing rate (percent), and whether Shopify and Klaviyo are connected. Says how many there are.',
  input: object(
    {
      companies: taken.companies,
      timezone: oneOf('Timezone', TIMEZONES),
      has_shopify: flag('Has Shopify'),
      has_klaviyo: flag('Has Klaviyo'),
      order: oneOf('Order', ['name', 'highest_shipping', 'lowest_shipping', 'highest_rate', 'lowest_rate']),
      limit: taken.limit,
      page: taken.page,
    },
    [],
  ),
  read: async ({ db, caller }, { companies, order = 'name', limit, page, ...filter }) => {
    const scope = await scopeOf(db, caller, companies);
    const rows = pageOf({ limit, page });
    const { found, total } = await companyFacts(db, { scope, filter, order, ...rows });
    const filters = filtersOf({
      Timezone: filter.timezone,
      Shopify: connected(filter.has_shopify),
      Klaviyo: connected(filter.has_klaviyo),
    });
    const [first] = leading(found, rows);
    const one = first && (scope.companies.length === 1 || order !== 'name') ? ` ${factsInWords(first)}` : '';
    const name =
      scope.companies.length === 1 && total === 1
        ? ''
        : `${howMany(total, 'company', 'companies')}${filtersInWords(filters)}${scope.companies.length ? `: ${scope.phrase}` : ''}.`;
    return resultOf({
      scope,
      filters,
      summary: `${name}${one}`.trim(),
      total,
      page: rows.page,
      columns: [
        column('name', 'Company'),
        column('timezone', 'Time zone'),
        column('shipping', 'Shipping per order', 'usd'),
        column('rate', 'Card rate', 'percent'),
        column('fee', 'Card fee per order', 'usd'),
        column('shopify_address', 'Shopify', 'url'),
      ],
      rows: found.map((row) => ({ ...row })),
      // The list has no filter of time zones.
      open:
        scope.companies.length || filter.timezone !== undefined
          ? null
          : {
              path: '/company-management',
              query: Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)),
            },
      hint: 'Spend, costs, posts, profiles and search terms of a company, by the other tools.',
    });
  },
});

const connected = (value: boolean | undefined) =>
  value === undefined ? undefined : value ? 'connected' : 'not connected';

const orUnknown = (said: string | null): string => said ?? 'not known';

const factsInWords = (facts: CompanyFacts): string =>
  [
    `${facts.name}: time zone ${facts.timezone}`,
    `Shopify address ${orUnknown(facts.shopify_address)}`,
    `average shipping cost of an order ${orUnknown(facts.shipping === null ? null : dollars(facts.shipping))}`,
    `card processing rate ${orUnknown(facts.rate === null ? null : `${facts.rate} %`)}`,
    `card fee of an order ${orUnknown(facts.fee === null ? null : dollars(facts.fee))}`,
    `Shopify connected: ${facts.has_shopify ? 'yes' : 'no'}`,
    `Klaviyo connected: ${facts.has_klaviyo ? 'yes' : 'no'}`,
  ].join('; ') + '.';
