import { openConnection } from '../database/connection';
import { eventually } from '../testing/eventually';
import { companyBody, openCompaniesConsole, type CompaniesConsole } from '../testing/companies';
import { PASSWORD } from '../testing/console';
import { lockRow } from '../testing/locked-row';
import { Busy, Unavailable } from './errors';
import { openWriteGate } from './write-gate';

/** Work that ends on command, and how much of it runs. */
const held = () => {
  const ends: (() => void)[] = [];
  return { ends, work: () => new Promise<void>((resolve) => void ends.push(resolve)) };
};
const turns = () => new Promise(setImmediate);

describe('the gate', () => {
  it('lets so many work at once, of one record so many, and the others in the order they came', async () => {
    const gate = openWriteGate({ all: 3, each: 2, patience: 60_000 });
    const begun: string[] = [];
    const { ends, work } = held();
    const runs = ['a', 'a', 'a', 'b', 'c', 'a'].map((record, at) =>
      gate.run(record, () => {
        begun.push(`${record}${at}`);
        return work();
      }),
    );
    await turns();
    expect(begun).toEqual(['a0', 'a1', 'b3']);
    ends[2]?.();
    await turns();
    expect(begun).toEqual(['a0', 'a1', 'b3', 'c4']);
    ends[0]?.();
    await turns();
    expect(begun).toEqual(['a0', 'a1', 'b3', 'c4', 'a2']);
    while (begun.length < runs.length) {
      ends.forEach((end) => end());
      await turns();
    }
    ends.forEach((end) => end());
    await Promise.all(runs);
  });

  it('leaves four of the ten connections to those who only read: of its own it lets six work, of one record two', async () => {
    const begunOf = async (records: string[]) => {
      const gate = openWriteGate({ patience: 60_000 });
      const { ends, work } = held();
      const runs = records.map((record) => gate.run(record, work));
      await turns();
      const begun = ends.length;
      for (let ended = 0; ended < records.length; await turns())
        for (; ended < ends.length; ended += 1) ends[ended]?.();
      await Promise.all(runs);
      return begun;
    };
    expect(await begunOf(Array.from({ length: 20 }, (_, at) => String(at)))).toBe(6);
    expect(await begunOf(Array<string>(20).fill('one'))).toBe(2);
  });

  it('is left by what fails, too', async () => {
    const gate = openWriteGate({ all: 1, patience: 60_000 });
    await expect(gate.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(gate.run('a', () => Promise.resolve('yes'))).resolves.toBe('yes');
  });

  it('refuses who waited for too long, by a message that tells which limit it was', async () => {
    const gate = openWriteGate({ all: 2, each: 1, patience: 1 });
    const { ends, work } = held();
    const working = [gate.run('a', work), gate.run('b', work)];
    await expect(gate.run('a', work)).rejects.toEqual(new Unavailable('locked'));
    await expect(gate.run('c', work)).rejects.toEqual(
      new Busy('Too many changes are being saved at once. Please try again shortly.', 1),
    );
    ends.forEach((end) => end());
    await Promise.all(working);
    await expect(gate.run('c', () => Promise.resolve('free'))).resolves.toBe('free');
  });
});

describe('beside thirteen changes of a company that somebody holds locked', () => {
  let console: CompaniesConsole;
  beforeAll(async () => {
    console = await openCompaniesConsole();
  });
  afterAll(() => console.service.close());

  it('everybody else is served first, and each of them gets 503 with a message after five seconds', async () => {
    const { a, b, admin, other, member, service } = console;
    const lock = await lockRow(service.database, 'companies', a);
    let answered = 0;
    const waiters = Array.from({ length: 13 }, async (_, at) => {
      const response = await admin.patch(`/companies/${a}`, { name: `Name ${at}` });
      answered += 1;
      return response;
    });
    await eventually(lock.isWaitedFor);

    const others = await Promise.all([
      member.get('/companies'),
      member.get(`/companies/${a}`),
      service.nobody.post('/token/pair', { username: 'member', password: PASSWORD }),
      service.nobody.get('/ready'),
      other.patch(`/companies/${b}`, { name: 'Renamed meanwhile' }),
    ]);
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(answered).toBe(0);

    for (const { status, body, headers } of await Promise.all(waiters)) {
      expect({ status, body }).toEqual({ status: 503, body: { detail: 'Somebody else is changing this record.' } });
      expect(headers['retry-after']).toBe('1');
    }
    await lock.release();
    expect((await admin.patch(`/companies/${a}`, { name: 'Free again' })).status).toBe(200);
  });

  it('a company of another slug than those that wait for one is created, and none of them blames a record', async () => {
    const { everyone, service } = console;
    const holder = openConnection(service.database.connection);
    const uncommitted = await holder.db.startTransaction().execute();
    await uncommitted
      .insertInto('companies')
      .values({ name: 'First', slug: 'taken', logo_url: companyBody.logo_url, timezone: 'America/Chicago' })
      .execute();
    const create = (slug: string) => everyone.post('/companies', { ...companyBody, slug });
    const waiters = [create('taken'), create('taken'), create('taken')];
    expect((await create('free')).status).toBe(201);
    for (const { status, body, headers } of await Promise.all(waiters)) {
      const detail = 'Too many changes are being saved at once. Please try again shortly.';
      expect({ status, body }).toEqual({ status: 503, body: { detail } });
      expect(headers['retry-after']).toBe('1');
    }
    await uncommitted.rollback().execute();
    await holder.close();
    expect((await create('taken')).status).toBe(201);
  });
});
