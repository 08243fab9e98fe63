import { readSiteFile } from './site-file';
import { startService, type Service } from './testing/service';
import { forgetTokens, storeTokens } from './tokens';

let service: Service;

beforeEach(async () => {
  service = await startService();
  storeTokens({ access: 'access-1', refresh: 'refresh-1' });
});

afterEach(async () => {
  forgetTokens();
  await service.close();
});

test('a file of the site is read without the bearer, for it may lie on another server', async () => {
  service.on('GET /config.json', [200, { brand: 'Console' }]);
  await expect(readSiteFile('/config.json', 1000)).resolves.toEqual({ brand: 'Console' });
  expect(service.requests[0]?.headers.authorization).toBeUndefined();
});

test('a server that hangs is given up', async () => {
  service.on('GET /config.json', () => undefined);
  await expect(readSiteFile('/config.json', 20)).rejects.toMatchObject({ status: 'TIMEOUT' });
});

test('a server that is away, refuses, or sends something else is told apart', async () => {
  await expect(readSiteFile('/nothing.json', 1000)).rejects.toMatchObject({ status: 404 });
  service.on('GET /config.json', [200, '<html>']);
  await expect(readSiteFile('/config.json', 1000)).rejects.toThrow(SyntaxError);
  await service.close();
  await expect(readSiteFile('/config.json', 1000)).rejects.toMatchObject({ status: 'OFFLINE' });
});
