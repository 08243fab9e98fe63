import type { Kysely } from 'kysely';
import { bulkResponse } from 'contract/bulk';
import { productVariantTotals, productVariantTotalsQuery } from 'contract/company/product-variant-totals';
import {
  productVariant,
  productVariantOverrides,
  type ProductVariantListQuery,
} from 'contract/company/product-variants';
import { productVariantBulkField, productVariantBulkOverrides } from 'contract/company/product-variants-bulk';
import { NOUNS } from 'contract/nouns';
import type { Tables } from '../database/connection';
import { accessFor } from '../http/access';
import { byId, type AddRoute } from '../http/route';
import { pictureRoute } from '../pictures/pictures.routes';
import { regularRoutes } from '../records/regular-routes';
import { updateVariantField, updateVariantOverrides } from './product-variants-bulk.queries';
import { listProductVariants, totalsOfVariants, variants } from './product-variants.queries';

const { readers, writers: access } = accessFor('product_variant');

/** Product variants (specification 1 §7, DECISIONS §2, §5). */
export function productVariantRoutes(add: AddRoute, db: Kysely<Tables>): void {
  const { path } = NOUNS.product_variant;
  const { find, create, replace, update } = variants;
  regularRoutes(add, db, {
    records: variants,
    calls: { list: listProductVariants, create, replace, update },
    summaries: { create: 'Create a product variant of a channel that nothing synchronises' },
  });
  pictureRoute(add, db, 'product_variant');
  add('GET', `${path}/totals`, {
    access: readers,
    summary: 'How many of the active ones that the filters match have a cost today',
    query: productVariantTotalsQuery,
    response: productVariantTotals,
    handle: ({ caller, query }) => totalsOfVariants(db, caller, query as ProductVariantListQuery),
  });
  add('GET', `${path}/by-id/:id`, {
    access,
    summary: 'One product variant',
    params: byId,
    response: productVariant,
    handle: ({ caller, params }) => find(db, caller, params.id),
  });
  add('PATCH', `${path}/:id/overrides`, {
    access,
    summary: 'Set or clear the overrides of a product variant; an absent one stays',
    params: byId,
    body: productVariantOverrides,
    response: productVariant,
    handle: ({ caller, params, body, ifMatch }) => update(db, caller, params.id, body, ifMatch),
  });
  add('POST', `${path}/bulk/update-field`, {
    access,
    summary: 'Set one field of many product variants',
    body: productVariantBulkField,
    response: bulkResponse,
    handle: ({ caller, body }) => updateVariantField(db, caller, body),
  });
  add('POST', `${path}/bulk/update-overrides`, {
    access,
    summary: 'Set the overrides of many product variants, to each its own',
    body: productVariantBulkOverrides,
    response: bulkResponse,
    handle: ({ caller, body }) => updateVariantOverrides(db, caller, body),
  });
}
