import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { CONTRACT_VERSION } from 'contract/version';
import { buildApp } from './app';
import { openConnection } from './database/connection';
import { CHEAP, openConsole, Person, type TestConsole } from './testing/console';
import { leastProcessorTime } from './testing/processor-time';

let service: TestConsole;
let admin: Person;

beforeAll(async () => {
  service = await openConsole();
  admin = await service.person('admin', { groups: ['AaasAdmin'] });
});
afterAll(() => service.close());

interface PublishedOperation {
  readonly operationId: string;
  readonly 'x-since': string;
  readonly parameters?: readonly { readonly description?: string; readonly $ref?: string }[];
  readonly responses: Readonly<Record<string, { readonly description?: string; readonly $ref?: string }>>;
}

const nested = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;
const company = { name: 'N', slug: 's', logo_url: 'https://x.test/', timezone: 'America/Denver' };

describe('bodies', () => {
  it.each([
    ['{', 400],
    ['\ufeff{"name":"x"}', 400],
    ['{"__proto__":{"isAdmin":true}}', 400],
    ['{"name":[{"deep":{"__proto__":1}}]}', 400],
    ['{"\\u005f_proto__":1}', 400],
    ['{"constructor":{"prototype":{}}}', 400],
    ['{"a":{"constructor":{"prototype":{"x":1}}}}', 400],
    [JSON.stringify({ ...company, name: 'a\0b' }), 422],
    [JSON.stringify({ ...company, name: 'x' }).replace('"x"', '"\\ud800"'), 422],
    ['null', 422],
    ['[]', 422],
    ['"x"', 422],
    ['7', 422],
    ['', 422],
    [undefined, 422],
  ])('%j is refused with %i (MASS-05, DOS-06)', async (body, status) => {
    const response = await admin.post('/companies', body);
    expect(response.status).toBe(status);
    expect(response.body.detail).toBeTruthy();
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });

  it.each([
    ['text/plain', {}],
    ['application/json garbage', {}],
    ['application/json; charset=utf-16', {}],
    ['application/x-www-form-urlencoded', {}],
    ['multipart/form-data; boundary=x', {}],
    ['application/json', { 'content-encoding': 'gzip' }],
    ['', {}],
  ])('of the type %j %j are refused with 415 (MASS-07)', async (type, headers) => {
    const { status, body } = await admin.post('/companies', company, { 'content-type': type, ...headers });
    expect({ status, body }).toEqual({
      status: 415,
      body: { detail: 'The request body must be application/json in UTF-8' },
    });
  });

  it('may say their charset', async () => {
    const { status } = await admin.post('/companies', company, { 'content-type': 'application/json; charset=UTF-8' });
    expect(status).toBe(201);
  });

  it('that are not UTF-8 are refused', async () => {
    const { statusCode } = await service.app.inject({
      method: 'POST',
      url: '/api/companies',
      headers: { authorization: `Bearer ${admin.access ?? ''}`, 'content-type': 'application/json' },
      payload: Buffer.from([0x22, 0xff, 0xfe, 0x22]),
    });
    expect(statusCode).toBe(400);
  });

  it('over one MiB are refused with 413 (DOS-01)', async () => {
    for (const size of [1.1, 10]) {
      const { status, body } = await admin.post('/companies', 'x'.repeat(size * 1024 * 1024));
      expect({ status, body }).toEqual({ status: 413, body: { detail: 'The request body must not exceed 1 MiB' } });
    }
  });

  it.each([
    ['100,000 nested lists', nested(100_000)],
    ['100,000 nested lists in a field', `{"name":${nested(100_000)}}`],
    ['60,000 keys', JSON.stringify(Object.fromEntries(Array.from({ length: 60_000 }, (_, at) => [`k${at}`, at])))],
    ['a text that a pattern could hang on', JSON.stringify({ ...company, logo_url: `http://${'a'.repeat(900_000)} ` })],
    ['a name as long as the body', JSON.stringify({ ['x'.repeat(900_000)]: 'a\0b' })],
    ['a list of half a million', JSON.stringify({ ...company, name: Array(500_000).fill(0) })],
  ])('of %s are refused in less than 100 ms of work (DOS-02)', async (_name, body) => {
    const taken = await leastProcessorTime(async () => {
      const response = await admin.post<{ detail: unknown }>('/companies', body);
      expect([400, 422]).toContain(response.status);
      expect(response.text.length).toBeLessThan(5000);
    });
    expect(taken).toBeLessThan(100);
  });

  it('may hold any number of commas in a text: only those between values count', async () => {
    const { status, body } = await admin.post('/companies', { ...company, name: '\\",'.repeat(60_000) });
    expect({ status, body }).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'name'] }] } });
  });

  it('that a route does not take are refused, an empty one is not', async () => {
    expect((await admin.post('/companies/999999/duplicate', { name: 'x' })).status).toBe(422);
    expect((await admin.post('/companies/999999/duplicate', {})).status).toBe(404);
    expect((await admin.ask('DELETE', '/companies/999999', '')).status).toBe(404);
  });
});

