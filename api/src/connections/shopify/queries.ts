/** Our questions to Shopify's Admin API, a reviewed list of fields; a test holds them against the schema of that version. */

/** The version that is asked for; Shopify answers an expired one silently with an older or newer one. */
export const VERSION = '2026-10';

export const TEST_QUERY = `
  query Test {
    shop { name myshopifyDomain currencyCode ianaTimezone }
    currentAppInstallation { accessScopes { handle } }
  }`;

/** Without `limit: null` Shopify stops counting at 10,000. */
export const COUNT_QUERY = `
  query Count {
    productVariantsCount(limit: null) { count }
  }`;

/** The largest page. A page of 100 costs 700 of the 1,000 points that one query may. */
export const MAX_PAGE = 100;

/**
 * The query of a page of variants. Shopify ends pages by cursor at 25,000 rows, so `$query` is `id:>LAST`.
 *
 * @param costs false where the token may not read costs: one field that is denied spoils the page
 */
export const variantsQuery = (costs: boolean): string => `
  query Variants($first: Int!, $query: String) {
    productVariants(first: $first, query: $query, sortKey: ID) {
      nodes {
        legacyResourceId title sku
        product {
          title status
          featuredMedia { preview { image { url(transform: { maxWidth: 96, maxHeight: 96 }) } } }
        }${costs ? '\n        inventoryItem { unitCost { amount currencyCode } }' : ''}
      }
    }
  }`;
