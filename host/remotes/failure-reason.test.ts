import { startService, type Answer, type Service } from 'shared-auth/testing';
import { CodeFailure, type CodeFault } from '../loading/site-code';
import { isConsoleDeployedAnew, reasonOf } from './failure-reason';
import { reasonOfPart } from './reason-of-part';
import { RemoteFailure } from './remote-failure';

let service: Service;
beforeEach(async () => {
  service = await startService();
});
afterEach(async () => {
  document.head.replaceChildren();
  await service.close();
});

const failed = (fault: CodeFault, file = '/remotes/ads/screen.js', owner = 'remote-ads', limit = 5000) => {
  const url = new URL(file, window.location.href).href;
  return new CodeFailure(url, owner, fault, url, limit, performance.now() + limit);
};
const script = { 'Content-Type': 'text/javascript' };

test.each<[string, Answer, string]>([
  ['404', [404, 'Not Found'], 'Its server answered with an error (404).'],
  ['503', [503, 'Away'], 'Its server answered with an error (503).'],
  ['a page', [200, '<!doctype html>'], 'What its server sent is not a part of this console.'],
  ['the file, by now', [200, '1', script], 'Its server could not be reached.'],
])('a file that failed, where the address now gives %s', async (_, answer, message) => {
  service.on('GET /remotes/ads/screen.js', answer);
  expect((await reasonOf('ads', failed('failed'))).message).toBe(message);
  expect(service.requestsTo('GET /remotes/ads/screen.js')).toHaveLength(1);
});

test.each<[CodeFault, string]>([
  ['timeout', 'Its server did not answer within 10 seconds.'],
  ['corrupt', 'What its server sent is not a part of this console.'],
  ['threw', 'It stopped working because of a fault of its own.'],
])('a file that is %s needs no second request', async (fault, message) => {
  expect((await reasonOf('ads', failed(fault, '/remotes/ads/screen.js', 'remote-ads', 10_000))).message).toBe(message);
  expect(service.requests).toEqual([]);
});

test('nothing of what was thrown is in the words', async () => {
  const raw = new TypeError("Cannot read properties of undefined (reading 'useCall')");
  const reason = await reasonOf('ads', raw);
  expect(reason.message).toBe('It stopped working because of a fault of its own.');
  expect(reason.cause).toBe(raw);
});

/** The page runs `main.<hash>.js`; the console's own page names another by now. */
function deployConsoleAnew() {
  document.head.innerHTML = '<script src="/main.0123456789aa.js" type="text/plain"></script>';
  service.on('GET /', [200, '<script defer src="/main.0123456789bb.js"></script>']);
}

test('a file of the console’s own that is gone with its release asks for a reload', async () => {
  service.on('GET /7.js', [404]);
  const lost = failed('failed', '/7.js', 'host');
  expect(await reasonOf('ads', lost)).toMatchObject({
    kind: 'refused',
    message: 'The server of the console answered with an error (404).',
  });
  deployConsoleAnew();
  expect(await isConsoleDeployedAnew(5000)).toBe(true);
  expect(await reasonOf('ads', lost)).toMatchObject({ kind: 'console-deployed-anew' });
  expect(await reasonOfPart(lost)).toEqual({
    reason: 'This console was deployed anew while this page was open.',
    needsReload: true,
  });
});

test('an area for another platform asks for a reload only where the console has moved on', async () => {
  const refused = new RemoteFailure('ads', 'other-platform');
  expect(await reasonOf('ads', refused)).toBe(refused);
  deployConsoleAnew();
  expect(await reasonOf('ads', refused)).toMatchObject({ kind: 'console-deployed-anew' });
});

test('what is no file’s fault has no reason for a dialog', async () => {
  expect(await reasonOfPart(new Error('boom'))).toBeNull();
});
