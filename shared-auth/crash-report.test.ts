import { MAX_CLIENT_ERROR_BYTES } from 'contract/client-errors';
import { reportCrash } from './crash-report';
import { HttpError } from './server-error';
import { startService, type Service } from './testing/service';
import { forgetTokens, storeTokens } from './tokens';

let service: Service;

beforeEach(async () => {
  service = await startService();
  storeTokens({ access: 'access-1', refresh: 'refresh-1' });
});
afterEach(async () => {
  jest.restoreAllMocks();
  forgetTokens();
  await service.close();
});

const reported = () => service.requestsTo('POST /client-errors').map(({ body }) => body as Record<string, string>);

test('a crash is reported with its area, path, words, stack and the request behind it; the answer names the report', async () => {
  service.on('POST /client-errors', [204, undefined, { 'x-request-id': 'report-1' }]);
  const error = new Error('x is undefined', { cause: new HttpError(500, undefined, '', undefined, 'abc-1') });
  expect(await reportCrash('ads', error)).toBe('report-1');
  expect(reported()).toEqual([
    { area: 'ads', path: '/', message: 'x is undefined', stack: expect.any(String), request_id: 'abc-1' },
  ]);
  expect(service.requests[0]?.headers.authorization).toBe('Bearer access-1');
});

test('a report is never larger than the service takes, nor holds what it refuses', async () => {
  service.on('POST /client-errors', [204]);
  const error = new Error('€\ud800\0'.repeat(9000));
  error.stack = error.message;
  await reportCrash('host', error);
  const [report] = reported();
  expect(new TextEncoder().encode(JSON.stringify(report)).length).toBeLessThanOrEqual(MAX_CLIENT_ERROR_BYTES);
  expect(report?.message).toHaveLength(1000);
  expect(report?.message).not.toMatch(/\0|\p{Surrogate}/u);
});

test('what cannot be reported is logged here and disturbs nobody', async () => {
  const logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  service.on('POST /client-errors', [429, { detail: 'Too many requests' }]);
  expect(await reportCrash('ads', 'thrown text')).toBeNull();
  expect(reported()).toMatchObject([{ message: 'thrown text' }]);
  expect(logged).toHaveBeenCalledTimes(1);
});
