/** The runs of connections: queued, joined, confirmed, stopped and listed (DECISIONS §13). */
import { sql, type Generated, type Kysely, type Transaction } from 'kysely';
import {
  RUN_DAYS,
  type RunCause,
  type RunList,
  type Run,
  type RunListQuery,
  type RunStatus,
} from 'contract/company/connections';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { listPage } from '../database/list';
import type { Caller } from '../http/access';
import { NotFound, RuleBroken } from '../http/errors';
import { enqueue, MAX_ATTEMPTS } from '../jobs/job-queue';
import { stopRuns } from './pausing.queries';
import type { Finding } from './reading';

type Counted = 'read' | 'created' | 'changed' | 'unchanged' | 'doubtful' | 'gone' | 'failed';

declare module '../database/connection' {
  interface Tables {
    sync_runs: {
      id: Generated<number>;
      connection_id: number;
      cause: RunCause;
      is_preview: Generated<boolean>;
      /** The records that it reads; null: all. */
      only_ids: number[] | null;
      status: Generated<RunStatus>;
      requested_by: string | null;
      created_at: Generated<string>;
      started_at: string | null;
      ended_at: string | null;
      retry_at: string | null;
      attempts: Generated<number>;
      may_end_many: Generated<boolean>;
      checkpoint: string | null;
      /** JSON, compressed. */
      kept_pages: Buffer | null;
      expected: number | null;
      findings: Generated<Finding[]>;
      message: string | null;
      error_code: string | null;
      trace: string | null;
    } & Record<Counted, Generated<number>>;
  }
}

/** The task of the queue that reads; its payload is `{run_id}`. */
export const READ_TASK = 'read connection';

/** The key and the queue of a connection's job: one waits, one runs, in all processes. */
export const jobKeyOf = (connectionId: number): string => `connection:${connectionId}`;

/** A run that is asked for. */
export interface AskedRun {
  readonly cause: RunCause;
  readonly isPreview?: boolean;
  /** The records that are read; absent: all. */
  readonly only?: readonly number[];
  readonly requestedBy: string | null;
}

interface OpenRun {
  readonly id: number;
  readonly status: RunStatus;
  readonly is_preview: boolean;
  readonly only_ids: number[] | null;
}

/**
 * Queues a run in the transaction, or joins the one that is queued or runs; returns its id. A queued one then reads all
 * that was asked for; after one that runs already and reads less, a whole one follows within a minute. One that still asks
 * gives way.
 */
