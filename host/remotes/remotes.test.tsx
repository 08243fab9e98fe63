import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'shared-auth';
import type { Answer, Service } from 'shared-auth/testing';
import { openConsole, signedInAs, userIn, withService } from '../testing/open-console';
import { preloadAtStart, rememberGroups } from './preload-at-start';
import { factsOf } from '../about/facts';
import { configureRemotes, reportOf } from './remotes';

const MANIFEST = '/remotes/ads/mf-manifest.json';
const config = { brand: 'Storeward', remotes: { ads: MANIFEST } };

let service: Service;
withService((started) => (service = started));
beforeEach(() => signedInAs(service, userIn('AdManager')));

const elsewhere = {
  metaData: {
    globalName: 'remote_ads',
    requires: {},
    remoteEntry: { name: 'entry.js', path: 'https://elsewhere.example/' },
  },
  exposes: [{ path: './screens', assets: { js: { sync: [] } } }],
};

test.each<[string, Answer, string]>([
  ['answers with an error', [503, 'Service Unavailable'], 'Its server answered with an error (503).'],
  ['sends what is no manifest', [200, '<html>'], 'What its server sent is not a part of this console.'],
  ['sends a manifest without screens', [200, { name: 'x' }], 'What its server sent is not a part of this console.'],
  [
    'was built for another platform',
    [200, { ...elsewhere, metaData: { ...elsewhere.metaData, requires: { react: '^18.0.0' } } }],
    'It was built for another version of this console. It needs version ^18.0.0 of react; this console has 19.3.1.',
  ],
  [
    'points to code on another origin',
    [200, elsewhere],
    'It wants to load code from a server that this console does not trust.',
  ],
])('an area whose server %s costs its own panel only, which names it (FED-01, FED-05)', async (_, answer, reason) => {
  service.on(`GET ${MANIFEST}`, answer);
  openConsole('/facebook-ads', config);
  expect(await screen.findByText('The Advertising area could not be shown')).toBeVisible();
  expect(screen.getByText(reason, { exact: false })).toBeVisible();
  expect(screen.getByRole('link', { name: 'Facebook Ads' })).toBeVisible();
});

test('where the list of areas could not be read, the panel says so, and Retry reads it again', async () => {
  openConsole('/facebook-ads', { brand: 'Console', remotes: null });
  expect(await screen.findByText('The list of areas could not be read.')).toBeVisible();
  service.on('GET /config.json', [200, config]);
  service.on(`GET ${MANIFEST}`, [200, elsewhere]);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('It wants to load code', { exact: false })).toBeVisible();
});

test('an area that was moved to a server that the page may not ask offers a reload', async () => {
  service.on(`GET ${MANIFEST}`, [500, {}]);
  openConsole('/facebook-ads', config);
  await screen.findByText('Its server answered with an error (500).');
  service.on('GET /config.json', [200, { ...config, remotes: { ads: 'https://elsewhere.example/mf-manifest.json' } }]);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('It was moved to another server while this page was open.')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeEnabled();
  expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
});

test('a remote that needs a newer contract than the service has is refused before its code runs, and About this console says which release it was', async () => {
  const manifest = {
    metaData: {
      globalName: 'remote_ads',
      version: '2.0.0',
      build: '0123456789ab',
      requires: { contract: '^1.2.0' },
      remoteEntry: { name: 'entry.js', path: '' },
    },
    exposes: [{ path: './screens' }],
  };
  service.on(`GET ${MANIFEST}`, [200, manifest]);
  service.on('GET /users/me', [200, userIn('AdManager'), { 'x-contract-version': '1.1.0' }]);
  openConsole('/facebook-ads', config);
  expect(
    await screen.findByText('It needs version ^1.2.0 of the contract; the service has 1.1.0.', { exact: false }),
  ).toBeVisible();
  const scripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => src);
  expect(scripts()).toEqual([]);
  service.on('GET /anything', [200, {}, { 'x-contract-version': '1.1.5' }]);
  await http.get('/anything');
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('the service has 1.1.5.', { exact: false })).toBeVisible();
  expect(scripts()).toEqual([]);
  const facts = factsOf('ads', await reportOf('ads')).map(({ name, value }) => `${name}: ${value}`);
  expect(facts.slice(0, 2)).toEqual(['Version: 2.0.0', 'Build: 0123456789ab']);
  expect(facts[2]).toContain('It needs version ^1.2.0 of the contract; the service has 1.1.5.');
  expect(facts.at(-1)).toBe('Needs: contract ^1.2.0');
});

test('Retry asks the server again, with no reload', async () => {
  service.on(`GET ${MANIFEST}`, [500, {}]);
  openConsole('/facebook-ads', config);
  await screen.findByText('Its server answered with an error (500).', { exact: false });
  service.on(`GET ${MANIFEST}`, [200, elsewhere]);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('It wants to load code', { exact: false })).toBeVisible();
  expect(service.requestsTo(`GET ${MANIFEST}`)).toHaveLength(2);
});

test('nothing is fetched from a remote before its area is opened or pointed at', async () => {
  openConsole('/', config);
  await screen.findByRole('heading', { name: 'Storeward Dashboard' });
  expect(service.requestsTo(`GET ${MANIFEST}`)).toHaveLength(0);
  service.on(`GET ${MANIFEST}`, [500, {}]);
  await userEvent.hover(screen.getAllByRole('link', { name: 'Facebook Ads' })[0] as HTMLElement);
  expect(service.requestsTo(`GET ${MANIFEST}`)).toHaveLength(1);
});

test('a page that is loaded again fetches its area while it is asked who is signed in, if the groups admitted the person', async () => {
  // Another area than the one that was pointed at last, whose manifest may be on its way.
  const manifest = '/remotes/company/mf-manifest.json';
  configureRemotes({ company: manifest });
  void preloadAtStart('/company-management');
  rememberGroups(userIn('CompanyAdmin'));
  void preloadAtStart('/knowledge');
  rememberGroups(null);
  void preloadAtStart('/company-management');
  rememberGroups(userIn('CompanyAdmin'));
  expect(service.requests).toHaveLength(0);
  service.on(`GET ${manifest}`, [500, {}]);
  void preloadAtStart('/company-management');
  await waitFor(() => expect(service.requestsTo(`GET ${manifest}`)).toHaveLength(1));
});

test('a screen has its own script and style fetched beside the container, and no other screen’s', async () => {
  const files = (name: string) => ({ sync: [`expose.${name}`], async: [`facebook-ads.1.${name}`, `tags.2.${name}`] });
  const manifest = {
    metaData: { globalName: 'remote_ads', requires: {}, remoteEntry: { name: 'entry.js', path: '' } },
    exposes: [{ path: './screens', assets: { js: files('js'), css: { ...files('css'), sync: [] } } }],
  };
  service.on(`GET ${MANIFEST}`, [200, manifest]);
  openConsole('/facebook-ads', config);
  const fetched = () => [
    ...[...document.head.querySelectorAll('link[rel=preload]')].map((link) => link.getAttribute('href')),
    ...service.requests.map(({ path }) => path),
  ];
  await waitFor(() =>
    expect(fetched().map((href) => href?.replace(/.*\//, ''))).toEqual(
      expect.arrayContaining(['expose.js', 'facebook-ads.1.js', 'facebook-ads.1.css']),
    ),
  );
  expect(fetched().filter((href) => href?.includes('tags'))).toEqual([]);
});
