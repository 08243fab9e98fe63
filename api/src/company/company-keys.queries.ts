/** All the stored API keys of companies, deleted ones too: for when the key that seals them changes. */
import { sql, type Kysely, type Transaction } from 'kysely';
import { audit, HIDDEN, OPERATOR } from '../database/audit';
import type { Tables } from '../database/connection';
import type { SealedSecret } from '../database/encryption-check';
import type { Secrets } from '../database/secrets';
import { keyPlace } from './company-keys';

const KEYS = ['shopify_api_key', 'klaviyo_api_key'] as const;

const withKeys = (db: Kysely<Tables>) =>
  db
    .selectFrom('companies')
    .select(['id', ...KEYS])
    .where((where) => where.or(KEYS.map((key) => where(key, 'is not', null))))
    .orderBy('id');

/**
 * Keeps everybody else from changing companies until the transaction ends; reading goes on. Comes before the lock of the
 * check value, as for who stores a key.
 */
export const lockKeys = (transaction: Transaction<Tables>) =>
  sql`lock table companies in exclusive mode`.execute(transaction);

/** One of the stored API keys, or null without one. */
export async function anySealedKey(db: Kysely<Tables>): Promise<SealedSecret | null> {
  const row = await withKeys(db).limit(1).executeTakeFirst();
  const key = row && KEYS.find((one) => row[one]);
  const sealed = key && row[key];
  return sealed ? { sealed, place: keyPlace(row.id, key) } : null;
}

/** Seals every stored API key again, under `lockKeys`; returns how many there are. Throws, nothing changed, if one does not open. */
export async function resealKeys(
  transaction: Transaction<Tables>,
  { from, to }: { from: Secrets; to: Secrets },
): Promise<number> {
  let count = 0;
  for (const row of await withKeys(transaction).execute()) {
    const reseal = (key: (typeof KEYS)[number]) => {
      const sealed = row[key];
      if (!sealed) return null;
      count += 1;
      const place = keyPlace(row.id, key);
      return to.seal(from.open(sealed, place), place);
    };
    // Nothing about the company changes: its updated_at stays.
    await transaction
      .updateTable('companies')
      .set({ shopify_api_key: reseal('shopify_api_key'), klaviyo_api_key: reseal('klaviyo_api_key') })
      .where('id', '=', row.id)
      .execute();
  }
  return count;
}

/** Empties every stored API key, under `lockKeys`; returns how many companies had one. */
export async function clearKeys(transaction: Transaction<Tables>): Promise<number> {
  const rows = await withKeys(transaction).execute();
  const nothing = { shopify_api_key: null, klaviyo_api_key: null };
  if (rows.length)
    await transaction
      .updateTable('companies')
      .set(nothing)
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .execute();
  const entries = rows.map((row) => ({
    action: 'clear keys',
    resource: 'company',
    recordId: row.id,
    before: Object.fromEntries(KEYS.map((key) => [key, row[key] && HIDDEN])),
    after: nothing,
  }));
  await audit(transaction, OPERATOR, ...entries);
  return rows.length;
}
