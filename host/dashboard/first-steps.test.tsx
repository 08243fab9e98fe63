import { screen, waitFor, within } from '@testing-library/react';
import type { Summary } from 'contract/dashboard';
import { GROUPS } from 'contract/session';
import type { Service } from 'shared-auth/testing';
import { openConsole, signedInAs, userIn, withService } from '../testing/open-console';

let service: Service;
withService((started) => (service = started));

/** Opens the dashboard where these of the first steps are done. */
function openDashboard(first_steps?: Summary['first_steps']) {
  signedInAs(service, { ...userIn(...GROUPS), companies: [] });
  service.on('GET /dashboard/summary', [200, { items: [], ...(first_steps && { first_steps }) }]);
  openConsole('/');
}

const section = async () => within(await screen.findByRole('region', { name: 'First steps' }));
const titles = async () =>
  (await section()).getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

test('a console without a company says what to do first, in order, with the way to each', async () => {
  openDashboard({ company: false, records: false, people: false });
  expect(await titles()).toEqual(['Add a company', 'Bring in its data', 'Let people in']);
  const ways = (await section()).getAllByRole('link').map((link) => link.getAttribute('href'));
  // The remotes, which add the other screens, are not there.
  expect(ways).toEqual(['/company-management', '/product-variants', '/facebook-ads']);
});

test('a step that is done says so and folds', async () => {
  openDashboard({ company: true, records: true, people: false });
  expect(await titles()).toEqual(['Add a companyDone', 'Bring in its dataDone', 'Let people in']);
  expect((await section()).queryByText(/Connect the store/)).toBeNull();
  expect((await section()).getByText(/Invite each with their groups/)).toBeVisible();
});

test('once all of them are done there are none', async () => {
  openDashboard();
  expect(await screen.findByRole('navigation', { name: 'Go to' })).toBeVisible();
  await waitFor(() => expect(service.requestsTo('GET /dashboard/summary')).toHaveLength(1));
  expect(screen.queryByText('First steps')).toBeNull();
});
