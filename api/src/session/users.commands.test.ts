import type { Group } from 'contract/session';
import { openConsole, PASSWORD, type Person, type TestConsole } from '../testing/console';
import { CommandError, UsageError } from '../commands';
import { userCommands } from './users.commands';

let service: TestConsole;
let lines: string[];

beforeAll(async () => {
  service = await openConsole();
  const company = { logo_url: 'https://example.test/x.png', timezone: 'America/Denver' } as const;
  await service.database.db
    .insertInto('companies')
    .values([
      { ...company, name: 'One', slug: 'one' },
      { ...company, name: 'Two', slug: '1' },
    ])
    .execute();
});
beforeEach(() => {
  lines = [];
});
afterAll(() => service.close());

const run = async (name: string, ...args: string[]) => {
  const command = userCommands.find((one) => one.name === name);
  if (!command) throw new Error(`There is no command ${name}`);
  const { database, config } = service;
  await command.prepare(args)({ database, config, print: (line) => lines.push(line) });
  return lines.join('\n');
};
const signIn = (username: string, password: string) => service.nobody.post('/token/pair', { username, password });
const listed = async (username: string) => {
  lines = [];
  await run('user list');
  return lines.find((line) => line.startsWith(username));
};

it('makes a user with a generated password, groups and companies, who can sign in', async () => {
  const args = ['--email', 'ada@example.test', '--groups', 'companyadmin,Admin', '--companies', 'one', '--generate'];
  const printed = await run('user create', 'ada', ...args);
  expect(printed).toContain("Created user 'ada' in CompanyAdmin, Admin.");
  const password = /Password: (\S{24})/.exec(printed)?.[1] ?? '';
  expect((await signIn('ada', password)).status).toBe(200);
  expect(await listed('ada')).toBe('ada  enabled  ada@example.test  Admin,CompanyAdmin  one');
});

it('lists who reaches every company, and says how to make the first user', async () => {
  expect(await listed('chief')).toBeUndefined();
  await run('user create', 'chief', '--groups', 'AaasAdmin', '--generate');
  expect(await listed('chief')).toBe('chief  enabled  -  AaasAdmin  every company');
});

it('disables, enables, signs out, and changes groups, companies and password', async () => {
  const password = /Password: (\S+)/.exec(await run('user create', 'bob', '--generate'))?.[1] ?? '';
  await signIn('bob', password);
  lines = [];
  expect(await run('user sign-out', 'BOB')).toBe("Ended 1 session of 'BOB'.");
  expect(await run('user disable', 'bob')).toContain("Disabled 'bob' and ended its sessions.");
  expect((await signIn('bob', password)).status).toBe(401);
  expect(await run('user enable', 'bob')).toContain("Enabled 'bob'.");
  expect((await signIn('bob', password)).status).toBe(200);
  await run('user group add', 'bob', 'AdManager');
  await run('user group add', 'bob', 'AdManager');
  // A slug of digits goes before the id of that number.
  await run('user company add', 'bob', '1');
  expect(await listed('bob')).toBe('bob  enabled  -  AdManager  1');
  await run('user group remove', 'bob', 'AdManager');
  await run('user company remove', 'bob', '1');
  expect(await listed('bob')).toBe('bob  enabled  -  no group  no company');
  expect(await run('user password', 'bob', '--generate')).toContain(
    "Set the password of 'bob' and ended its sessions.",
  );
  expect((await signIn('bob', password)).status).toBe(401);
});

it.each([
  ['user create', ['ADA', '--generate'], CommandError, "There is already a user named 'ADA'."],
  ['user create', ['new', '--groups', 'Boss', '--generate'], CommandError, "There is no group 'Boss'. The groups are"],
  ['user create', ['new', '--companies', 'x', '--generate'], CommandError, "no company with the id or slug 'x'"],
  ['user create', [' ', '--generate'], CommandError, 'A user name has 1 to 150 visible characters.'],
  ['user create', ['a\u200bda', '--generate'], CommandError, 'A user name has 1 to 150 visible characters.'],
  ['user create', ['new', '--email', 'ada', '--generate'], CommandError, "'ada' is no e-mail address."],
  ['user create', ['new', '--password', 'x'], UsageError, "Unknown option '--password'"],
  ['user disable', ['ghost'], CommandError, "There is no user named 'ghost'."],
  ['user group add', ['ada'], UsageError, 'group is missing.'],
  ['user group add', ['ada', 'x', 'y'], UsageError, "Unexpected argument 'y'."],
  ['user company remove', ['ada', '999'], CommandError, "no company with the id or slug '999'"],
])('%s %j says what is wrong and changes nothing', async (name, args, kind, message) => {
  const before = await service.database.db.selectFrom('users').selectAll().orderBy('id').execute();
  const failed = await run(name, ...args).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(kind);
  expect((failed as Error).message).toContain(message);
  expect(await service.database.db.selectFrom('users').selectAll().orderBy('id').execute()).toEqual(before);
});

