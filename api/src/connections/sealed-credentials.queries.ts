/** The secrets of all credentials: for when the key that seals them changes. Called under `lockKeys` of the companies' keys. */
import { sql, type Kysely, type Transaction } from 'kysely';
import { audit, HIDDEN, OPERATOR } from '../database/audit';
import type { Tables } from '../database/connection';
import type { SealedSecret } from '../database/encryption-check';
import type { Secrets } from '../database/secrets';
import { credentialPlace } from './credential-secrets';

/** One of the sealed secrets, or null without one; also on a schema that has no credentials yet. */
export async function anySealedCredential(db: Kysely<Tables>): Promise<SealedSecret | null> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('credentials') is not null as there`.execute(db);
  if (!rows[0]?.there) return null;
  const row = await db
    .selectFrom('credentials')
    .select(['id', 'secret'])
    .where('secret', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row?.secret ? { sealed: row.secret, place: credentialPlace(row.id) } : null;
}

/** Seals every secret again; returns how many there are. Throws, nothing changed, if one does not open. */
export async function resealCredentials(
  transaction: Transaction<Tables>,
  { from, to }: { from: Secrets; to: Secrets },
): Promise<number> {
  const rows = await transaction.selectFrom('credentials').select(['id', 'secret']).forUpdate().execute();
  let count = 0;
  for (const { id, secret } of rows) {
    if (!secret) continue;
    count += 1;
    const place = credentialPlace(id);
    // Nothing about the credential changes: its updated_at stays.
    await transaction
      .updateTable('credentials')
      .set({ secret: to.seal(from.open(secret, place), place) })
      .where('id', '=', id)
      .execute();
  }
  return count;
}

/** Empties every secret; returns how many there were. */
export async function clearCredentials(transaction: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ id: number; company_id: number | null }>`
    update credentials set secret = null, hint = null where secret is not null returning id, company_id`.execute(
    transaction,
  );
  const entries = rows.map(({ id, company_id }) => ({
    action: 'clear keys',
    resource: 'credential',
    recordId: id,
    before: { company_id, secret: HIDDEN },
    after: { company_id, secret: null },
  }));
  await audit(transaction, OPERATOR, ...entries);
  return rows.length;
}
