/** One try of a run: from its row to its source and back (DECISIONS §13). */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { ConnectionSettings, ConnectionSource, ConnectionState } from 'contract/company/connections';
import { audit, OPERATOR } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Secrets } from '../database/secrets';
import { keyPlace } from '../company/company-keys';
import type { Again } from '../jobs/run-jobs';
import type { SourceAddresses } from '../start/source-addresses';
import { noteDeadCredential, noteFailure, noteSuccess, noteWait } from './connection-states.queries';
import { openCredential, type StoredCredential } from './credential-secrets';
import type { Asking, Sources } from './reading';
import { sourceWords } from './redact';
import { Interrupted, RunOver, stepsOf } from './run-steps';
import { SOURCE_NAMES, SourceFault, type Secret } from './source';
import { storeNameIn } from './store-name';

/** The parts of every run. */
export interface RunParts {
  readonly db: Kysely<Tables>;
  readonly secrets: Secrets;
  readonly sources: Sources;
  readonly addresses: SourceAddresses;
  readonly now: () => Date;
  /** Hears of faults of the service itself. */
  report(message: string): void;
  /** The pause before a call that asks for less, in milliseconds; a tenth of it is made after each call. Absent: a second. */
  readonly pause?: number;
}

/** The most tries of a run that fail. */
const MAX_TRIES = 6;
const PAUSE_MS = 1000;
const FIRST_WAIT_MS = 30_000;
const LONGEST_WAIT_MS = 60 * 60_000;
const TRACE_LENGTH = 100;

/** A run with all that its try needs. */
interface Begun {
  readonly run_id: number;
  readonly is_preview: boolean;
  readonly only_ids: number[] | null;
  readonly may_end_many: boolean;
  readonly checkpoint: string | null;
  readonly started_at: string;
  readonly attempts: number;
  readonly requested_by: string | null;
  readonly id: number;
  readonly company_id: number;
  readonly source: ConnectionSource;
  readonly external_id: string | null;
  readonly settings: ConnectionSettings;
  readonly state: ConnectionState;
  readonly zone: string | null;
  readonly currency: string | null;
  readonly confirmed_at: string | null;
  readonly is_company_there: boolean;
  readonly company_zone: string;
  readonly shopify_store_url: string | null;
  readonly shopify_api_key: Buffer | null;
  readonly credential_id: number | null;
  readonly kind: StoredCredential['kind'] | null;
  readonly client_id: string | null;
  readonly secret: Buffer | null;
  readonly expires_at: string | null;
  readonly paused_until: string | null;
}

/**
 * Tries a run once; returns when it goes on, or nothing once it has ended. A run that has ended already, or was stopped, is
 * left as it is. Throws only where the database does not answer.
 */
export async function runConnection(parts: RunParts, runId: number, signal: AbortSignal): Promise<Again | void> {
  const begun = await begin(parts, runId);
  if (!begun) return;
  let secret: Secret | null = null;
  try {
    secret = secretOf(parts, begun);
    const outcome = await read(parts, begun, secret, signal);
    await finish(parts, begun, outcome ?? null);
  } catch (error) {
    if (error instanceof RunOver) return;
    if (error instanceof Interrupted || signal.aborted) return goOnAt(parts, begun, { at: parts.now() });
    return settle(parts, begun, faultOf(parts, error, secret));
  }
}

/** The run, running; null where there is nothing to do. */
const begin = ({ db, now }: RunParts, runId: number): Promise<Begun | null> =>
  db.transaction().execute(async (transaction) => {
    const { rows } = await sql<Begun>`
      select sync_runs.id as run_id, is_preview, only_ids, may_end_many, checkpoint, attempts, requested_by,
        coalesce(started_at, ${now().toISOString()}::timestamptz(3)) as started_at,
        connections.id, connections.company_id, connections.source, external_id, settings, connections.state, zone, currency,
        confirmed_at, deleted_at is null as is_company_there, timezone as company_zone, shopify_store_url,
        case when credential_id is null then shopify_api_key end as shopify_api_key,
        credential_id, kind, client_id, secret, expires_at, paused_until
      from sync_runs
      join connections on connections.id = connection_id
      join companies on companies.id = connections.company_id
      left join credentials on credentials.id = credential_id
      where sync_runs.id = ${runId} and status in ('queued', 'running')
      for update of sync_runs`.execute(transaction);
    const [run] = rows;
    if (!run) return null;
    const isOver =
      !run.is_company_there ||
      run.state === 'paused' ||
      run.state === 'reconnect' ||
      (!run.is_preview && run.confirmed_at === null);
    if (isOver) {
      await sql`
        update sync_runs set status = 'stopped', ended_at = clock_timestamp(), message = 'The connection is not read any more.'
        where id = ${runId}`.execute(transaction);
      return null;
    }
    // Without a checkpoint it begins at the beginning.
    const afresh = sql`, expected = null, read = 0, created = 0, changed = 0, unchanged = 0, doubtful = 0, gone = 0, failed = 0,
      findings = '[]'`;
    await sql`
      update sync_runs
      set status = 'running', started_at = ${run.started_at}::timestamptz, retry_at = null, message = null, error_code = null,
        trace = null ${run.checkpoint === null ? afresh : sql``}
      where id = ${runId}`.execute(transaction);
    return run;
  });

