import { restoreSession } from 'shared-auth/host';
import type { Service } from 'shared-auth/testing';
import type { PrefetchScreen, RemoteScreens } from 'shared-ui';
import { signedInAs, userIn, withService } from '../testing/open-console';
import { createStore } from '../store';
import { prefetchOnPress, prefetchScreen, preloadAtStart, rememberGroups } from './preload-at-start';
import { configureRemotes } from './remotes';

const MANIFEST = '/remotes/ads/mf-manifest.json';
const manifest = {
  metaData: { globalName: 'remote_ads', requires: {}, remoteEntry: { name: 'entry.js', path: '' } },
  exposes: [{ path: './screens' }],
};
const ada = userIn('AdManager');
const asksAhead = jest.fn<ReturnType<PrefetchScreen>, Parameters<PrefetchScreen>>();
const screens: RemoteScreens = {
  '/facebook-ads': () => Promise.resolve({ default: () => null, prefetch: (page) => asksAhead(page) }),
};
const container = { init: () => undefined, get: () => Promise.resolve(() => ({ screens })) };

// The browser's part, for jsdom fetches no file: each that is asked for comes, and the area's script leaves its container.
const browser = new MutationObserver((changes) => {
  for (const added of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (added instanceof HTMLScriptElement) Object.assign(window, { remote_ads: container });
    added.dispatchEvent(new Event('load'));
  }
});

let service: Service;
withService((started) => (service = started));
beforeEach(() => {
  browser.observe(document.head, { childList: true });
  service.on(`GET ${MANIFEST}`, [200, manifest]);
  configureRemotes({ ads: MANIFEST });
});
afterEach(() => {
  browser.disconnect();
  asksAhead.mockReset();
});

/** The start of a page of somebody who has been here before, up to its first picture. */
async function startAt(address: string) {
  window.history.replaceState(null, '', new URL(address, document.URL));
  signedInAs(service, ada);
  rememberGroups(ada);
  const store = createStore();
  await Promise.all([restoreSession(store), preloadAtStart(window.location.pathname)]);
  await prefetchScreen(store, window.location);
  return store;
}

test('the screen at the page’s address asks ahead, for the person and the address', async () => {
  await startAt('/facebook-ads?company_id=2');
  expect(asksAhead.mock.calls).toEqual([
    [{ dispatch: expect.any(Function) as unknown, user: ada, pathname: '/facebook-ads', search: '?company_id=2' }],
  ]);
  expect(console.error).not.toHaveBeenCalled();
});

test.each<[string, PrefetchScreen]>([
  [
    'throws',
    () => {
      throw new Error('No rows');
    },
  ],
  ['rejects', () => Promise.reject(new Error('No rows'))],
])(
  'where a screen %s while it asks ahead, the page goes on without a word but in the browser’s log',
  async (_, fails) => {
    asksAhead.mockImplementation(fails);
    await expect(startAt('/facebook-ads')).resolves.toBeDefined();
    expect(asksAhead).toHaveBeenCalledTimes(1);
    expect(console.error).toHaveBeenCalledWith('A screen could not prefetch its data.', new Error('No rows'));
  },
);

describe('a press on a link', () => {
  const pressOn = async (href: string, press: MouseEventInit = {}) => {
    const store = await startAt('/facebook-ads');
    window.history.replaceState(null, '', new URL('/knowledge', document.URL));
    asksAhead.mockClear();
    prefetchOnPress(store);
    const link = document.createElement('a');
    link.href = new URL(href, document.URL).href;
    document.body.append(link);
    link.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, ...press }));
    link.remove();
    return asksAhead.mock.calls.map(([{ pathname, search }]) => `${pathname}${search}`);
  };

  test('has the screen that it leads to ask ahead of the click', async () => {
    expect(await pressOn('/facebook-ads?company_id=2')).toContain('/facebook-ads?company_id=2');
  });

  test.each<[string, string, MouseEventInit]>([
    ['which opens another window', '/facebook-ads', { ctrlKey: true }],
    ['with another button', '/facebook-ads', { button: 2 }],
    ['to another site', 'https://elsewhere.example/facebook-ads', {}],
    ['to where the page is', '/knowledge', {}],
  ])('%s has nothing asked', async (_, href, press) => {
    expect(await pressOn(href, press)).toEqual([]);
  });
});
