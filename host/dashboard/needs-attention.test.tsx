import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Service } from 'shared-auth/testing';
import { openConsole, signedInAs, userIn, withService } from '../testing/open-console';

let service: Service;
let pinned: readonly number[];
const counts = {
  posts_in_error: 259,
  posts_pending: 0,
  variants_without_cost: 3,
  variants_not_synced: 1,
  ads_spend_moved: 12,
  connections_to_reconnect: 1,
  connections_expiring: 2,
  connections_unread: 0,
};
const line = (company_id: number, company_name: string, of: object = counts) => ({
  company_id,
  company_name,
  as_of: '2026-01-05T15:04:00.000Z',
  today: '2026-01-05',
  synced_before: '2025-12-29',
  counts: of,
});

withService((started) => {
  service = started;
  pinned = [];
  signedInAs(service, userIn('CompanyAdmin'));
  service.on('GET /dashboard/summary', [200, { items: [line(1, 'Northwind Tea'), line(2, 'Bergamot & Co', {})] }]);
  service.on('GET /users/me/pins', () => [200, { company_ids: pinned }]);
  service.on('PUT /users/me/pins', ({ body }) => {
    pinned = (body as { company_ids: number[] }).company_ids;
    return [200, body];
  });
});

const section = async () => within(await screen.findByRole('region', { name: 'Needs attention' }));

test('each count leads to the list that shows the very same', async () => {
  openConsole('/');
  const links = await (await section()).findAllByRole('link');
  expect(links.map((link) => [link.getAttribute('aria-label'), link.getAttribute('href')])).toEqual([
    ['Posts in error of Northwind Tea: 259', '/social-media-posts?company_id=1&status=error'],
    ['Variants without a cost of Northwind Tea: 3', '/product-variants?company_id=1&without_cost_on=2026-01-05'],
    ['Variants not synced of Northwind Tea: 1', '/product-variants?company_id=1&synced_before=2025-12-29'],
    ['Spend moved in 7 days of Northwind Tea: 12', '/facebook-ads?company_id=1&spend_moved=true'],
    ['Needs a new key of Northwind Tea: 1', '/company/connections?company_id=1&state=reconnect'],
    ['Credential expires of Northwind Tea: 2', '/company/connections?company_id=1&attention=expires'],
  ]);
});

test('of pending posts it says how many are new, and how old the oldest is', async () => {
  const pending = { ...line(1, 'Northwind Tea', { posts_pending: 5 }), new_pending: 2, oldest_pending: '2025-12-24' };
  service.on('GET /dashboard/summary', [200, { items: [pending] }]);
  openConsole('/');
  const link = await (await section()).findByRole('link');
  expect(link).toHaveAccessibleName('Posts pending of Northwind Tea: 5, 2 new, oldest 12 days');
  expect(link).toHaveTextContent('2 new, oldest 12 days');
});

test('where nothing needs attention, it says so', async () => {
  service.on('GET /dashboard/summary', [200, { items: [line(1, 'Northwind Tea', { posts_pending: 0 })] }]);
  openConsole('/');
  expect(await (await section()).findByText('Nothing needs attention now.')).toBeVisible();
  expect((await section()).queryByRole('columnheader', { name: 'Posts pending' })).toBeNull();
});

test('Count again asks for the spend as well, and a spend that fails says so', async () => {
  service.on('GET /dashboard/spend', [500, { detail: 'Internal server error' }]);
  openConsole('/');
  const table = await section();
  expect(await table.findAllByText('not loaded')).toHaveLength(2);
  service.on('GET /dashboard/spend', [200, { items: [{ company_id: 1, total: 10, total_before: 5, days: [4, 6] }] }]);
  await userEvent.click(table.getByRole('button', { name: 'Count again' }));
  expect(await table.findByRole('link', { name: '28d Spend of Northwind Tea: $10, before $5' })).toBeVisible();
});

