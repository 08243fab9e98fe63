/** Running jobs, beside the calls of people: a runner in each serving process, any of which may take any job. */
import { EventEmitter } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { parseCronItems, run, type CronItem, type TaskList, type WorkerEvents } from 'graphile-worker';
import { sql } from 'kysely';
import { COMMAND_LIMITS, openPool, type Connection } from '../database/connection';
import { onSingleConnection, type SingleConnection } from '../database/single-connection';
import { loggerOf, MAX_ATTEMPTS } from './job-queue';

/** Returned by a task that is to be called once more, which is no failure: a source has asked for a wait, the process ends. */
export interface Again {
  readonly again: Date;
}

/**
 * The task of a kind of job. An error that it throws is a failed try. It may be called twice for one job, after a kill, so it does
 * in one transaction what must not be done twice.
 *
 * @param signal ends with the process: what is long stops at its next step and returns `again`
 */
export type Task = (payload: Readonly<Record<string, unknown>>, signal: AbortSignal) => Promise<void | Again>;

/** The tasks, and who hears of them. */
export interface Running {
  readonly tasks: Readonly<Record<string, Task>>;
  /** Tasks that are due by the clock, in UTC: the name, and when, as cron has it (`17 2 * * *`). */
  readonly schedule?: Readonly<Record<string, string>>;
  /** Hears what went wrong. */
  report(message: string): void;
  /** How often the jobs of processes that have died are looked for, in milliseconds. */
  readonly lookEvery?: number;
  /** How long after a lost connection another is tried, in milliseconds. */
  readonly retryAfter?: number;
}

const LOOK_EVERY_MS = 30_000;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Jobs are few and each uses the database: two at once leave the processor to people's calls. */
const AT_ONCE = 2;
/** Two jobs, the queue itself and its listener. */
const POOL_SIZE = 5;
const RETRY_AFTER_MS = 5000;
const PATIENCE_MS = 10_000;
/** The class of the advisory lock that says that a runner lives; its object is made of the runner's id. */
const ALIVE = 20_182;

/**
 * Runs jobs until it is stopped. `stop` has what runs end at its next step and resolves once it has, or after ten
 * seconds: what goes on then ends with the process and is started again by another. A runner whose connection is lost is
 * followed by another one.
 */
export function runJobs(connection: Connection, running: Running): { stop(): Promise<void> } {
  const end = new AbortController();
  const { signal } = end;
  const runOn = async () => {
    while (!signal.aborted) {
      await runUntilLost(connection, running, signal).catch((error: Error) => {
        if (!signal.aborted) running.report(`The jobs stopped and are started again: ${error.message}`);
      });
      await wait(running.retryAfter ?? RETRY_AFTER_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  const ended = runOn();
  return {
    stop: () => {
      end.abort();
      return Promise.race([ended, wait(PATIENCE_MS, undefined, { ref: false })]);
    },
  };
}

/** Runs jobs until the signal, or until the connection is lost that says that this runner lives. */
async function runUntilLost(connection: Connection, running: Running, signal: AbortSignal): Promise<void> {
  const { tasks, schedule = {}, report, lookEvery = LOOK_EVERY_MS } = running;
  const pool = openPool(connection, { max: POOL_SIZE, limits: COMMAND_LIMITS, isDriver: true });
  const lost = new AbortController();
  const over = AbortSignal.any([signal, lost.signal]);
  try {
    await onSingleConnection(connection, async (single) => {
      single.client.once('end', () => lost.abort());
      const events: WorkerEvents = new EventEmitter();
      const created = new Promise<string>((resolve) =>
        events.once('pool:create', ({ workerPool }) => resolve(workerPool.id)),
      );
      const runner = await run({
        pgPool: pool,
        concurrency: AT_ONCE,
        noHandleSignals: true,
        logger: loggerOf(report),
        events,
        taskList: tasksOf(tasks, over),
        parsedCronItems: parseCronItems(Object.entries(schedule).map(cronItem)),
        // With none, the end of a job that could not be noted is an unhandled rejection, which ends the process.
        preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      });
      runner.promise.catch(({ message }: Error) => report(message)).finally(() => lost.abort());
      try {
        await keepAlive(single, await created, over, lookEvery);
      } finally {
        await runner.stop().catch(() => undefined);
      }
    });
  } finally {
    await pool.end();
  }
}

const EACH_MINUTE = '* * * * *';

// Work that was due while no process ran is done once, within a day; the next minute makes up for each other one.
const cronItem = ([task, match]: [string, string]): CronItem => ({
  task,
  match,
  options: {
    backfillPeriod: match === EACH_MINUTE ? 0 : DAY_MS,
    maxAttempts: MAX_ATTEMPTS,
    queueName: task,
    jobKey: task,
  },
});

/** The tasks as graphile-worker calls them: one that is to be called again is added again, and this try ends well. */
const tasksOf = (tasks: Running['tasks'], signal: AbortSignal): TaskList =>
  Object.fromEntries(
    Object.entries(tasks).map(([task, act]) => [
      task,
      async (payload, { job, withPgClient, getQueueName }) => {
        const given = (payload ?? {}) as Readonly<Record<string, unknown>>;
        const outcome = await act(given, signal);
        if (!outcome) return;
        const queue = await getQueueName();
        await withPgClient((client) =>
          client.query(
            'select graphile_worker.add_job($1, $2::json, queue_name := $3, run_at := $4, max_attempts := $5, job_key := $6)',
            [task, JSON.stringify(given), queue, outcome.again, job.max_attempts, job.key],
          ),
        );
      },
    ]),
  );

/**
 * Holds the lock that says that this runner lives, and frees the jobs of those that do not: a process that was killed
 * leaves its jobs locked for four hours. The lock is the connection's, so it goes with the process, however that ends.
 */
async function keepAlive({ db }: SingleConnection, own: string, over: AbortSignal, lookEvery: number): Promise<void> {
  await sql`select pg_advisory_lock(${ALIVE}, hashtext(${own}))`.execute(db);
  let suspects: string[] = [];
  while (!over.aborted) {
    const { rows } = await sql<{ id: string }>`
      select id from (
        select locked_by as id from graphile_worker._private_jobs
        union select locked_by from graphile_worker._private_job_queues
      ) holder where id <> ${own} and pg_try_advisory_xact_lock(${ALIVE}, hashtext(id))`.execute(db);
    // One that has just started may have taken a job before its lock: it is dead only where it was so at the last look.
    const dead = rows.map(({ id }) => id).filter((id) => suspects.includes(id));
    if (dead.length) await sql`select graphile_worker.force_unlock_workers(${dead}::text[])`.execute(db);
    suspects = rows.map(({ id }) => id);
    await wait(lookEvery, undefined, { signal: over, ref: false }).catch(() => undefined);
  }
}
