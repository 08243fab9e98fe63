/** Pausing connections that somebody else than a person of theirs ends: a deletion, a new store, a restore (DECISIONS §13). */
import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely';
import { audit, type Actor } from '../database/audit';
import type { Tables } from '../database/connection';

/** Why connections are paused: by whom, and a sentence. */
interface Pause {
  readonly by: string;
  readonly message: string;
}

async function pauseWhere<DB>(db: Kysely<DB>, which: RawBuilder<boolean>, { by, message }: Pause) {
  const { rows } = await sql<{ id: number; company_id: number }>`
    update connections
    set state = 'paused', paused_by = ${by}, state_message = ${message}, next_run_at = null, waiting_until = null
    where state <> 'paused' and ${which} returning id, company_id`.execute(db);
  await stopRuns(db, sql`connection_id in (select id from connections where ${which})`, message);
  return rows;
}

/** Stops the runs that are queued, run or ask, of which a condition is true; one that runs ends at its next page. */
export async function stopRuns<DB>(db: Kysely<DB>, which: RawBuilder<unknown>, message: string): Promise<void> {
  await sql`
    update sync_runs set status = 'stopped', ended_at = clock_timestamp(), retry_at = null, message = ${message}
    where status in ('queued', 'running', 'asking') and ${which}`.execute(db);
}

/** Pauses connections with an entry each in the log. */
export async function pauseConnections(
  transaction: Transaction<Tables>,
  actor: Actor,
  which: RawBuilder<boolean>,
  message: string,
): Promise<void> {
  const paused = await pauseWhere(transaction, which, { by: actor.username, message });
  const entries = paused.map(({ id, company_id }) => ({
    action: 'pause',
    resource: 'connection',
    recordId: id,
    after: { company_id, state_message: message },
  }));
  await audit(transaction, actor, ...entries);
}

/** Ends the connections of companies that are deleted. */
export const endConnections = (transaction: Transaction<Tables>, actor: Actor, companyIds: readonly number[]) =>
  pauseConnections(
    transaction,
    actor,
    sql<boolean>`company_id = any(${[...companyIds]}::int[])`,
    'The company was deleted.',
  );

/** Pauses a company's Shopify connection: its address now leads to another store. */
export const leaveStore = (transaction: Transaction<Tables>, actor: Actor, companyId: number) =>
  pauseConnections(
    transaction,
    actor,
    sql<boolean>`company_id = ${companyId} and source = 'shopify'`,
    'The address of the store was changed.',
  );

/** Pauses what a backup has brought: it must not call live stores by itself. */
export const pauseRestored = async <DB>(db: Kysely<DB>): Promise<number> =>
  (await pauseWhere(db, sql<boolean>`true`, { by: 'restore', message: 'A backup was restored.' })).length;
