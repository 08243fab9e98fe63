/** The API keys of all companies at once, as a restore sees to them (DECISIONS §12). */
import { sql, type Kysely } from 'kysely';
import type { Secrets } from '../database/secrets';
import { keyPlace } from './company-keys';

type Key = Parameters<typeof keyPlace>[1];

const KEYS: readonly Key[] = ['shopify_api_key', 'klaviyo_api_key'];

// The context that the check value is bound to (database/encryption-check).
const CHECK = 'encryption_check';

/** True when the check value of the key, if there is one, and every stored key open. */
export async function canOpenKeys<DB>(db: Kysely<DB>, secrets: Secrets): Promise<boolean> {
  const { rows: checks } = await sql<{ sealed: Buffer }>`select sealed from encryption_check`.execute(db);
  if (!checks.every(({ sealed }) => opens(secrets, sealed, CHECK))) return false;
  for (const key of KEYS) {
    const { rows } = await sql<{ id: number; sealed: Buffer }>`
      select id, ${sql.ref(key)} as sealed from companies where ${sql.ref(key)} is not null`.execute(db);
    if (!rows.every(({ id, sealed }) => opens(secrets, sealed, keyPlace(id, key)))) return false;
  }
  return true;
}

function opens(secrets: Secrets, sealed: Buffer, place: string): boolean {
  try {
    secrets.open(sealed, place);
    return true;
  } catch {
    return false;
  }
}

/** Empties every stored key, and the check value with them; returns how many companies had one. */
export async function clearStoredKeys<DB>(db: Kysely<DB>): Promise<number> {
  const { numAffectedRows } = await sql`
    update companies set shopify_api_key = null, klaviyo_api_key = null
    where shopify_api_key is not null or klaviyo_api_key is not null`.execute(db);
  await sql`delete from encryption_check`.execute(db);
  return Number(numAffectedRows ?? 0);
}
