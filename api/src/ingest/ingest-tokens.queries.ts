/** Machine tokens in the database: made, rotated and revoked (DECISIONS §14). Of a secret only its hash is stored. */
import { sql, type Generated, type Kysely, type Transaction } from 'kysely';
import {
  ENDED_TOKEN_DAYS,
  MAX_TOKEN_DAYS,
  tokenNoun,
  type IngestToken,
  type IngestTokenCreate,
  type IngestTokenPatch,
  type IngestTokenRotation,
  type IngestTokenWithSecret,
} from 'contract/ingest/ingest-tokens';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { contains } from '../database/list';
import type { Caller } from '../http/access';
import { InvalidInput, NotFound, RuleBroken } from '../http/errors';
import { distinctIds } from '../records/bulk';
import type { Table } from '../records/columns';
import { laterThanBefore } from '../records/if-match';
import { recordsOf } from '../records/records';
import { searchedBy } from '../records/search';
import { HINT_PREFIX, newSecret } from './token-text';

declare module '../database/connection' {
  interface Tables {
    ingest_tokens: Table<typeof tokenNoun>;
    ingest_token_secrets: {
      lookup: string;
      token_id: number;
      hash: Buffer;
      ends_at: string | null;
      created_at: Generated<string>;
    };
  }
}

const OVERLAP_HOURS = { '1h': 1, '24h': 24, '7d': 7 * 24 } as const satisfies Record<
  IngestTokenRotation['overlap'],
  number
>;
const DAY = 24 * 60 * 60 * 1000;

const secrets = sql`from ingest_token_secrets where token_id = ingest_tokens.id`;
const state = sql<IngestToken['state']>`
  case when revoked_at is not null then 'revoked'
    when expires_at <= clock_timestamp() then 'expired'
    when not exists (select ${secrets} and (ends_at is null or ends_at > clock_timestamp())) then 'locked'
    else 'active' end`;

/** The regular calls on tokens, but for those that a secret or its end belongs to. */
export const ingestTokens = recordsOf({
  noun: tokenNoun,
  table: 'ingest_tokens',
  computed: {
    hint: sql<string | null>`(select ${HINT_PREFIX} || lookup ${secrets} order by created_at desc limit 1)`,
    company_names: sql<string[]>`array(
      select companies.name from companies where companies.id = any(company_ids) and deleted_at is null
      order by lower(companies.name) collate "C", companies.id)`,
    state,
    old_secret_until: sql<string | null>`(select max(ends_at) ${secrets} and ends_at > clock_timestamp())`,
  },
  searched: searchedBy('name'),
  sorts: {},
  filters: {
    search: (text) => contains('name', text),
    state: (asked) => sql<boolean>`${state} = ${asked}`,
  },
});

/** A new token with its secret. Throws NotFound for a company that is not there, InvalidInput for its end. */
export const createIngestToken = (
  db: Kysely<Tables>,
  caller: Caller,
  body: IngestTokenCreate,
): Promise<IngestTokenWithSecret> =>
  db.transaction().execute(async (transaction) => {
    requireEnd(body.expires_at);
    const { id } = await ingestTokens.insert(transaction, caller, await withoutDoubles(transaction, body));
    return addSecret(transaction, caller, id);
  });

/** Changes name, companies or scopes. Throws as a regular PATCH, and RuleBroken for a token that has ended. */
export const updateIngestToken = (
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  body: IngestTokenPatch,
  ifMatch: string | null,
): Promise<IngestToken> =>
  db.transaction().execute(async (transaction) => {
    await requireOpen(transaction, caller, id);
    const changes = await withoutDoubles(transaction, body);
    await ingestTokens.change(transaction, caller, id, changes, ifMatch);
    return ingestTokens.find(transaction, caller, id);
  });

