/** The demonstration companies: twelve stores, and one that holds what a screen must survive. */
import type { Transaction } from 'kysely';
import type { Company } from 'contract/company/companies';
import { keyPlace } from '../src/company/company-keys';
import type { Tables } from '../src/database/connection';
import type { Secrets } from '../src/database/secrets';
import { EDGE_CASES } from './edge-cases';

interface DemonstrationCompany {
  name: string;
  slug: string;
  timezone: Company['timezone'];
  shopify: boolean;
  klaviyo: boolean;
  /** Shipping an order, the card processor's rate, and its fee for an order. */
  costs: [number | null, number | null, number | null];
  created: string;
}

const COMPANIES: readonly DemonstrationCompany[] = [
  {
    name: 'Harbor & Pine Outfitters',
    slug: 'harbor-pine',
    timezone: 'America/New_York',
    shopify: true,
    klaviyo: true,
    costs: [6.85, 0.029, 0.3],
    created: '2024-01-15T14:20:00.000Z',
  },
  {
    name: 'Lumen Skin Studio',
    slug: 'lumen-skin',
    timezone: 'America/Los_Angeles',
    shopify: true,
    klaviyo: false,
    costs: [4.2, 0.0265, 0.25],
    created: '2024-02-02T17:05:00.000Z',
  },
  {
    name: 'Prairie Kettle Coffee',
    slug: 'prairie-kettle',
    timezone: 'America/Chicago',
    shopify: true,
    klaviyo: true,
    costs: [5.1, 0.0275, 0.3],
    created: '2024-03-11T13:00:00.000Z',
  },
  {
    name: 'Summit Trail Gear',
    slug: 'summit-trail',
    timezone: 'America/Denver',
    shopify: false,
    klaviyo: true,
    costs: [9.75, 0.024, 0.1],
    created: '2024-04-23T16:45:00.000Z',
  },
  {
    name: 'Quiet Ledger Books',
    slug: 'quiet-ledger',
    timezone: 'America/New_York',
    shopify: false,
    klaviyo: false,
    costs: [null, null, null],
    created: '2024-06-03T12:30:00.000Z',
  },
  {
    name: 'Good Dog Biscuit Company',
    slug: 'good-dog-biscuit',
    timezone: 'America/Chicago',
    shopify: true,
    klaviyo: true,
    costs: [3.95, 0.029, 0.3],
    created: '2024-07-19T15:10:00.000Z',
  },
  {
    name: 'Desert Bloom Botanicals',
    slug: 'desert-bloom',
    timezone: 'America/Denver',
    shopify: true,
    klaviyo: false,
    costs: [7.4, 0.031, 0.49],
    created: '2024-09-08T18:25:00.000Z',
  },
  {
    name: 'Palm Market',
    slug: 'palm-market',
    timezone: 'America/Los_Angeles',
    shopify: true,
    klaviyo: true,
    costs: [8, 0.035, 0.3],
    created: '2024-10-30T19:40:00.000Z',
  },
  {
    name: "O'Malley's Fish & Chips",
    slug: 'omalleys',
    timezone: 'America/New_York',
    shopify: false,
    klaviyo: true,
    costs: [12.5, 0.015, 0],
    created: '2025-01-21T14:00:00.000Z',
  },
  {
    name: 'Bergström Möbel',
    slug: 'bergstrom-mobel',
    timezone: 'America/Chicago',
    shopify: true,
    klaviyo: false,
    costs: [89, 0.022, 1],
    created: '2025-03-14T13:35:00.000Z',
  },
  {
    name: 'Northern Lights Yarn',
    slug: 'northern-lights-yarn',
    timezone: 'America/Denver',
    shopify: false,
    klaviyo: false,
    costs: [5.6, 0.065, 0.15],
    created: '2025-05-27T20:15:00.000Z',
  },
  {
    name: '24/7 Phone Cases',
    slug: '24-7-phone-cases',
    timezone: 'America/Los_Angeles',
    shopify: true,
    klaviyo: true,
    costs: [2.35, 0.0199, 0.05],
    created: '2025-08-12T16:50:00.000Z',
  },
  {
    name: 'Edge Cases Ltd',
    slug: EDGE_CASES,
    timezone: 'America/New_York',
    shopify: true,
    klaviyo: false,
    costs: [0, 0.065, 0],
    created: '2025-09-01T12:00:00.000Z',
  },
];

/** A company of the demonstration as the other files fill it. */
export interface DemonstrationPlace {
  id: number;
  slug: string;
  /** Its place among the companies, from 0. */
  at: number;
  /** Whether it is the one that holds the edge cases. */
  isEdge: boolean;
}

const keyOf = (source: string, slug: string): string => `demo-${source}-${slug}`;

/** The key that a company has for Klaviyo. */
export const klaviyoKeyOf = (slug: string): string => keyOf('klaviyo', slug);

/** Adds the companies; returns them in order. */
export async function fillCompanies(transaction: Transaction<Tables>, secrets: Secrets): Promise<DemonstrationPlace[]> {
  const rows = COMPANIES.map(({ name, slug, timezone, shopify, costs: [shipping, rate, fee], created }) => ({
    name,
    slug,
    timezone,
    logo_url: `https://logos.storeward.example/${slug}.png`,
    shopify_store_url: shopify ? `https://${slug}.myshopify.example` : null,
    average_shipping_cost_per_order: shipping,
    average_credit_card_processing_rate: rate,
    average_credit_card_per_order_fee: fee,
    created_at: created,
    updated_at: created,
  }));
  const made = await transaction.insertInto('companies').values(rows).returning(['id', 'slug']).execute();
  const idOf = new Map(made.map(({ id, slug }) => [slug, id]));
  const places: DemonstrationPlace[] = [];
  for (const [at, { slug, shopify, klaviyo }] of COMPANIES.entries()) {
    const id = idOf.get(slug) ?? 0;
    places.push({ id, slug, at, isEdge: slug === EDGE_CASES });
    // A key is bound to its company's id, so it follows the row.
    const seal = (field: 'shopify_api_key' | 'klaviyo_api_key', key: string) =>
      secrets.seal(keyOf(key, slug), keyPlace(id, field));
    await transaction
      .updateTable('companies')
      .set({
        shopify_api_key: shopify ? seal('shopify_api_key', 'shopify') : null,
        klaviyo_api_key: klaviyo ? seal('klaviyo_api_key', 'klaviyo') : null,
      })
      .where('id', '=', id)
      .execute();
  }
  return places;
}