describe('a user', () => {
  const profilesOf = (person: Person) =>
    person.get<{ items: { created_by_username: string }[] }>('/social-media-profiles');
  const addProfile = async (person: Person, company_id: number, platform_username: string) => {
    const body = { company_id, platform: 'instagram', platform_username, status: 'active' };
    expect((await person.post('/social-media-profiles', body)).status).toBe(201);
  };
  const rights = { groups: ['SocialMediaManager'] as Group[], companies: ['one'] };
  const companyId = async () =>
    (await service.database.db.selectFrom('companies').select('id').where('slug', '=', 'one').executeTakeFirstOrThrow())
      .id;

  it('who is renamed goes on working under the new name, and the log keeps the old one', async () => {
    const person = await service.person('Old Name', rights);
    await addProfile(person, await companyId(), 'renamed');
    expect(await run('user rename', 'old name', ' New Name ')).toBe("'old name' is 'New Name' now.");
    expect((await person.get('/users/me')).body).toMatchObject({ username: 'New Name' });
    expect((await profilesOf(person)).body.items).toContainEqual(
      expect.objectContaining({ platform_username: 'renamed', created_by_username: 'New Name' }),
    );
    expect((await signIn('old name', PASSWORD)).status).toBe(401);
    expect((await signIn('new name', PASSWORD)).status).toBe(200);
    const entries = await service.database.db
      .selectFrom('audit_log')
      .select(['username', 'action', 'before', 'after'])
      .where((eb) => eb.or([eb('action', '=', 'rename'), eb('username', '=', 'Old Name')]))
      .orderBy('id')
      .execute();
    expect(entries.map(({ username, action }) => [username, action])).toEqual([
      ['Old Name', 'sign in'],
      ['Old Name', 'create'],
      ['operator', 'rename'],
    ]);
    expect(entries[2]).toMatchObject({ before: { username: 'Old Name' }, after: { username: 'New Name' } });
  });

  it.each([
    ['ghost', 'other', "There is no user named 'ghost'."],
    ['ada', ' CHIEF', "There is already a user named 'CHIEF'."],
    ['ada', ' ', 'A user name has 1 to 150 visible characters.'],
  ])('%s cannot be renamed to %j', async (from, to, message) => {
    await expect(run('user rename', from, to)).rejects.toThrow(message);
  });

  it('who is deleted is signed out, their chats and selection go, what they wrote keeps their name, and the name is free', async () => {
    const { db } = service.database;
    const id = await companyId();
    const person = await service.person('leaver', rights);
    await addProfile(person, id, 'kept');
    const { body } = await person.post<{ tab_id: string }>('/agents/session/create');
    const { id: userId } = (await person.get<{ id: number }>('/users/me')).body;
    expect(await run('user delete', 'LEAVER')).toContain("Deleted 'LEAVER'.");

    expect((await person.get('/users/me')).status).toBe(401);
    expect((await signIn('leaver', PASSWORD)).status).toBe(401);
    expect(await listed('leaver')).toBeUndefined();
    expect(await db.selectFrom('agent_sessions').where('tab_id', '=', body.tab_id).selectAll().execute()).toEqual([]);
    for (const table of ['sessions', 'user_groups', 'memberships'] as const)
      expect(await db.selectFrom(table).where('user_id', '=', userId).selectAll().execute()).toEqual([]);
    await expect(run('user enable', 'leaver')).rejects.toThrow("There is no user named 'leaver'.");

    const successor = await service.person('leaver', rights);
    expect((await profilesOf(successor)).body.items).toContainEqual(
      expect.objectContaining({ platform_username: 'kept', created_by_username: 'leaver' }),
    );
    const left = await db.selectFrom('audit_log').select('username').where('user_id', '=', userId).execute();
    expect(new Set(left.map(({ username }) => username))).toEqual(new Set(['leaver']));
    const stored = await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
    expect(stored).toMatchObject({ email: '', password_hash: '', username_key: null });
  });
});

it('notes what the operator does in the audit log, without a password', async () => {
  const entries = await service.database.db
    .selectFrom('audit_log')
    .select(['username', 'user_id', 'action', 'after'])
    .where('resource', '=', 'user')
    .where('username', '=', 'operator')
    .execute();
  expect(new Set(entries.map(({ action }) => action))).toEqual(
    new Set([
      'create',
      'disable',
      'enable',
      'set password',
      'sign out everywhere',
      'add group',
      'remove group',
      'add company',
      'remove company',
      'rename',
      'delete',
    ]),
  );
  expect(JSON.stringify(entries)).not.toContain('password_hash');
});