/** Adds a secret and lets the earlier ones work for a while. Throws NotFound, RuleBroken and InvalidInput as above. */
export const rotateIngestToken = (
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  { overlap, expires_at }: IngestTokenRotation,
): Promise<IngestTokenWithSecret> =>
  db.transaction().execute(async (transaction) => {
    const before = await requireOpen(transaction, caller, id);
    if (expires_at !== undefined) requireEnd(expires_at);
    await sql`
      update ingest_token_secrets
      set ends_at = least(ends_at, clock_timestamp() + make_interval(hours => ${OVERLAP_HOURS[overlap]}))
      where token_id = ${id}`.execute(transaction);
    await sql`
      update ingest_tokens
      set expires_at = ${expires_at ?? before.expires_at}, updated_by = ${caller.userId}, updated_at = ${laterThanBefore}
      where id = ${id}`.execute(transaction);
    const rotated = await addSecret(transaction, caller, id);
    const after = { name: rotated.name, expires_at: rotated.expires_at, old_secret_until: rotated.old_secret_until };
    await audit(transaction, caller, { action: 'rotate', resource: 'ingest_token', recordId: id, after });
    return rotated;
  });

/** Ends a token at once, for ever; one that was revoked stays so. Throws NotFound. */
export const revokeIngestToken = (db: Kysely<Tables>, caller: Caller, id: number): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const before = await ingestTokens.lock(transaction, caller, id);
    if (before.revoked_at !== null) return;
    await sql`
      update ingest_tokens
      set revoked_at = clock_timestamp(), updated_by = ${caller.userId}, updated_at = ${laterThanBefore}
      where id = ${id}`.execute(transaction);
    await audit(transaction, caller, { action: 'revoke', resource: 'ingest_token', recordId: id, before });
  });

/** Removes tokens that ended more than 90 days ago, and secrets whose time after a rotation is over. */
export async function purgeIngestTokens(db: Kysely<Tables>): Promise<void> {
  await sql`
    delete from ingest_tokens
    where least(revoked_at, expires_at) < clock_timestamp() - make_interval(days => ${ENDED_TOKEN_DAYS})`.execute(db);
  await sql`delete from ingest_token_secrets where ends_at < clock_timestamp()`.execute(db);
}

/** The token, locked. */
async function requireOpen(transaction: Transaction<Tables>, caller: Caller, id: number) {
  const row = await ingestTokens.lock(transaction, caller, id);
  if (row.revoked_at !== null || Date.parse(row.expires_at) <= Date.now())
    throw new RuleBroken('This token has ended. Please make a new one.');
  return row;
}

async function addSecret(transaction: Transaction<Tables>, caller: Caller, id: number): Promise<IngestTokenWithSecret> {
  const { token, lookup, hash } = newSecret();
  await transaction.insertInto('ingest_token_secrets').values({ lookup, token_id: id, hash, ends_at: null }).execute();
  return { ...(await ingestTokens.find(transaction, caller, id)), token };
}

/** The values with each company and scope once; throws NotFound for a company that is not there. */
async function withoutDoubles<V extends IngestTokenPatch>(transaction: Transaction<Tables>, values: V): Promise<V> {
  const { company_ids, scopes } = values;
  const ids = company_ids && distinctIds(company_ids);
  if (ids) {
    const { rows } = await sql`
      select from companies where id = any(${ids}::int[]) and deleted_at is null`.execute(transaction);
    if (rows.length < ids.length) throw new NotFound('Company not found');
  }
  return { ...values, ...(ids && { company_ids: ids }), ...(scopes && { scopes: [...new Set(scopes)] }) };
}

function requireEnd(expiresAt: string): void {
  const days = (Date.parse(expiresAt) - Date.now()) / DAY;
  const msg =
    days <= 0
      ? 'Expires must be in the future'
      : days > MAX_TOKEN_DAYS && `Expires must be within ${MAX_TOKEN_DAYS} days`;
  if (msg) throw new InvalidInput([{ loc: ['body', 'expires_at'], msg, type: 'range' }]);
}