/** The credential of a connection. Throws a SourceFault where no key may be sent. */
function secretOf({ secrets, now }: RunParts, begun: Begun): Secret {
  const { source, credential_id, expires_at, paused_until } = begun;
  const name = SOURCE_NAMES[source];
  if (credential_id !== null) {
    if (paused_until !== null && Date.parse(paused_until) > now().getTime())
      throw new SourceFault('wait', 'rate_limited', `${name} has asked to wait`, { until: new Date(paused_until) });
    if (expires_at !== null && Date.parse(expires_at) <= now().getTime())
      throw new SourceFault('reconnect', 'credential_expired', `The credential for ${name} has expired`);
    const { kind, client_id, secret } = begun;
    const opened = kind && openCredential(secrets, { id: credential_id, kind, client_id, secret });
    if (opened) return opened;
  } else if (begun.shopify_api_key) {
    // The key is the company's, for the store that its address names, and for no other.
    if (storeNameIn(begun.shopify_store_url) !== begun.external_id)
      throw new SourceFault('reconnect', 'other_store', "The company's address leads to another store now", {
        concerns: 'connection',
      });
    return {
      kind: 'token',
      secret: secrets.open(begun.shopify_api_key, keyPlace(begun.company_id, 'shopify_api_key')),
    };
  }
  throw new SourceFault('reconnect', 'credential_refused', `There is no key for ${name}. Please enter one.`, {
    concerns: credential_id === null ? 'connection' : 'credential',
  });
}

async function read(parts: RunParts, begun: Begun, secret: Secret, signal: AbortSignal): Promise<Asking | void> {
  const { db, sources, addresses, now, pause = PAUSE_MS } = parts;
  const { id, source } = begun;
  const connected = sources.connected[source];
  if (!connected)
    throw new SourceFault('refused', 'not_found', `${SOURCE_NAMES[source]} cannot be read by this version`);
  const connection = {
    id,
    companyId: begun.company_id,
    source,
    externalId: begun.external_id,
    settings: begun.settings,
    zone: begun.zone,
    currency: begun.currency,
    companyZone: begun.company_zone,
  };
  const run = {
    id: begun.run_id,
    observedAt: begun.started_at,
    isPreview: begun.is_preview,
    only: begun.only_ids,
    mayEndMany: begun.may_end_many,
    checkpoint: begun.checkpoint,
  };
  const steps = stepsOf({
    db,
    runId: begun.run_id,
    isPreview: begun.is_preview,
    connection: { id, companyId: begun.company_id, source, credentialId: begun.credential_id },
    address: addresses[source],
    secrets: [secret.secret],
    signal,
    now,
    pause,
  });
  return connected.read({ address: addresses[source], secret, now, connection, run, signal, ...steps });
}

/**
 * A try's end in the transaction that locks its run; a run that was stopped meanwhile is left. The locks are taken in the
 * order of who changes them: the credential, its connection, its run.
 */
const ending = <T>(
  { db }: RunParts,
  { run_id, id, credential_id }: Begun,
  work: (transaction: Transaction<Tables>) => Promise<T>,
): Promise<T | void> =>
  db.transaction().execute(async (transaction) => {
    if (credential_id !== null)
      await sql`select from credentials where id = ${credential_id} for update`.execute(transaction);
    await sql`select from connections where id = ${id} for update`.execute(transaction);
    const { rows } = await sql`select from sync_runs where id = ${run_id} and status = 'running' for update`.execute(
      transaction,
    );
    if (rows.length) return work(transaction);
  });

const movedOf = ({ id, credential_id }: Begun) => ({ id, credentialId: credential_id });

