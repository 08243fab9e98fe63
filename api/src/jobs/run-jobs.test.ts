import { sql } from 'kysely';
import type { Database } from '../database/connection';
import { eventually } from '../testing/eventually';
import { emptyDatabase, testDatabase } from '../testing/database';
import { startProcess, type TestProcess } from '../testing/processes';
import { dropJob, enqueue, findJobs, queueFigures, requireJobsAllowed, retryJob } from './job-queue';
import { runJobs, type Running } from './run-jobs';

let database: Database;
const stops: (() => Promise<unknown>)[] = [];
beforeEach(async () => (database = await testDatabase()));
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()));
  await database.close();
});

const reported: string[] = [];
const running = (tasks: Running['tasks'], more: Partial<Running> = {}) => {
  const jobs = runJobs(database.connection, { tasks, report: (line) => reported.push(line), ...more });
  stops.push(jobs.stop);
  return jobs;
};
/** Something that is waited for. */
const gate = () => {
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open: () => open(), opened };
};

test('a user who may not make the schema of the jobs is told so, before anything is changed', async () => {
  const empty = await emptyDatabase();
  const role = `jobless_${process.pid}`;
  try {
    await expect(
      empty.db.transaction().execute(async (transaction) => {
        await sql.raw(`create role ${role}; set local role ${role}`).execute(transaction);
        await requireJobsAllowed(transaction);
      }),
    ).rejects.toThrow(new RegExp(`let its owner run \`grant create on database console_\\w+ to ${role}\` once`));
    await requireJobsAllowed(empty.db);
  } finally {
    await empty.close();
  }
});

test('what a transaction adds is run once it has committed, and never where it is rolled back', async () => {
  const ran: unknown[] = [];
  const add = (name: string) => enqueue(database.db, { task: 'note', payload: { name } });
  await database.db
    .transaction()
    .execute((transaction) => enqueue(transaction, { task: 'note', payload: { name: 'kept' } }));
  await database.db
    .transaction()
    .execute(async (transaction) => {
      await enqueue(transaction, { task: 'note', payload: { name: 'rolled back' } });
      throw new Error('no');
    })
    .catch(() => undefined);
  running({ note: async ({ name }) => void ran.push(name) });
  await eventually(() => ran.length === 1);
  await add('later');
  await eventually(() => ran.length === 2);
  expect(ran).toEqual(['kept', 'later']);
  await eventually(async () => (await findJobs(database.db)).length === 0);
});

test('of one queue one job runs at a time, in all processes; of one key one waits, the last', async () => {
  let [now, most] = [0, 0];
  const done: unknown[] = [];
  const task = async ({ name }: Readonly<Record<string, unknown>>) => {
    now += 1;
    most = Math.max(most, now);
    await sql`select pg_sleep(0.02)`.execute(database.db);
    now -= 1;
    done.push(name);
  };
  for (const name of [1, 2, 3, 4, 5, 6])
    await enqueue(database.db, { task: 'read', payload: { name }, queue: 'connection:1' });
  for (const name of ['first', 'second'])
    await enqueue(database.db, { task: 'read', payload: { name }, queue: 'connection:1', key: 'connection:1' });
  running({ read: task });
  running({ read: task });
  await eventually(() => done.length === 7);
  expect(most).toBe(1);
  expect(done).toEqual([1, 2, 3, 4, 5, 6, 'second']);
});

test('what fails is tried again after a wait that grows, and is given up with its reason; retry and drop', async () => {
  let tries = 0;
  running({
    fail: async () => {
      tries += 1;
      throw new Error('the source is away');
    },
  });
  await enqueue(database.db, { task: 'fail', maxAttempts: 2 });
  const waits = async () =>
    (
      await sql<{ seconds: number }>`
      select extract(epoch from run_at - updated_at)::float8 as seconds from graphile_worker._private_jobs`.execute(
        database.db,
      )
    ).rows[0]?.seconds ?? 0;
  const one = async () => (await findJobs(database.db))[0];
  // Tried, and noted as failed.
  await eventually(async () => typeof (await one())?.last_error === 'string');
  expect(await waits()).toBeGreaterThan(1);
  await eventually(async () => (await one())?.state === 'failed');
  expect(await one()).toMatchObject({ attempts: 2, max_attempts: 2, last_error: 'the source is away' });
  expect(await queueFigures(database.db)).toEqual({ due: 0, oldest: 0, running: 0, failed: 1 });
  const id = (await one())?.id ?? '';
  expect(await retryJob(database.db, id)).toBe(true);
  await eventually(() => tries >= 3);
  await eventually(async () => (await one())?.state === 'waiting');
  expect([await dropJob(database.db, id), await dropJob(database.db, id)]).toEqual([true, false]);
  expect(await findJobs(database.db)).toEqual([]);
});

