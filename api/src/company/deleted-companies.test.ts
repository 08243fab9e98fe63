import { sql } from 'kysely';
import { buildApp } from '../app';
import { CommandError } from '../commands';
import { addTestCompany, CHEAP, openConsole, type Person, type TestConsole } from '../testing/console';
import { eventually } from '../testing/eventually';
import { companyCommands } from './companies.commands';

let service: TestConsole;
let admin: Person;
let lines: string[];

beforeAll(async () => {
  service = await openConsole();
  admin = await service.person('admin', { groups: ['AaasAdmin'] });
});
beforeEach(() => {
  lines = [];
});
afterAll(() => service.close());

const run = async (name: string, ...args: string[]) => {
  const { database, config } = service;
  const command = companyCommands.find((one) => one.name === name);
  await command?.prepare(args)({ database, config, print: (line) => lines.push(line) });
  return lines;
};
const age = (slug: string, days: number) =>
  service.database.db
    .updateTable('companies')
    .set({ deleted_at: sql<string>`clock_timestamp() - make_interval(days => ${days})` })
    .where('slug', '=', slug)
    .execute();

it('the operator restores a deleted company by slug or id, with its members', async () => {
  const id = await addTestCompany(service, 'Lost', 'lost');
  const member = await service.person('member', { companies: ['lost'] });
  for (const name of ['lost', String(id)]) {
    await admin.delete(`/companies/${id}`);
    expect((await member.get(`/companies/${id}`)).status).toBe(404);
    lines = [];
    expect(await run('company restore', name)).toEqual([`Restored company ${id} 'Lost' (lost).`]);
    expect((await member.get(`/companies/${id}`)).status).toBe(200);
  }
});

it('the operator lists companies, and those that can be restored', async () => {
  const id = await addTestCompany(service, 'Listed', 'listed');
  expect(await run('company list')).toContain(`${id}  listed  Listed`);
  lines = [];
  expect(await run('company list', '--deleted')).toEqual(['No company is deleted.']);
  await admin.delete(`/companies/${id}`);
  lines = [];
  expect((await run('company list', '--deleted')).join()).toMatch(/^\d+ {2}listed {2}Listed {2}deleted 2/);
});

it('what is not deleted cannot be restored, and the operator is told', async () => {
  await addTestCompany(service, 'Here', 'here');
  for (const name of ['here', 'nowhere', '999999'])
    await expect(run('company restore', name)).rejects.toThrow(CommandError);
});

it('a deleted company is kept for 30 days, then purged at the next start with its memberships, and its slug is free again', async () => {
  const ids: Record<string, number> = {};
  for (const slug of ['kept', 'purged']) {
    const id = await addTestCompany(service, slug, slug);
    ids[slug] = id;
    await admin.patch(`/companies/${id}`, { name: `${slug} and renamed` });
    await service.person(`member-of-${slug}`, { companies: [slug] });
    await admin.delete(`/companies/${id}`);
  }
  await age('kept', 29);
  await age('purged', 31);
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { db } = service.database;
  const isThere = () => db.selectFrom('companies').select('id').where('slug', '=', 'purged').executeTakeFirst();
  // The start does not wait for the purge; the test's time limit does.
  await eventually(async () => !(await isThere()));
  lines = [];
  expect((await run('company list', '--deleted')).map((line) => line.split('  ')[1])).toEqual(['listed', 'kept']);
  const body = { name: 'x', logo_url: 'https://example.test/x.png', timezone: 'America/Denver' };
  expect((await admin.post('/companies', { ...body, slug: 'kept' })).status).toBe(409);
  expect((await admin.post('/companies', { ...body, slug: 'purged' })).status).toBe(201);
  // Who did what when is kept of a purged company, and nothing of what it held.
  const entriesOf = (slug: string) =>
    db.selectFrom('audit_log').selectAll().where('company_id', '=', ids[slug]!).orderBy('id').execute();
  expect((await entriesOf('kept')).map(({ before }) => before)).not.toContain(null);
  const purged = await entriesOf('purged');
  expect(purged.map(({ action }) => action)).toEqual(['update', 'delete', 'purge']);
  for (const { before, after } of purged) expect([before, after]).toEqual([null, null]);
});

it('a purge has all the time that a large company takes: none of the limits for people’s calls cuts it off', async () => {
  const id = await addTestCompany(service, 'Large', 'large');
  await admin.delete(`/companies/${id}`);
  await age('large', 31);
  const { db } = service.database;
  await sql`
    create function refuse_hurry() returns trigger language plpgsql as $$
    begin
      if current_setting('statement_timeout') <> '0' or current_setting('lock_timeout') <> '0' then
        raise 'a limit holds: % %', current_setting('statement_timeout'), current_setting('lock_timeout');
      end if;
      return old;
    end $$`.execute(db);
  await sql`create trigger refuse_hurry before delete on companies for each row execute function refuse_hurry()`.execute(
    db,
  );
  const { database, config } = service;
  const app = await buildApp({ database, config, hashCost: CHEAP });
  try {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const isThere = () => db.selectFrom('companies').select('id').where('id', '=', id).executeTakeFirst();
    await eventually(async () => !(await isThere()));
  } finally {
    await app.close();
  }
});
