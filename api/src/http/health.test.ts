import { sql } from 'kysely';
import { openConnection, type Database } from '../database/connection';
import { addTestCompany, openConsole, PASSWORD, type Person, type TestConsole } from '../testing/console';
import { buildApp } from '../app';
import { CHEAP, Person as Someone } from '../testing/console';

let service: TestConsole;
let admin: Person;
let company: number;
const readiness = async () => {
  const { status, body, headers } = await service.nobody.get('/ready');
  return status === 200 ? body : [status, body.detail, headers['retry-after']];
};
const rename = async (name: string) => {
  const { status, body, headers } = await admin.patch(`/companies/${company}`, { name });
  return status === 200 ? body.name : [status, body.detail, headers['retry-after']];
};
const run = (statement: string, { db }: Pick<Database, 'db'> = service.database) => sql.raw(statement).execute(db);

beforeAll(async () => {
  service = await openConsole();
  company = await addTestCompany(service, 'Company', 'company');
  admin = await service.person('admin', { groups: ['CompanyAdmin'], companies: ['company'] });
});
afterAll(() => service.close());

const OK = { status: 'ok' };
const FULL = [503, 'Nothing can be saved right now: the database has no space left. Please try again later.', '10'];
const READ_ONLY = [
  503,
  'Nothing can be saved right now: the database allows reading only. Please try again shortly.',
  '5',
];

// PostgreSQL's own error when a file cannot grow, raised by a trigger; a real full disk: `pnpm test:faults`.
const failing = (code: string) => `
  create function fails() returns trigger language plpgsql as
    $$ begin raise exception using errcode = '${code}', message = 'it fails'; end $$`;

describe('a disk without space', () => {
  it('is told by 503 and a message, makes the service unready until a write succeeds, and reads go on', async () => {
    expect(await readiness()).toEqual(OK);
    await run(failing('53100'));
    await run('create trigger fails before update on companies for each row execute function fails()');
    await run(`
      create function ddl_fails() returns event_trigger language plpgsql as
        $$ begin raise exception using errcode = '53100', message = 'it fails'; end $$;
      create event trigger disk_is_full on ddl_command_start when tag in ('CREATE TABLE AS') execute function ddl_fails()`);
    // Nothing has failed yet, and a probe writes nothing by itself.
    expect(await readiness()).toEqual(OK);
    expect(await rename('Lost')).toEqual(FULL);
    expect(await readiness()).toEqual(FULL);
    expect((await admin.get(`/companies/${company}`)).body.name).toBe('Company');

    await run('drop event trigger disk_is_full; drop trigger fails on companies; drop function fails(), ddl_fails()');
    expect(await readiness()).toEqual(OK);
    expect(await rename('Renamed')).toBe('Renamed');
  });
});

describe('a database that allows reading only', () => {
  it('is told by 503 and a message, and changes are taken again as soon as it allows them', async () => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(service.database.db);
    const setting = (value: string) => `alter database ${rows[0]?.name} set default_transaction_read_only = ${value}`;
    const operator = openConnection(service.database.connection);
    await run(setting('on'), operator);
    // A connection that was there before still writes; these are new.
    await run(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`,
      operator,
    );
    while (JSON.stringify(await readiness()) !== JSON.stringify(READ_ONLY));
    expect(await rename('Lost')).toEqual(READ_ONLY);
    const { status, body } = await service.nobody.post('/token/pair', { username: 'admin', password: PASSWORD });
    expect([status, body.detail]).toEqual(READ_ONLY.slice(0, 2));
    expect((await admin.get('/companies')).status).toBe(200);

    await run(setting('off'), operator);
    while (JSON.stringify(await readiness()) !== JSON.stringify(OK));
    expect(await rename('Written')).toBe('Written');
    await operator.close();
  });
});

describe('a statement that is ended', () => {
  it.each([
    ['57014', 'This took too long and was stopped; nothing was changed. Please try again shortly.', '5'],
    ['55P03', 'Somebody else is changing this record.', '1'],
    ['40P01', 'Somebody else is changing this record.', '1'],
    ['57P01', 'The service is not available right now. Please try again shortly.', '5'],
  ])('by %s is 503 with a message', async (code, message, seconds) => {
    await run(failing(code));
    await run('create trigger fails before update on companies for each row execute function fails()');
    expect(await rename('Lost')).toEqual([503, message, seconds]);
    await run('drop trigger fails on companies; drop function fails()');
  });
});

describe("a clock that is away from the database's", () => {
  it.each([
    [31 * 1000, false],
    [-31 * 1000, false],
    [29 * 1000, true],
    [-29 * 1000, true],
  ])('by %i ms: every call gets a response is %j, and nobody is told to sign in', async (milliseconds, isAnswered) => {
    let away = milliseconds;
    const database = openConnection(service.database.connection, { clock: () => Date.now() + away });
    const app = await buildApp({ database, config: service.config, hashCost: CHEAP });
    const nobody = new Someone(app, '', null, null);
    const person = new Someone(app, '', admin.access, null);
    const asked = () =>
      Promise.all([
        person.get('/companies'),
        nobody.post('/token/refresh', { refresh: admin.refresh }),
        nobody.get('/ready'),
      ]);
    await nobody.get('/ready');
    for (const { status, body, headers } of await asked()) {
      expect(status).toBe(isAnswered ? 200 : 503);
      if (isAnswered) continue;
      expect(body.detail).toBe("This service's clock differs from the database's. Please try again shortly.");
      expect(headers['retry-after']).toBe('5');
    }
    expect((await nobody.get('/health')).status).toBe(200);
    away = 0;
    await nobody.get('/ready');
    expect((await asked()).map(({ status }) => status)).toEqual([200, 200, 200]);
    await app.close();
    await database.close();
  });

  it('is found out by a service that listens, without being asked', async () => {
    const database = openConnection(service.database.connection, { clock: () => Date.now() + 60_000 });
    const app = await buildApp({ database, config: service.config, hashCost: CHEAP });
    await app.listen({ port: 0, host: '127.0.0.1' });
    while (!database.isClockAway()) await new Promise(setImmediate);
    expect((await new Someone(app, '', admin.access, null).get('/companies')).status).toBe(503);
    await app.close();
    await database.close();
  });
});
