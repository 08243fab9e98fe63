/** The API keys of all companies at once, as a restore sees to them (DECISIONS §12). */
import { sql, type Kysely } from 'kysely';
import type { Secrets } from '../database/secrets';
import { keyPlace } from './company-keys';

type Key = Parameters<typeof keyPlace>[1];

const KEYS: readonly Key[] = ['shopify_api_key', 'klaviyo_api_key'];

/** True when every stored key opens. */
export async function canOpenKeys<DB>(db: Kysely<DB>, secrets: Secrets): Promise<boolean> {
  for (const key of KEYS) {
    const { rows } = await sql<{ id: number; sealed: Buffer }>`
      select id, ${sql.ref(key)} as sealed from companies where ${sql.ref(key)} is not null`.execute(db);
    for (const { id, sealed } of rows) {
      try {
        secrets.open(sealed, keyPlace(id, key));
      } catch {
        return false;
      }
    }
  }
  return true;
}

/** Empties every stored key; returns how many companies had one. */
export async function clearKeys<DB>(db: Kysely<DB>): Promise<number> {
  const { numAffectedRows } = await sql`
    update companies set shopify_api_key = null, klaviyo_api_key = null
    where shopify_api_key is not null or klaviyo_api_key is not null`.execute(db);
  return Number(numAffectedRows ?? 0);
}
