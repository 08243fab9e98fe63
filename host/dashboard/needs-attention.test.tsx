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
const companies = async () => within(await screen.findByRole('region', { name: /^Companies/ }));
const linksIn = async (part: typeof section) =>
  (await (await part()).findAllByRole('link')).map((link) => [link.textContent, link.getAttribute('href')]);

test('each count of a company leads to the list that shows the very same', async () => {
  openConsole('/');
  expect(await linksIn(companies)).toEqual([
    ['Posts in error 259', '/social-media-posts?company_id=1&status=error'],
    ['Variants without a cost 3', '/product-variants?company_id=1&without_cost_on=2026-01-05'],
    ['Variants not synced 1', '/product-variants?company_id=1&synced_before=2025-12-29'],
    ['Spend moved in 7 days 12', '/facebook-ads?company_id=1&spend_moved=true'],
    ['Needs a new key 1', '/company/connections?company_id=1&state=reconnect'],
    ['Credential expires 2', '/company/connections?company_id=1&attention=expires'],
  ]);
});

test('each kind has its sum over the companies, and leads to the company with most of it', async () => {
  const items = [line(1, 'Northwind Tea'), line(2, 'Bergamot & Co', { posts_in_error: 300 })];
  service.on('GET /dashboard/summary', [200, { items }]);
  openConsole('/');
  const kinds = await (await section()).findAllByRole('listitem');
  expect(kinds.map(({ textContent }) => textContent)).toEqual([
    '559 Posts in error Start with Bergamot & Co',
    '3 Variants without a cost Start with Northwind Tea',
    '1 Variants not synced Start with Northwind Tea',
    '12 Spend moved in 7 days Start with Northwind Tea',
    '1 Needs a new key Start with Northwind Tea',
    '2 Credential expires Start with Northwind Tea',
  ]);
  const [first] = (await section()).getAllByRole('link');
  expect(first).toHaveAccessibleName('559 Posts in error Start with Bergamot & Co');
  expect(first).toHaveAttribute('href', '/social-media-posts?company_id=2&status=error');
});

test('of pending posts it says how many are new and how old the oldest is, and begins with that', async () => {
  const pending = (of: number, count: number, more: object) => ({
    ...line(of, `Shop ${of}`, { posts_pending: count }),
    ...more,
  });
  const items = [
    pending(1, 9, { new_pending: 2, oldest_pending: '2026-01-01' }),
    pending(2, 5, { new_pending: 1, oldest_pending: '2025-12-24' }),
  ];
  service.on('GET /dashboard/summary', [200, { items }]);
  openConsole('/');
  const [kind] = await (await section()).findAllByRole('listitem');
  expect(kind).toHaveTextContent('14 Posts pending 3 new oldest 12 days Start with Shop 2');
});

test('where nothing needs attention, it says so, and so does each company', async () => {
  service.on('GET /dashboard/summary', [200, { items: [line(1, 'Northwind Tea', { posts_pending: 0 })] }]);
  openConsole('/');
  expect(await (await section()).findByText('Nothing needs attention now.')).toBeVisible();
  expect((await section()).queryByRole('listitem')).toBeNull();
  expect((await companies()).getByText('Nothing to do')).toBeVisible();
});

test('companies stand by how much there is to do, which opens to its kinds', async () => {
  const items = [line(2, 'Bergamot & Co'), line(1, 'Northwind Tea', { posts_pending: 0 })];
  service.on('GET /dashboard/summary', [200, { items }]);
  openConsole('/');
  const part = await companies();
  const opener = await part.findByText('278 to do');
  expect(opener).toHaveAccessibleName('278 to do at Bergamot & Co');
  expect(part.getAllByRole('button').map(({ ariaLabel }) => ariaLabel)).toEqual([
    'Pin Bergamot & Co',
    'Pin Northwind Tea',
  ]);
  expect(part.getByText('Posts in error')).not.toBeVisible();
  await userEvent.click(opener);
  expect(part.getByText('Posts in error')).toBeVisible();
});

test('Count again asks for the spend as well, and a spend that fails says so', async () => {
  service.on('GET /dashboard/spend', [500, { detail: 'Internal server error' }]);
  openConsole('/');
  const part = await companies();
  expect(await part.findAllByText('Spend not loaded')).toHaveLength(2);
  service.on('GET /dashboard/spend', [200, { items: [{ company_id: 1, total: 10, total_before: 5, days: [4, 6] }] }]);
  await userEvent.click((await section()).getByRole('button', { name: 'Count again' }));
  expect(await part.findByRole('link', { name: '28d Spend of Northwind Tea: $10.00, before $5.00' })).toBeVisible();
});

test('it says how old the counts are', async () => {
  openConsole('/');
  expect(await screen.findByText(/^as of \d\d:\d\d [AP]M$/)).toBeVisible();
});

test('the spend of 28 days of a company is a line, and leads to its picture', async () => {
  const days = Array.from({ length: 28 }, (_, at) => at);
  service.on('GET /dashboard/spend', [200, { items: [{ company_id: 1, total: 1234.5, total_before: 1000, days }] }]);
  openConsole('/');
  const name = '28d Spend of Northwind Tea: $1,234.50, before $1,000.00';
  const link = await (await companies()).findByRole('link', { name });
  expect(link).toHaveAttribute('href', '/ads/spend?company_id=1');
  expect(link.querySelector('path')?.getAttribute('d')).toMatch(/^M0,24L4,23\.1.*L108,0$/);
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

test('until it is counted, there is a place for each kind that may come, and for each company', async () => {
  let answer = (): void => undefined;
  const counted = new Promise<void>((resolve) => (answer = resolve));
  service.on('GET /dashboard/summary', async () => {
    await counted;
    return [200, { items: [line(1, 'Northwind Tea', { variants_without_cost: 3 })] }];
  });
  openConsole('/');
  // Of the lists that are open to a company's admin.
  expect((await section()).getAllByRole('listitem', { hidden: true })).toHaveLength(3);
  const part = await companies();
  expect(part.getAllByRole('listitem', { hidden: true })).toHaveLength(2);
  expect(part.queryByText('Northwind Tea')).toBeNull();
  answer();
  expect(await part.findByText('Northwind Tea')).toBeVisible();
  expect((await section()).getAllByRole('listitem')).toHaveLength(1);
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

test('what could not be counted says so, and is counted again; the companies are there meanwhile', async () => {
  service.on('GET /dashboard/summary', [503, { detail: 'Out of order' }]);
  openConsole('/');
  expect(await screen.findByText('Failed to load what needs attention')).toBeVisible();
  expect((await section()).queryByRole('listitem')).toBeNull();
  expect((await companies()).getByText('Northwind Tea')).toBeVisible();
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
