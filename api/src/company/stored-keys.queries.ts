/** The API keys of all companies, the secrets of credentials and those of second factors at once, as a restore sees to them (DECISIONS §12). */
import { sql, type Kysely } from 'kysely';
import { credentialPlace } from '../connections/credential-secrets';
import { authenticatorPlace } from '../session/second-factor.queries';
import type { Secrets } from '../database/secrets';
import { keyPlace } from './company-keys';

type Key = Parameters<typeof keyPlace>[1];

const KEYS: readonly Key[] = ['shopify_api_key', 'klaviyo_api_key'];

// The context that the check value is bound to (database/encryption-check).
const CHECK = 'encryption_check';

/** True when the check value of the key, if there is one, and every stored key and secret open; of an older schema too. */
export async function canOpenKeys<DB>(db: Kysely<DB>, secrets: Secrets): Promise<boolean> {
  const { rows: checks } = await sql<{ sealed: Buffer }>`select sealed from encryption_check`.execute(db);
  if (!checks.every(({ sealed }) => opens(secrets, sealed, CHECK))) return false;
  for (const key of KEYS) {
    const { rows } = await sql<{ id: number; sealed: Buffer }>`
      select id, ${sql.ref(key)} as sealed from companies where ${sql.ref(key)} is not null`.execute(db);
    if (!rows.every(({ id, sealed }) => opens(secrets, sealed, keyPlace(id, key)))) return false;
  }
  for (const { table, id, place } of SECRETS) {
    if (!(await isThere(db, table))) continue;
    const { rows } = await sql<{ id: number; sealed: Buffer }>`
      select ${sql.ref(id)} as id, secret as sealed from ${sql.table(table)} where secret is not null`.execute(db);
    if (!rows.every((row) => opens(secrets, row.sealed, place(row.id)))) return false;
  }
  return true;
}

const SECRETS = [
  { table: 'credentials', id: 'id', place: credentialPlace },
  { table: 'user_authenticators', id: 'user_id', place: authenticatorPlace },
] as const;

async function isThere<DB>(db: Kysely<DB>, table: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(db);
  return rows[0]?.there ?? false;
}

function opens(secrets: Secrets, sealed: Buffer, place: string): boolean {
  try {
    secrets.open(sealed, place);
    return true;
  } catch {
    return false;
  }
}

/** Empties every stored key and secret, and the check value with them; returns how many of each had one. */
export async function clearStoredKeys<DB>(
  db: Kysely<DB>,
): Promise<{ companies: number; credentials: number; authenticators: number }> {
  const { numAffectedRows } = await sql`
    update companies set shopify_api_key = null, klaviyo_api_key = null
    where shopify_api_key is not null or klaviyo_api_key is not null`.execute(db);
  const credentials = await sql`update credentials set secret = null, hint = null where secret is not null`.execute(db);
  const authenticators = (await isThere(db, 'user_authenticators'))
    ? (await sql`update user_authenticators set secret = null where secret is not null`.execute(db)).numAffectedRows
    : 0;
  await sql`delete from encryption_check`.execute(db);
  return {
    companies: Number(numAffectedRows ?? 0),
    credentials: Number(credentials.numAffectedRows ?? 0),
    authenticators: Number(authenticators ?? 0),
  };
}
