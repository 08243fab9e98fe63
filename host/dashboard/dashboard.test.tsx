import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { GROUPS, type Group } from 'contract/session';
import type { Service } from 'shared-auth/testing';
import { takeAdded } from '../remotes/added-screens';
import { openConsole, signedInAs, userIn, withService } from '../testing/open-console';

let service: Service;
withService((started) => (service = started));

const tiles = async () => {
  const place = await screen.findByRole('navigation', { name: 'Go to' });
  return within(place)
    .getAllByRole('link')
    .map((link) => [link.getAttribute('href'), link.textContent]);
};

test('the dashboard shows username, email, id, the companies by name and slug, and the groups', async () => {
  signedInAs(service, userIn('CompanyAdmin', 'Admin'));
  openConsole('/');
  const page = await screen.findByRole('main');
  for (const words of [
    'ada',
    'ada@example.com',
    '7',
    'Northwind Tea',
    'northwind-tea',
    'Bergamot & Co',
    'bergamot-co',
    'CompanyAdmin',
    'Admin',
  ])
    expect(await within(page).findByText(words)).toBeVisible();
});

const ADS = ['/facebook-ads', 'Facebook Ads'];
const CHAT = ['/agent-chat', 'Agent Chat'];

test.each<[string, Group[], string[][]]>([
  ['no group', [], [ADS, CHAT]],
  ['Admin alone', ['Admin'], [['/product-variants', 'Product Variants'], ADS, CHAT]],
  ['AdManager', ['AdManager'], [ADS, CHAT]],
  [
    'every group',
    [...GROUPS],
    [
      ['/company-management', 'Company Management'],
      ['/product-variants', 'Product Variants'],
      ['/social-media-post-criteria', 'Post Criteria'],
      ['/social-media-posts', 'Posts'],
      ['/social-media-profiles', 'Profiles'],
      ['/social-media-search-terms', 'Search Terms'],
      ADS,
      CHAT,
      ['/agent-definitions', 'Agent Definitions'],
      ['/knowledge', 'Knowledge'],
      ['/activity', 'Activity'],
    ],
  ],
])('someone in %s finds a tile for every screen that they may open', async (_, groups, expected) => {
  signedInAs(service, userIn(...groups));
  openConsole('/');
  expect(await tiles()).toEqual(expected);
});

test('a tile is named by its screen, and what there is to do is its description', async () => {
  signedInAs(service, userIn());
  openConsole('/');
  expect(await screen.findByRole('link', { name: 'Facebook Ads' })).toHaveAccessibleDescription(
    'Spend, previews and tags',
  );
});

test('what a remote adds to the menu has a tile for who may open it', async () => {
  const plans = { area: 'ads', path: '/ads/plans', title: 'Plans', groups: ['Admin'], section: 'Admin' } as const;
  takeAdded('ads', { screens: [plans, { ...plans, path: '/ads/part', section: null }], refused: [] });
  signedInAs(service, userIn('Admin'));
  openConsole('/');
  expect((await tiles()).at(-1)).toEqual(['/ads/plans', 'Plans']);
  takeAdded('ads', { screens: [{ ...plans, groups: ['AaasAdmin'] }], refused: [] });
  await waitFor(async () => expect((await tiles()).at(-1)).toEqual(CHAT));
});

test('of many companies the first twenty are shown, and all of them when they are asked for', async () => {
  const companies = Array.from({ length: 21 }, (_, at) => ({
    id: at + 1,
    name: `Shop ${at + 1}`,
    slug: `shop-${at + 1}`,
  }));
  signedInAs(service, { ...userIn(), companies });
  openConsole('/');
  const list = await screen.findByRole('list', { name: 'Companies 21' });
  expect(await within(list).findAllByRole('listitem')).toHaveLength(20);
  await userEvent.click(screen.getByRole('button', { name: 'Show all 21 companies' }));
  expect(within(list).getByText('Shop 21')).toBeVisible();
});
