import { openConsole, type TestConsole } from '../src/testing/console';
import { startDemonstrationProvider } from './sign-in';

let service: TestConsole;
beforeAll(async () => {
  service = await openConsole();
});
afterAll(() => service.close());

it('single sign-on can be tried: a provider on this machine, with rules that are added once', async () => {
  const start = () => startDemonstrationProvider(service.database.db, 'http://localhost:8080');
  const [first, second] = [await start(), await start()];
  const { issuer } = first.provider;
  const described = (await (await fetch(`${issuer}/.well-known/openid-configuration`)).json()) as { issuer: string };
  expect(described.issuer).toBe(issuer);
  for (const { close } of [first, second]) close();
  const rules = await service.database.db
    .selectFrom('sign_in_rules')
    .select(['value', 'groups'])
    .orderBy('id')
    .execute();
  expect(rules).toEqual([
    { value: 'ads-team', groups: ['AdManager'] },
    { value: 'administrators', groups: ['AaasAdmin'] },
  ]);
});
