import { request as ask, type ClientRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { buildApp } from '../app';
import type { Paged } from 'contract/paging';
import { CHEAP, openConsole, Person, type TestConsole } from '../testing/console';
import { databaseOn } from '../testing/database';
import { keyed, whileNobodyCanWrite } from '../testing/keyed-calls';
import { startProcess, type TestProcess } from '../testing/processes';

const NOTE = { name: 'Returns', content: 'Thirty days' };
let service: TestConsole;
let admin: Person;
/** The same person at another process of the same service. */
let elsewhere: Person;
let closeElsewhere: () => Promise<unknown>;

beforeAll(async () => {
  service = await openConsole();
  admin = await service.person('admin', { groups: ['AaasAdmin'] });
  const other = await buildApp({ database: service.database, config: service.config, hashCost: CHEAP });
  await other.ready();
  elsewhere = new Person(other, 'admin', admin.access, null);
  closeElsewhere = () => other.close();
});
beforeEach(() => service.database.db.deleteFrom('knowledge').execute());
afterAll(async () => {
  await closeElsewhere();
  await service.close();
});

const notes = async () => (await admin.get<Paged<{ id: number }>>('/knowledge')).body.items;

describe('a process that is killed', () => {
  let running: TestProcess;
  let port: string;
  beforeEach(async () => {
    const { connectionString, host, port: number, user, database } = databaseOn(await databaseName());
    running = startProcess('main.ts', ['serve', '--no-demo'], {
      PORT: '0',
      LOG_LEVEL: 'silent',
      SECRET: service.config.secret,
      DATABASE_URL: connectionString ?? `postgres:///${database}?host=${host}&port=${number}&user=${user}`,
      ENCRYPTION_KEY: service.config.encryptionKey.toString('base64'),
    });
    port = (await running.says(/is ready: http:\/\/localhost:(\d+)/))[1] ?? '';
  });
  afterEach(() => running.ends('SIGKILL'));

  const databaseName = async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(service.database.db);
    return rows[0]?.name ?? '';
  };
  /** Sends the call and never hears of it. */
  const sent = (key: string): ClientRequest => {
    const headers = { authorization: `Bearer ${admin.access}`, 'content-type': 'application/json', ...keyed(key) };
    const lost = ask({ host: 'localhost', port, method: 'POST', path: '/api/knowledge', headers });
    lost.on('error', () => undefined).end(JSON.stringify(NOTE));
    return lost;
  };
  const isKept = async (key: string) =>
    (await service.database.db.selectFrom('idempotency_keys').select('key').where('key', '=', key).execute()).length >
    0;

  it('after the commit leaves the response to the next try', async () => {
    const lost = sent('after');
    while (!(await isKept('after')));
    await running.ends('SIGKILL');
    lost.destroy();
    const [kept] = await notes();
    expect(await elsewhere.post('/knowledge', NOTE, keyed('after'))).toMatchObject({ status: 201, body: kept });
    expect(await notes()).toHaveLength(1);
  });

  it('before the commit leaves nothing, and the next try is the first', async () => {
    await whileNobodyCanWrite(service.database.db, async (someoneWaits) => {
      const lost = sent('before');
      await someoneWaits();
      await running.ends('SIGKILL');
      lost.destroy();
    });
    // The database notices a lost connection when it next answers on it.
    let next = await elsewhere.post('/knowledge', NOTE, keyed('before'));
    while (next.status === 409) next = await elsewhere.post('/knowledge', NOTE, keyed('before'));
    expect(next.status).toBe(201);
    expect(await notes()).toHaveLength(1);
  });
});

it('a response that is lost on the way is there for the next try', async () => {
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  const lost = ask({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/api/knowledge',
    headers: { authorization: `Bearer ${admin.access}`, 'content-type': 'application/json', ...keyed('lost') },
  });
  lost.on('error', () => undefined);
  await whileNobodyCanWrite(service.database.db, async (someoneWaits) => {
    lost.end(JSON.stringify(NOTE));
    await someoneWaits();
    lost.destroy();
  });
  let next = await elsewhere.post('/knowledge', NOTE, keyed('lost'));
  while (next.status === 409) next = await elsewhere.post('/knowledge', NOTE, keyed('lost'));
  expect(next).toMatchObject({ status: 201, body: NOTE });
  expect(await notes()).toHaveLength(1);
});
