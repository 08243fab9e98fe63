/** Planning: which connections are read now, once a minute (DECISIONS §13). */
import { sql, type Kysely } from 'kysely';
import type { ConnectionSource } from 'contract/company/connections';
import type { Tables } from '../database/connection';
import { keysWithJob } from '../jobs/job-queue';
import { nextRead, noteFailure } from './connection-states.queries';
import type { Sources } from './reading';
import { jobKeyOf, queueRun } from './runs.queries';

/** The parts of planning. */
export interface PlanParts {
  readonly db: Kysely<Tables>;
  readonly sources: Sources;
  readonly now: () => Date;
}

interface Planned {
  readonly id: number;
  readonly company_id: number;
  readonly source: ConnectionSource;
}

/** A connection that may be read by itself: confirmed, neither paused nor dead, of a company that is there. */
const IS_READ = sql<boolean>`(
  confirmed_at is not null and state not in ('paused', 'reconnect')
  and exists (select from companies where companies.id = connections.company_id and deleted_at is null))`;

/** Queues a run of all that is due, and of the records that were added; gives up runs whose job is gone. */
export async function planRuns(parts: PlanParts): Promise<void> {
  await giveUpLostRuns(parts);
  await planDue(parts);
  await planAdded(parts);
}

async function planDue({ db, now }: PlanParts): Promise<void> {
  const moment = now().toISOString();
  const isDue = sql<boolean>`(next_run_at <= ${moment}::timestamptz and ${IS_READ})`;
  const { rows } = await sql<Planned>`select id from connections where ${isDue} order by next_run_at`.execute(db);
  for (const { id } of rows)
    await db.transaction().execute(async (transaction) => {
      const { rows: due } = await sql`
        update connections set next_run_at = ${nextRead(now())} where id = ${id} and ${isDue} returning id`.execute(
        transaction,
      );
      if (due.length) await queueRun(transaction, id, { cause: 'plan', requestedBy: null });
    });
}

/** Records that people add are read within a minute, without the others. */
async function planAdded({ db, sources }: PlanParts): Promise<void> {
  for (const [source, connected] of Object.entries(sources.connected)) {
    if (!connected.added) continue;
    const { rows } = await sql<Planned>`
      select id, company_id from connections
      where source = ${source} and ${IS_READ} and state <> 'waiting'
        and not exists (select from sync_runs where connection_id = connections.id and status in ('queued', 'running'))
      order by id`.execute(db);
    for (const { id, company_id } of rows) {
      const only = await connected.added(db, company_id);
      if (only.length)
        await db
          .transaction()
          .execute((transaction) => queueRun(transaction, id, { cause: 'added', only, requestedBy: null }));
    }
  }
}

/** A run without a job goes on no more: its job was dropped, or given up after a fault of the service. */
async function giveUpLostRuns({ db, now }: PlanParts): Promise<void> {
  const { rows: open } = await sql<{ run_id: number; id: number; credential_id: number | null }>`
    select sync_runs.id as run_id, connections.id, credential_id
    from sync_runs join connections on connections.id = connection_id where status in ('queued', 'running')`.execute(
    db,
  );
  if (!open.length) return;
  const kept = await keysWithJob(
    db,
    open.map(({ id }) => jobKeyOf(id)),
  );
  const message = 'The service gave this run up; its log says why';
  for (const { run_id, id, credential_id } of open.filter((one) => !kept.has(jobKeyOf(one.id))))
    await db.transaction().execute(async (transaction) => {
      await sql`select from connections where id = ${id} for update`.execute(transaction);
      const { rows } = await sql`
        update sync_runs
        set status = 'failed', ended_at = clock_timestamp(), message = ${message}, error_code = 'source_failed'
        where id = ${run_id} and status in ('queued', 'running') returning id`.execute(transaction);
      const failure = { code: 'source_failed', message, isRefused: false, now: now() };
      if (rows.length) await noteFailure(transaction, { id, credentialId: credential_id }, failure);
    });
}
