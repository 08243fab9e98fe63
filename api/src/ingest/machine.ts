/** Which machine token is behind a request to /ingest (DECISIONS §14). */
import { sql, type Kysely } from 'kysely';
import { INGEST_CALLS_PER_MINUTE } from 'contract/ingest/ingest';
import type { IngestScope } from 'contract/ingest/ingest-tokens';
import type { Tables } from '../database/connection';
import type { CallerReaders } from '../http/access';
import { LimitReached } from '../http/errors';
import { RateLimit } from '../http/rate-limit';
import { isOf, lookupIn } from './token-text';

interface StoredSecret {
  readonly token_id: number;
  readonly name: string;
  readonly scopes: IngestScope[];
  readonly company_ids: number[];
  readonly hash: Buffer;
  readonly is_open: boolean;
  readonly is_noted: boolean;
}

// Compared also where no such token exists, so that the time it takes does not tell.
const NOBODYS = Buffer.alloc(32);
const MINUTE = 60_000;
const ADDRESS_LENGTH = 64;

/**
 * Finds tokens. One that is unknown, has ended or was revoked is null; one that calls more than 120 times a minute throws
 * LimitReached. Asked at each request, so that what an administrator does counts at once.
 *
 * @param now milliseconds since 1970
 */
export function machineReader(db: Kysely<Tables>, now: () => number): CallerReaders['machine'] {
  const limit = new RateLimit(INGEST_CALLS_PER_MINUTE, MINUTE);
  return async (token, address) => {
    const lookup = lookupIn(token);
    if (lookup === null) return null;
    const found = await findSecret(db, lookup);
    const isKnown = isOf(token, found?.hash ?? NOBODYS);
    if (!found || !isKnown || !found.is_open) return null;
    const seconds = limit.take(found.token_id, now());
    if (seconds !== null)
      throw new LimitReached(`This token calls too often. Please try again in ${seconds} seconds.`, seconds);
    if (!found.is_noted) await noteUse(db, found.token_id, address);
    return { tokenId: found.token_id, name: found.name, scopes: found.scopes, companyIds: found.company_ids };
  };
}

async function findSecret(db: Kysely<Tables>, lookup: string): Promise<StoredSecret | undefined> {
  const { rows } = await sql<StoredSecret>`
    select token_id, name, scopes, company_ids, hash,
      revoked_at is null and expires_at > clock_timestamp()
        and (ends_at is null or ends_at > clock_timestamp()) as is_open,
      coalesce(last_used_at > clock_timestamp() - interval '5 minutes', false) as is_noted
    from ingest_token_secrets join ingest_tokens on ingest_tokens.id = token_id
    where lookup = ${lookup}`.execute(db);
  return rows[0];
}

/** Notes when and from where a token was used; of calls at the same moment one does. */
async function noteUse(db: Kysely<Tables>, tokenId: number, address: string): Promise<void> {
  await sql`
    update ingest_tokens set last_used_at = clock_timestamp(), last_used_address = ${address.slice(0, ADDRESS_LENGTH)}
    where id = (select id from ingest_tokens where id = ${tokenId} for update skip locked)`.execute(db);
}
