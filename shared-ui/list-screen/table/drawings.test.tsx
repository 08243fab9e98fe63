import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Service } from 'shared-auth/testing';
import { openTeas, startTeaService, teaList, teasNumbered } from '../testing/teas';

let service: Service;
beforeEach(async () => {
  service = await startTeaService(teasNumbered(30));
});
afterEach(() => service.close());

const user = userEvent.setup();
const named = (name: string) => screen.findByRole('rowheader', { name });

test('a page of other records takes the rows of the one before, and draws each record once', async () => {
  const drawn: string[] = [];
  const { columns } = teaList;
  const counting = { key: 'name', cell: (row: { name: string }) => (drawn.push(row.name), row.name) };
  openTeas({ list: { ...teaList, columns: [counting, ...columns.slice(1)] } as typeof teaList });
  const row = (await named('Tea 01')).closest('tr');
  drawn.length = 0;
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect((await named('Tea 26')).closest('tr')).toBe(row);
  expect(drawn).toEqual(['Tea 26', 'Tea 27', 'Tea 28', 'Tea 29', 'Tea 30']);
});

test('what a cell draws of its own is of its record, and goes with it', async () => {
  const { columns } = teaList;
  const cell = ({ name }: { name: string }) => <input aria-label={`Note of ${name}`} />;
  openTeas({ list: { ...teaList, columns: [...columns.slice(0, 1), { key: 'updated_at', cell }] } as typeof teaList });
  await user.type(await screen.findByRole('textbox', { name: 'Note of Tea 01' }), 'bitter');
  screen.getByRole('button', { name: 'Next page' }).focus();
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  expect(await screen.findByRole('textbox', { name: 'Note of Tea 26' })).toHaveValue('');
});
