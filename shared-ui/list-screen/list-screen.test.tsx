import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { BulkResponse } from 'contract/bulk';
import type { Service } from 'shared-auth/testing';
import { everything, openTeas, listTeas, startTeaService, teaList, teasNumbered, type Tea } from './testing/teas';

let service: Service;
const start = async (teas: Tea[] = teasNumbered(60)) => (service = await startTeaService(teas));
afterEach(() => service.close());

const user = userEvent.setup();
// By role it is right but slow: each of hundreds of elements is asked for its role.
const rowNames = () => [...document.querySelectorAll('tbody th')].map((cell) => cell.textContent);
const firstRow = (name: string) => waitFor(() => expect(rowNames()[0]).toBe(name));
const listed = () => service.requestsTo('GET /teas');
const lastQuery = () => Object.fromEntries(listed().at(-1)?.query ?? []);
const select = (name: string) => user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
const selectAll = () => screen.getByRole('checkbox', { name: 'Select all rows on this page' });
const total = (text: string) => waitFor(() => expect(screen.getByText(/total records/)).toHaveTextContent(text));

describe('the table', () => {
  beforeEach(() => start());

  test("has a title, columns with the contract's titles, rows and 'N total records (M selected)'", async () => {
    openTeas();
    await firstRow('Tea 01');
    expect(screen.getByRole('heading', { name: 'Teas' })).toBeVisible();
    const headers = screen.getAllByRole('columnheader').map((cell) => cell.textContent);
    expect(headers).toEqual(['', 'Name', 'Price per pound', 'Last Updated', 'Actions']);
    expect(rowNames()).toHaveLength(25);
    await total('60 total records (0 selected)');
    await select('Tea 02');
    await total('60 total records (1 selected)');
  });

  test('what a cell cuts is whole in its title, and numbers stand at its end', async () => {
    openTeas();
    await firstRow('Tea 01');
    expect(screen.getByRole('rowheader', { name: 'Tea 01' })).toHaveAttribute('title', 'Tea 01');
    expect(screen.getByRole('cell', { name: '0.5' })).toHaveClass('list-table__number');
    expect(screen.getByRole('columnheader', { name: 'Price per pound' })).toHaveClass('list-table__number');
  });

  test('select-all has an indeterminate state', async () => {
    openTeas();
    await firstRow('Tea 01');
    await select('Tea 02');
    expect(selectAll()).toBePartiallyChecked();
    await user.click(selectAll());
    expect(selectAll()).toBeChecked();
    await total('(25 selected)');
    await user.click(selectAll());
    await total('(0 selected)');
  });

  test('sortable headers toggle ascending and descending and say so; a sort clears the selection', async () => {
    const { router } = openTeas();
    await firstRow('Tea 01');
    await select('Tea 01');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await firstRow('Tea 60');
    expect(screen.getByRole('columnheader', { name: 'Name' })).toHaveAttribute('aria-sort', 'descending');
    expect(router.state.location.search).toBe('?sort_by=-name');
    await total('(0 selected)');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await firstRow('Tea 01');
    expect(screen.queryByRole('button', { name: 'Last Updated' })).toBeNull();
  });
});

