import { startService, type Service } from 'shared-auth/testing';
import { knownRemotes, readConfig } from './console-config';
import { rememberGroups } from '../remotes/preload-at-start';

let service: Service;
beforeEach(async () => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  service = await startService();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await service.close();
});

const unknown = { brand: 'Console', remotes: null };

test.each<[string, [number, unknown]]>([
  ['is an error', [503, 'Service Unavailable']],
  ['is a page', [200, '<html>']],
  ['is null', [200, 'null']],
  ['is empty', [200, {}]],
])('a configuration that %s still lets people sign in, with no brand and no area known', async (_, answer) => {
  service.on('GET /config.json', answer);
  expect(await readConfig()).toEqual(unknown);
});

test('after a failure it is asked for at another address, which what hangs cannot hold up', async () => {
  service.on('GET /config.json', [503]);
  await readConfig();
  service.on('GET /config.json', [200, { brand: 'Storeward', remotes: {} }]);
  expect(await readConfig()).toEqual({ brand: 'Storeward', remotes: {} });
  await readConfig();
  const again = service.requestsTo('GET /config.json').map(({ query }) => query.has('again'));
  expect(again.slice(-2)).toEqual([true, false]);
});

test('a configuration without a brand keeps the areas that it names', async () => {
  service.on('GET /config.json', [200, { remotes: { ads: '/remotes/ads/mf-manifest.json' } }]);
  expect(await readConfig()).toEqual({ ...unknown, remotes: { ads: '/remotes/ads/mf-manifest.json' } });
  expect(knownRemotes()).toEqual({ ads: '/remotes/ads/mf-manifest.json' });
});

test('where the areas are is remembered with the groups of a person, and forgotten with them', async () => {
  service.on('GET /config.json', [200, { remotes: { ads: '/remotes/ads/mf-manifest.json' } }]);
  await readConfig();
  rememberGroups({ id: 1, username: 'ada', email: '', companies: [], groups: ['AdManager'] });
  expect({ ...localStorage }).toMatchObject({
    last_groups: 'AdManager',
    last_remotes: '{"ads":"/remotes/ads/mf-manifest.json"}',
  });
  rememberGroups(null);
  expect(Object.keys(localStorage)).toEqual([]);
});
