import { waitFor } from '@testing-library/react';
import { localTexts } from './browser-storage';
import { prefetchPage, type HeadPlan, type HeadRequests } from './head-script';
import { http } from './http';
import { readSiteFile } from './site-file';
import { createConsoleStore, restoreSession, signIn } from './sign-in';
import { startService, type Service } from './testing/service';
import { forgetTokens, storeTokens } from './tokens';

const PLAN: HeadPlan = {
  signedIn: ['/signed-in.js'],
  dashboard: ['/dashboard.js'],
  lists: ['/lists.js', '/lists.css'],
  screens: [
    {
      pattern: '^/product-variants/?$',
      area: 'company',
      groups: ['CompanyAdmin', 'Admin'],
      chunk: 'product-variants',
      list: {
        resource: '/product-variants',
        usual: { page: '1', page_size: '25', sort_by: 'id' },
        filters: ['company_id', 'tag', 'name'],
      },
    },
    { pattern: '^/facebook-ads/?$', area: 'ads', groups: [], chunk: 'facebook-ads' },
  ],
};
const USER = { id: 1, username: 'company-admin', companies: [], groups: ['CompanyAdmin'] };
const MANIFEST = {
  metaData: {
    remoteEntry: { name: 'remoteEntry.js', path: '' },
  },
  exposes: [
    {
      assets: {
        js: { sync: ['screens.js'], async: ['product-variants.1.js', 'facebook-ads.1.js', 'company-management.1.js'] },
        css: { sync: [], async: ['product-variants.1.css'] },
      },
    },
  ],
};

let service: Service;
beforeEach(async () => {
  service = await startService();
  const remotes = { company: '/remotes/company/mf-manifest.json', ads: '/remotes/ads/mf-manifest.json' };
  service.on('GET /config.json', [200, { brand: 'Console', remotes }]);
  service.on('GET /remotes/company/mf-manifest.json', [200, MANIFEST]);
  service.on('GET /users/me', [200, USER]);
  service.on('GET /product-variants', ({ query }) => [200, { items: [], total: 0, of: query.toString() }]);
});
afterEach(async () => {
  forgetTokens();
  localTexts.clear();
  document.head.replaceChildren();
  delete (window as { head?: HeadRequests }).head;
  await service.close();
});

/** The page is opened at `path`, with what this browser remembers of the last session. */
function open(path: string, remembered: { token?: string; groups?: string }) {
  if (remembered.token) storeTokens({ access: remembered.token, refresh: 'refresh-1' });
  if (remembered.groups !== undefined) localTexts.write('last_groups', remembered.groups);
  window.history.replaceState(null, '', path);
  return prefetchPage(PLAN);
}
const asked = () => service.requests.map(({ path }) => path).sort();
const files = () =>
  [...((window as { head?: HeadRequests }).head?.files.keys() ?? [])].map((url) => new URL(url).pathname);
const settled = async (path: string) => {
  await waitFor(() => expect(asked()).toContain(path));
};

test('who is signed in is asked for once, by the head, and taken over', async () => {
  open('/', { token: 'access-1' });
  const store = createConsoleStore();
  await restoreSession(store);
  expect(store.getState().session.user).toEqual(USER);
  expect(service.requestsTo('GET /users/me').map(({ headers }) => headers.authorization)).toEqual(['Bearer access-1']);
});

test('a token that the service refuses to the head is refreshed as ever, and asked with once more', async () => {
  service.on('GET /users/me', ({ headers }) =>
    headers.authorization === 'Bearer access-2' ? [200, USER] : [401, { detail: 'Expired' }],
  );
  service.on('POST /token/refresh', [200, { access: 'access-2' }]);
  open('/', { token: 'access-1' });
  const store = createConsoleStore();
  await restoreSession(store);
  expect(store.getState().session.user).toEqual(USER);
  expect(asked()).toEqual(['/config.json', '/token/refresh', '/users/me', '/users/me']);
});

test('what the head asked with another token is nobody’s', async () => {
  service.on('GET /users/me', ({ headers }) => [
    200,
    { ...USER, username: headers.authorization === 'Bearer access-2' ? 'of this token' : 'of another' },
  ]);
  open('/', { token: 'access-1' });
  storeTokens({ access: 'access-2', refresh: 'refresh-2' });
  const store = createConsoleStore();
  await restoreSession(store);
  expect(store.getState().session.user?.username).toBe('of this token');
});

test('the configuration is asked for once; whoever asks again asks the network', async () => {
  open('/login', {});
  await expect(readSiteFile('/config.json', 1000)).resolves.toMatchObject({ brand: 'Console' });
  expect(asked()).toEqual(['/config.json']);
  await readSiteFile('/config.json', 1000);
  expect(asked()).toEqual(['/config.json', '/config.json']);
});

