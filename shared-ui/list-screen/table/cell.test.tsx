import { screen, within } from '@testing-library/react';
import { type Service } from 'shared-auth/testing';
import type { ReactNode } from 'react';
import { openTeas, startTeaService, teaList, teasNumbered, type Tea } from '../testing/teas';

let service: Service;
let reported: jest.SpyInstance;
beforeEach(async () => {
  reported = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  // A service of an older contract: it does not say the second tea's price.
  const teas = teasNumbered(3).map((one) => (one.id === 2 ? ({ ...one, price: undefined } as unknown as Tea) : one));
  service = await startTeaService(teas);
});
afterEach(() => {
  jest.restoreAllMocks();
  return service.close();
});

const Price = ({ price }: { price: number }): ReactNode => price.toFixed(2);
const listWith = (cell: (row: Tea) => ReactNode): typeof teaList => ({
  ...teaList,
  columns: ['name', { key: 'price', cell }, 'updated_at'],
});
const pricesOf = async () => {
  const rows = (await screen.findAllByRole('row', { name: /Tea \d/ })).map((row) => within(row).getAllByRole('cell'));
  return rows.map((cells) => cells.find((cell) => /^(\d|-)/.test(cell.textContent ?? ''))?.textContent);
};

test.each<[string, (row: Tea) => ReactNode]>([
  ['calls', ({ price }) => price.toFixed(2)],
  ['draws a component of', ({ price }) => <Price price={price} />],
])('a cell that %s what the service left out costs that cell, and no other', async (_, cell) => {
  openTeas({ list: listWith(cell) });
  expect(await pricesOf()).toEqual(['0.50', '-', '2.50']);
  expect(screen.getByRole('checkbox', { name: 'Select Tea 02' })).toBeEnabled();
  expect(reported).toHaveBeenCalled();
});
