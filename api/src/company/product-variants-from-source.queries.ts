/** The fields of product variants that a source may write: the two cached names, and whether one is active when it is made (DECISIONS §13). */
import { sql } from 'kysely';
import type { IngestedVariant } from 'contract/ingest/ingest';
import { endReading, goneFrom, writeRows, type SourceTable, type WrittenBySource } from '../records/from-source';
import { variantName } from './product-variants.queries';

const SOURCE: SourceTable<IngestedVariant> = {
  table: 'product_variants',
  key: { sales_channel: 'text', product_variant_identifier: 'text' },
  label: variantName,
  columns: { cached_product_name: 'text', cached_product_variant_name: 'text' },
  onlyNew: { is_active: 'boolean', sync_status: 'text' },
  readAt: 'last_synced_at',
  // The one index that has the identifier; the channels are told apart afterwards.
  matching: (records) =>
    sql<boolean>`product_variant_identifier = any(${records.map((one) => one.product_variant_identifier)}::text[])`,
  settled: {
    set: sql`sync_status = 'success', sync_message = null`,
    isSet: sql<boolean>`(sync_status = 'success' and sync_message is null)`,
  },
  obstacleToNew: ({ cached_product_name, cached_product_variant_name }) =>
    cached_product_name === undefined || cached_product_variant_name === undefined
      ? 'A new variant needs a product name and a variant name'
      : null,
};

const keyOf = ({ sales_channel, product_variant_identifier }: Partial<IngestedVariant>) =>
  sales_channel === undefined || product_variant_identifier === undefined
    ? null
    : `${sales_channel}:${product_variant_identifier}`;

/** Product variants as sources write them: neither overrides nor costs, and one that is gone is `failed`, with a message. */
export const variantsFromSource: WrittenBySource<IngestedVariant> = {
  keyOf,
  async write(transaction, reading, variants) {
    const records = variants.map((one) => ({ ...one, is_active: one.is_active ?? true, sync_status: 'success' }));
    return (await writeRows(transaction, SOURCE, reading, records)).map(({ outcome }) => outcome);
  },
  end: (transaction, reading, except) =>
    endReading(transaction, SOURCE, reading, {
      except,
      keyOf,
      isThere: sql<boolean>`sync_status <> 'failed'`,
      mark: (ids) =>
        sql`
          update product_variants
          set sync_status = 'failed', sync_message = ${goneFrom(reading)},
            last_synced_at = ${reading.observedAt}::timestamptz
          where id = any(${ids}::int[])`.execute(transaction),
    }),
};
