import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { eventually } from '../testing/eventually';
import { lockRow } from '../testing/locked-row';
import { openCompaniesConsole, type CompaniesConsole } from '../testing/companies';

let companies: CompaniesConsole;
let port: number;
beforeEach(async () => {
  companies = await openCompaniesConsole();
  await companies.service.app.listen({ port: 0, host: '127.0.0.1' });
  port = (companies.service.app.server.address() as AddressInfo).port;
});
afterEach(() => companies.service.close());

/** Asks over a connection of this agent: the status, the body and what the response says of its connection. */
const ask = async (agent: Agent, method: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${companies.admin.access ?? ''}`, 'content-type': 'application/json' };
  const response = await new Promise<IncomingMessage>((resolve, reject) =>
    request({ agent, port, host: '127.0.0.1', method, path: `/api${path}`, headers }, resolve)
      .on('error', reject)
      .end(body && JSON.stringify(body)),
  );
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  return {
    status: response.statusCode,
    body: JSON.parse(text) as Record<string, unknown>,
    end: response.headers.connection,
  };
};

it('a service that is told to stop says that it is not ready, answers as before, and ends what has begun', async () => {
  const { a, b, service } = companies;
  const [kept, idle, working] = [0, 1, 2].map(() => new Agent({ keepAlive: true, maxSockets: 1 })) as [
    Agent,
    Agent,
    Agent,
  ];
  expect(await ask(kept, 'GET', '/ready')).toMatchObject({ status: 200, end: 'keep-alive' });
  expect(await ask(idle, 'GET', '/ready')).toMatchObject({ status: 200, end: 'keep-alive' });
  const lock = await lockRow(service.database, 'companies', a);
  const begun = ask(working, 'PATCH', `/companies/${a}`, { name: 'Begun' });
  await eventually(lock.isWaitedFor);

  const stopped = service.app.draining.stop({ isHurried: false });
  // A gateway that keeps its connections opens no new ones, of which one could arrive as the socket closes.
  expect(await ask(kept, 'GET', '/ready')).toEqual({
    status: 503,
    body: { detail: 'The service is stopping. Please try again shortly.' },
    end: 'keep-alive',
  });
  await eventually(() => !service.app.server.listening);
  // From here on nothing new comes in; what a gateway still sends over a connection that it keeps is its last request.
  expect(await ask(kept, 'GET', `/companies/${b + 1000}`)).toMatchObject({ status: 404, end: 'close' });
  expect(await ask(idle, 'GET', '/companies')).toMatchObject({ status: 200, end: 'close' });
  await expect(ask(new Agent(), 'GET', '/health')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await lock.release();
  expect(await begun).toMatchObject({ status: 200, body: { name: 'Begun' }, end: 'close' });
  await stopped;
});

it('neither an idle connection, nor one on which nothing was ever said, nor half a request keeps it from stopping', async () => {
  const idle = new Agent({ keepAlive: true });
  await ask(idle, 'GET', '/health');
  const sockets = [connect(port, '127.0.0.1'), connect(port, '127.0.0.1')];
  const closed = sockets.map(
    (socket) => new Promise<void>((resolve) => socket.on('error', () => undefined).once('close', () => resolve())),
  );
  await Promise.all(sockets.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  sockets[0]?.write(
    'POST /api/token/pair HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  );
  const { server } = companies.service.app;
  await eventually(() => new Promise<boolean>((resolve) => server.getConnections((_, count) => resolve(count === 3))));
  await companies.service.app.draining.stop({ isHurried: true });
  await Promise.all(closed);
});
