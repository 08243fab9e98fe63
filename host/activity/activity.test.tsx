import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { HistoryEntry } from 'contract/history';
import { GROUPS } from 'contract/session';
import type { Service } from 'shared-auth/testing';
import { openConsole, signedInAs, userIn, withService } from '../testing/open-console';

let service: Service;
withService((started) => (service = started));

const user = userEvent.setup();

const deleted: HistoryEntry = {
  id: 5,
  operation_id: 'request-5',
  operation_size: 2,
  group_size: 1,
  at: '2026-03-01T12:30:00.000Z',
  username: 'grace',
  action: 'delete',
  resource: 'social_media_post',
  record_id: '17',
  record_name: 'https://posts.example/17',
  company_id: 2,
  undoes: null,
  agent: null,
  tab_id: null,
  changes: [
    {
      field: 'status',
      label: 'Status',
      kind: 'choice',
      labels: { error: 'Failed' },
      before: 'error',
      after: null,
      is_secret: false,
      is_cut: false,
    },
  ],
  can_undo: true,
  undo_obstacle: null,
};
const signIn: HistoryEntry = {
  ...deleted,
  id: 4,
  operation_id: 'request-4',
  operation_size: 1,
  action: 'sign in',
  resource: 'session',
  record_id: 'ab-1',
  record_name: null,
  company_id: null,
  changes: [],
  can_undo: false,
  undo_obstacle: 'Signing in and out cannot be undone.',
};

const page = { items: [deleted, signIn], total: 2, page: 1, page_size: 25, total_pages: 1 };
const lastQuery = () => Object.fromEntries(service.requestsTo('GET /audit').at(-1)?.query ?? []);

function openActivity(address = '/activity') {
  signedInAs(service, userIn(...GROUPS));
  service.on('GET /audit', [200, page]);
  openConsole(address);
}

test('somebody without AaasAdmin is denied, is offered no tile, and downloads nothing of it', async () => {
  signedInAs(service, userIn('CompanyAdmin', 'Admin'));
  openConsole('/activity');
  expect(await screen.findByRole('heading', { name: /Access Denied/ })).toBeVisible();
  expect(screen.getByText(/AaasAdmin/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'Activity' })).toBeNull();
  expect(service.requestsTo('GET /audit')).toEqual([]);
});

test('it says who did what to which record of whom, and is reached by a tile and no menu entry', async () => {
  openActivity('/');
  const tile = await screen.findByRole('link', { name: 'Activity' });
  expect(within(screen.getByRole('navigation', { name: 'Main' })).queryByText('Activity')).toBeNull();
  await user.click(tile);
  const row = within(await screen.findByRole('row', { name: /posts\.example/ }));
  for (const words of ['grace', 'Deleted', 'Post', 'Status', 'Bergamot & Co'])
    expect(row.getByText(words)).toBeVisible();
  expect(document.title).toMatch(/^Activity/);
  expect(lastQuery()).toEqual({ page: '1', page_size: '25', sort_by: '-at', grouped: 'true' });
});

test('its filters stand in the address; days are sent as moments, and no company of another screen is assumed', async () => {
  localStorage.setItem('company:7', '1');
  openActivity('/activity?person=grace&resource=social_media_post&record_id=17&since=2026-03-01&until=2026-03-02');
  await screen.findByRole('row', { name: /posts\.example/ });
  expect(lastQuery()).toEqual({
    page: '1',
    page_size: '25',
    sort_by: '-at',
    person: 'grace',
    resource: 'social_media_post',
    record_id: '17',
    since: new Date(2026, 2, 1).toISOString(),
    until: new Date(2026, 2, 3).toISOString(),
  });
  await user.selectOptions(screen.getByLabelText('Action'), 'Deleted');
  await waitFor(() => expect(lastQuery()).toMatchObject({ action: 'delete' }));
  expect(window.location.search).toContain('action=delete');
});

test('an entry opens to what it changed, and a deletion comes back by its Undo', async () => {
  openActivity();
  await user.click(await screen.findByRole('row', { name: /posts\.example/ }));
  const entry = within(await screen.findByRole('dialog', { name: /Deleted: https/ }));
  expect(entry.getByText('Failed')).toBeVisible();
  service.on('POST /history/request-5/undo', [
    200,
    { operation_id: 'request-6', success_count: 2, error_count: 0, errors: [], not_restored: [] },
  ]);
  await user.click(entry.getByRole('button', { name: 'Undo' }));
  expect(entry.getByText(/Bring back https/)).toBeVisible();
  const before = service.requestsTo('GET /audit').length;
  await user.click(entry.getByRole('button', { name: 'Undo this change' }));
  await waitFor(() => expect(service.requestsTo('POST /history/request-5/undo')).toHaveLength(1));
  await waitFor(() => expect(service.requestsTo('GET /audit').length).toBeGreaterThan(before));
});

