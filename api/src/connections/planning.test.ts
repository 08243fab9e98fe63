/** When connections are read, and that a run goes on after a kill (DECISIONS §13). */
import { sql } from 'kysely';
import type { Connection, RunList } from 'contract/company/connections';
import { forgetJobs } from '../jobs/job-queue';
import { runJobs } from '../jobs/run-jobs';
import { onSingleConnection } from '../database/single-connection';
import { openConnectionsConsole, type ConnectionsConsole } from '../testing/connections';
import { eventually } from '../testing/eventually';
import { startProcess } from '../testing/processes';
import { connectionJobs } from './connection.jobs';
import { nextRead } from './connection-states.queries';
import { planRuns } from './planning';

const clock = { now: new Date() };
let all: ConnectionsConsole;
beforeAll(async () => {
  all = await openConnectionsConsole(clock);
});
afterAll(() => all.service.close());
beforeEach(() => (clock.now = new Date()));

const set = ({ id }: Connection, values: string) =>
  sql`update connections set ${sql.raw(values)} where id = ${id}`.execute(all.service.database.db);
const runsOf = async ({ id }: Connection) => (await all.aaas.get<RunList>(`/connections/${id}/runs`)).body.items;
const plan = () => planRuns(all.parts);

it.each([
  ['Europe/Berlin', '2026-03-28T20:00:00Z', '2026-03-29T01:00:00.000Z'],
  ['Europe/Berlin', '2026-10-24T20:00:00Z', '2026-10-25T02:00:00.000Z'],
  ['America/New_York', '2026-11-01T04:30:00Z', '2026-11-01T08:00:00.000Z'],
  ['America/New_York', '2026-07-01T07:00:00Z', '2026-07-01T16:00:00.000Z'],
])(
  'in %s after %s it is read at %s: three and noon of the zone, through every change of its clock',
  async (zone, now, next) => {
    const { connection } = await all.connected();
    await set(connection, `zone = '${zone}'`);
    await sql`update connections set next_run_at = ${nextRead(new Date(now))} where id = ${connection.id}`.execute(
      all.service.database.db,
    );
    expect((await all.found(connection)).next_run_at).toBe(next);
  },
);

it('what is due is queued once and is due again later; what is new, paused, dead or of a deleted company is not', async () => {
  const due = "next_run_at = '2026-01-01'";
  const [read, fresh, paused, dead, gone] = await Promise.all([1, 2, 3, 4, 5].map(() => all.connected()));
  if (!read || !fresh || !paused || !dead || !gone) throw new Error('There are five');
  await set(fresh.connection, `${due}, confirmed_at = null, state = 'new'`);
  await set(paused.connection, `${due}, state = 'paused'`);
  await set(dead.connection, `${due}, state = 'reconnect'`);
  await set(gone.connection, due);
  await set(read.connection, due);
  await sql`update companies set deleted_at = clock_timestamp() where id = ${gone.company}`.execute(
    all.service.database.db,
  );
  await plan();
  await plan();
  expect(await runsOf(read.connection)).toMatchObject([{ cause: 'plan', status: 'queued', requested_by: null }]);
  expect(Date.parse((await all.found(read.connection)).next_run_at ?? '')).toBeGreaterThan(clock.now.getTime());
  await sql`update companies set deleted_at = null where id = ${gone.company}`.execute(all.service.database.db);
  for (const { connection } of [fresh, paused, dead, gone]) expect(await runsOf(connection)).toEqual([]);
});

it('records that were added are read within a minute, without the others', async () => {
  const { connection } = await all.connected();
  await set(connection, "next_run_at = '2099-01-01'");
  // Whoever is asked first has them.
  await sql`update connections set state = 'paused' where id <> ${connection.id}`.execute(all.service.database.db);
  all.script.added = [5, 6];
  await plan();
  const [run, ...others] = await runsOf(connection);
  expect(others).toEqual([]);
  expect(run).toMatchObject({ cause: 'added', is_whole: false, status: 'queued' });
  let only: readonly number[] | null = null;
  all.script.beforePage = (_, context) => void (only = context.run.only);
  await all.run(run?.id ?? 0);
  expect(only).toEqual([5, 6]);
  expect(await all.found(connection)).toMatchObject({ state: 'ok', last_success_at: null });
});

it('a run whose job is gone is given up', async () => {
  const { connection } = await all.connected();
  await all.aaas.post(`/connections/${connection.id}/sync`);
  await onSingleConnection(all.service.database.connection, ({ db }) => forgetJobs(db));
  await plan();
  expect(await runsOf(connection)).toMatchObject([{ status: 'failed', error_code: 'source_failed' }]);
  expect(await all.found(connection)).toMatchObject({ state: 'failing' });
});

it('the run of a process that is killed goes on in another one, from its page', async () => {
  const { database, config } = all.service;
  await onSingleConnection(database.connection, ({ db }) => forgetJobs(db));
  const { connection, company } = await all.connected();
  const key = config.encryptionKey.toString('base64');
  const killed = startProcess(
    'testing/connection-runner.ts',
    [JSON.stringify({ connection: database.connection, key })],
    {},
  );
  const { body } = await all.aaas.post<{ run_id: number }>(`/connections/${connection.id}/sync`);
  await killed.says(/stored a page/);
  // People who ask meanwhile join it.
  expect((await all.aaas.post(`/connections/${connection.id}/sync`)).body).toEqual(body);
  await killed.ends('SIGKILL');
  expect(await all.runOf(connection, body.run_id)).toMatchObject({ status: 'running', read: 2 });
  const pages: number[] = [];
  all.script.beforePage = (page) => void pages.push(page);
  const report = (line: string) => void all.reported.push(line);
  const { tasks } = connectionJobs(database, config, report, { sources: all.parts.sources });
  const jobs = runJobs(database.connection, { tasks, report, lookEvery: 20 });
  await eventually(async () => (await all.runOf(connection, body.run_id)).status === 'done');
  await jobs.stop();
  expect(pages).toEqual([1, 2]);
  expect(await all.runOf(connection, body.run_id)).toMatchObject({ read: 5, created: 5, attempts: 0 });
  const { rows } = await sql`select from product_variants where company_id = ${company}`.execute(database.db);
  expect(rows).toHaveLength(5);
});
