/** Changing many variants of a company at once: one transaction, every miss named (DECISIONS §1, §5). */
import { sql, type Kysely } from 'kysely';
import type { BulkResponse } from 'contract/bulk';
import { variantNoun, type ProductVariantPatch } from 'contract/company/product-variants';
import type { ProductVariantBulkField, ProductVariantBulkOverrides } from 'contract/company/product-variants-bulk';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { InvalidInput } from '../http/errors';
import { kept } from '../records/columns';
import { changeMany } from '../records/many';
import { variants } from './product-variants.queries';

type Changes = Pick<ProductVariantPatch, 'override_product_name' | 'override_product_variant_name' | 'is_active'>;

/** Sets one field of many variants. */
export async function updateVariantField(
  db: Kysely<Tables>,
  caller: Caller,
  { variant_ids, field_name, field_value, ...named }: ProductVariantBulkField,
): Promise<BulkResponse> {
  const changes = requireChange(field_name, field_value);
  return changeVariants(db, caller, named, new Map(variant_ids.map((id) => [id, changes])));
}

/** Sets each variant's own names; of one that is named twice, the later counts. */
export async function updateVariantOverrides(
  db: Kysely<Tables>,
  caller: Caller,
  { updates, ...named }: ProductVariantBulkOverrides,
): Promise<BulkResponse> {
  const asked = new Map<number, Changes>();
  for (const { id, ...changes } of updates) asked.set(id, { ...asked.get(id), ...changes });
  return changeVariants(db, caller, named, asked);
}

/** The change that a field and its value are; throws InvalidInput where they do not belong together. */
function requireChange(
  field_name: ProductVariantBulkField['field_name'],
  field_value: ProductVariantBulkField['field_value'],
): Changes {
  const broken = (msg: string) => new InvalidInput([{ loc: ['body', 'field_value'], msg, type: 'type' }]);
  if (field_value === undefined) throw broken('New Value is required');
  if (field_name === 'is_active') {
    if (typeof field_value !== 'boolean') throw broken('New Value must be true or false');
    return { is_active: field_value };
  }
  if (typeof field_value === 'boolean') throw broken('New Value must be text');
  return { [field_name]: field_value };
}

/** Writes to each variant its own values, in one statement. Throws as `changeMany`. */
const changeVariants = (
  db: Kysely<Tables>,
  caller: Caller,
  named: { company_id: number; confirm?: boolean },
  asked: ReadonlyMap<number, Changes>,
): Promise<BulkResponse> =>
  changeMany(db, caller, variants, { ...named, ids: [...asked.keys()] }, (transaction, rows) => {
    const valuesOf = (row: (typeof rows)[number]) => [
      row.id,
      { ...row, ...kept(variantNoun.properties, asked.get(row.id) ?? {}) },
    ];
    const values = JSON.stringify(Object.fromEntries(rows.map(valuesOf)));
    return variants.saveMany(transaction, caller, rows, [
      sql`(override_product_name, override_product_variant_name, is_active) = (
        select written.override_product_name, written.override_product_variant_name, written.is_active
        from jsonb_to_record(${values}::jsonb -> id::text)
          as written (override_product_name text, override_product_variant_name text, is_active boolean))`,
    ]);
  });
