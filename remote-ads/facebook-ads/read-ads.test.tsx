import { screen } from '@testing-library/react';
import type { Service } from 'shared-auth/testing';
import { choose, runBulk, select, user } from 'shared-ui/testing';
import { autumn, openAds, page, row, startAdService } from './testing/open-ads';

const REFRESH = 'POST /facebook-ads/refresh';

let service: Service;
beforeEach(async () => {
  service = await startAdService();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await service.close();
});

test('an ad is read anew from its row, and it says when', async () => {
  service.on(REFRESH, [202, { queued: 1 }]);
  openAds();
  await choose('Autumn boots', 'Read Now');
  expect(await screen.findByText('The ad will be read within a minute')).toBeVisible();
  expect(service.requestsTo(REFRESH)[0]?.body).toEqual({ ad_ids: [3] });
});

test('of several it says how many will be, and why the others are not', async () => {
  service.on('GET /facebook-ads', [200, page(autumn, { ...autumn, id: 5, ad_name: 'Winter boots' })]);
  service.on(REFRESH, [202, { queued: 1 }]);
  openAds();
  await select('Autumn boots', 'Winter boots');
  await runBulk('Read Now');
  expect(await screen.findByText('1 of 2 ads will be read within a minute')).toBeVisible();
  expect(screen.getByText('The others are of no connected account.')).toBeVisible();
  expect(service.requestsTo(REFRESH)[0]?.body).toEqual({ ad_ids: [3, 5] });
});

test('why none is read is said in the service’s words', async () => {
  jest.spyOn(console, 'error').mockImplementation();
  service.on(REFRESH, [409, { detail: 'Facebook connection is not configured' }]);
  openAds();
  await choose('Autumn boots', 'Read Now');
  expect(await screen.findByText('The ad is not read now')).toBeVisible();
  expect(screen.getByText('Facebook connection is not configured')).toBeVisible();
});

test('who manages no ads is offered nothing of it', async () => {
  openAds({ groups: [] });
  await row();
  await user.click(screen.getByRole('button', { name: 'Actions for Autumn boots' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['Preview']);
});
