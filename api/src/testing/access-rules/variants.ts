import type { Db, Rules } from './rule';

const variant = {
  sales_channel: 'shopify',
  product_variant_identifier: 'SKU-1',
  cached_product_name: 'Tee',
  cached_product_variant_name: 'Small',
} as const;
const ofVariants = { may: ['CompanyAdmin', 'Admin'] } as const;
const ofVariant = {
  ...ofVariants,
  record: (db: Db, company_id: number) =>
    db
      .insertInto('product_variants')
      .values({ ...variant, company_id })
      .returning('id')
      .executeTakeFirstOrThrow(),
};
const ofCogs = {
  ...ofVariants,
  record: async (db: Db, company_id: number) => {
    const { id } = await ofVariant.record(db, company_id);
    return db
      .insertInto('product_variant_cogs')
      .values({ product_variant_id: id, cogs_amount: 1 })
      .returning('id')
      .executeTakeFirstOrThrow();
  },
};

export const variantRules: Rules = {
  'GET /api/product-variants': { ...ofVariants, success: 200, query: (id) => `?company_id=${id}`, stranger: 404 },
  'GET /api/product-variants/ids': { ...ofVariants, success: 200, query: (id) => `?company_id=${id}`, stranger: 404 },
  'GET /api/product-variants/totals': {
    ...ofVariants,
    success: 200,
    query: (id) => `?company_id=${id}`,
    stranger: 404,
  },
  'GET /api/product-variants/pictures': { ...ofVariants, success: 200, query: () => '?ids=1' },
  'GET /api/product-variants/by-id/:id': { ...ofVariant, success: 200 },
  'POST /api/product-variants': {
    ...ofVariants,
    success: 201,
    body: (company_id) => ({ ...variant, company_id }),
    stranger: 404,
  },
  'PUT /api/product-variants/:id': {
    ...ofVariant,
    success: 200,
    body: () => ({ cached_product_name: 'Tee', cached_product_variant_name: 'Large' }),
  },
  'PATCH /api/product-variants/:id': { ...ofVariant, success: 200, body: () => ({ is_active: false }) },
  'PATCH /api/product-variants/:id/overrides': {
    ...ofVariant,
    success: 200,
    body: () => ({ override_product_name: 'New' }),
  },
  'POST /api/product-variants/bulk/update-field': {
    ...ofVariants,
    success: 200,
    body: (company_id) => ({
      company_id,
      variant_ids: [1],
      field_name: 'is_active',
      field_value: true,
      confirm: true,
    }),
    stranger: 404,
  },
  'POST /api/product-variants/bulk/update-overrides': {
    ...ofVariants,
    success: 200,
    body: (company_id) => ({ company_id, updates: [{ id: 1 }], confirm: true }),
    stranger: 404,
  },
  'POST /api/product-variants/bulk/import': {
    ...ofVariants,
    success: 200,
    body: (company_id) => ({
      company_id,
      file: 'variants.csv',
      records: [{ sales_channel: 'tiktok', product_variant_identifier: '1' }],
    }),
    stranger: 404,
  },

  'GET /api/product-variant-cogs': { ...ofVariants, success: 200 },
  'GET /api/product-variant-cogs/proposals': {
    ...ofVariants,
    success: 200,
    query: (id) => `?company_id=${id}`,
    stranger: 404,
  },
  'GET /api/product-variant-cogs/timeline/:id': { ...ofVariant, success: 200 },
  'GET /api/product-variant-cogs/:id': { ...ofCogs, success: 200 },
  'POST /api/product-variant-cogs': {
    ...ofVariant,
    success: 201,
    body: (_, { id }) => ({ product_variant_id: id, cogs_amount: 1 }),
    stranger: 404,
  },
  'POST /api/product-variant-cogs/bulk/create': {
    ...ofVariants,
    success: 200,
    body: (company_id) => ({ company_id, items: [{ product_variant_id: 1, cogs_amount: 1 }] }),
    stranger: 404,
  },
  'POST /api/product-variant-cogs/export': {
    ...ofVariants,
    success: 200,
    body: (company_id) => ({ company_id }),
    stranger: 404,
  },
  'PATCH /api/product-variant-cogs/:id': { ...ofCogs, success: 200, body: () => ({ cogs_amount: 2 }) },
  'DELETE /api/product-variant-cogs/:id': { ...ofCogs, success: 204 },
};
