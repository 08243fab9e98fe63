import { screen, waitFor } from '@testing-library/react';
import type { Service } from 'shared-auth/testing';
import { pageOf } from 'shared-ui/testing';
import { openAds, row, startAdService } from '../facebook-ads/testing/open-ads';

let service: Service;
beforeEach(async () => {
  service = await startAdService();
});
afterEach(() => service.close());

const year = new Date().getFullYear();
const accounts = (...items: object[]) => service.on('GET /connections', [200, pageOf(...items)]);

test.each([
  [`${year}-11-23`, 'America/New_York', 'Spend through Nov 23 (America/New_York)'],
  [`${year - 1}-12-31`, null, `Spend through Dec 31, ${year - 1}`],
])('%s in %s reads %j', async (spend_through, zone, text) => {
  accounts({ id: 1, spend_through, zone });
  openAds();
  expect(await screen.findByText(text)).toBeVisible();
  const paths = service.requests.map(({ path }) => path);
  expect(paths.indexOf('/connections')).toBeGreaterThan(paths.indexOf('/facebook-ads'));
  expect(Object.fromEntries(service.requestsTo('GET /connections')[0]?.query ?? [])).toEqual({
    company_id: '4',
    source: 'meta',
  });
});

test.each<[string, object[]]>([
  ['no account is connected', []],
  ['it was not read yet', [{ id: 1, spend_through: null, zone: 'America/New_York' }]],
])('nothing is said where %s', async (_, items) => {
  accounts(...items);
  openAds();
  await row();
  await waitFor(() => expect(service.requestsTo('GET /connections')).toHaveLength(1));
  expect(screen.queryByText(/Spend through/)).toBeNull();
});
