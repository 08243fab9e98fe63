/** The API keys of all companies and the secrets of credentials at once, as a restore sees to them (DECISIONS §12). */
import { sql, type Kysely } from 'kysely';
import { credentialPlace } from '../connections/credential-secrets';
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
  if (!(await hasCredentials(db))) return true;
  const { rows } = await sql<{ id: number; sealed: Buffer }>`
    select id, secret as sealed from credentials where secret is not null`.execute(db);
  return rows.every(({ id, sealed }) => opens(secrets, sealed, credentialPlace(id)));
}

async function hasCredentials<DB>(db: Kysely<DB>): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('credentials') is not null as there`.execute(db);
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

/** Empties every stored key and secret, and the check value with them; returns how many companies and credentials had one. */
export async function clearStoredKeys<DB>(db: Kysely<DB>): Promise<{ companies: number; credentials: number }> {
  const { numAffectedRows } = await sql`
    update companies set shopify_api_key = null, klaviyo_api_key = null
    where shopify_api_key is not null or klaviyo_api_key is not null`.execute(db);
  const credentials = await sql`update credentials set secret = null, hint = null where secret is not null`.execute(db);
  await sql`delete from encryption_check`.execute(db);
  return { companies: Number(numAffectedRows ?? 0), credentials: Number(credentials.numAffectedRows ?? 0) };
}
