import { setImmediate } from 'node:timers';
import { saveFile } from './save-file';
import { startService, type Service } from './testing/service';
import { forgetTokens, storeTokens } from './tokens';

let service: Service;
let saved: { name: string; file: Blob }[];

beforeEach(async () => {
  service = await startService();
  storeTokens({ access: 'access-1', refresh: 'refresh-1' });
  saved = [];
  let file: Blob;
  // jsdom has neither object URLs nor downloads; here they end in `saved`.
  Object.assign(URL, {
    createObjectURL: (blob: Blob) => ((file = blob), 'blob:file'),
    revokeObjectURL: () => undefined,
  });
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file });
  });
  jest.useFakeTimers();
});

afterEach(async () => {
  jest.useRealTimers();
  jest.restoreAllMocks();
  forgetTokens();
  await service.close();
});

test('a download is asked for with the bearer and saved under its name', async () => {
  service.on('GET /things/export', [200, 'a,b\r\n1,2\r\n', { 'Content-Type': 'text/csv' }]);
  await saveFile('/things/export', { query: { company_id: 1 } }, 'things_export_2026-01-02.csv');
  expect(service.requests[0]?.headers.authorization).toBe('Bearer access-1');
  expect(service.requests[0]?.query.toString()).toBe('company_id=1');
  expect(saved.map(({ name, file }) => [name, file.size])).toEqual([['things_export_2026-01-02.csv', 10]]);
});

test('with a body it is a POST', async () => {
  service.on('POST /things/export', [200, 'a']);
  await saveFile('/things/export', { body: { ids: [1] } }, 'things.csv');
  expect(service.requests[0]?.body).toEqual({ ids: [1] });
});

test('once it streams, it may take longer than ten seconds', async () => {
  service.on('GET /things/export', (_, response) => {
    response.writeHead(200).write('first');
    const endWhenUntimed = () => {
      if (jest.getTimerCount() > 0) return void setImmediate(endWhenUntimed);
      jest.advanceTimersByTime(30_000);
      response.end('last');
    };
    endWhenUntimed();
    return undefined;
  });
  await saveFile('/things/export', {}, 'things.csv');
  expect(saved[0]?.file.size).toBe(9);
});

test('before it streams, it has ten seconds', async () => {
  service.on('GET /things/export', () => (jest.advanceTimersByTime(10_000), undefined));
  await expect(saveFile('/things/export', {}, 'things.csv')).rejects.toMatchObject({ status: 'TIMEOUT' });
});

test('a download that breaks off saves nothing', async () => {
  service.on('GET /things/export', (_, response) => {
    response.writeHead(200).write('first', () => response.destroy());
    return undefined;
  });
  await expect(saveFile('/things/export', {}, 'things.csv')).rejects.toMatchObject({ status: 'OFFLINE' });
  expect(saved).toEqual([]);
});
