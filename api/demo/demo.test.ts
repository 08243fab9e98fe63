import { company } from '../contract/company/companies';
import { secretsWith } from '../src/plumbing/secrets';
import { bodyValidator } from '../src/plumbing/validation';
import { CHEAP, openConsole, type TestConsole } from '../src/testing/console';
import { DEMONSTRATION_PASSWORD, DEMONSTRATION_USERS, fillDemonstration } from '.';

let service: TestConsole;
const fill = () => fillDemonstration(service.database, secretsWith(service.config.encryptionKey), CHEAP);

beforeAll(async () => {
  service = await openConsole();
  expect(await Promise.all([fill(), fill()])).toContain(true);
});
afterAll(() => service.close());

it('fills an empty database once, however many start at the same time', async () => {
  expect(await fill()).toBe(false);
  const { users } = await service.database.db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('users'))
    .executeTakeFirstOrThrow();
  expect(users).toBe(DEMONSTRATION_USERS.length);
});

it.each([
  ['admin', ['AaasAdmin', 'AdManager', 'Admin', 'CompanyAdmin', 'SocialMediaManager'], 12],
  ['company-admin', ['CompanyAdmin'], 2],
  ['variants-admin', ['Admin'], 1],
  ['social-manager', ['SocialMediaManager'], 2],
  ['ad-manager', ['AdManager'], 2],
  ['agent-admin', ['AaasAdmin'], 12],
  ['staff', [], 1],
])('%s signs in with the groups %j and %i companies', async (username, groups, companies) => {
  const pair = await service.nobody.post('/token/pair', { username, password: DEMONSTRATION_PASSWORD });
  const authorization = `Bearer ${String(pair.body.access)}`;
  const me = await service.nobody.get<{ groups: string[]; companies: { id: number }[] }>('/users/me', {
    authorization,
  });
  expect(me.body.groups).toEqual(groups);
  expect(me.body.companies.map(({ id }) => id)).toEqual(Array.from({ length: companies }, (_, at) => at + 1));
});

it('holds nothing that the contract would refuse', async () => {
  const pair = await service.nobody.post('/token/pair', { username: 'admin', password: DEMONSTRATION_PASSWORD });
  const authorization = `Bearer ${String(pair.body.access)}`;
  const { body } = await service.nobody.get<{ items: unknown[] }>('/companies?page_size=100', { authorization });
  const broken = bodyValidator(company);
  expect(body.items).toHaveLength(12);
  for (const item of body.items) expect(broken(item)).toEqual([]);
});
