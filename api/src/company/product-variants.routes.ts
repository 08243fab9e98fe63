import type { Kysely } from 'kysely';
import { bulkResponse } from 'contract/bulk';
import {
  productVariant,
  productVariantBulkField,
  productVariantBulkOverrides,
  productVariantOverrides,
} from 'contract/company/product-variants';
import { NOUNS } from 'contract/nouns';
import type { Tables } from '../database/connection';
import { accessFor } from '../http/access';
import { byId, type AddRoute } from '../http/route';
import { regularRoutes } from '../records/regular-routes';
import { updateVariantField, updateVariantOverrides } from './product-variants-bulk.queries';
import { listProductVariants, variants } from './product-variants.queries';

const { writers: access } = accessFor('product_variant');

/** Product variants (specification 1 §7, DECISIONS §2, §5). */
export function productVariantRoutes(add: AddRoute, db: Kysely<Tables>): void {
  const { path } = NOUNS.product_variant;
  const { find, create, replace, update } = variants;
  regularRoutes(add, db, {
    records: variants,
    calls: { list: listProductVariants, create, replace, update },
    summaries: { create: 'Create a product variant of a channel that nothing synchronises' },
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
