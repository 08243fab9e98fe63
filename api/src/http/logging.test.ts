import { fastify } from 'fastify';
import type { Caller } from './access';
import { logging, logRequests } from './logging';

const CALLER: Caller = {
  userId: 1,
  username: 'ada',
  requestId: '',
  sessionId: '',
  groups: [],
  everyCompany: false,
  companyIds: [],
};

/** The service's log lines during one request. */
const logged = async (url: string, fail?: Error): Promise<Record<string, unknown>[]> => {
  const lines: string[] = [];
  const { logger, logController } = logging({ logLevel: 'info' });
  const app = fastify({ logController, logger: { ...logger, stream: { write: (line: string) => lines.push(line) } } });
  logRequests(app);
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request) => {
    request.caller = CALLER;
  });
  app.setErrorHandler((error, request, reply) => {
    request.log.error({ err: error, password: 'console-demo', body: { token: 'abc' } }, 'failed');
    return reply.code(500).send({});
  });
  app.get('/api/*', async () => {
    if (fail) throw fail;
    return {};
  });
  await app.inject({ url, headers: { authorization: 'Bearer s3cr3t', cookie: 'sid=s3cr3t' } });
  await app.close();
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
};

test('a request is one line with its id, user, status and duration, and without what follows the ?', async () => {
  const lines = await logged('/api/companies?access_token=s3cr3t&name=Harbor');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatchObject({
    level: 30,
    method: 'GET',
    path: '/api/companies',
    status: 200,
    user: 'ada',
    msg: 'request',
  });
  expect(lines[0]).toHaveProperty('requestId');
  expect(lines[0]?.milliseconds).toEqual(expect.any(Number));
  expect(JSON.stringify(lines)).not.toMatch(/s3cr3t|Harbor/);
});

test('questions whether the service is well are not logged', async () => {
  expect(await logged('/api/health')).toEqual([]);
  expect(await logged('/api/ready')).toEqual([]);
});

test('an error is logged with its stack, never with the values that a person sent (SEC-07)', async () => {
  const error = Object.assign(new Error('duplicate key'), {
    code: '23505',
    constraint: 'companies_slug_key',
    detail: 'Key (slug)=(s3cr3t) already exists.',
    rawPacket: 'Authorization: Bearer s3cr3t',
    cause: Object.assign(new Error('below'), { parameters: ['s3cr3t'] }),
  });
  const [failure, request] = await logged('/api/companies', error);
  expect(failure).toMatchObject({
    level: 50,
    password: '***',
    body: { token: '***' },
    err: { message: 'duplicate key', code: '23505', constraint: 'companies_slug_key', cause: { message: 'below' } },
  });
  expect(JSON.stringify(failure)).toMatch('logging.test.ts');
  expect(JSON.stringify(failure)).not.toMatch(/s3cr3t|console-demo/);
  expect(request).toMatchObject({ level: 40, status: 500, requestId: failure?.requestId });
});
