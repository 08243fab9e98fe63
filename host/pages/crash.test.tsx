import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Service } from 'shared-auth/testing';
import { openConsole, signedInAs, userIn, withService } from '../testing/open-console';

let service: Service;
withService((started) => (service = started));

let crashes: boolean;
const Screen = () => {
  if (crashes) throw new Error('x is undefined');
  return <p>All is well</p>;
};
const screens = { '/facebook-ads': () => Promise.resolve({ default: Screen }) };
const container = { init: () => undefined, get: () => () => Promise.resolve({ screens }) };

/** Plays the browser, which runs the area's script: the container stands in the page, and each file has come. */
const browser = new MutationObserver((changes) => {
  for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (node instanceof HTMLScriptElement) Object.assign(window, { remote_ads: container });
    node.dispatchEvent(new Event('load'));
  }
});
beforeAll(() => browser.observe(document.head, { childList: true }));
afterAll(() => browser.disconnect());

test('an address that is not there is no crash', async () => {
  signedInAs(service, userIn());
  const { restored } = openConsole('/nowhere');
  expect(await screen.findByText('404 Not Found')).toBeVisible();
  await restored;
  expect(service.requestsTo('POST /client-errors')).toEqual([]);
});

test('a screen that crashes is reported with its area, the panel names the report, and Retry draws it anew', async () => {
  crashes = true;
  signedInAs(service, userIn('AdManager'));
  service.on('POST /client-errors', [204, undefined, { 'x-request-id': 'report-1' }]);
  service.on('GET /remotes/ads/mf-manifest.json', [
    200,
    {
      metaData: { globalName: 'remote_ads', requires: {}, remoteEntry: { name: 'entry.js', path: '' } },
      exposes: [{ path: './screens' }],
    },
  ]);
  openConsole('/facebook-ads', { brand: 'Storeward', remotes: { ads: '/remotes/ads/mf-manifest.json' } });
  expect(await screen.findByText('It stopped working because of a fault of its own.')).toBeVisible();
  expect(screen.queryByText('x is undefined', { exact: false })).toBeNull();
  expect(await screen.findByText('report-1')).toBeVisible();
  expect(service.requestsTo('POST /client-errors')).toMatchObject([
    { body: { area: 'ads', path: '/facebook-ads', message: 'x is undefined', stack: expect.any(String) } },
  ]);
  crashes = false;
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('All is well')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('report-1')).toBeNull());
});
