import { sql } from 'kysely';
import { testDatabase } from '../testing/database';
import type { BackgroundStep } from './background-step';
import { runBackgroundSteps, stepStates, type StepState } from './background-steps';
import { COMMAND_LIMITS, openConnection, type Database } from './connection';

// More than two batches, with gaps between the ids.
const ROWS = 5000;
let database: Database;
let batches: { from: number; to: number }[];
const db = () => database.db;

const step: BackgroundStep = {
  name: '9000_marked',
  title: 'Marking',
  table: 'audit_log',
  run: async (transaction, ids) => {
    batches.push(ids);
    await sql`update audit_log set action = action || '!' where id between ${ids.from} and ${ids.to}`.execute(
      transaction,
    );
  },
};
const run = (options: Partial<Parameters<typeof runBackgroundSteps>[1]> = {}) =>
  runBackgroundSteps(database.connection, { steps: [step], ...options });
const marked = async () => {
  const { rows } = await sql<{ action: string; count: number }>`
    select action, count(*) from audit_log group by 1 order by 1`.execute(db());
  return Object.fromEntries(rows.map(({ action, count }) => [action, count]));
};
const state = async () => (await stepStates(db(), [step]))[0];

beforeEach(async () => {
  batches = [];
  database = await testDatabase({ limits: COMMAND_LIMITS });
  await sql`
    insert into audit_log (username, action, resource, record_id)
    select 'x', 'x', 'x', n::text from generate_series(1, ${ROWS * 2}::int) n`.execute(db());
  await sql`delete from audit_log where id % 2 = 0`.execute(db());
});
afterEach(() => database.close());

it('a background step does every row once, in batches, and notes how far it is', async () => {
  expect(await state()).toMatchObject({ state: 'waiting', progress: 0 });
  const reports: StepState[] = [];
  expect(await run({ report: (one) => reports.push(one) })).toBe(true);
  expect(await marked()).toEqual({ 'x!': ROWS });
  expect(batches).toHaveLength(3);
  expect(reports.map((one) => one.state)).toEqual(['running', 'running', 'running', 'done']);
  expect(reports.map(({ progress }) => progress.toFixed(1))).toEqual(['0.4', '0.8', '1.0', '1.0']);
  expect(await run()).toBe(true);
  expect(batches).toHaveLength(3);
});

it('a background step that was killed within a batch goes on with that batch', async () => {
  const killed: BackgroundStep = {
    ...step,
    run: async (transaction, ids) => {
      await step.run(transaction, ids);
      if (batches.length === 2) await sql`select pg_terminate_backend(pg_backend_pid())`.execute(transaction);
    },
  };
  await expect(run({ steps: [killed] })).rejects.toThrow();
  expect(await marked()).toEqual({ x: 3000, 'x!': 2000 });
  expect(await run()).toBe(true);
  expect(await marked()).toEqual({ 'x!': ROWS });
  expect(batches[2]).toEqual(batches[1]);
});

it('a background step that fails says why until it goes on, and is asked to stop between two batches', async () => {
  const failing: BackgroundStep = { ...step, run: (transaction) => sql`select 1 / 0`.execute(transaction) };
  await expect(run({ steps: [failing] })).rejects.toThrow('division by zero');
  expect(await state()).toMatchObject({ state: 'failed', progress: 0, last_error: 'division by zero' });
  const stop = new AbortController();
  await run({ report: () => stop.abort(), signal: stop.signal });
  expect(await state()).toMatchObject({ state: 'running', last_error: null });
  expect(batches).toHaveLength(1);
});

it('one process at a time runs background steps, and the next one may once it is gone', async () => {
  const other = openConnection(database.connection);
  await other.db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(20181, 3)`.execute(connection);
    expect(await run()).toBe(false);
    expect(batches).toEqual([]);
  });
  await other.close();
  expect(await run()).toBe(true);
});
