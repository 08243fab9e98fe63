import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { GROUPS, type Group } from 'contract/session';
import type { Service } from 'shared-auth/testing';
import { openConsole, signedInAs, userIn, withService } from '../testing/open-console';

let service: Service;
withService((started) => (service = started));

/** The specification's route table: who may open it, and what its screen says besides to someone who may not. */
const TABLE: [path: string, groups: Group[], said?: string][] = [
  ['/company-management', ['CompanyAdmin']],
  [
    '/product-variants',
    ['CompanyAdmin', 'Admin'],
    'You must be a Company Admin to access Product Variants Management.',
  ],
  [
    '/product-variants/5/cogs',
    ['CompanyAdmin', 'Admin'],
    'You must be a Company Admin to access Product Variant COGS Management.',
  ],
  ['/facebook-ads', [...GROUPS]],
  ['/agent-definitions', ['AaasAdmin']],
  ['/knowledge', ['AaasAdmin']],
  ['/social-media-post-criteria', ['SocialMediaManager']],
  ['/social-media-search-terms', ['SocialMediaManager'], 'You must be a Social Media Manager to access this page.'],
  ['/social-media-profiles', ['SocialMediaManager']],
  ['/social-media-posts', ['SocialMediaManager']],
  ['/agent-chat', [...GROUPS]],
];

/** Where an address has led, once it has: a guard that lets the wrong ones through is told at once, and not waited out. */
const outcome = () => screen.findByText(/^(This area is not deployed\.|Access Denied|Unexpected Application Error!)$/);

describe.each(TABLE)('%s', (path, groups, said) => {
  test.each(GROUPS)('for a member of %s alone', async (group) => {
    signedInAs(service, userIn(group));
    openConsole(path);
    if (groups.includes(group)) {
      expect(await outcome()).toHaveTextContent('This area is not deployed.');
      return;
    }
    expect(await outcome()).toHaveTextContent('Access Denied');
    expect(screen.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
    expect(
      screen.getByText(`You do not have permission to access this page. Required role: ${groups[0]}.`),
    ).toBeVisible();
    if (said) expect(screen.getByText(said)).toBeVisible();
    expect(service.requests.map((one) => one.path)).toEqual(['/users/me']);
  });
});

test.each(['abc', '1e3', '0', '-5', '5.0', '99999999999'])(
  'the costs of a variant %s, which is no id, are no route, and ask for nothing',
  async (id) => {
    signedInAs(service, userIn('CompanyAdmin'));
    openConsole(`/product-variants/${id}/cogs`);
    expect(await outcome()).toHaveTextContent('Unexpected Application Error!');
    expect(screen.getByText(/404 Not Found/)).toBeVisible();
    expect(service.requests.every(({ path }) => path === '/users/me')).toBe(true);
  },
);

test.each(['/facebook-ads', '/agent-chat'])('%s is open to a signed-in user of no group (ROLE-07)', async (path) => {
  signedInAs(service, userIn());
  openConsole(path);
  expect(await screen.findByText('This area is not deployed.')).toBeVisible();
});

test.each(TABLE.filter(([, groups]) => groups.length < GROUPS.length))(
  '%s says to a signed-in user of no group who may open it, and asks the service for nothing (ROLE-02)',
  async (path, groups) => {
    signedInAs(service, userIn());
    openConsole(path);
    expect(await outcome()).toHaveTextContent('Access Denied');
    expect(
      screen.getByText(`You do not have permission to access this page. Required role: ${groups[0]}.`),
    ).toBeVisible();
    expect(service.requests.map((one) => one.path)).toEqual(['/users/me']);
  },
);

test('the Access Denied panel leads on to the dashboard and to every screen that the person may open', async () => {
  signedInAs(service, userIn('Admin'));
  openConsole('/knowledge');
  const ways = within(await screen.findByRole('navigation', { name: 'You may open' }));
  expect(ways.getAllByRole('link').map((link) => [link.getAttribute('href'), link.textContent])).toEqual([
    ['/', 'Dashboard'],
    ['/product-variants', 'Product Variants'],
    ['/facebook-ads', 'Facebook Ads'],
    ['/agent-chat', 'Agent Chat'],
  ]);
});

test('while authentication is loading, a spinner shows', async () => {
  signedInAs(service, userIn());
  let answer = (): void => undefined;
  service.on('GET /users/me', () => new Promise((resolve) => (answer = () => resolve([200, userIn()]))));
  openConsole('/');
  expect(await screen.findByRole('status')).toHaveTextContent('Loading...');
  await waitFor(() => expect(service.requests).toHaveLength(1));
  answer();
  expect(await screen.findByRole('heading', { name: 'Storeward Dashboard' })).toBeVisible();
});

test('someone who is not signed in is redirected to /login', async () => {
  openConsole('/knowledge');
  expect(await screen.findByRole('heading', { name: 'Login to Storeward' })).toBeVisible();
  expect(window.location.pathname).toBe('/login');
});

test('an unknown route shows the error screen with its status and status text (ERR-04)', async () => {
  signedInAs(service, userIn());
  const { restored } = openConsole('/nowhere');
  expect(await screen.findByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
  expect(screen.getByText('404 Not Found')).toBeVisible();
  await restored;
});

test('to somebody signed in, an unknown route shows the header and the menu, which lead on', async () => {
  signedInAs(service, userIn('AaasAdmin'));
  openConsole('/nowhere');
  await screen.findByText('404 Not Found');
  expect(screen.getByRole('banner')).toHaveTextContent('ada');
  await userEvent.click(screen.getByRole('link', { name: 'Knowledge' }));
  expect(await screen.findByText('This area is not deployed.')).toBeVisible();
  expect(screen.queryByText('404 Not Found')).toBeNull();
});

test('to nobody signed in, an unknown route shows the error screen alone', async () => {
  openConsole('/nowhere');
  expect(await screen.findByText('404 Not Found')).toBeVisible();
  expect(screen.queryByRole('banner')).toBeNull();
});
