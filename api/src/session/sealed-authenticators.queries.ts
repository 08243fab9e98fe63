/** The secrets of all second factors: for when the key that seals them changes. Called under `lockKeys` of the companies' keys. */
import { sql, type Kysely, type Transaction } from 'kysely';
import { audit, HIDDEN, OPERATOR } from '../database/audit';
import type { Tables } from '../database/connection';
import type { SealedSecret } from '../database/encryption-check';
import type { Secrets } from '../database/secrets';
import { authenticatorPlace } from './second-factor.queries';

/** One of the sealed secrets, or null without one; also on a schema that has no second factors yet. */
export async function anySealedAuthenticator(db: Kysely<Tables>): Promise<SealedSecret | null> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('user_authenticators') is not null as there`.execute(db);
  if (!rows[0]?.there) return null;
  const row = await db
    .selectFrom('user_authenticators')
    .select(['user_id', 'secret'])
    .where('secret', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return row?.secret ? { sealed: row.secret, place: authenticatorPlace(row.user_id) } : null;
}

/** Seals every secret again; returns how many there are. Throws, nothing changed, if one does not open. */
export async function resealAuthenticators(
  transaction: Transaction<Tables>,
  { from, to }: { from: Secrets; to: Secrets },
): Promise<number> {
  const rows = await transaction.selectFrom('user_authenticators').select(['user_id', 'secret']).forUpdate().execute();
  let count = 0;
  for (const { user_id, secret } of rows) {
    if (!secret) continue;
    count += 1;
    const place = authenticatorPlace(user_id);
    await transaction
      .updateTable('user_authenticators')
      .set({ secret: to.seal(from.open(secret, place), place) })
      .where('user_id', '=', user_id)
      .execute();
  }
  return count;
}

/** Empties every secret; codes are asked for all the same. Returns how many there were. */
export async function clearAuthenticators(transaction: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ user_id: number }>`
    update user_authenticators set secret = null where secret is not null returning user_id`.execute(transaction);
  const entries = rows.map(({ user_id }) => ({
    action: 'clear keys',
    resource: 'user',
    recordId: user_id,
    before: { second_factor: HIDDEN },
    after: { second_factor: null },
  }));
  await audit(transaction, OPERATOR, ...entries);
  return rows.length;
}