/** The run has read all that it had to, or asks. */
const finish = (parts: RunParts, begun: Begun, asking: Asking | null): Promise<void> =>
  ending(parts, begun, async (transaction) => {
    const { run_id, is_preview, only_ids, confirmed_at } = begun;
    const isFirst = is_preview && confirmed_at === null;
    const { rows } = await sql<{ is_empty: boolean }>`
      select coalesce(expected > 0 and read = 0, false) as is_empty from sync_runs where id = ${run_id}`.execute(
      transaction,
    );
    if (only_ids === null && rows[0]?.is_empty) {
      const message = `${SOURCE_NAMES[begun.source]} has records and sent none`;
      return fail(parts, begun, transaction, new SourceFault('again', 'partial_response', message));
    }
    const isAsking = asking !== null || isFirst;
    const message = asking?.asking ?? (isFirst ? 'Nothing is written before this is confirmed.' : null);
    await sql`
      update sync_runs
      set status = ${isAsking ? 'asking' : 'done'}, message = ${message}, gone = ${asking ? asking.gone : sql.ref('gone')},
        ended_at = clock_timestamp()
      where id = ${run_id}`.execute(transaction);
    const isWhole = only_ids === null && !is_preview && !isAsking;
    await noteSuccess(transaction, movedOf(begun), { isWhole, now: parts.now() });
    if (!is_preview && !isAsking) await noteRun(transaction, begun);
  }) as Promise<void>;

/** One entry a run, with its counts. */
async function noteRun(
  transaction: Transaction<Tables>,
  { run_id, id, company_id, requested_by }: Begun,
): Promise<void> {
  const { rows } = await sql<object>`
    select id as run_id, status, cause, read, created, changed, unchanged, doubtful, gone, failed, message
    from sync_runs where id = ${run_id}`.execute(transaction);
  const after = { company_id, ...rows[0] };
  const actor = { ...OPERATOR, username: requested_by ?? 'service' };
  await audit(transaction, actor, { action: 'read', resource: 'connection', recordId: id, after });
}

/** The run has failed for good. */
async function fail(
  parts: RunParts,
  begun: Begun,
  transaction: Transaction<Tables>,
  fault: SourceFault,
): Promise<void> {
  const { message, code, kind, trace } = fault;
  await sql`
    update sync_runs
    set status = 'failed', message = ${message}, error_code = ${code}, trace = ${trace}, ended_at = clock_timestamp(),
      attempts = attempts + ${kind === 'again' ? 1 : 0}
    where id = ${begun.run_id}`.execute(transaction);
  if (kind === 'reconnect') await noteDeadCredential(transaction, movedOf(begun), fault);
  else
    await noteFailure(transaction, movedOf(begun), { code, message, isRefused: kind === 'refused', now: parts.now() });
  if (!begun.is_preview) await noteRun(transaction, begun);
}

/** The fault that an error is; the source's words are short and hold no secret. */
function faultOf({ report }: RunParts, error: unknown, secret: Secret | null): SourceFault {
  const secrets = secret ? [secret.secret] : [];
  if (!(error instanceof SourceFault)) {
    report(
      `A connection could not be read: ${sourceWords(error instanceof Error ? error.stack : String(error), secrets)}`,
    );
    return new SourceFault('again', 'source_failed', 'The service failed while it read; its log says why');
  }
  const { kind, code, message, until, concerns, trace } = error;
  const shortTrace = trace && sourceWords(trace, secrets).slice(0, TRACE_LENGTH);
  return new SourceFault(kind, code, sourceWords(message, secrets), { until, concerns, trace: shortTrace });
}

/** Does as a fault asks: another try, or the end. */
async function settle(parts: RunParts, begun: Begun, fault: SourceFault): Promise<Again | void> {
  const { kind, until } = fault;
  if (kind === 'wait' || kind === 'smaller') {
    const at = until ?? new Date(parts.now().getTime() + PAUSE_MS);
    return goOnAt(parts, begun, { at, fault });
  }
  const isTriedAgain = kind === 'again' && begun.attempts + 1 < MAX_TRIES;
  if (!isTriedAgain) return ending(parts, begun, (transaction) => fail(parts, begun, transaction, fault));
  const wait = Math.min(FIRST_WAIT_MS * 4 ** begun.attempts, LONGEST_WAIT_MS);
  return goOnAt(parts, begun, { at: new Date(parts.now().getTime() + wait), fault });
}

/** Puts the run back into the queue until a moment. */
const goOnAt = (
  parts: RunParts,
  begun: Begun,
  { at, fault }: { readonly at: Date; readonly fault?: SourceFault },
): Promise<Again | void> =>
  ending(parts, begun, async (transaction) => {
    await sql`
      update sync_runs
      set status = 'queued', retry_at = ${fault ? at.toISOString() : null}::timestamptz, message = ${fault?.message ?? null},
        error_code = ${fault?.code ?? null}, trace = ${fault?.trace ?? null},
        attempts = attempts + ${fault?.kind === 'again' ? 1 : 0}
      where id = ${begun.run_id}`.execute(transaction);
    if (fault?.kind === 'wait') {
      const { code, message, concerns } = fault;
      await noteWait(transaction, movedOf(begun), { code, message, concerns, until: at });
    }
    return { again: at };
  });
