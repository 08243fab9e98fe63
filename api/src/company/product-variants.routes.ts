import { bulkAnswer } from '../../contract/bulk';
import {
  productVariant,
  productVariantBulkField,
  productVariantBulkOverrides,
  productVariantCreate,
  productVariantList,
  productVariantListQuery,
  productVariantOverrides,
  productVariantPatch,
  productVariantWrite,
} from '../../contract/company/product-variants';
import type { Kysely } from 'kysely';
import { groups } from '../http/access';
import type { Tables } from '../database/connection';
import { byId, type AddRoute } from '../http/route';
import { updateVariantField, updateVariantOverrides } from './product-variants-bulk.queries';
import {
  createProductVariant,
  findProductVariant,
  listProductVariants,
  replaceProductVariant,
  updateProductVariant,
} from './product-variants.queries';

const admins = groups('CompanyAdmin', 'Admin');

/** Product variants (specification 1 §7, DECISIONS §2, §5). */
export function productVariantRoutes(add: AddRoute, db: Kysely<Tables>): void {
  add('GET', '/product-variants', {
    access: admins,
    summary: "A company's product variants",
    query: productVariantListQuery,
    answer: productVariantList,
    handle: ({ caller, query }) => listProductVariants(db, caller, query),
  });
  add('GET', '/product-variants/by-id/:id', {
    access: admins,
    summary: 'One product variant',
    params: byId,
    answer: productVariant,
    handle: ({ caller, params }) => findProductVariant(db, caller, params.id),
  });
  add('POST', '/product-variants', {
    access: admins,
    summary: 'Create a product variant of a channel that nothing synchronises',
    body: productVariantCreate,
    answer: productVariant,
    status: 201,
    handle: ({ caller, body }) => createProductVariant(db, caller, body),
  });
  add('PUT', '/product-variants/:id', {
    access: admins,
    summary: 'Replace every writable field of a product variant',
    params: byId,
    body: productVariantWrite,
    answer: productVariant,
    handle: ({ caller, params, body, ifMatch }) => replaceProductVariant(db, caller, params.id, body, ifMatch),
  });
  add('PATCH', '/product-variants/:id', {
    access: admins,
    summary: 'Write the sent fields of a product variant',
    params: byId,
    body: productVariantPatch,
    answer: productVariant,
    handle: ({ caller, params, body, ifMatch }) => updateProductVariant(db, caller, params.id, body, ifMatch),
  });
  add('PATCH', '/product-variants/:id/overrides', {
    access: admins,
    summary: 'Set or clear the overrides of a product variant; an absent one stays',
    params: byId,
    body: productVariantOverrides,
    answer: productVariant,
    handle: ({ caller, params, body, ifMatch }) => updateProductVariant(db, caller, params.id, body, ifMatch),
  });
  add('POST', '/product-variants/bulk/update-field', {
    access: admins,
    summary: 'Set one field of many product variants',
    body: productVariantBulkField,
    answer: bulkAnswer,
    handle: ({ caller, body }) => updateVariantField(db, caller, body),
  });
  add('POST', '/product-variants/bulk/update-overrides', {
    access: admins,
    summary: 'Set the overrides of many product variants, to each its own',
    body: productVariantBulkOverrides,
    answer: bulkAnswer,
    handle: ({ caller, body }) => updateVariantOverrides(db, caller, body),
  });
}
