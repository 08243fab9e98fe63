/** Companies on the wire (specification 1 §3, §5, §7; DECISIONS §2, §4). */
import { bulkIds, confirm } from '../bulk';
import { listAnswer, listQuery, searchAnswer } from '../paging';
import {
  answer,
  flag,
  id,
  moment,
  number,
  object,
  oneOf,
  orNull,
  partial,
  SLUG_PATTERN,
  text,
  URL_PATTERN,
  type Shape,
} from '../schema';

/** The time zones a company may be in. */
export const TIMEZONES = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'] as const;

const name = text('Company Name', { minLength: 1, maxLength: 255 });
const slug = text('Slug', {
  unique: true,
  minLength: 1,
  maxLength: 255,
  pattern: SLUG_PATTERN,
  formatMessage: 'Slug must be lowercase alphanumeric words separated by single hyphens',
});
const logo_url = text('Logo URL', {
  minLength: 1,
  maxLength: 2048,
  pattern: URL_PATTERN,
  formatMessage: 'Logo URL must be an absolute http or https URL',
});
const timezone = oneOf('Timezone', TIMEZONES);
const shopify_store_url = orNull(
  text('Shopify Store URL', {
    maxLength: 2048,
    pattern: URL_PATTERN,
    formatMessage: 'Shopify Store URL must be an absolute http or https URL',
  }),
);
const average_shipping_cost_per_order = orNull(
  number('Average Shipping Cost per Order', { minimum: 0, maximum: 9_999_999.99, multipleOf: 0.01 }),
);
const average_credit_card_processing_rate = orNull(
  number('Average Credit Card Processing Rate', { minimum: 0.015, maximum: 0.065, multipleOf: 0.0001 }),
);
const average_credit_card_per_order_fee = orNull(
  number('Average Credit Card per-Order Fee', { minimum: 0, maximum: 1, multipleOf: 0.01 }),
);

/** Write-only: stored encrypted, never answered. Absent keeps it, null clears it. */
const apiKey = (title: string) => orNull(text(title, { minLength: 1, maxLength: 4096, verbatim: true }));

/** A company as every answer has it; the two API keys are never part of one. */
export const company = answer({
  id,
  name,
  slug,
  logo_url: text('Logo URL', {}),
  timezone,
  shopify_store_url: orNull(text('Shopify Store URL', {})),
  average_shipping_cost_per_order: orNull(number('Average Shipping Cost per Order', {})),
  average_credit_card_processing_rate: orNull(number('Average Credit Card Processing Rate', {})),
  average_credit_card_per_order_fee: orNull(number('Average Credit Card per-Order Fee', {})),
  has_shopify: flag('Shopify Integration'),
  has_klaviyo: flag('Klaviyo Integration'),
  created_at: moment('Created'),
  updated_at: moment('Last Updated'),
});

/** Body of POST and PUT /companies: every writable field. */
export const companyWrite = object(
  {
    name,
    slug,
    logo_url,
    timezone,
    shopify_store_url,
    shopify_api_key: apiKey('Shopify API Key'),
    klaviyo_api_key: apiKey('Klaviyo API Key'),
    average_shipping_cost_per_order,
    average_credit_card_processing_rate,
    average_credit_card_per_order_fee,
  },
  ['name', 'slug', 'logo_url', 'timezone'],
);

/** Body of PATCH /companies/{id}. */
export const companyPatch = partial(companyWrite);

/** What a company list may be sorted by. */
export const COMPANY_SORTS = ['name', 'slug', 'timezone', 'created_at', 'updated_at'] as const;
/** How it is sorted when nobody says. */
export const COMPANY_DEFAULT_SORT = 'name';

const contains = (title: string) => text(title, { maxLength: 1000, verbatim: true });

/** Query of GET /companies. `search` looks in name and slug. */
export const companyListQuery = listQuery(
  {
    name: contains('Company name'),
    slug: contains('Slug'),
    search: contains('Search'),
    timezone,
    has_shopify: flag('Shopify integration'),
    has_klaviyo: flag('Klaviyo integration'),
  },
  COMPANY_SORTS,
);

export const companyList = listAnswer(company);
export const companySearch = searchAnswer(company);

/** Body of POST /companies/bulk/delete; `confirm` absent means true. */
export const companyBulkDelete = object({ ids: bulkIds, confirm }, ['ids']);

export type Company = Shape<typeof company>;
export type CompanyWrite = Shape<typeof companyWrite>;
export type CompanyPatch = Shape<typeof companyPatch>;
export type CompanyListQuery = Shape<typeof companyListQuery>;
