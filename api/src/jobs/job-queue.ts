/**
 * Background work (DECISIONS §13): graphile-worker's queue, in its own schema `graphile_worker` of the same
 * database, behind `enqueue` here and `runJobs`. A backup leaves it out.
 */
import { Logger, runMigrations } from 'graphile-worker';
import { sql, type Kysely } from 'kysely';
import { COMMAND_LIMITS, openPool, type Connection, type Tables } from '../database/connection';
import type { SingleConnection } from '../database/single-connection';
import { StartError } from '../start/start-error';

/** Work for later. */
export interface Job {
  /** The name of the task that does it. */
  readonly task: string;
  readonly payload?: Readonly<Record<string, unknown>>;
  /** Of one key at most one job waits: the later one replaces it. */
  readonly key?: string;
  /** Of one queue at most one job runs, in all processes. */
  readonly queue?: string;
  /** Not before; at once where it is absent. */
  readonly runAt?: Date;
  /** How often it is tried, with waits that grow from seconds to hours. */
  readonly maxAttempts?: number;
}

/** How often a job is tried unless it says otherwise: six tries take some ten minutes. */
export const MAX_ATTEMPTS = 6;

/** Adds a job in the transaction that `db` is in: it runs once that has committed, and never where it has not. */
export const enqueue = async (
  db: Kysely<Tables>,
  { task, payload = {}, key, queue, runAt, maxAttempts = MAX_ATTEMPTS }: Job,
): Promise<void> => {
  await sql`select graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, queue_name := ${queue ?? null},
    run_at := ${runAt?.toISOString() ?? null}::timestamptz, max_attempts := ${maxAttempts}::int, job_key := ${key ?? null})`.execute(
    db,
  );
};

/** graphile-worker's words, to whoever `report`s its warnings and errors; the rest is for its own developers. */
export const loggerOf = (report: (message: string) => void): Logger =>
  new Logger(() => (level, message) => {
    if (level === 'warning' || level === 'error') report(message);
  });

/** Throws StartError where the database's user may not make the queue's schema, before anything is changed. */
export async function requireJobsAllowed(db: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ may: boolean; name: string; person: string }>`
    select to_regclass('graphile_worker.migrations') is not null or has_database_privilege(current_database(), 'create') as may,
      quote_ident(current_database()) as name, quote_ident(current_user) as person`.execute(db);
  const { may = true, name, person } = rows[0] ?? {};
  if (!may)
    throw new StartError(
      `The database's user may not make the schema of the jobs: let its owner run \`grant create on database ${name} to ${person}\` once.`,
    );
}

/** Makes the queue's schema, or brings it to this version's. */
export async function migrateJobs(connection: Connection): Promise<void> {
  const pool = openPool(connection, { max: 1, limits: COMMAND_LIMITS, isDriver: true });
  try {
    await runMigrations({ pgPool: pool, logger: loggerOf(() => undefined) });
  } finally {
    await pool.end();
  }
}

/** A job that waits, runs, or was given up. */
export interface QueuedJob {
  readonly id: string;
  readonly task: string;
  readonly key: string | null;
  readonly state: 'waiting' | 'running' | 'failed';
  readonly attempts: number;
  readonly max_attempts: number;
  readonly run_at: string;
  readonly last_error: string | null;
}

const STATE = sql`case when locked_at is not null then 'running' when attempts >= max_attempts then 'failed' else 'waiting' end`;

/** Every job, what runs next first. */
export const findJobs = async (db: Kysely<Tables>): Promise<QueuedJob[]> => {
  const { rows } = await sql<QueuedJob>`
    select id::text, task_identifier as task, key, ${STATE} as state, attempts, max_attempts, run_at, last_error
    from graphile_worker.jobs order by run_at, id`.execute(db);
  return rows;
};

/** Those of some keys of which a job waits or runs. */
export const keysWithJob = async (db: Kysely<Tables>, keys: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ key: string }>`
    select key from graphile_worker.jobs where key = any(${[...keys]}::text[]) and ${STATE} <> 'failed'`.execute(db);
  return new Set(rows.map(({ key }) => key));
};

/** The queue in figures. */
export interface QueueFigures {
  /** How many jobs could run now and wait. */
  readonly due: number;
  /** For how long the oldest of them has waited, in seconds; 0 where none waits. */
  readonly oldest: number;
  readonly running: number;
  /** How many were given up after their last try. */
  readonly failed: number;
}

/** Reads the queue's figures. */
export const queueFigures = async (db: Kysely<Tables>): Promise<QueueFigures> => {
  const { rows } = await sql<QueueFigures>`
    select count(*) filter (where is_due) as due,
      coalesce(extract(epoch from now() - min(run_at) filter (where is_due)), 0)::float8 as oldest,
      count(*) filter (where state = 'running') as running, count(*) filter (where state = 'failed') as failed
    from (select run_at, ${STATE} as state, ${STATE} = 'waiting' and run_at <= now() as is_due from graphile_worker.jobs) job`.execute(
    db,
  );
  return rows[0] ?? { due: 0, oldest: 0, running: 0, failed: 0 };
};

/** Has the named job run at once, with all its tries before it; false without one that is not running already. */
export const retryJob = async (db: Kysely<Tables>, id: string): Promise<boolean> => {
  const { rows } =
    await sql`select from graphile_worker.reschedule_jobs(array[${id}::bigint], run_at := now(), attempts := 0)`.execute(
      db,
    );
  return rows.length > 0;
};

/** Removes the named job; false without one that is not running. */
export const dropJob = async (db: Kysely<Tables>, id: string): Promise<boolean> => {
  const { rows } = await sql`select from graphile_worker.complete_jobs(array[${id}::bigint])`.execute(db);
  return rows.length > 0;
};

/** Removes every job, of a database in whose place another's rows have come: due work is scheduled again. */
export const forgetJobs = async (db: SingleConnection['db']): Promise<void> => {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('graphile_worker._private_jobs') is not null as there`.execute(db);
  if (rows[0]?.there) await sql`delete from graphile_worker._private_jobs`.execute(db);
};
