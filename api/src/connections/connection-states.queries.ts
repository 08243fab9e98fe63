/** The states of connections and credentials as runs and people move them (DECISIONS §13). */
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import type { Tables } from '../database/connection';
import { stopRuns } from './pausing.queries';
import type { SourceFault } from './source';

/** The times of a day at which a connection is read, and the one at which one that was refused is tried again. */
const DAILY = ['03:00', '12:00'];
const NIGHTLY = ['03:00'];

/** The zone of a row of `connections`: the account's, else the company's. */
const ZONE = sql`coalesce(zone, (select timezone from companies where companies.id = connections.company_id))`;

const nextOf = (times: readonly string[], now: Date): RawBuilder<string> => sql<string>`(
  select min(moment) from (
    select ((${now.toISOString()}::timestamptz at time zone ${ZONE})::date + day + time) at time zone ${ZONE} as moment
    from generate_series(0, 1) as day, unnest(${[...times]}::time[]) as time
  ) as moments where moment > ${now.toISOString()}::timestamptz)`;

/** When a row of `connections` is read next: at three in the morning and at noon of its zone. */
export const nextRead = (now: Date): RawBuilder<string> => nextOf(DAILY, now);

const REVIVED = sql`
  state = case when confirmed_at is null then 'new' else 'ok' end, state_message = null, error_code = null,
  waiting_until = null, paused_by = null, failures = 0,
  next_run_at = case when confirmed_at is null then null else clock_timestamp() end`;

/** Has the connections go on that had stopped because their credential was dead. */
export async function reviveConnections(transaction: Transaction<Tables>, credentialId: number): Promise<void> {
  await sql`update connections set ${REVIVED} where credential_id = ${credentialId} and state = 'reconnect'`.execute(
    transaction,
  );
}

/** Has a connection go on that was paused, or whose credential was dead. */
export async function reviveConnection(transaction: Transaction<Tables>, id: number): Promise<void> {
  await sql`update connections set ${REVIVED} where id = ${id}`.execute(transaction);
}

/** The parts of a connection's row by which its state moves. */
interface Moved {
  readonly id: number;
  readonly credentialId: number | null;
}

// A person who pauses while it runs has decided.
const MOVES = sql`state not in ('paused', 'reconnect')`;

/** It was read: all of it, or some of its records. */
export async function noteSuccess(
  transaction: Transaction<Tables>,
  { id, credentialId }: Moved,
  { isWhole, now }: { isWhole: boolean; now: Date },
): Promise<void> {
  await sql`
    update connections
    set state = case when confirmed_at is null then 'new' else 'ok' end, state_message = null, error_code = null,
      waiting_until = null, failures = 0,
      last_success_at = case when ${isWhole} then ${now.toISOString()}::timestamptz else last_success_at end,
      next_run_at = coalesce(next_run_at, case when confirmed_at is not null then ${nextRead(now)} end)
    where id = ${id} and ${MOVES}`.execute(transaction);
  if (credentialId !== null)
    await sql`
      update credentials set works = true, state_message = null, paused_until = null
      where id = ${credentialId} and secret is not null`.execute(transaction);
}

/** A run has failed: it is tried again when it is due, one that was refused at night. */
export async function noteFailure(
  transaction: Transaction<Tables>,
  { id }: Moved,
  { code, message, isRefused, now }: { code: string; message: string; isRefused: boolean; now: Date },
): Promise<void> {
  const next = nextOf(isRefused ? NIGHTLY : DAILY, now);
  await sql`
    update connections
    set state = 'failing', state_message = ${message}, error_code = ${code}, waiting_until = null, failures = failures + 1,
      next_run_at = case when confirmed_at is not null then ${next} end
    where id = ${id} and ${MOVES}`.execute(transaction);
}

/** The source asks for a pause, of this connection or of all that uses the credential. */
export async function noteWait(
  transaction: Transaction<Tables>,
  { id, credentialId }: Moved,
  { code, message, until, concerns }: Pick<SourceFault, 'code' | 'message' | 'concerns'> & { until: Date },
): Promise<void> {
  const moment = until.toISOString();
  await sql`
    update connections
    set state = 'waiting', state_message = ${message}, error_code = ${code}, waiting_until = ${moment}::timestamptz
    where id = ${id} and ${MOVES}`.execute(transaction);
  if (concerns === 'credential' && credentialId !== null)
    await sql`
      update credentials set paused_until = ${moment}::timestamptz, state_message = ${message}
      where id = ${credentialId}`.execute(transaction);
}

/** The credential is dead: everything that uses it stops until it gets another secret. */
export async function noteDeadCredential(
  transaction: Transaction<Tables>,
  { id, credentialId }: Moved,
  { code, message, concerns }: Pick<SourceFault, 'code' | 'message' | 'concerns'>,
): Promise<void> {
  const isAll = concerns === 'credential' && credentialId !== null;
  const which = isAll ? sql`credential_id = ${credentialId}` : sql`id = ${id}`;
  if (isAll)
    await sql`update credentials set works = false, state_message = ${message} where id = ${credentialId}`.execute(
      transaction,
    );
  await sql`
    update connections
    set state = 'reconnect', state_message = ${message}, error_code = ${code}, waiting_until = null, next_run_at = null
    where ${which} and ${MOVES}`.execute(transaction);
  await stopRuns(transaction, sql`connection_id in (select id from connections where ${which})`, message);
}

/** Notes what a source says of itself; a zone that the database does not know is left out. */
export async function noteFacts(
  db: Kysely<Tables>,
  { id, credentialId }: Moved,
  facts: {
    readonly name?: string | null;
    readonly zone?: string | null;
    readonly currency?: string | null;
    readonly expiresAt?: string | null;
  },
): Promise<void> {
  const { name = null, zone = null, currency = null, expiresAt } = facts;
  await sql`
    update connections
    set external_name = coalesce(left(${name}::text, 255), external_name), currency = coalesce(${currency}::text, currency),
      zone = coalesce((select pg_timezone_names.name from pg_timezone_names where pg_timezone_names.name = ${zone}::text), zone)
    where id = ${id}`.execute(db);
  if (expiresAt !== undefined && credentialId !== null)
    await sql`update credentials set expires_at = ${expiresAt}::timestamptz where id = ${credentialId}`.execute(db);
}
