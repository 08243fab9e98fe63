/**
 * `Idempotency-Key` (DECISIONS §1): a call that is repeated, because no response came, gets the first response and
 * has no second effect.
 *
 * The call and the record of its outcome are one transaction (database/one-transaction), under an advisory lock of that
 * transaction. So whatever ends the service or the database, and whichever process hears the next try: before the commit
 * nothing happened and nothing is kept, after it both are there. A call that is still running holds the lock, and only
 * as long as its connection lives.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Tables } from '../database/connection';
import { inOneTransaction } from '../database/one-transaction';
import { operationOfEntry } from '../database/audit-entries';
import { isAuthorised, type Caller, type CompanyAccess, type Machine } from './access';
import { InvalidInput, NotFound, RequestError } from './errors';

declare module '../database/connection' {
  interface Tables {
    idempotency_keys: {
      user_id: number;
      key: string;
      call: Buffer;
      request: Buffer;
      status: number;
      body: string | null;
      operation_id: string | null;
    };
    ingest_outcomes: Omit<Tables['idempotency_keys'], 'user_id'> & { token_id: number };
  }
}

/** A response as it is sent: the status, and the JSON or null for none. */
export interface Outcome {
  readonly status: number;
  readonly body: string | null;
}

/** An outcome, and which operation it was of; absent where that was not kept. */
export interface KeptOutcome extends Outcome {
  readonly operationId?: string;
}

/** Whose the key is: a signed-in person's or a machine token's. */
type Owner = Pick<Caller, 'userId' | keyof CompanyAccess> | Pick<Machine, 'tokenId' | 'companyIds'>;

/** A call with a key. */
export interface KeyedCall {
  readonly caller: Owner;
  readonly key: string;
  /** The hash of method and path. */
  readonly call: Buffer;
  /** The hash of query and body. */
  readonly request: Buffer;
  /** Whether it changes nothing, and so is done again when it is repeated. */
  readonly isDry: boolean;
  /** The operation that the call is of when it runs now. */
  readonly operationId?: string | undefined;
}

/** Runs `act` unless the call was done before, and returns the first outcome; throws the error of the call. */
export type RunOnce = (call: KeyedCall, act: () => Promise<Outcome>) => Promise<KeptOutcome>;

declare module 'fastify' {
  interface FastifyInstance {
    /** Set by `keepOutcomes`; absent where nothing is kept. */
    runOnce?: RunOnce;
  }
}

const HEADER = 'idempotency-key';
const KEPT_HOURS = 24;
const STILL_RUNS = 'The first try of this is still being worked on. Please try again in a moment.';

/** The header in the API's description. */
export const IDEMPOTENCY_KEY = {
  [HEADER]: {
    type: 'string',
    minLength: 1,
    maxLength: 100,
    pattern: '^[ -~]*$',
    description: `The same key and request within ${KEPT_HOURS} hours have one effect and the first response; another request with the key is 422.`,
  },
} as const;

/** 409: the first call with this key has not ended yet. */
class StillRunning extends RequestError {
  readonly status = 409;
  override readonly headers = { 'retry-after': '1' };
  constructor() {
    super(STILL_RUNS);
  }
}

/** When a keyed call gets a 409, for the API's documentation. */
export const STILL_RUNNING = 'The first call with this Idempotency-Key is still running';

/** Lets the routes of this scope keep the outcomes of keyed calls, in `db`. */
export const keepOutcomes = (scope: FastifyInstance, db: Kysely<Tables>): void =>
  void scope.decorate('runOnce', runOnceIn(db));

/**
 * The key that a request carries, or null. Throws InvalidInput (422) for one that is not 1 to 100 printable ASCII
 * characters.
 */
export function idempotencyKeyOf({ headers }: FastifyRequest): string | null {
  const key = headers[HEADER];
  if (key === undefined) return null;
  if (typeof key === 'string' && /^[ -~]{1,100}$/.test(key)) return key;
  throw new InvalidInput([
    { loc: ['header', HEADER], msg: 'Idempotency-Key must be 1 to 100 printable ASCII characters', type: 'pattern' },
  ]);
}

/** The fingerprint by which two calls with one key are the same: caller, address and body. */
export const keyedCall = (
  { method, url, body }: Pick<FastifyRequest, 'method' | 'url' | 'body'>,
  { caller, key, query, operationId }: Pick<KeyedCall, 'caller' | 'key' | 'operationId'> & { query: unknown },
): KeyedCall => {
  const path = url.split('?', 1)[0]?.replace(/\/+$/, '') ?? '';
  const isDry = [query, body].some((part) => (part as { dry_run?: boolean } | undefined)?.dry_run === true);
  return { caller, key, call: hashOf([method, path]), request: hashOf([query, body ?? null]), isDry, operationId };
};

