import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Service } from 'shared-auth/testing';
import { openTeas, startTeaService, teaList, teasNumbered } from '../testing/teas';

const user = userEvent.setup();
const wide = window.matchMedia;
let service: Service;
beforeEach(async () => {
  service = await startTeaService(teasNumbered(3));
  // A phone's screen.
  window.matchMedia = (query) => ({ ...wide(query), matches: query.includes('640px') });
});
afterEach(() => {
  window.matchMedia = wide;
  return service.close();
});

const columns = [...teaList.columns, { key: 'id', title: 'Number' }] as const;
const card = (name: string) => screen.findByRole('row', { name: new RegExp(name) });

test('a row drawn as a card says the title of each of its values, and that it is a row of a table', async () => {
  openTeas();
  const first = await card('Tea 01');
  expect(first).toHaveAttribute('role', 'row');
  expect(screen.getByRole('table', { name: 'Teas' })).toHaveAttribute('role', 'table');
  expect(within(first).getByRole('cell', { name: '0.5' })).toHaveAttribute('data-title', 'Price per pound');
  expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toContain('Price per pound');
});

test('a card shows its first two facts, and the others when it is unfolded', async () => {
  openTeas({ list: { ...teaList, columns } });
  const first = await card('Tea 01');
  const facts = [...first.querySelectorAll('.list-table__fact')].map((cell) => cell.getAttribute('data-title'));
  expect(facts).toEqual(['Price per pound', 'Last Updated']);
  const more = within(first).getByRole('button', { name: 'More of Tea 01' });
  expect(more).toHaveAttribute('aria-expanded', 'false');
  await user.click(more);
  expect(first).toHaveAttribute('data-open', 'true');
  expect(within(first).getByRole('button', { name: 'Less of Tea 01' })).toHaveAttribute('aria-expanded', 'true');
  expect(await card('Tea 02')).toHaveAttribute('data-open', 'false');
});

test('a card that shows all there is has nothing to unfold', async () => {
  openTeas();
  await card('Tea 01');
  expect(screen.queryByRole('button', { name: /^More of/ })).toBeNull();
});

test('above the cards they are sorted, turned about and selected', async () => {
  const { router } = openTeas();
  await card('Tea 01');
  expect(screen.getByRole('combobox', { name: 'Sort by' })).toHaveDisplayValue('Name');
  await user.click(screen.getByRole('button', { name: 'Sorted ascending: turn about' }));
  expect(await screen.findByRole('button', { name: 'Sorted descending: turn about' })).toBeVisible();
  expect(router.state.location.search).toBe('?sort_by=-name');
  await card('Tea 01');
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows on this page' }));
  expect(screen.getByText('3 total records (3 selected)')).toBeVisible();
});
