/** Companies on the wire (specification 1 §3, §5, §7; DECISIONS §2, §4). */
import { bulkIds, confirm } from '../bulk';
import { computed, noun, written } from '../noun';
import { listQuery, partOf, searchResponse } from '../paging';
import {
  dateTime,
  flag,
  id,
  money,
  nullable,
  object,
  oneOf,
  rate,
  secret,
  slug,
  text,
  url,
  type Infer,
} from '../schema';

/** The time zones a company may be in. */
export const TIMEZONES = ['America/New_York', 'America/Chicago', 'America/Denver', 'America/Los_Angeles'] as const;

const timezone = oneOf('Timezone', TIMEZONES);

/** Query of GET /companies. `search` looks in name and slug. */
export const companyListQuery = listQuery(
  {
    name: partOf('Company name'),
    slug: partOf('Slug'),
    search: partOf('Search'),
    timezone,
    has_shopify: flag('Shopify integration', { labels: { true: 'Has Shopify', false: 'No Shopify' } }),
    has_klaviyo: flag('Klaviyo integration', { labels: { true: 'Has Klaviyo', false: 'No Klaviyo' } }),
  },
  ['name', 'slug', 'timezone', 'created_at', 'updated_at'],
);

/**
 * A company. `has_shopify` and `has_klaviyo` say whether the keys are stored, which are never returned; `has_shopify` is true
 * with a connection that has a credential of its own, too. Another host in `shopify_store_url` without a key clears the key.
 */
export const companyNoun = noun('company', companyListQuery, 'name', {
  id,
  name: written(text('Company Name', { minLength: 1, maxLength: 255 })),
  slug: written(slug),
  logo_url: written({ ...url('Logo URL'), minLength: 1 as const }),
  timezone: written(timezone),
  shopify_store_url: written(nullable(url('Shopify Store URL'))),
  shopify_api_key: written(secret('Shopify API Key')),
  klaviyo_api_key: written(secret('Klaviyo API Key')),
  average_shipping_cost_per_order: written(
    nullable(money('Average Shipping Cost per Order', { minimum: 0, maximum: 9_999_999.99 })),
  ),
  average_credit_card_processing_rate: written(
    nullable(rate('Average Credit Card Processing Rate', { minimum: 0.015, maximum: 0.065 })),
  ),
  average_credit_card_per_order_fee: written(
    nullable(money('Average Credit Card per-Order Fee', { minimum: 0, maximum: 1 })),
  ),
  has_shopify: computed(flag('Shopify Integration')),
  has_klaviyo: flag('Klaviyo Integration'),
  created_at: dateTime('Created'),
  updated_at: dateTime('Last Updated'),
});

/** A company as every response has it, and the bodies of POST and PUT, and of PATCH /companies. */
export const { response: company, create: companyWrite, update: companyPatch } = companyNoun;

export const companySearch = searchResponse(company);

/** Body of POST /companies/bulk/delete; `confirm` absent means true. */
export const companyBulkDelete = object({ ids: bulkIds, confirm }, ['ids']);

export type Company = Infer<typeof company>;
export type CompanyWrite = Infer<typeof companyWrite>;
export type CompanyPatch = Infer<typeof companyPatch>;
export type CompanyListQuery = Infer<typeof companyListQuery>;