test('a wait that a task asks for is no failed try: the job stays what it was, for later', async () => {
  const again = new Date(Date.now() + 3_600_000);
  running({ read: async () => ({ again }) });
  const job = { task: 'read', payload: { run_id: 7 }, queue: 'connection:7', key: 'connection:7' };
  await enqueue(database.db, { ...job, maxAttempts: 5 });
  await eventually(async () => (await findJobs(database.db))[0]?.run_at === again.toISOString());
  const [left, ...others] = await findJobs(database.db);
  expect(others).toEqual([]);
  expect(left).toMatchObject({ task: 'read', key: 'connection:7', attempts: 0, max_attempts: 5, state: 'waiting' });
});

test('a stop has what runs end at its next step, and costs it no try', async () => {
  const begun = gate();
  const jobs = running({
    read: async (_, signal) => {
      begun.open();
      await new Promise((resolve) => signal.addEventListener('abort', resolve));
      return { again: new Date() };
    },
  });
  await enqueue(database.db, { task: 'read', payload: { page: 3 }, queue: 'connection:1' });
  await begun.opened;
  await jobs.stop();
  expect(await findJobs(database.db)).toMatchObject([{ task: 'read', attempts: 0, state: 'waiting' }]);
});

describe('a process that is killed', () => {
  let killed: TestProcess;
  const start = async () => {
    killed = startProcess('testing/job-runner.ts', [JSON.stringify(database.connection)], {});
    await killed.says(/began/);
  };
  afterEach(() => killed.ends('SIGKILL'));

  test('leaves its job to another, which goes on soon; one that lives keeps its own', async () => {
    await enqueue(database.db, { task: 'hang', queue: 'connection:1' });
    await start();
    const ran: string[] = [];
    running({ hang: async () => void ran.push('here') }, { lookEvery: 20 });
    // So many looks that a living one would have lost its job.
    const looked = gate();
    await enqueue(database.db, { task: 'wait' });
    running({ wait: async () => (await sql`select pg_sleep(0.5)`.execute(database.db), looked.open()) });
    await looked.opened;
    const hanging = (await findJobs(database.db)).find(({ task }) => task === 'hang');
    expect(hanging?.state).toBe('running');
    expect(ran).toEqual([]);
    await killed.ends('SIGKILL');
    await eventually(() => ran.length === 1);
  });
});

test('a runner whose connection is lost is followed by another one', async () => {
  const ran: unknown[] = [];
  running({ note: async ({ name }) => void ran.push(name) }, { retryAfter: 20 });
  await enqueue(database.db, { task: 'note', payload: { name: 'before' } });
  await eventually(() => ran.length === 1);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(database.db);
  await enqueue(database.db, { task: 'note', payload: { name: 'after' } });
  await eventually(() => ran.includes('after'));
  // Without the lock that says that it lives, others would take its jobs.
  await eventually(async () => {
    const { rows } = await sql`
      select from pg_locks join pg_database on pg_database.oid = pg_locks.database
      where locktype = 'advisory' and classid = 20182 and datname = current_database()`.execute(database.db);
    return rows.length === 1;
  });
});

test('a job whose end the database does not take is done again, and its process lives', async () => {
  let ran = 0;
  running({ note: async () => void (ran += 1) }, { retryAfter: 20, lookEvery: 20 });
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no more room'; end $$`.execute(
    database.db,
  );
  await sql`create trigger refuses before delete on graphile_worker._private_jobs
    for each row execute function refuse()`.execute(database.db);
  await enqueue(database.db, { task: 'note' });
  await eventually(() => reported.some((line) => line.includes('no more room')));
  await sql`drop trigger refuses on graphile_worker._private_jobs`.execute(database.db);
  await eventually(async () => (await findJobs(database.db)).length === 0);
  expect(ran).toBeGreaterThan(1);
});
