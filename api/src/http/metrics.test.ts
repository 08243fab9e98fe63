import { createServer, type AddressInfo } from 'node:net';
import { once } from 'node:events';
import { sql } from 'kysely';
import { buildApp } from '../app';
import { noteProof } from '../database/backup-proof';
import { openConnection } from '../database/connection';
import { OfflineModel } from '../agents/offline-model';
import { CHEAP, openConsole, Person, PASSWORD, type TestConsole } from '../testing/console';
import { eventually } from '../testing/eventually';
import { metricsOfService, serveMetrics, type Metrics } from './metrics';

let service: TestConsole;
let metrics: Metrics;
let app: TestConsole['app'];
let url: string;

beforeAll(async () => {
  service = await openConsole();
  metrics = metricsOfService();
  const { database, config } = service;
  // At the pace of people: an answer is still running when the figures are read.
  app = await buildApp({ database, config, hashCost: CHEAP, model: new OfflineModel(25), metrics });
  url = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  await service.close();
});

/** The value of a line, such as `console_open_streams`. */
const valueOf = async (line: string): Promise<number | undefined> => {
  const found = (await metrics.text()).split('\n').find((text) => text.startsWith(`${line} `));
  return found === undefined ? undefined : Number(found.slice(line.length + 1));
};
const nobody = () => new Person(app, '', null, null);

it('counts requests by the pattern of their route and by status, and times them', async () => {
  const person = await service.person('measured', { groups: ['AaasAdmin'] });
  const asked = new Person(app, 'measured', person.access, null);
  for (const id of [901, 902, 903]) expect((await asked.get(`/companies/${id}`)).status).toBe(404);
  expect(await valueOf('console_requests_total{method="GET",route="/api/companies/:id",status="404"}')).toBe(3);
  expect(await valueOf('console_request_seconds_count{method="GET",route="/api/companies/:id"}')).toBe(3);
  expect(await metrics.text()).not.toMatch(/route="[^"]*901/);
});

it('gives what no route has one name, so that nobody can make up names', async () => {
  for (const path of ['/a', '/b']) expect((await nobody().get(path)).status).toBe(404);
  const text = await metrics.text();
  expect(text).toMatch(/console_requests_total\{method="GET",route="none",status="404"\} 2/);
});

it('counts refused sign-ins', async () => {
  await service.person('known');
  const before = await valueOf('console_sign_in_failures_total{reason="wrong"}');
  await nobody().post('/token/pair', { username: 'known', password: 'wrong password' });
  await nobody().post('/token/pair', { username: 'known', password: PASSWORD });
  expect(await valueOf('console_sign_in_failures_total{reason="wrong"}')).toBe((before ?? NaN) + 1);
  expect(await valueOf('console_sign_in_failures_total{reason="limit"}')).toBe(0);
});

it('tells connections, waiting calls, the event loop and the process', async () => {
  expect(await valueOf('console_database_connections')).toBeGreaterThan(0);
  expect(await valueOf('console_database_connections_idle')).toBeGreaterThan(0);
  expect(await valueOf('console_database_calls_waiting')).toBe(0);
  expect(await valueOf('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
  expect(await valueOf('process_resident_memory_bytes')).toBeGreaterThan(0);
});

it('tells how far the background steps are', async () => {
  const ofStep = '{step="0031_companies_of_entries"}';
  await eventually(async () => (await valueOf(`console_background_step_progress${ofStep}`)) === 1);
  expect(await valueOf(`console_background_step_failed${ofStep}`)).toBe(0);
});

it('tells how long ago a backup was last proven, and goes on telling the rest where the database is away', async () => {
  expect(await metrics.text()).toContain('\nconsole_backup_proven_seconds +Inf\n');
  expect(await noteProof(service.database.db, '2026-11-01T03:00:00.000Z')).toBe(true);
  await sql`update backup_proof set proven_at = proven_at - interval '2 days'`.execute(service.database.db);
  const seconds = (await valueOf('console_backup_proven_seconds')) ?? NaN;
  expect(seconds).toBeGreaterThanOrEqual(172_800);
  expect(seconds).toBeLessThan(173_400);
  expect(await noteProof(service.database.db, '2026-11-03T03:00:00.000Z')).toBe(true);
  expect(await valueOf('console_backup_proven_seconds')).toBeLessThan(600);
  const away = metricsOfService();
  const db = openConnection({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' });
  away.watch({
    database: db,
    answers: { count: () => 3 },
    steps: () => [],
    sources: async () => ({ failing: 0, reconnect: 0, unread: 0 }),
  });
  expect(await away.text()).toMatch(/\nconsole_running_answers 3\n[^]*\nconsole_backup_proven_seconds Nan\n/);
  await db.close();
});

it('tells running answers and open streams, and that they are over', async () => {
  const agent = `measured-${Date.now()}`;
  await service.database.db
    .insertInto('agent_definitions')
    .values({ slug: agent, system_prompt: 'x', updated_by: null })
    .execute();
  const { access } = await service.person('talker');
  const headers = { authorization: `Bearer ${access}`, 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(`${url}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  const { tab_id } = (await (await post('/agents/session/create', {})).json()) as { tab_id: string };
  await post('/agents/select', { tab_id, agent });
  const answer = await post('/agents/message', { tab_id, message: 'hello' });
  const seen: number[] = [];
  const reader = answer.body!.getReader();
  await reader.read();
  seen.push((await valueOf('console_open_streams'))!, (await valueOf('console_running_answers'))!);
  while (!(await reader.read()).done);
  expect(seen).toEqual([1, 1]);
  while ((await valueOf('console_open_streams')) !== 0);
  expect(await valueOf('console_running_answers')).toBe(0);
  expect(await valueOf('console_request_seconds_count{method="POST",route="/api/agents/message"}')).toBeUndefined();
});

it('is served at /metrics of its own address alone', async () => {
  const server = await serveMetrics(metrics, { host: '127.0.0.1', port: 0 });
  try {
    const served = await fetch(server.url);
    expect(served.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    expect(await served.text()).toContain('console_requests_total');
    expect((await fetch(server.url.replace('/metrics', '/'))).status).toBe(404);
    expect((await fetch(`${server.url}`, { method: 'POST' })).status).toBe(404);
  } finally {
    await server.close();
  }
  for (const path of ['/metrics', '/api/metrics']) expect((await fetch(`${url}${path}`)).status).toBe(404);
});

it('a port that is taken, or an address of another machine, is told in a message', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  await expect(serveMetrics(metrics, { host: '127.0.0.1', port })).rejects.toThrow(
    `Port ${port} is taken: stop what uses it, or set METRICS_PORT to another number.`,
  );
  other.close();
  await expect(serveMetrics(metrics, { host: '203.0.113.9', port: 0 })).rejects.toThrow(
    "The metrics cannot be served at METRICS_HOST '203.0.113.9'",
  );
});