test('credentials that the head sent are not sent again, and nobody else’s take their response', async () => {
  service.on('POST /token/pair', [200, { access: 'access-1', refresh: 'refresh-1' }]);
  const init = (body: object): RequestInit => ({ method: 'POST', body: JSON.stringify(body) });
  const ada = { username: 'ada', password: 'right' };
  const { ask } = open('/login', {});
  const address = `${window.location.origin}/api/token/pair`;
  void ask(address, null, init(ada));
  expect(await signIn(createConsoleStore(), ada)).toBe(true);
  expect(service.requestsTo('POST /token/pair')).toHaveLength(1);
  void ask(address, null, init(ada));
  await signIn(createConsoleStore(), { username: 'grace', password: 'right' });
  expect(service.requestsTo('POST /token/pair').at(-1)?.body).toEqual({ username: 'grace', password: 'right' });
});

test('where nobody is signed in, the addresses of pages lead to the login, and those of links do not', () => {
  for (const path of ['/', '/login', '/product-variants']) expect(open(path, {}).leadsToLogin).toBe(true);
  for (const path of ['/nowhere', '/clear-auth', '/login#invitation=a-token'])
    expect(open(path, {}).leadsToLogin).toBe(false);
  expect(open('/', { token: 'access-1' }).leadsToLogin).toBe(false);
});

test('the chosen theme is on the page before it is drawn', () => {
  localTexts.write('theme', 'dark');
  open('/login', {});
  expect(document.documentElement.dataset.theme).toBe('dark');
  delete document.documentElement.dataset.theme;
});

test('a manifest that the scripts have asked for themselves is not asked for by the head', async () => {
  let respond = (): void => undefined;
  const held = new Promise<void>((resolve) => (respond = resolve));
  service.on('GET /config.json', async () => {
    await held;
    return [200, { remotes: { company: '/remotes/company/mf-manifest.json' } }];
  });
  open('/product-variants', { token: 'access-1', groups: 'Admin' });
  await readSiteFile('/remotes/company/mf-manifest.json', 1000);
  respond();
  await readSiteFile('/config.json', 1000);
  for (let turn = 0; turn < 5; turn += 1) await new Promise((next) => setTimeout(next));
  expect(service.requestsTo('GET /remotes/company/mf-manifest.json')).toHaveLength(1);
});

test('what the head began is given up in time as well', async () => {
  service.on('GET /config.json', () => undefined);
  open('/login', {});
  await expect(readSiteFile('/config.json', 20)).rejects.toMatchObject({ status: 'TIMEOUT' });
});

test('where the groups admitted the person, the manifest and the files of the one screen are fetched', async () => {
  open('/product-variants', { token: 'access-1', groups: 'Admin' });
  await settled('/remotes/company/mf-manifest.json');
  await readSiteFile('/remotes/company/mf-manifest.json', 1000);
  expect(service.requestsTo('GET /remotes/company/mf-manifest.json')).toHaveLength(1);
  await waitFor(() => expect(files()).toContain('/remotes/company/product-variants.1.css'));
  expect(files()).toEqual([
    '/signed-in.js',
    '/lists.js',
    '/lists.css',
    '/remotes/company/remoteEntry.js',
    '/remotes/company/screens.js',
    '/remotes/company/product-variants.1.js',
    '/remotes/company/product-variants.1.css',
  ]);
});

test('where the areas lay last is asked beside the configuration, and taken over where they lie there still', async () => {
  let respond = (): void => undefined;
  const held = new Promise<void>((resolve) => (respond = resolve));
  const remotes = { company: '/remotes/company/mf-manifest.json' };
  service.on('GET /config.json', async () => {
    await held;
    return [200, { remotes }];
  });
  localTexts.write('last_remotes', JSON.stringify(remotes));
  open('/product-variants', { token: 'access-1', groups: 'Admin' });
  await waitFor(() => expect(files()).toContain('/remotes/company/product-variants.1.css'));
  respond();
  await readSiteFile('/config.json', 1000);
  await readSiteFile('/remotes/company/mf-manifest.json', 1000);
  expect(service.requestsTo('GET /remotes/company/mf-manifest.json')).toHaveLength(1);
});

test('a file that the host’s scripts have begun meanwhile is not asked for once more', async () => {
  open('/product-variants', { token: 'access-1', groups: 'Admin' });
  const { head } = window as { head?: HeadRequests };
  head?.asked.add(new URL('/remotes/company/remoteEntry.js', window.location.href).href);
  await waitFor(() => expect(files()).toContain('/remotes/company/product-variants.1.css'));
  expect(files()).not.toContain('/remotes/company/remoteEntry.js');
});