const hashOf = (value: unknown): Buffer => createHash('sha256').update(JSON.stringify(value)).digest();

const runOnceIn =
  (db: Kysely<Tables>): RunOnce =>
  (keyed, act) =>
    inOneTransaction(db, async (transaction) => {
      await lockKey(transaction, keyed);
      const kept = await keptOutcome(transaction, keyed);
      if (kept && !keyed.isDry) {
        await requireInReach(transaction, keyed.caller, kept);
        return kept;
      }
      // A part of its own: what a failed call had started is rolled back, its error is kept.
      const outcome = await db.transaction().execute(act).catch(finalError);
      await keep(transaction, keyed, outcome);
      return { ...outcome, ...(keyed.operationId !== undefined && { operationId: keyed.operationId }) };
    });

/** Where the outcomes of an owner's calls are kept, and under which id. */
const placeOf = (owner: Owner) =>
  'tokenId' in owner
    ? ({ table: 'ingest_outcomes', column: 'token_id', id: owner.tokenId } as const)
    : ({ table: 'idempotency_keys', column: 'user_id', id: owner.userId } as const);

async function lockKey(transaction: Transaction<Tables>, { caller, key, call }: KeyedCall): Promise<void> {
  const { column, id } = placeOf(caller);
  const name = `idempotency key ${column === 'user_id' ? '' : 'of token '}${id} ${call.toString('hex')} ${key}`;
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`.execute(transaction);
  if (!rows[0]?.locked) throw new StillRunning();
}

async function keptOutcome(transaction: Transaction<Tables>, keyed: KeyedCall): Promise<KeptOutcome | null> {
  const { table, column, id } = placeOf(keyed.caller);
  const { rows } = await sql<Pick<Tables['idempotency_keys'], 'request' | 'status' | 'body' | 'operation_id'>>`
    select request, status, body, operation_id from ${sql.table(table)}
    where ${sql.ref(column)} = ${id} and key = ${keyed.key} and call = ${keyed.call} and not ${hasExpired}`.execute(
    transaction,
  );
  const [kept] = rows;
  if (!kept) return null;
  if (!kept.request.equals(keyed.request))
    throw new InvalidInput([
      { loc: ['header', HEADER], msg: 'This Idempotency-Key belongs to another request', type: 'reused' },
    ]);
  const { status, body, operation_id } = kept;
  return { status, body, ...(operation_id !== null && { operationId: operation_id }) };
}

/** Throws NotFound where the call was about a company that the caller has lost since: its response is theirs no more. */
async function requireInReach(
  transaction: Transaction<Tables>,
  caller: Owner,
  { operationId }: KeptOutcome,
): Promise<void> {
  // A machine's response names no record, and which companies are its own its handler asks.
  if ('tokenId' in caller || caller.everyCompany || operationId === undefined) return;
  const { rows } = await sql`
    select from audit_log where ${operationOfEntry} = ${operationId} and not ${isAuthorised(caller, 'company_id')}
    limit 1`.execute(transaction);
  if (rows.length) throw new NotFound('Not found');
}

const hasExpired = sql<boolean>`(created_at < clock_timestamp() - make_interval(hours => ${sql.lit(KEPT_HOURS)}))`;

/** An error is an outcome too, but not one of 5xx, or one that says when to try again. */
const finalError = (error: unknown): Outcome => {
  if (!(error instanceof RequestError) || error.status >= 500 || 'retry-after' in error.headers) throw error;
  return { status: error.status, body: JSON.stringify(error.body()) };
};

async function keep(transaction: Transaction<Tables>, keyed: KeyedCall, { status, body }: Outcome) {
  const { table, column, id } = placeOf(keyed.caller);
  // One that has expired may not have been purged yet.
  await sql`
    insert into ${sql.table(table)} (${sql.ref(column)}, key, call, request, status, body, operation_id)
    values (${id}, ${keyed.key}, ${keyed.call}, ${keyed.request}, ${status}, ${body}, ${keyed.operationId ?? null})
    on conflict (${sql.ref(column)}, key, call) do update
    set request = excluded.request, status = excluded.status, body = excluded.body,
      operation_id = excluded.operation_id, created_at = clock_timestamp()
  `.execute(transaction);
}

/** Removes the outcomes that are older than 24 hours. */
export const purgeOutcomes = async (db: Kysely<Tables>): Promise<void> => {
  await db.deleteFrom('idempotency_keys').where(hasExpired).execute();
  await db.deleteFrom('ingest_outcomes').where(hasExpired).execute();
};