describe('the pagination bar', () => {
  beforeEach(() => start());

  test('the request for another page sets out before its address is written', async () => {
    openTeas();
    await firstRow('Tea 01');
    const request = jest.spyOn(window, 'fetch');
    const address = jest.spyOn(window.history, 'pushState');
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await firstRow('Tea 26');
    const [asked = Infinity] = request.mock.invocationCallOrder;
    const [written = 0] = address.mock.invocationCallOrder;
    expect(asked).toBeLessThan(written);
    jest.restoreAllMocks();
  });

  test("reads 'Showing X to Y of Z entries' and leads to first, previous, next and last page", async () => {
    const { router } = openTeas();
    await screen.findByText('Showing 1 to 25 of 60 entries');
    await user.click(screen.getByRole('button', { name: 'Last page' }));
    await screen.findByText('Showing 51 to 60 of 60 entries');
    await firstRow('Tea 51');
    await user.click(screen.getByRole('button', { name: 'Previous page' }));
    await firstRow('Tea 26');
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await user.click(screen.getByRole('button', { name: 'First page' }));
    await firstRow('Tea 01');
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    await firstRow('Tea 26');
    expect(router.state.location.search).toBe('?page=2');
  });

  test('has a page-size selector of 10, 25, 50 and 100; a change returns to page 1, Back to the size before', async () => {
    const { router } = openTeas({}, '/teas?page=3');
    await firstRow('Tea 51');
    const size = screen.getByRole('combobox', { name: 'Rows per page' });
    expect([...(size as HTMLSelectElement).options].map(({ value }) => value)).toEqual(['10', '25', '50', '100']);
    await user.selectOptions(size, '10');
    await screen.findByText('Showing 1 to 10 of 60 entries');
    expect(lastQuery()).toMatchObject({ page: '1', page_size: '10' });
    await act(() => router.navigate(-1));
    await screen.findByText('Showing 51 to 60 of 60 entries');
    expect(size).toHaveValue('25');
  });

  test('an address beyond the last page leads to the last page', async () => {
    const { router } = openTeas({}, '/teas?page=99');
    await screen.findByText('Showing 51 to 60 of 60 entries');
    await waitFor(() => expect(router.state.location.search).toBe('?page=3'));
    await act(() => router.navigate(-1));
    expect(screen.getByText('Elsewhere')).toBeVisible();
  });

  test('of a list without rows, it leads to the first page', async () => {
    listTeas(service, []);
    const { router } = openTeas({}, '/teas?page=7&name=Coffee');
    await waitFor(() => expect(router.state.location.search).toBe('?name=Coffee'));
  });

  test.each([
    ['page_size=7', ''],
    ['sort_by=evil', ''],
    ['page=-1&name=Tea', '?name=Tea'],
    ['in_stock=perhaps&other=stays', '?other=stays'],
    ['page=2&sort_by=name', '?page=2'],
  ])('%s is put right in the address, without a step of the history', async (address, right) => {
    const { router } = openTeas({}, `/teas?${address}`);
    await waitFor(() => expect(router.state.location.search).toBe(right));
    await act(() => router.navigate(-1));
    expect(screen.getByText('Elsewhere')).toBeVisible();
  });

  test('is shown only when there is more than one page, where the definition says so', async () => {
    openTeas({ list: { ...teaList, hidesSinglePage: true } }, '/teas?page_size=100');
    await firstRow('Tea 01');
    expect(screen.queryByText(/Showing/)).toBeNull();
  });
});

describe('the address', () => {
  beforeEach(() => start());

  test('a link and Back find page, size, sort and filters again', async () => {
    const { router } = openTeas({}, '/teas?page=2&page_size=10&sort_by=-name&name=Tea');
    await firstRow('Tea 50');
    expect(screen.getByRole('searchbox', { name: 'Name' })).toHaveValue('Tea');
    await user.click(screen.getByRole('button', { name: 'Next page' }));
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }));
    await firstRow('Tea 60');
    await act(() => router.navigate(-1));
    await firstRow('Tea 40');
    await act(() => router.navigate(-1));
    await firstRow('Tea 50');
    expect(screen.getByRole('searchbox', { name: 'Name' })).toHaveValue('Tea');
  });

  test('changing any filter resets to page 1, in one step of the history', async () => {
    const { router } = openTeas({}, '/teas?page=2');
    await firstRow('Tea 26');
    await user.selectOptions(screen.getByRole('combobox', { name: 'In stock' }), 'Yes');
    await firstRow('Tea 01');
    expect(router.state.location.search).toBe('?in_stock=true');
    expect(lastQuery()).toEqual({ page: '1', page_size: '25', sort_by: 'name', in_stock: 'true' });
    await act(() => router.navigate(-1));
    await firstRow('Tea 26');
  });
});