export async function queueRun(
  transaction: Transaction<Tables>,
  connectionId: number,
  { cause, isPreview = false, only, requestedBy }: AskedRun,
): Promise<number> {
  await sql`select from connections where id = ${connectionId} for update`.execute(transaction);
  const { rows } = await sql<OpenRun>`
    select id, status, is_preview, only_ids from sync_runs
    where connection_id = ${connectionId} and status in ('queued', 'running') for update`.execute(transaction);
  const [open] = rows;
  if (open) {
    await widen(transaction, connectionId, open, { isPreview, only: only ?? null });
    return open.id;
  }
  const isOfThis = sql`connection_id = ${connectionId} and status = 'asking'`;
  await stopRuns(transaction, isOfThis, 'A later run has taken its place.');
  const { id } = await transaction
    .insertInto('sync_runs')
    .values({
      connection_id: connectionId,
      cause,
      is_preview: isPreview,
      requested_by: requestedBy,
      only_ids: only ? [...only] : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await enqueueRun(transaction, connectionId, id);
  return id;
}

/** Adds the job of a run. */
const enqueueRun = (transaction: Transaction<Tables>, connectionId: number, runId: number, runAt?: Date) => {
  const key = jobKeyOf(connectionId);
  const job = { task: READ_TASK, payload: { run_id: runId }, key, queue: key, maxAttempts: MAX_ATTEMPTS };
  return enqueue(transaction, runAt ? { ...job, runAt } : job);
};

async function widen(
  transaction: Transaction<Tables>,
  connectionId: number,
  open: OpenRun,
  asked: { readonly isPreview: boolean; readonly only: readonly number[] | null },
): Promise<void> {
  const wanted = asked.only;
  const hasAll =
    (asked.isPreview || !open.is_preview) &&
    (open.only_ids === null || (wanted !== null && wanted.every((id) => open.only_ids?.includes(id))));
  if (hasAll) return;
  if (open.status === 'running') {
    await sql`update connections set next_run_at = clock_timestamp() where id = ${connectionId} and confirmed_at is not null`.execute(
      transaction,
    );
    return;
  }
  const all = open.only_ids && wanted ? [...new Set([...open.only_ids, ...wanted])] : null;
  await sql`
    update sync_runs set only_ids = ${all}::int[], is_preview = ${open.is_preview && asked.isPreview}
    where id = ${open.id}`.execute(transaction);
}

const COLUMNS = [
  'id',
  'connection_id',
  'cause',
  'is_preview',
  'status',
  'requested_by',
  'created_at',
  'started_at',
  'ended_at',
  'retry_at',
  'attempts',
  'expected',
  'read',
  'created',
  'changed',
  'unchanged',
  'doubtful',
  'gone',
  'failed',
  'message',
  'error_code',
  'trace',
] as const;

const selected = (db: Kysely<Tables>, connectionId: number) =>
  db
    .selectFrom('sync_runs')
    .select(COLUMNS)
    .select(sql<boolean>`only_ids is null`.as('is_whole'))
    .where('connection_id', '=', connectionId);

const LISTING = {
  sorts: { created_at: { expression: sql.ref('sync_runs.id'), nullable: false } },
  defaultSort: '-created_at',
  id: 'sync_runs.id',
} as const;

/** One page of a connection's runs, newest first. The connection is authorised. */
export const listRuns = (db: Kysely<Tables>, connectionId: number, query: RunListQuery): Promise<RunList> =>
  listPage(selected(db, connectionId), LISTING, query);

const RUN_MISSING = 'Run not found';

/** A run with what it kept of its findings; throws NotFound. The connection is authorised. */
export const findRun = (
  db: Kysely<Tables>,
  connectionId: number,
  runId: number,
): Promise<Run & { readonly findings: readonly Finding[] }> =>
  selected(db, connectionId)
    .select('findings')
    .where('id', '=', runId)
    .executeTakeFirstOrThrow(() => new NotFound(RUN_MISSING));

interface DecidedRun {
  readonly id: number;
  readonly company_id: number;
  readonly status: RunStatus;
  readonly is_preview: boolean;
}

/** The run, locked behind its connection, as every change of it does. */
async function lockRun(transaction: Transaction<Tables>, connectionId: number, runId: number): Promise<DecidedRun> {
  await sql`select from connections where id = ${connectionId} for update`.execute(transaction);
  const { rows } = await sql<DecidedRun>`
    select sync_runs.id, company_id, status, is_preview
    from sync_runs join connections on connections.id = connection_id
    where connection_id = ${connectionId} and sync_runs.id = ${runId} for update of sync_runs`.execute(transaction);
  const [run] = rows;
  if (!run) throw new NotFound(RUN_MISSING);
  return run;
}

/**
 * Says yes to a run that asks; returns the run that goes on: after a first preview a new one that writes, else the same.
 * Throws NotFound, and RuleBroken for one that does not ask.
 */
export const confirmRun = (db: Kysely<Tables>, caller: Caller, connectionId: number, runId: number): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const run = await lockRun(transaction, connectionId, runId);
    if (run.status !== 'asking') throw new RuleBroken('This run does not ask for anything.');
    const entry = { action: 'confirm', resource: 'connection', recordId: connectionId };
    await audit(transaction, caller, { ...entry, after: { company_id: run.company_id, run_id: runId } });
    if (run.is_preview) {
      await sql`update sync_runs set status = 'done', message = null where id = ${runId}`.execute(transaction);
      await sql`
        update connections set confirmed_at = clock_timestamp(), state = case when state = 'new' then 'ok' else state end
        where id = ${connectionId}`.execute(transaction);
      return queueRun(transaction, connectionId, { cause: 'person', requestedBy: caller.username });
    }
    await sql`
      update sync_runs set status = 'queued', may_end_many = true, message = null, ended_at = null, attempts = 0, gone = 0
      where id = ${runId}`.execute(transaction);
    await enqueueRun(transaction, connectionId, runId);
    return runId;
  });

/** Stops a run that is queued, runs or asks: one that runs ends at its next page. Throws NotFound, and RuleBroken after its end. */
export const stopRun = (db: Kysely<Tables>, caller: Caller, connectionId: number, runId: number): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const run = await lockRun(transaction, connectionId, runId);
    if (!['queued', 'running', 'asking'].includes(run.status)) throw new RuleBroken('This run has ended already.');
    await stopRuns(transaction, sql`id = ${runId}`, `Stopped by ${caller.username}.`);
    const entry = { action: 'stop', resource: 'connection', recordId: connectionId };
    await audit(transaction, caller, { ...entry, after: { company_id: run.company_id, run_id: runId } });
  });

/** Removes the runs that ended more than 90 days ago. */
export async function purgeRuns(db: Kysely<Tables>): Promise<void> {
  await sql`
    delete from sync_runs
    where created_at < clock_timestamp() - make_interval(days => ${RUN_DAYS}) and status not in ('queued', 'running')`.execute(
    db,
  );
}
