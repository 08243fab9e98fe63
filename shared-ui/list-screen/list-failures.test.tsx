import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Service } from 'shared-auth/testing';
import { listTeas, openTeas, startTeaService, teaList, teasNumbered } from './testing/teas';

let service: Service;
const start = async () => (service = await startTeaService(teasNumbered(60)));
afterEach(() => service.close());

const user = userEvent.setup();
// By role it is right but slow: each of hundreds of elements is asked for its role.
const rowNames = () => [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent);
const firstRow = (name: string) => waitFor(() => expect(rowNames()[0]).toBe(name));
const select = (name: string) => user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
const selectAll = () => screen.getByRole('checkbox', { name: 'Select all rows on this page' });

test('a refusal may have a sentence by its status', async () => {
  await start();
  service.on('GET /teas', [403, {}]);
  const messages = { loadFailed: 'Failed to load teas', loadFailedBy: { 403: 'These teas are not for you' } };
  openTeas({ list: { ...teaList, messages } });
  expect(await screen.findByText('These teas are not for you')).toBeVisible();
  expect(screen.queryByText('Failed to load teas')).toBeNull();
});

test('a first load that fails leaves no empty table below its sentence, and Retry brings it', async () => {
  await start();
  service.on('GET /teas', [500, { detail: 'The database is away' }]);
  openTeas();
  expect(await screen.findByText('The database is away')).toBeVisible();
  expect(screen.queryByRole('table')).toBeNull();
  listTeas(service, teasNumbered(60));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await firstRow('Tea 01');
});

test('a failed load keeps filters and rows and offers Retry with the sentence', async () => {
  await start();
  openTeas({}, '/teas?name=Tea');
  await firstRow('Tea 01');
  service.on('GET /teas', [503, { detail: 'The database is away' }]);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByText('Failed to load teas')).toBeVisible();
  expect(screen.getByText('The database is away')).toBeVisible();
  expect(rowNames()[0]).toBe('Tea 01');
  expect(screen.getByText('Showing 1 to 25 of 60 entries')).toBeVisible();
  expect(screen.getByRole('searchbox', { name: 'Name' })).toHaveValue('Tea');
  listTeas(service, teasNumbered(60));
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await firstRow('Tea 26');
  expect(screen.queryByText('Failed to load teas')).toBeNull();
});

describe('a filter or a sort whose load fails', () => {
  const fails = async (change: () => Promise<unknown>) => {
    await start();
    openTeas();
    await firstRow('Tea 01');
    await select('Tea 01');
    service.on('GET /teas', [500]);
    await change();
    expect(await screen.findByText('Failed to load teas')).toBeVisible();
  };
  const inStock = () => user.selectOptions(screen.getByRole('combobox', { name: 'In stock' }), 'Yes');
  const byPrice = () => user.click(screen.getByRole('button', { name: 'Price per pound' }));

  test.each([
    ['filter', inStock],
    ['sort', byPrice],
  ])('%s leaves no row of before, and nothing to select', async (_, change) => {
    await fails(change);
    expect(rowNames()).toEqual([]);
    expect(selectAll()).toBeDisabled();
    expect(screen.queryByText(/total records/)).toBeNull();
    let answer: (() => void) | undefined;
    const later = new Promise<void>((resolve) => (answer = resolve));
    service.on('GET /teas', async () => {
      await later;
      return [200, { items: teasNumbered(2).reverse(), total: 2, page: 1, page_size: 25, total_pages: 1 }];
    });
    await user.click(screen.getByRole('button', { name: 'Retry' }));
    // Nor while it is tried again.
    expect(rowNames()).toEqual([]);
    answer?.();
    await firstRow('Tea 02');
  });

  test('is taken back by undoing it', async () => {
    await fails(inStock);
    listTeas(service, teasNumbered(60));
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await firstRow('Tea 01');
  });
});

test.each([
  ['no connection', 'The server could not be reached. Please check your connection.'],
  ['an empty 500', 'Request failed: 500'],
])('the banner of %s says why', async (failure, reason) => {
  await start();
  service.on('GET /teas', (_, response) => (failure === 'an empty 500' ? [500] : void response.destroy()));
  openTeas();
  expect(await screen.findByText('Failed to load teas')).toBeVisible();
  expect(screen.getByText(reason)).toBeVisible();
});
