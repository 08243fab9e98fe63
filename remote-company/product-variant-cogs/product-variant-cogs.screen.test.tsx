import { screen, waitFor, within } from '@testing-library/react';
import type { Service } from 'shared-auth/testing';
import { dialog, user } from 'shared-ui/testing';
import { sencha } from '../product-variants/testing/sencha';
import { items, openCogs, startCogsService, today } from './testing/open-cogs';

let service: Service;
beforeEach(async () => {
  service = await startCogsService();
});
afterEach(() => service.close());

const table = () => screen.findByRole('table');

test('the information card says which variant it is', async () => {
  openCogs();
  const card = within(await screen.findByRole('region', { name: 'Variant information' }));
  for (const text of ['Sencha', '50 g', 'SKU-11', 'Shopify', 'Acme', 'Active'])
    expect(await card.findByText(text)).toBeVisible();
});

test('until the costs are there, their card and the way to add one stand where they will', async () => {
  let answer = (): void => undefined;
  const costs = new Promise<void>((resolve) => (answer = resolve));
  service.on('GET /product-variant-cogs/timeline/11', async () => {
    await costs;
    return [200, { items, total: items.length, today }];
  });
  service.on('GET /product-variants/by-id/11', async () => {
    await costs;
    return [200, sencha];
  });
  openCogs();
  const card = await screen.findByRole('region', { name: 'Variant information' });
  const add = screen.getByRole('button', { name: 'Add COGS Record' });
  expect(card).toHaveTextContent('Product Variant ID');
  expect(add).toBeDisabled();
  answer();
  expect(await within(card).findByText('Sencha')).toBeVisible();
  await waitFor(() => expect(add).toBeEnabled());
});

test('the timeline has amount, start, end, duration, status and actions, newest first', async () => {
  openCogs();
  const rows = within(await table()).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
    ['COGS Amount', 'Period Start', 'Period End', 'Duration (Days)', 'Status', 'Actions'],
    ['$6.00', 'Jan 1, 2027', 'Ongoing', '-', 'Upcoming', 'EditDelete'],
    ['$5.25', 'Jan 1, 2026', 'Dec 31, 2026', '365', 'Current', 'EditDelete'],
    ['$4.00', 'Ongoing', 'Dec 31, 2025', '-', 'Historical', 'EditDelete'],
  ]);
});

test('the same history is drawn with today marked, and read out oldest first', async () => {
  openCogs();
  const chart = within(await screen.findByRole('figure', { name: 'COGS over time' }));
  expect(chart.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '$4.00 from the beginning of time to Dec 31, 2025 (Historical)',
    '$5.25 from Jan 1, 2026 to Dec 31, 2026 (Current)',
    '$6.00 from Jan 1, 2027, ongoing (Upcoming)',
  ]);
  expect(chart.getByText('Today')).toBeVisible();
});

test('the drawing says of each period what it is by the arrow keys', async () => {
  openCogs();
  const plot = await screen.findByRole('slider', { name: 'Period of COGS over time' });
  expect(plot).toHaveAttribute('aria-valuetext', '$5.25 from Jan 1, 2026 to Dec 31, 2026 (Current)');
  plot.focus();
  const shown = () => within(plot).queryByText(/^from /)?.textContent;
  await user.keyboard('{ArrowRight}');
  expect(plot).toHaveAttribute('aria-valuetext', '$6.00 from Jan 1, 2027, ongoing (Upcoming)');
  expect(shown()).toBe('from Jan 1, 2027, ongoing');
  await user.keyboard('{Home}');
  expect(shown()).toBe('from the beginning of time to Dec 31, 2025');
  await user.keyboard('{Escape}');
  expect(shown()).toBeUndefined();
});

test('the drawing has ticks of amounts and dates', async () => {
  openCogs();
  const chart = within(await screen.findByRole('figure', { name: 'COGS over time' }));
  for (const tick of ['$0', '$2', '$4', '$6', 'Jan 2026', 'Jul 2026', 'Jan 2027'])
    expect(chart.getByText(tick)).toBeVisible();
});

test("without periods it reads 'No COGS Records Found'", async () => {
  service.on('GET /product-variant-cogs/timeline/11', [200, { items: [], total: 0, today }]);
  openCogs();
  expect(await screen.findByText('No COGS Records Found')).toBeVisible();
  expect(screen.queryByRole('figure')).toBeNull();
});

test("what could not be loaded reads 'Failed to load COGS records' and can be tried again", async () => {
  service.on('GET /product-variant-cogs/timeline/11', [503, { detail: 'The database is away' }]);
  openCogs();
  expect(await screen.findByText('Failed to load COGS records')).toBeVisible();
  expect(screen.getByText('The database is away')).toBeVisible();
  service.on('GET /product-variant-cogs/timeline/11', [200, { items, total: 3, today }]);
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await table()).toBeVisible();
  expect(screen.queryByText('Failed to load COGS records')).toBeNull();
});

test('the back button returns to the list as it was left', async () => {
  const router = openCogs();
  await user.click(await screen.findByRole('link', { name: 'Back to Product Variants' }));
  expect(router.state.location).toMatchObject({ pathname: '/product-variants', search: '?company_id=3&page=2' });
});

describe('deleting a period', () => {
  const ask = async (name: RegExp) => {
    await user.click(await screen.findByRole('button', { name }));
    return dialog('Delete COGS record?');
  };

  test('asks first and says which period takes over its days', async () => {
    service.on('DELETE /product-variant-cogs/2', [204]);
    openCogs();
    const question = await ask(/^Delete \$5\.25/);
    expect(
      question.getByText(/\$4\.00 from the beginning of time to Dec 31, 2025.* takes its days over/),
    ).toBeVisible();
    expect(service.requestsTo('DELETE /product-variant-cogs/2')).toEqual([]);
    await user.click(question.getByRole('button', { name: 'Delete COGS record' }));
    expect(await screen.findByText('COGS record deleted successfully')).toBeVisible();
    await waitFor(() => expect(service.requestsTo('GET /product-variant-cogs/timeline/11')).toHaveLength(2));
  });

  test('leaves the focus on the screen', async () => {
    service.on('DELETE /product-variant-cogs/2', [204]);
    openCogs();
    const question = await ask(/^Delete \$5\.25/);
    service.on('GET /product-variant-cogs/timeline/11', [200, { items: [], total: 0, today }]);
    await user.click(question.getByRole('button', { name: 'Delete COGS record' }));
    expect(await screen.findByText('No COGS Records Found')).toBeVisible();
    await waitFor(() => expect(document.body).not.toHaveFocus());
  });

  test('says of the oldest that the past loses its cost', async () => {
    openCogs();
    expect((await ask(/^Delete \$4\.00/)).getByText(/the past loses its cost/)).toBeVisible();
  });

  test("that fails reads 'Failed to delete COGS record'", async () => {
    service.on('DELETE /product-variant-cogs/2', [403, { detail: 'You may not' }]);
    openCogs();
    await user.click((await ask(/^Delete \$5\.25/)).getByRole('button', { name: 'Delete COGS record' }));
    expect(await screen.findByText('Failed to delete COGS record')).toBeVisible();
    expect(screen.getByText('You may not')).toBeVisible();
  });
});
