import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Area } from 'contract/console-config';
import { signOut } from 'shared-auth/host';
import type { Service } from 'shared-auth/testing';
import { openConsole, signedInAs, userIn, withService } from '../testing/open-console';
import { isOpenTo } from '../config/is-open-to';
import { takeAdded } from './added-screens';
import { judgeAdded } from './judge-added';
import { newerReleaseOf } from './remotes';

const MANIFEST = '/remotes/ads/mf-manifest.json';
const config = { brand: 'Storeward', remotes: { ads: MANIFEST } };

let service: Service;
withService((started) => (service = started));
const take = (area: Area, ...declared: unknown[]) => takeAdded(area, judgeAdded(area, declared));
beforeEach(() => take('ads'));

const declaring = (...addedScreens: unknown[]) => ({
  metaData: { globalName: 'remote_ads', requires: {}, remoteEntry: { name: 'entry.js', path: '' }, addedScreens },
  exposes: [{ path: './screens', assets: { js: { sync: [], async: [] } } }],
});
const notes = {
  path: '/ads/notes',
  title: 'Notes',
  groups: ['AdManager', 'AaasAdmin'],
  section: 'Advertising',
  icon: 'M4 4h8',
};
const scripts = () => document.head.querySelectorAll('link[rel=preload]');

test('a screen without groups is for AaasAdmin alone', () => {
  const { screens } = judgeAdded('ads', [
    { path: '/ads/a', title: 'A' },
    { path: '/ads/b/:id', title: ' B ', groups: [] },
  ]);
  expect(screens).toEqual([
    { area: 'ads', path: '/ads/a', title: 'A', groups: ['AaasAdmin'], section: null },
    { area: 'ads', path: '/ads/b/:id', title: 'B', groups: ['AaasAdmin'], section: null },
  ]);
});

test('a screen for everyone is for whoever is signed in', () => {
  const { screens } = judgeAdded('ads', [{ path: '/ads/a', title: 'A', groups: 'everyone' }]);
  expect(screens).toEqual([{ area: 'ads', path: '/ads/a', title: 'A', groups: [], section: null }]);
  expect(isOpenTo({ groups: [] }, screens[0]?.groups ?? ['Admin'])).toBe(true);
});

test.each<[string, unknown, string]>([
  ['below another area', { ...notes, path: '/company/notes' }, 'Its path is not one below /ads/'],
  ['of the console', { ...notes, path: '/knowledge' }, 'Its path is not one below /ads/'],
  ['that climbs', { ...notes, path: '/ads/../knowledge' }, 'Its path is not one below /ads/'],
  ['with capitals', { ...notes, path: '/ads/Notes' }, 'Its path is not one below /ads/'],
  ['without a title', { ...notes, title: ' ' }, 'Its title is not a text'],
  ['with a long title', { ...notes, title: 'x'.repeat(41) }, 'Its title is not a text'],
  ['for a group that is not there', { ...notes, groups: ['Everybody'] }, 'Its groups are not groups'],
  ['in a section that is not there', { ...notes, section: 'Notes' }, 'Its section is not one of the menu.'],
  ['with more than strokes', { ...notes, icon: 'M4 4url(x)' }, 'Its icon is not the strokes of an SVG path.'],
  ['that is null', null, 'Its path is not one below /ads/'],
])('a screen %s is refused, and why is said', (_, declared, reason) => {
  const { screens, refused } = judgeAdded('ads', [declared]);
  expect(screens).toEqual([]);
  expect(refused).toEqual([{ path: expect.any(String), reason: expect.stringContaining(reason) }]);
});

test('one path is taken once, whatever its parameters are called', () => {
  const { screens, refused } = judgeAdded('ads', [
    { ...notes, path: '/ads/notes/:id' },
    { ...notes, path: '/ads/notes/:note' },
  ]);
  expect(screens).toHaveLength(1);
  expect(refused).toEqual([{ path: '/ads/notes/:note', reason: 'Another screen of this area has this path.' }]);
});

const entries = async () => {
  const menu = await screen.findByRole('navigation', { name: 'Main' });
  return within(menu)
    .getAllByRole('link')
    .map((link) => link.textContent);
};

test('a declared entry stands after the console’s own for who has the section’s group and may open it', async () => {
  take('ads', notes, { ...notes, path: '/ads/secret', title: 'Secret', groups: ['AaasAdmin'] });
  signedInAs(service, userIn('AdManager'));
  openConsole('/', config);
  expect(await entries()).toEqual(['Facebook Ads', 'Notes']);
  const menu = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(menu.getByRole('link', { name: 'Notes' }).querySelector('path')).toHaveAttribute('d', notes.icon);
});

test('who has not the section’s group has no entry, and may open the screen all the same', async () => {
  take('ads', notes);
  signedInAs(service, userIn('AaasAdmin'));
  service.on(`GET ${MANIFEST}`, [200, declaring(notes)]);
  openConsole('/ads/notes', config);
  expect(await entries()).not.toContain('Notes');
  await waitFor(() => expect(scripts().length).toBeGreaterThan(0));
});

test('what is remembered draws the menu alone: the manifest decides who may open a screen', async () => {
  const SOCIAL = '/remotes/social/mf-manifest.json';
  const plans = { path: '/social/plans', title: 'Plans', groups: ['SocialMediaManager'], section: 'Social Media' };
  signedInAs(service, userIn('SocialMediaManager'));
  take('social', plans);
  expect(JSON.parse(localStorage.getItem('added_screens') ?? '')).toMatchObject([plans]);
  service.on(`GET ${SOCIAL}`, [200, declaring({ ...plans, groups: ['CompanyAdmin'] })]);
  openConsole('/', { ...config, remotes: { social: SOCIAL } });
  expect(await entries()).toContain('Plans');
  // As the release watch does when the page is quiet.
  await act(() => newerReleaseOf('social'));
  expect(screen.queryByRole('link', { name: 'Plans' })).toBeNull();
});

test('a manifest that comes behind the logout leaves nothing in the browser', () => {
  signedInAs(service, userIn('AdManager'));
  signOut();
  take('ads', notes);
  expect(localStorage.getItem('added_screens')).toBeNull();
});

test('an address below the area asks the manifest before anything else; without the screen it is not found', async () => {
  signedInAs(service, userIn('AdManager'));
  service.on(`GET ${MANIFEST}`, [200, declaring()]);
  document.head.replaceChildren();
  openConsole('/ads/notes', config);
  expect(await screen.findByText('404 Not Found')).toBeVisible();
  expect(scripts()).toHaveLength(0);
});

test('where the manifest cannot be had, the panel says why, and Retry asks again', async () => {
  signedInAs(service, userIn('AdManager'));
  service.on(`GET ${MANIFEST}`, [503]);
  openConsole('/ads/other', config);
  expect(await screen.findByText('Its server answered with an error (503).')).toBeVisible();
  service.on(`GET ${MANIFEST}`, [200, declaring({ ...notes, path: '/ads/other', groups: ['CompanyAdmin'] })]);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText(/Access Denied/)).toBeVisible();
});

test('a screen that has named the tab keeps its name when another area adds screens', async () => {
  signedInAs(service, userIn('AdManager'));
  const { restored } = openConsole('/', config);
  await restored;
  await entries();
  document.title = 'Notes of today';
  act(() => take('ads', notes));
  expect(await screen.findAllByRole('link', { name: 'Notes' })).not.toHaveLength(0);
  expect(document.title).toBe('Notes of today');
});
