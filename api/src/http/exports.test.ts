import http, { type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { eventually } from '../testing/eventually';
import { openTwoCompanies, type TwoCompanies } from '../testing/two-companies';
import type { Person } from '../testing/console';
import { disableUser } from '../session/users.queries';
import type { Caller } from './access';
import { openExports } from './exports';

it('two exports of a person are written at once, eight of a process, the others in their turn (DOS-09)', async () => {
  const exports = openExports(async (caller) => caller);
  const began: string[] = [];
  const ends = new Map<string, AbortController>();
  const files = ['1a', '1b', '1c', '2a', '2b', '3a', '3b', '4a', '4b', '5a'].map(async (name) => {
    const end = new AbortController();
    ends.set(name, end);
    const caller = { userId: Number(name.charAt(0)) } as Caller;
    await exports.begin({ caller }, { raw: {} as ServerResponse }, end.signal, async () => {
      began.push(name);
      return Readable.from([]);
    });
  });
  await eventually(() => began.length === 8);
  expect(began).toEqual(['1a', '1b', '2a', '2b', '3a', '3b', '4a', '4b']);
  ends.get('2a')?.abort();
  await eventually(() => began.length === 9);
  ends.get('1a')?.abort();
  await eventually(() => began.length === 10);
  expect(began.slice(8)).toEqual(['5a', '1c']);
  await Promise.all(files);
});

describe('over HTTP', () => {
  let opened: TwoCompanies;
  let port: number;
  beforeAll(async () => {
    opened = await openTwoCompanies('AdManager');
    const { service, a } = opened;
    // So much that the unread rest does not fit between the service and its reader.
    const values = Array.from({ length: 20_000 }, (_, n) => ({
      company_id: a,
      ad_identifier: String(n),
      ad_name: `${n} ${'long '.repeat(50)}`,
    }));
    for (let at = 0; at < values.length; at += 2000)
      await service.database.db
        .insertInto('facebook_ads')
        .values(values.slice(at, at + 2000))
        .execute();
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    ({ port } = service.app.server.address() as AddressInfo);
  }, 60_000);
  afterAll(() => opened.service.close());

  /** Begins an export and reads nothing of its rows. */
  const beginExport = async (person: Person): Promise<http.IncomingMessage> => {
    const headers = { authorization: `Bearer ${person.access}`, 'content-type': 'application/json' };
    const request = http.request({ port, path: '/api/facebook-ads/export', method: 'POST', headers });
    request.end(JSON.stringify({ company_id: opened.a }));
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    return response;
  };
  const textOf = async (response: http.IncomingMessage): Promise<string> => {
    response.setEncoding('utf8');
    let text = '';
    for await (const piece of response) text += String(piece);
    return text;
  };

  it('who asks for a third hears within five seconds, by the first row or by 429 with Retry-After (DOS-09)', async () => {
    const { manager, service } = opened;
    const held = [await beginExport(manager), await beginExport(manager)];
    expect(held.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    const since = performance.now();
    const third = await beginExport(manager);
    expect(performance.now() - since).toBeLessThan(5000);
    expect([third.statusCode, third.headers['retry-after']]).toEqual([429, '5']);
    expect(JSON.parse(await textOf(third))).toEqual({
      detail: 'Two of your exports are still running. Please try again when one of them has ended.',
    });
    // Somebody else's are not held up, and neither is a fourth, once a reader has left.
    const other = await service.person('other-manager', { groups: ['AdManager'], companies: ['company-a'] });
    expect((await textOf(await beginExport(other))).split('\r\n')).toHaveLength(20_002);
    const fourth = beginExport(manager);
    held[0]?.destroy();
    expect((await fourth).statusCode).toBe(200);
    (await fourth).destroy();
    held[1]?.destroy();
  });

  it.each(['a group', 'a company', 'sign-in'])(
    'a file that is being written ends once its person has lost %s (PEOPLE-08)',
    async (lost) => {
      const { service, a } = opened;
      const { db } = service.database;
      const person = await service.person(`without ${lost}`, { groups: ['AdManager'], companies: ['company-a'] });
      const held = await beginExport(person);
      const named = db.selectFrom('users').select('id').where('username', '=', person.username);
      if (lost === 'a group') await db.deleteFrom('user_groups').where('user_id', '=', named).execute();
      else if (lost === 'a company')
        await db.deleteFrom('memberships').where('user_id', '=', named).where('company_id', '=', a).execute();
      else await disableUser(db, person.username);
      await expect(textOf(held)).rejects.toThrow('aborted');
    },
  );

  it('who reads nothing of a file for half a minute is cut off', async () => {
    const { manager, service } = opened;
    const connected = once(service.app.server, 'connection') as Promise<[Socket]>;
    const held = await beginExport(manager);
    const [socket] = await connected;
    expect(socket.timeout).toBe(30_000);
    socket.emit('timeout');
    await expect(textOf(held)).rejects.toThrow('aborted');
  });
});
