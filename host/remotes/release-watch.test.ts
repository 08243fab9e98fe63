import { startService, type Service } from 'shared-auth/testing';
import { addedOf } from './added-screens';
import { ASKED_EVERY, watchReleases } from './release-watch';
import { configureRemotes } from './remotes';

const MANIFEST = '/remotes/ads/mf-manifest.json';
const MANIFEST_CALL = `GET ${MANIFEST}`;
const manifest = {
  metaData: {
    globalName: 'remote_ads',
    requires: {},
    remoteEntry: { name: 'entry.js', path: '' },
    addedScreens: [{ path: '/ads/notes', title: 'Notes' }],
  },
  exposes: [{ path: './screens' }],
};

let service: Service;
let stop: () => void;
const show = jest.fn();
/** Waits for a condition on the real clock, for `waitFor` would move the other one on; what follows says if it never holds. */
const until = async (holds: () => boolean) => {
  for (let turn = 0; turn < 10_000 && !holds(); turn += 1) await new Promise((resolve) => setTimeout(resolve));
};
/** Resolves when the manifest was asked for so many times in all. */
const asked = async (times: number) => {
  await until(() => service.requestsTo(MANIFEST_CALL).length >= times);
  await new Promise((resolve) => setTimeout(resolve));
  expect(service.requestsTo(MANIFEST_CALL)).toHaveLength(times);
};
const turnTab = (visibility: DocumentVisibilityState) => {
  jest.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setTimeout', 'clearTimeout', 'performance'] });
  service = await startService();
  service.on(MANIFEST_CALL, [200, manifest]);
  configureRemotes({ ads: MANIFEST });
  stop = watchReleases({ show });
});
afterEach(async () => {
  stop();
  jest.useRealTimers();
  jest.restoreAllMocks();
  await service.close();
});

test('manifests are asked for at once, every five minutes, and when the tab comes back', async () => {
  await asked(1);
  expect(ASKED_EVERY).toBe(300_000);
  jest.advanceTimersByTime(ASKED_EVERY - 1);
  await asked(1);
  jest.advanceTimersByTime(1);
  await asked(2);
  turnTab('hidden');
  jest.advanceTimersByTime(ASKED_EVERY);
  await asked(2);
  turnTab('visible');
  await asked(3);
  stop();
  turnTab('visible');
  jest.advanceTimersByTime(ASKED_EVERY);
  await asked(3);
});

test('the screens that an area adds are known before it is opened, and nobody is told of an area that is not open', async () => {
  await asked(1);
  await until(() => addedOf('ads') !== undefined);
  expect(addedOf('ads')?.screens.map(({ path }) => path)).toEqual(['/ads/notes']);
  expect(show).not.toHaveBeenCalled();
});

test('an area that cannot be asked is left for the next time, without a word', async () => {
  await asked(1);
  service.on(MANIFEST_CALL, [503]);
  jest.advanceTimersByTime(ASKED_EVERY);
  await asked(2);
  service.on(MANIFEST_CALL, [200, manifest]);
  jest.advanceTimersByTime(ASKED_EVERY);
  await asked(3);
  expect(show).not.toHaveBeenCalled();
});