test('only the kinds of which something needs attention have a column; it says how old the counts are', async () => {
  openConsole('/');
  const table = await section();
  await table.findAllByRole('link');
  expect(table.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
    'Company',
    '28d Spend',
    'Posts in error',
    'Variants without a cost',
    'Variants not synced',
    'Spend moved in 7 days',
    'Needs a new key',
    'Credential expires',
  ]);
  expect(screen.getByText(/^as of \d\d:\d\d [AP]M$/)).toBeVisible();
});

test('the spend of 28 days stands beside the counts as a line, and leads to its picture', async () => {
  const days = Array.from({ length: 28 }, (_, at) => at);
  service.on('GET /dashboard/spend', [200, { items: [{ company_id: 1, total: 1234.5, total_before: 1000, days }] }]);
  openConsole('/');
  const name = '28d Spend of Northwind Tea: $1,235, before $1,000';
  const link = await (await section()).findByRole('link', { name });
  expect(link).toHaveTextContent('$1,235');
  expect(link).toHaveAttribute('href', '/ads/spend?company_id=1');
  expect(link.querySelector('path')?.getAttribute('d')).toMatch(/^M0 18L2 17\.33.*L54 0$/);
  expect(screen.queryByRole('link', { name: /28d Spend of Bergamot/ })).toBeNull();
});

test('what an upgrade still does in the background has a quiet line with its progress', async () => {
  const steps = [
    { title: 'Finding companies', progress: 0.4275, has_failed: false },
    { title: 'Folding names', progress: 0, has_failed: true },
  ];
  service.on('GET /dashboard/summary', [200, { items: [line(1, 'Northwind Tea')], background: steps }]);
  openConsole('/');
  expect(await screen.findByText('In the background: Finding companies, 42 %')).toBeVisible();
  expect(screen.getByText(/^In the background: Folding names, 0 %\. It failed and is tried again/)).toBeVisible();
});

test('until it is counted, the table has the columns that will come, and a row for each company', async () => {
  let answer = (): void => undefined;
  const counted = new Promise<void>((resolve) => (answer = resolve));
  service.on('GET /dashboard/summary', async () => {
    await counted;
    return [200, { items: [line(1, 'Northwind Tea', { variants_without_cost: 3 })] }];
  });
  openConsole('/');
  const table = await section();
  const titles = () => table.getAllByRole('columnheader').map(({ textContent }) => textContent);
  // Of the lists that are open to a company's admin.
  expect(titles()).toEqual([
    ...['Company', '28d Spend', 'Variants without a cost', 'Variants not synced'],
    ...['Spend moved in 7 days', 'Needs a new key', 'Credential expires', 'Source not read'],
  ]);
  expect(table.getAllByRole('row', { hidden: true })).toHaveLength(3);
  answer();
  await table.findAllByRole('link');
  expect(titles()).toEqual(['Company', '28d Spend', 'Variants without a cost']);
});

test('a company is pinned and let go', async () => {
  openConsole('/');
  const [pin] = await screen.findAllByRole('button', { name: 'Pin Bergamot & Co' });
  await waitFor(() => expect(pin).toBeEnabled());
  await userEvent.click(pin!);
  const [unpin] = await screen.findAllByRole('button', { name: 'Unpin Bergamot & Co' });
  expect(pinned).toEqual([2]);
  await userEvent.click(unpin!);
  await screen.findAllByRole('button', { name: 'Pin Bergamot & Co' });
  expect(pinned).toEqual([]);
});

test('what could not be counted says so, and is counted again', async () => {
  service.on('GET /dashboard/summary', [503, { detail: 'Out of order' }]);
  openConsole('/');
  expect(await screen.findByText('Failed to load what needs attention')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  service.on('GET /dashboard/summary', [200, { items: [line(1, 'Northwind Tea')] }]);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await (await section()).findAllByRole('link')).toHaveLength(6);
});

test('who has no company sees nothing of it', async () => {
  service.on('GET /dashboard/summary', [200, { items: [] }]);
  openConsole('/');
  await screen.findByRole('navigation', { name: 'Go to' });
  await waitFor(() => expect(screen.queryByText('Needs attention')).toBeNull());
});