describe('the states of a list', () => {
  test("an empty one reads 'No Records Found' and its message", async () => {
    await start([]);
    openTeas();
    expect(await screen.findByText('No Records Found')).toBeVisible();
    expect(screen.getByText('No teas found')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Clear all filters' })).toBeNull();
    await total('0 total records (0 selected)');
  });

  test('an empty one leads to what brings its first record', async () => {
    await start([]);
    openTeas();
    const place = (await screen.findByText('No teas found')).parentElement!;
    await user.click(within(place).getByRole('button', { name: 'Add New' }));
    expect(await screen.findByRole('dialog', { name: 'Add Tea' })).toBeVisible();
  });

  test("without a message of its own it is 'No data found'", async () => {
    await start([]);
    openTeas({ list: { ...teaList, messages: { loadFailed: '' } } });
    expect(await screen.findByText('No data found')).toBeVisible();
  });

  test('nothing that matches is told apart from nothing yet, and offers to clear the filters', async () => {
    await start();
    openTeas({}, '/teas?name=coffee');
    expect(await screen.findByText('Nothing matches these filters.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Clear all filters' }));
    await firstRow('Tea 01');
  });

  test('the newest answer wins, and the rows stay until it is there', async () => {
    await start();
    openTeas();
    await firstRow('Tea 01');
    let answerLate: (() => void) | undefined;
    const late = new Promise<void>((answer) => (answerLate = answer));
    service.on('GET /teas', async ({ query }) => {
      const page = Number(query.get('page'));
      if (page === 2) await late;
      const items = teasNumbered(60).slice((page - 1) * 25, page * 25);
      return [200, { items, total: 60, page, page_size: 25, total_pages: 3 }];
    });
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    expect(rowNames()[0]).toBe('Tea 01');
    await user.click(screen.getByRole('button', { name: 'Page 3' }));
    await firstRow('Tea 51');
    answerLate?.();
    await user.click(screen.getByRole('checkbox', { name: 'Select Tea 51' }));
    await total('(1 selected)');
    expect(rowNames()[0]).toBe('Tea 51');
  });
});

test('a bulk response that only counts tells how many failed', async () => {
  await start();
  const run = () => Promise.resolve({ success_count: 1, error_count: 1 } as BulkResponse);
  openTeas({ bulkActions: [{ label: 'Brew', run }] });
  await firstRow('Tea 01');
  await select('Tea 01');
  await select('Tea 02');
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await user.click(screen.getByRole('button', { name: 'Brew' }));
  expect(await screen.findByText('Brew: 1 of 2 failed')).toBeVisible();
  // The response does not name which one it was.
  expect(screen.queryByRole('button', { name: 'Retry failed' })).toBeNull();
  jest.restoreAllMocks();
});

test("where no row can be selected, none is said to be: 'N total records'", async () => {
  await start();
  openTeas({ bulkActions: [] });
  await firstRow('Tea 01');
  expect(screen.getByText(/total records/)).toHaveTextContent(/^60 total records$/);
});

test('nothing is exported where a list does not export, and nothing is added without a call for it', async () => {
  await start();
  openTeas({ list: { ...teaList, exports: false }, calls: { ...everything, create: undefined } });
  await firstRow('Tea 01');
  expect(screen.queryByRole('button', { name: /Export all/ })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Add New' })).toBeNull();
});

test('what the service adds up over all that matches is the row below the titles, and a block of its own for narrow screens', async () => {
  await start([]);
  const [first] = teasNumbered(1);
  service.on('GET /teas', [
    200,
    { items: [first], total: 1200, page: 1, page_size: 25, total_pages: 48, totals: { price: 7000 } },
  ]);
  openTeas();
  await firstRow('Tea 01');
  const [, totals] = screen.getAllByRole('row');
  expect([...(totals?.children ?? [])].map((cell) => cell.textContent)).toEqual([
    '',
    'All 1,200 matching',
    '7,000',
    '',
    '',
  ]);
  // Which of the two is seen is for the width to say.
  expect(document.querySelector('.list-totals')).toHaveTextContent('All 1,200 matchingPrice per pound7,000');
});

test('the totals of a list that has some hold their place while it loads, and none are read out', async () => {
  await start();
  openTeas({ list: { ...teaList, totals: ['price'] } });
  const places = document.querySelectorAll('.list-totals, .list-table__totals');
  expect([...places].map((place) => place.getAttribute('aria-hidden'))).toEqual(['true', 'true']);
  await firstRow('Tea 01');
});

test('a screen may draw cells and open a view of its own', async () => {
  await start();
  const onSelect = jest.fn();
  const cells = { price: ({ name }: Tea) => `Price of ${name}` };
  openTeas({ cells, view: { label: 'Taste', onSelect } });
  await firstRow('Tea 01');
  expect(screen.getByText('Price of Tea 01')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Actions for Tea 01' }));
  expect(screen.getAllByRole('menuitem').map((item) => item.textContent)).toEqual(['Taste', 'Edit', 'Delete']);
  await user.click(screen.getByRole('menuitem', { name: 'Taste' }));
  expect(onSelect).toHaveBeenCalledWith(expect.objectContaining({ id: 1 }));
});