test.each([
  ['without the group', '/product-variants', { token: 'access-1', groups: 'AdManager' }, []],
  ['without any group', '/product-variants', { token: 'access-1', groups: '' }, []],
  ['at the dashboard, which has its own file', '/', { token: 'access-1', groups: 'Admin' }, ['/dashboard.js']],
])('nothing of an area is asked for %s', async (_, path, remembered, own) => {
  open(path, remembered);
  await readSiteFile('/config.json', 1000);
  await restoreSession(createConsoleStore());
  expect(asked()).toEqual(['/config.json', '/users/me']);
  expect(files()).toEqual(['/signed-in.js', ...own]);
});

describe('the rows of the list at the address', () => {
  const rowsAsked = () => service.requestsTo('GET /product-variants').map(({ query }) => query.toString());
  const head = () => (window as { head?: HeadRequests }).head;
  const begun = () => [...(head()?.requests.keys() ?? [])].filter((address) => address.includes('/product-variants?'));

  test('are asked for in the words of the list, with its page and its filters, and taken over', async () => {
    open('/product-variants?name=a+b&company_id=7&page=2&tag=x&tag=y&view=3', { token: 'access-1', groups: 'Admin' });
    await settled('/product-variants');
    const query = { page: 2, page_size: 25, sort_by: 'id', company_id: 7, tag: ['x', 'y'], name: 'a b' };
    const words = 'company_id=7&name=a+b&page=2&page_size=25&sort_by=id&tag=x&tag=y';
    await expect(http.get('/product-variants', { query })).resolves.toMatchObject({ of: words });
    expect(rowsAsked()).toEqual([words]);
    expect(service.requestsTo('GET /product-variants')[0]?.headers.authorization).toBe('Bearer access-1');
  });

  test('that are others than the list wants are nobody’s, and given up', async () => {
    open('/product-variants?company_id=7', { token: 'access-1', groups: 'Admin' });
    await settled('/product-variants');
    await expect(http.get('/product-variants', { query: { company_id: 8 } })).resolves.toMatchObject({
      of: 'company_id=8',
    });
    expect(begun()).toEqual([]);
  });

  test.each([
    ['whose groups admit the address no longer', '/product-variants?company_id=7', { ...USER, groups: ['AdManager'] }],
    ['at an address that names no company', '/product-variants?page=2', USER],
  ])('are not asked for by somebody %s', async (_, path, user) => {
    service.on('GET /users/me', [200, user]);
    open(path, { token: 'access-1', groups: 'Admin' });
    await settled('/remotes/company/mf-manifest.json');
    await restoreSession(createConsoleStore());
    for (let turn = 0; turn < 10; turn += 1) await new Promise((next) => setTimeout(next));
    expect(rowsAsked()).toEqual([]);
  });

  test('are not asked for where the screens have asked for themselves', async () => {
    let respond = (): void => undefined;
    const held = new Promise<void>((resolve) => (respond = resolve));
    service.on('GET /users/me', async () => {
      await held;
      return [200, USER];
    });
    open('/product-variants?company_id=7', { token: 'access-1', groups: 'Admin' });
    const query = { page: 1, page_size: 25, sort_by: 'id', company_id: 7 };
    await http.get('/product-variants', { query });
    respond();
    for (let turn = 0; turn < 10; turn += 1) await new Promise((next) => setTimeout(next));
    expect(rowsAsked()).toHaveLength(1);
  });
});

test('a manifest decides nothing about where the token goes (FED-07)', async () => {
  const firstRequests = {
    '/product-variants': { resource: '/../remotes/company/collect', sort: 'id', filters: ['company_id'] },
  };
  const manifest = { ...MANIFEST, metaData: { ...MANIFEST.metaData, firstRequests } };
  service.on('GET /remotes/company/mf-manifest.json', [200, manifest]);
  open('/product-variants?company_id=7', { token: 'access-1', groups: 'CompanyAdmin' });
  await waitFor(() => expect(files()).toContain('/remotes/company/product-variants.1.css'));
  await settled('/product-variants');
  const withToken = service.requests.filter(({ headers }) => headers.authorization !== undefined);
  expect(withToken.map(({ path }) => path).sort()).toEqual(['/product-variants', '/users/me']);
});

test('where a browser forbids storage, the configuration alone is asked for', async () => {
  const storage = jest.spyOn(window, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  try {
    prefetchPage(PLAN);
  } finally {
    storage.mockRestore();
  }
  await readSiteFile('/config.json', 1000);
  expect(service.requestsTo('GET /config.json')).toHaveLength(1);
  expect(service.requestsTo('GET /users/me')).toEqual([]);
});

test('nobody’s page asks for the configuration alone', async () => {
  open('/product-variants', { groups: 'Admin' });
  await readSiteFile('/config.json', 1000);
  expect(asked()).toEqual(['/config.json']);
  expect(files()).toEqual([]);
});
