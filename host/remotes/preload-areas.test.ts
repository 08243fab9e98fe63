import { startService, type Service } from 'shared-auth/testing';
import { preloadAreas } from './preload-areas';
import { configureRemotes } from './remotes';
import { LEFT_ALONE, LONGEST, QUIET, whenNetworkIdle } from './when-network-idle';

const page = window as unknown as Record<'requestIdleCallback' | 'cancelIdleCallback' | 'PerformanceObserver', unknown>;
const AREAS = ['company', 'ads', 'social', 'agents'] as const;

const realTimeout = setTimeout;
let service: Service;
let fetched: () => void;
beforeEach(async () => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  page.requestIdleCallback = (run: () => void) => setTimeout(run);
  page.cancelIdleCallback = clearTimeout;
  page.PerformanceObserver = class {
    constructor(heard: () => void) {
      fetched = heard;
    }
    observe() {}
    disconnect() {
      fetched = () => undefined;
    }
  };
  service = await startService();
  configureRemotes(Object.fromEntries(AREAS.map((area) => [area, `/${area}/mf-manifest.json`])));
});
afterEach(async () => {
  for (const name of ['requestIdleCallback', 'cancelIdleCallback', 'PerformanceObserver'] as const) delete page[name];
  Object.assign(navigator, { connection: undefined });
  jest.useRealTimers();
  await service.close();
});

const areas = () => [...new Set(service.requests.map(({ path }) => path.split('/')[1]))].sort();

/** The areas whose manifests are asked for once the page is quiet, `atLeast` so many; each is away, silently. */
async function askedBy(groups: string[], atLeast: number, line?: object) {
  Object.assign(navigator, { connection: line });
  const callOff = preloadAreas({ groups } as unknown as Parameters<typeof preloadAreas>[0]);
  for (let further = 20; further > 0; further -= areas().length < atLeast ? 0 : 1) {
    await jest.advanceTimersByTimeAsync(QUIET);
    await new Promise((turn) => realTimeout(turn));
  }
  callOff();
  return areas();
}

test('when the page is quiet, the areas that the person may open are fetched, and no other', async () => {
  expect(await askedBy([], 2)).toEqual(['ads', 'agents']);
  expect(await askedBy(['CompanyAdmin'], 3)).toEqual(['ads', 'agents', 'company']);
});

test.each([{ saveData: true }, { effectiveType: '3g' }, { effectiveType: 'slow-2g' }])(
  'on a line that says %j nothing is fetched that nobody asked for',
  async (line) => {
    expect(await askedBy(['CompanyAdmin'], 0, line)).toEqual([]);
  },
);

test('a fast line is used', async () => {
  expect(await askedBy([], 2, { saveData: false, effectiveType: '4g' })).toEqual(['ads', 'agents']);
});

test('quiet is what follows a while without a request, at the latest after three seconds', () => {
  const run = jest.fn();
  whenNetworkIdle(run);
  for (let passed = 0; passed + QUIET - 1 < LONGEST; passed += QUIET - 1) {
    jest.advanceTimersByTime(QUIET - 1);
    fetched();
    expect(run).not.toHaveBeenCalled();
  }
  jest.advanceTimersByTime((LONGEST % (QUIET - 1)) + 1);
  expect(run).toHaveBeenCalledTimes(1);
});

test('what is called off is not run; where the browser does not say when it is idle, it is left alone for long', () => {
  const run = jest.fn();
  whenNetworkIdle(run)();
  jest.advanceTimersByTime(LEFT_ALONE);
  delete page.requestIdleCallback;
  whenNetworkIdle(run);
  jest.advanceTimersByTime(LEFT_ALONE - 1);
  expect(run).not.toHaveBeenCalled();
  jest.advanceTimersByTime(2);
  expect(run).toHaveBeenCalledTimes(1);
});