test('what an operation did to many records is one line, which opens to the first of them and leads to all', async () => {
  openActivity();
  const many = { ...deleted, operation_size: 490, group_size: 488 };
  const alike = ['https://posts.example/18', 'https://posts.example/19'].map((record_name, at) => ({
    ...many,
    id: 10 + at,
    record_name,
  }));
  service.on('GET /audit', ({ query }) => [
    200,
    query.has('operation_id') ? { ...page, items: alike, total: 488 } : { ...page, items: [many, signIn] },
  ]);
  await user.click(await screen.findByRole('row', { name: /Post, 488 records/ }));
  const entry = within(await screen.findByRole('dialog', { name: 'Deleted: Post, 488 records' }));
  expect(await entry.findByText('https://posts.example/19')).toBeVisible();
  expect(lastQuery()).toEqual({
    operation_id: 'request-5',
    action: 'delete',
    resource: 'social_media_post',
    company_id: '2',
    page: '1',
    page_size: '10',
    sort_by: 'at',
  });
  expect(entry.getByRole('link', { name: 'All 488' })).toHaveAttribute(
    'href',
    '/activity?operation_id=request-5&action=delete&resource=social_media_post&company_id=2',
  );
});

test('entries stand under their days, whose headings are no rows to open', async () => {
  openActivity();
  service.on('GET /audit', [200, { ...page, items: [deleted, { ...signIn, at: '2026-02-27T12:30:00.000Z' }] }]);
  await screen.findByRole('row', { name: /posts\.example/ });
  const rows = screen.getAllByRole('row').slice(1);
  expect(rows.map(({ dataset }) => dataset.record)).toEqual([undefined, '5', undefined, '4']);
  expect(rows[0]).toHaveTextContent(/^Mar 1, 2026$/);
  expect(rows[2]).toHaveTextContent(/^Feb 27, 2026$/);
  await user.click(rows[2] as HTMLElement);
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(rows[3] as HTMLElement);
  expect(await screen.findByRole('dialog', { name: /Signed in/ })).toBeVisible();
});

test('chat and signing in stand apart by a filter each', async () => {
  openActivity('/activity?chat=without&sign_ins=without');
  await screen.findByRole('row', { name: /posts\.example/ });
  expect(lastQuery()).toMatchObject({ chat: 'without', sign_ins: 'without', grouped: 'true' });
});

test('an entry that cannot be taken back says why', async () => {
  openActivity();
  await user.click(await screen.findByRole('row', { name: /Signed in/ }));
  const entry = within(await screen.findByRole('dialog'));
  expect(entry.getByText('Signing in and out cannot be undone.')).toBeVisible();
  expect(entry.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('an entry leads to all of its record, by its person and of its request, and its details are left for that', async () => {
  openActivity();
  await user.click(await screen.findByRole('row', { name: /posts\.example/ }));
  const entry = within(await screen.findByRole('dialog'));
  expect(entry.getByRole('link', { name: 'All by grace' })).toHaveAttribute('href', '/activity?person=grace');
  expect(entry.getByRole('link', { name: 'All 2 changes of this request' })).toBeVisible();
  await user.click(entry.getByRole('link', { name: 'All of this record' }));
  await waitFor(() => expect(lastQuery()).toMatchObject({ resource: 'social_media_post', record_id: '17' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the export is a file of the service, of all that the filters match', async () => {
  service.on('POST /audit/export', [200, 'at,username\r\n', { 'Content-Type': 'text/csv' }]);
  openActivity('/activity?person=grace&since=2026-03-01');
  await user.click(await screen.findByRole('button', { name: 'Export all 2 matching' }));
  await waitFor(() => expect(service.requestsTo('POST /audit/export')).toHaveLength(1));
  expect(service.requestsTo('POST /audit/export')[0]?.body).toEqual({
    person: 'grace',
    since: new Date(2026, 2, 1).toISOString(),
  });
});

test('a log that could not be loaded can be tried again', async () => {
  openActivity();
  service.on('GET /audit', [500, { detail: 'Internal server error' }]);
  expect(await screen.findByText('Failed to load activity')).toBeVisible();
  service.on('GET /audit', [200, page]);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByRole('row', { name: /posts\.example/ })).toBeVisible();
});