describe('responses', () => {
  it.each(['/health', '/users/me', '/nowhere', '/companies/%', '/companies/0'])(
    'of %s carry x-request-id and the contract’s version, are not stored and may load nothing foreign',
    async (path) => {
      const [one, two] = [await admin.get(path), await admin.get(path)];
      expect(one.headers['x-request-id']).toMatch(/^[\w-]{20,}$/);
      expect(one.headers['x-request-id']).not.toBe(two.headers['x-request-id']);
      expect(one.headers['x-contract-version']).toBe(CONTRACT_VERSION);
      expect(one.headers['cache-control']).toBe('no-store');
      expect(one.headers['x-content-type-options']).toBe('nosniff');
      expect(one.headers['content-security-policy']).toMatch("frame-ancestors 'none'");
    },
  );

  it('name one message where nothing is', async () => {
    expect(await service.nobody.get('/nowhere')).toMatchObject({ status: 404, body: { detail: 'Not found' } });
    expect(await admin.get('/companies/%')).toMatchObject({
      status: 400,
      body: { detail: 'The request cannot be understood' },
    });
    expect((await admin.ask('PATCH', '/companies')).status).toBe(404);
  });

  it('are the same with and without a trailing slash', async () => {
    expect((await admin.get('/companies/')).status).toBe(200);
    expect((await admin.get('/companies/search/?q=x')).status).toBe(200);
    expect((await service.nobody.get('/health/')).status).toBe(200);
  });

  it('grant nothing to a foreign origin, and refuse TRACE (HDR-04, ROLE-11)', async () => {
    for (const method of ['GET', 'OPTIONS', 'POST', 'TRACE']) {
      const headers = { origin: 'https://evil.test', 'access-control-request-method': 'POST' };
      const response = await admin.ask(method, '/companies', undefined, headers);
      expect(Object.keys(response.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      if (method === 'TRACE' || method === 'OPTIONS') expect(response.status).toBe(404);
    }
  });

  it('hide what went wrong inside (500)', async () => {
    const broken = await openConsole();
    const person = await broken.person('someone');
    await sql`alter table companies rename column logo_url to gone`.execute(broken.database.db);
    expect(await person.get('/companies')).toMatchObject({ status: 500, body: { detail: 'Internal server error' } });
    await broken.close();
  });

  it('say when to come back while the database is away (503)', async () => {
    const database = openConnection({ host: '127.0.0.1', port: 1 });
    const app = await buildApp({ database, config: service.config, hashCost: CHEAP });
    const person = new Person(app, '', admin.access, null);
    for (const path of ['/users/me', '/ready']) {
      const away = await person.get(path);
      expect(away.status).toBe(503);
      expect(away.headers['retry-after']).toBe('5');
      expect(away.body.detail).toBe('The service is not available right now. Please try again shortly.');
    }
    expect((await person.get('/health')).status).toBe(200);
    await app.close();
    await database.close();
  });
});

describe('the description', () => {
  it('is generated from the contract', async () => {
    expect((await service.nobody.get('/openapi.json')).status).toBe(401);
    const { body } = await admin.get<{
      openapi: string;
      paths: Record<string, Record<string, { summary: string }>>;
    }>('/openapi.json');
    expect(body.openapi).toBe('3.1.0');
    const described = service.app.guarded.filter(({ method, url }) => method !== 'HEAD' && url !== '/api/openapi.json');
    for (const { method, url } of described) {
      const path = url.replace(/:(\w+)/g, '{$1}');
      expect(body.paths[path]?.[method.toLowerCase()]?.summary).toBeTruthy();
    }
    expect(JSON.stringify(body)).toContain('Slug must be lowercase alphanumeric words separated by single hyphens');
  });

  it('names what each call may refuse, as its declaration has it', () => {
    const body = service.app.swagger() as object as {
      paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
    };
    const refusals = (method: string, path: string) =>
      Object.keys(body.paths[`/api${path}`]?.[method]?.responses ?? {}).filter((status) => status >= '400');
    expect(refusals('get', '/health')).toEqual(['422']);
    expect(refusals('get', '/companies')).toEqual(['401', '403', '422']);
    expect(refusals('get', '/product-variants')).toEqual(['401', '403', '404', '422']);
    expect(refusals('post', '/token/pair')).toEqual(['400', '401', '413', '415', '422', '429']);
    expect(refusals('patch', '/companies/{id}')).toEqual([
      '400',
      '401',
      '403',
      '404',
      '409',
      '412',
      '413',
      '415',
      '422',
    ]);
    expect(refusals('patch', '/product-variants/{id}')).not.toContain('409');
    expect(body.paths['/api/companies']?.post?.responses[409]?.description).toBe(
      'Taken: Slug; or The first call with this Idempotency-Key is still running',
    );
  });

  it('names each operation and record, describes each parameter and error, and says since when, in 1.7 kB an operation', async () => {
    const { body } = await admin.get<{
      paths: Record<string, Record<string, PublishedOperation>>;
      components: { schemas: Record<string, Record<string, unknown>>; responses: Record<string, object> };
    }>('/openapi.json');
    const operations = Object.values(body.paths).flatMap((methods) => Object.values(methods));
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
    expect(body.paths['/api/companies/{id}']?.get?.operationId).toBe('getCompaniesById');
    for (const operation of operations) {
      expect(operation['x-since']).toMatch(/^\d+\.\d+\.\d+$/);
      expect(Object.keys(operation.responses)).toEqual(expect.arrayContaining(['429', '500', '503']));
      for (const one of operation.parameters ?? []) expect(one.description ?? one.$ref).toBeTruthy();
      for (const one of Object.values(operation.responses)) expect(one.description ?? one.$ref).toBeTruthy();
    }
    const text = JSON.stringify(body);
    expect(text.length / operations.length).toBeLessThanOrEqual(1700);
    for (const [, kind = '', name = ''] of text.matchAll(/"#\/components\/(\w+)\/(\w+)"/g))
      expect(body.components).toHaveProperty([kind, name]);
    // The words between the forms and the service stay between them.
    expect(body.components.schemas.Company?.properties).toHaveProperty('slug.description');
    expect(text).not.toMatch(/"(?:kind|written|computed|formatMessage|requiredMessage|trims)":(?:"|true)/);
  });

  it('passes a linter’s recommended rules, and makes a typed client that compiles', async () => {
    const { text } = await admin.get('/openapi.json');
    const folder = mkdtempSync(path.join(tmpdir(), 'console-description-'));
    const file = path.join(folder, 'openapi.json');
    writeFileSync(file, text);
    const script = path.join(__dirname, '../../scripts/typed-client.mjs');
    const { stdout, stderr } = spawnSync(process.execPath, [script, file], { encoding: 'utf8' });
    rmSync(folder, { recursive: true });
    expect(stdout.trim() + stderr).toBe('');
  });

  it('has readable pages in development only (SEC-11)', async () => {
    expect((await service.nobody.get('/docs')).status).toBe(404);
    const development = await openConsole({ development: true });
    expect((await development.nobody.get('/docs')).status).toBeLessThan(400);
    await development.close();
  });
});

it('closes the connection of a body that never ends (DOS-01)', async () => {
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const head = `POST /api/companies HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${admin.access ?? ''}\r\n`;
  socket.write(`${head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`);
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`;
  let response = '';
  socket.on('data', (data) => (response += data.toString()));
  socket.on('error', () => undefined);
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  const pour = () => {
    while (socket.writable && socket.write(chunk));
  };
  socket.on('drain', pour);
  pour();
  await closed;
  // The reset of a connection that is still written to may overtake the answer.
  expect(response).toMatch(/^(HTTP\/1\.1 413|$)/);
});

it('a sender that trickles is cut off after 20 seconds, its headers after 10 (DOS-03)', async () => {
  const { requestTimeout, headersTimeout } = service.app.server;
  expect({ requestTimeout, headersTimeout }).toEqual({ requestTimeout: 20_000, headersTimeout: 10_000 });
});
