/** Changing many variants of a company at once: one transaction, every miss named (DECISIONS §1, §5). */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { BulkAnswer } from '../../contract/bulk';
import type {
  ProductVariantBulkField,
  ProductVariantBulkOverrides,
  ProductVariantPatch,
} from '../../contract/company/product-variants';
import { demandCompany, type Caller } from '../http/access';
import { audit } from '../database/audit';
import { bulkOutcome, demandConfirmation, distinctIds } from '../records/bulk';
import type { Tables } from '../database/connection';
import { InvalidInput } from '../http/errors';
import { laterThanBefore } from '../records/if-match';
import { COLUMNS, MISSING, RESOURCE, withoutBlank } from './product-variants.queries';

type Changes = Pick<ProductVariantPatch, 'override_product_name' | 'override_product_variant_name' | 'is_active'>;

/** Sets one field of many variants. */
export async function updateVariantField(
  db: Kysely<Tables>,
  caller: Caller,
  { company_id, variant_ids, field_name, field_value, confirm }: ProductVariantBulkField,
): Promise<BulkAnswer> {
  const changes = demandChange(field_name, field_value);
  const asked = new Map(variant_ids.map((id) => [id, changes]));
  return changeVariants(db, caller, { company_id, confirm, asked });
}

/** Sets each variant's own names; of one that is named twice, the later counts. */
export async function updateVariantOverrides(
  db: Kysely<Tables>,
  caller: Caller,
  { company_id, updates, confirm }: ProductVariantBulkOverrides,
): Promise<BulkAnswer> {
  const asked = new Map<number, Changes>();
  for (const { id, ...changes } of updates) asked.set(id, { ...asked.get(id), ...changes });
  return changeVariants(db, caller, { company_id, confirm, asked });
}

/** The change that a field and its value are; throws InvalidInput where they do not belong together. */
function demandChange(
  field_name: ProductVariantBulkField['field_name'],
  field_value: ProductVariantBulkField['field_value'],
): Changes {
  const refused = (msg: string) => new InvalidInput([{ loc: ['body', 'field_value'], msg, type: 'type' }]);
  if (field_value === undefined) throw refused('New Value is required');
  if (field_name === 'is_active') {
    if (typeof field_value !== 'boolean') throw refused('New Value must be true or false');
    return { is_active: field_value };
  }
  if (typeof field_value === 'boolean') throw refused('New Value must be text');
  return { [field_name]: field_value };
}

interface Asked {
  company_id: number;
  confirm: boolean | undefined;
  /** What each variant gets. */
  asked: ReadonlyMap<number, Changes>;
}

/** Throws NotFound for a company out of reach, RuleBroken without confirmation. */
async function changeVariants(db: Kysely<Tables>, caller: Caller, { company_id, confirm, asked }: Asked) {
  const ids = distinctIds([...asked.keys()]);
  return db.transaction().execute(async (transaction) => {
    await demandCompany(transaction, caller, company_id);
    demandConfirmation(confirm ?? false);
    const before = await transaction
      .selectFrom('product_variants')
      .select(COLUMNS)
      .where('company_id', '=', company_id)
      .where('id', 'in', ids)
      .orderBy('id')
      .forUpdate()
      .execute();
    const values = before.map((variant) => {
      const changes = asked.get(variant.id) ?? {};
      return { ...variant, ...defined({ ...changes, ...withoutBlank(changes) }) };
    });
    const after = await writeValues(transaction, caller, values);
    const deeds = before.map((row) => {
      return { action: 'update', resource: RESOURCE, recordId: row.id, before: row, after: after.get(row.id) };
    });
    await audit(transaction, caller, ...deeds);
    return bulkOutcome(ids, [...after.keys()], MISSING);
  });
}

/** What is there of an object, so that spreading it covers nothing with undefined. */
const defined = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Partial<T>;

interface Values {
  id: number;
  override_product_name: string | null;
  override_product_variant_name: string | null;
  is_active: boolean;
}

/** Writes to each variant its own values, in one statement; answers the variants by their ids. */
async function writeValues(transaction: Transaction<Tables>, caller: Caller, values: readonly Values[]) {
  const columnOf = <K extends keyof Values>(name: K) => values.map((one) => one[name]);
  const rows = await transaction
    .updateTable('product_variants')
    .from(
      sql<Values>`unnest(${columnOf('id')}::int[], ${columnOf('override_product_name')}::text[],
        ${columnOf('override_product_variant_name')}::text[], ${columnOf('is_active')}::bool[])`.as<'written'>(
        sql`written (id, override_product_name, override_product_variant_name, is_active)`,
      ),
    )
    .set({
      override_product_name: sql<string | null>`written.override_product_name`,
      override_product_variant_name: sql<string | null>`written.override_product_variant_name`,
      is_active: sql<boolean>`written.is_active`,
      updated_by: caller.userId,
      updated_at: laterThanBefore,
    })
    .whereRef('product_variants.id', '=', 'written.id')
    .returning(COLUMNS)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
