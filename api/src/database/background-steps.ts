/**
 * Background steps: what a migration would take too long for. Each goes through a full table in small batches beside the
 * people who use it, one process at a time, and goes on where it was after a kill (DECISIONS §12).
 */
import { setTimeout as wait } from 'node:timers/promises';
import { sql, type Generated, type Kysely, type Updateable } from 'kysely';
import { companiesOfEntries } from './audit-companies';
import { operationsAsLines } from './audit-operations';
import type { BackgroundStep } from './background-step';
import { sumsOfOldRows } from './list-sums';
import { COMMAND_LIMITS, openConnection, type Connection, type Tables } from './connection';

declare module './connection' {
  interface Tables {
    background_steps: {
      name: string;
      state: Generated<'running' | 'failed' | 'done'>;
      first_id: number;
      next_id: number;
      started_at: Generated<string>;
      updated_at: Generated<string>;
      last_error: string | null;
    };
  }
}

/** Every step of this version, in their order. */
const STEPS: readonly BackgroundStep[] = [companiesOfEntries, operationsAsLines, sumsOfOldRows];

/** How far a step is. */
export interface StepState {
  readonly name: string;
  readonly title: string;
  readonly state: 'waiting' | 'running' | 'failed' | 'done';
  /** From 0 to 1. */
  readonly progress: number;
  readonly started_at: string | null;
  /** When its last batch ended. */
  readonly updated_at: string | null;
  readonly last_error: string | null;
}

/** How steps are run. */
export interface RunOptions {
  readonly steps?: readonly BackgroundStep[];
  /** Hears of each batch. */
  readonly report?: (state: StepState) => void;
  /** Ends the work after the batch that runs. */
  readonly signal?: AbortSignal;
  /** True leaves the database as much time between two batches as one took. */
  readonly isGentle?: boolean;
}

/** So many rows at a time are locked for somebody who changes one. */
const BATCH = 2000;
const [LOCK_CLASS, LOCK_OBJECT] = [20_181, 3];

/** Reads how far each step is. */
export async function stepStates(db: Kysely<Tables>, steps: readonly BackgroundStep[] = STEPS): Promise<StepState[]> {
  const rows = await db.selectFrom('background_steps').selectAll().execute();
  return steps.map(({ name, title }) => {
    const row = rows.find((one) => one.name === name);
    const { state = 'waiting', started_at = null, updated_at = null, last_error = null } = row ?? {};
    const progress = state === 'done' ? 1 : row?.first_id ? 1 - row.next_id / row.first_id : 0;
    return { name, title, state, progress, started_at, updated_at, last_error };
  });
}

/** Whether every step is done. */
export const areStepsDone = async (db: Kysely<Tables>): Promise<boolean> =>
  (await stepStates(db)).every(({ state }) => state === 'done');

/** Runs what is not done. Returns false where another process is at it. Throws what a step throws, which is noted too. */
export async function runBackgroundSteps(
  connection: Connection,
  { steps = STEPS, report = () => undefined, signal, isGentle = false }: RunOptions = {},
): Promise<boolean> {
  const working = openConnection(connection, { limits: COMMAND_LIMITS });
  try {
    // The lock is the connection's: it goes with it, however this process ends.
    return await working.db.connection().execute(async (db) => {
      const { rows } = await sql<{ is_ours: boolean }>`
        select pg_try_advisory_lock(${LOCK_CLASS}, ${LOCK_OBJECT}) as is_ours`.execute(db);
      if (!rows[0]?.is_ours) return false;
      try {
        for (const step of steps) {
          await note(db, step);
          for (let isDone = false; !isDone && !signal?.aborted;) {
            const began = performance.now();
            isDone = await runBatch(db, step);
            for (const state of await stepStates(db, [step])) report(state);
            if (isGentle && !isDone) await wait(performance.now() - began);
          }
        }
        return true;
      } finally {
        // A server ends a connection a moment after it was closed, and the next to try is not to find the lock held.
        await sql`select pg_advisory_unlock(${LOCK_CLASS}, ${LOCK_OBJECT})`.execute(db).catch(() => undefined);
      }
    });
  } finally {
    await working.close();
  }
}

/** Runs every step to its end, whoever is at it. */
export async function finishBackgroundSteps(connection: Connection, options: RunOptions = {}): Promise<void> {
  while (!(await runBackgroundSteps(connection, options))) await wait(ANOTHER_MS);
}
const ANOTHER_MS = 200;

/** Notes where a step starts, unless it has started. */
const note = (db: Kysely<Tables>, { name, table }: BackgroundStep) =>
  sql`
    insert into background_steps (name, first_id, next_id)
    select ${name}, id, id from (select coalesce(max(id), 0) as id from ${sql.table(table)}) as greatest
    on conflict do nothing`.execute(db);

/** Runs one batch of a step and notes it, both or neither; returns whether the step is done. */
async function runBatch(db: Kysely<Tables>, { name, table, run }: BackgroundStep): Promise<boolean> {
  const noted = (on: Kysely<Tables>, set: Updateable<Tables['background_steps']>) =>
    on
      .updateTable('background_steps')
      .set({ ...set, updated_at: sql`clock_timestamp()` })
      .where('name', '=', name)
      .execute();
  try {
    return await db.transaction().execute(async (transaction) => {
      const { state, next_id: to } = await transaction
        .selectFrom('background_steps')
        .selectAll()
        .where('name', '=', name)
        .forUpdate()
        .executeTakeFirstOrThrow();
      if (state === 'done') return true;
      const { rows } = await sql<{ from: number | null }>`
        select min(id) as from from (
          select id from ${sql.table(table)} where id <= ${to} order by id desc limit ${BATCH}) as batch`.execute(
        transaction,
      );
      const from = rows[0]?.from ?? null;
      if (from === null) await noted(transaction, { state: 'done', next_id: 0, last_error: null });
      else {
        await run(transaction, { from, to });
        await noted(transaction, { state: 'running', next_id: from - 1, last_error: null });
      }
      return from === null;
    });
  } catch (error) {
    const last_error = error instanceof Error ? error.message : String(error);
    // Where the database itself went away it is not noted: the step goes on where it was.
    await noted(db, { state: 'failed', last_error }).catch(() => undefined);
    throw error;
  }
}
