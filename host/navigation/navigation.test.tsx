import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Group } from 'contract/session';
import type { Service } from 'shared-auth/testing';
import { openConsole, signedInAs, userIn, withService } from '../testing/open-console';

let service: Service;
withService((started) => (service = started));

const SECTIONS: [Group, string, [string, string][]][] = [
  [
    'CompanyAdmin',
    'Company',
    [
      ['Company Management', '/company-management'],
      ['Product Variants', '/product-variants'],
    ],
  ],
  [
    'SocialMediaManager',
    'Social Media',
    [
      ['Post Criteria', '/social-media-post-criteria'],
      ['Posts', '/social-media-posts'],
      ['Profiles', '/social-media-profiles'],
      ['Search Terms', '/social-media-search-terms'],
    ],
  ],
  ['AdManager', 'Advertising', [['Facebook Ads', '/facebook-ads']]],
  [
    'AaasAdmin',
    'Admin',
    [
      ['Agent Chat', '/agent-chat'],
      ['Agent Definitions', '/agent-definitions'],
      ['Knowledge', '/knowledge'],
    ],
  ],
];

test.each(SECTIONS)('a member of %s sees the section %s alone', async (group, title, entries) => {
  signedInAs(service, userIn(group));
  openConsole('/');
  const menu = await screen.findByRole('navigation', { name: 'Main' });
  expect(
    within(menu)
      .getAllByRole('heading')
      .map((heading) => heading.textContent),
  ).toEqual([title]);
  const links = within(menu).getAllByRole('link');
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(entries);
});

test.each<[string, Group[]]>([
  ['Admin alone', ['Admin']],
  ['no group', []],
])('someone in %s has no menu section', async (_, groups) => {
  signedInAs(service, userIn(...groups));
  openConsole('/');
  await screen.findByRole('heading', { name: 'Storeward Dashboard' });
  expect(screen.queryByRole('navigation', { name: 'Main' })).not.toBeInTheDocument();
});

test('the entry whose route equals the current path is highlighted', async () => {
  signedInAs(service, userIn('AaasAdmin'));
  openConsole('/knowledge');
  const menu = await screen.findByRole('navigation', { name: 'Main' });
  const current = within(menu).getAllByRole('link', { current: 'page' });
  expect(current.map((link) => link.textContent)).toEqual(['Knowledge']);
});

test.each([
  ['Escape', () => userEvent.keyboard('{Escape}')],
  ['its own entry', () => userEvent.click(screen.getByRole('link', { name: 'Knowledge' }))],
  ['another entry', () => userEvent.click(screen.getByRole('link', { name: 'Agent Chat' }))],
])('%s puts the menu of a narrow screen away, and its button has the focus', async (_, putAway) => {
  signedInAs(service, userIn('AaasAdmin'));
  openConsole('/knowledge');
  await userEvent.click(await screen.findByRole('button', { name: 'Open menu' }));
  screen.getByRole('link', { name: 'Knowledge' }).focus();
  await putAway();
  expect(await screen.findByRole('button', { name: 'Open menu' })).toHaveFocus();
});

test.each([
  ['/', 'Storeward Dashboard'],
  ['/knowledge', 'Knowledge · Storeward'],
  ['/product-variants/5/cogs', 'Storeward'],
  ['/nowhere', 'Unexpected Application Error!'],
])('at %s the tab is named %s', async (path, title) => {
  signedInAs(service, userIn('AaasAdmin'));
  const { restored } = openConsole(path);
  await restored;
  await waitFor(() => expect(document.title).toBe(title));
});

test('the header shows the current user and a logout action, and its logo links to /', async () => {
  signedInAs(service, userIn());
  service.on('POST /token/revoke', [204]);
  openConsole('/agent-chat');
  const header = await screen.findByRole('banner');
  expect(within(header).getByText('ada')).toBeVisible();
  expect(within(header).getByRole('link', { name: 'Storeward' })).toHaveAttribute('href', '/');
  await userEvent.click(within(header).getByRole('button', { name: 'Logout' }));
  expect(await screen.findByRole('heading', { name: 'Login to Storeward' })).toBeVisible();
  expect(localStorage.getItem('access_token')).toBeNull();
});
