/**
 * The check value: a known text in the database, sealed with the key that its secrets are sealed with. By it a lost or
 * another ENCRYPTION_KEY is noticed before anything is sealed with it.
 */
import { sql, type Generated, type Kysely, type Transaction } from 'kysely';
import type { Tables } from './connection';
import { secretsWith, type Secrets } from './secrets';

declare module './connection' {
  interface Tables {
    encryption_check: { only_row: Generated<boolean>; sealed: Buffer };
  }
}

const PLACE = 'encryption_check';
const TEXT = 'ENCRYPTION_KEY opens this.';

/** A sealed secret and what it is bound to. */
export interface SealedSecret {
  readonly sealed: Buffer;
  readonly place: string;
}

/** Whether a secret opens by this key. */
export function opens(secrets: Secrets, { sealed, place }: SealedSecret): boolean {
  try {
    secrets.open(sealed, place);
    return true;
  } catch {
    return false;
  }
}

/** The check value of a database, or null without one. */
export async function findCheckValue(db: Kysely<Tables>): Promise<SealedSecret | null> {
  const row = await db.selectFrom('encryption_check').select('sealed').executeTakeFirst();
  return row ? { sealed: row.sealed, place: PLACE } : null;
}

/** The check value, if any, locked until the transaction ends: `share` for who seals, `update` for who changes the key. */
export async function lockCheckValue(
  transaction: Transaction<Tables>,
  strength: 'share' | 'update',
): Promise<SealedSecret | null> {
  const query = transaction.selectFrom('encryption_check').select('sealed');
  const row = await (strength === 'share' ? query.forShare() : query.forUpdate()).executeTakeFirst();
  return row ? { sealed: row.sealed, place: PLACE } : null;
}

/**
 * Whether the database's secrets are sealed with this key. Where there is no check value yet, one of the secrets decides,
 * and where there is no secret either, the key becomes the database's.
 *
 * @param anySecret finds one of the stored secrets
 */
export const isKeyOf = (
  db: Kysely<Tables>,
  secrets: Secrets,
  anySecret: (transaction: Transaction<Tables>) => Promise<SealedSecret | null>,
): Promise<boolean> =>
  db.transaction().execute(async (transaction) => {
    await lockFirstStarts(transaction);
    const check = await findCheckValue(transaction);
    const known = check ?? (await anySecret(transaction));
    if (known && !opens(secrets, known)) return false;
    if (!check) await writeCheckValue(transaction, secrets);
    return true;
  });

/** Two first starts at once with two keys: the second finds the check value of the first. */
const lockFirstStarts = (transaction: Transaction<Tables>) =>
  sql`select pg_advisory_xact_lock(hashtextextended('encryption check', 0))`.execute(transaction);

/**
 * Has a key made and makes it the database's, where nothing is sealed with another yet. Returns that key, or null, with
 * none made, where the database has one.
 *
 * @param anySecret finds one of the stored secrets
 */
export const makeFirstKey = (
  db: Kysely<Tables>,
  make: () => Buffer | null,
  anySecret: (transaction: Transaction<Tables>) => Promise<SealedSecret | null>,
): Promise<Buffer | null> =>
  db.transaction().execute(async (transaction) => {
    await lockFirstStarts(transaction);
    if ((await findCheckValue(transaction)) ?? (await anySecret(transaction))) return null;
    const key = make();
    if (key) await writeCheckValue(transaction, secretsWith(key));
    return key;
  });

/** Makes this key the one that the database's secrets are sealed with. */
export async function writeCheckValue(transaction: Transaction<Tables>, secrets: Secrets): Promise<void> {
  const sealed = secrets.seal(TEXT, PLACE);
  await transaction
    .insertInto('encryption_check')
    .values({ sealed })
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet({ sealed }))
    .execute();
}
