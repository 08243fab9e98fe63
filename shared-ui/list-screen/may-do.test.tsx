import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Service } from 'shared-auth/testing';
import { openTeas, startTeaService, teasNumbered } from './testing/teas';

let service: Service;
beforeEach(async () => {
  service = await startTeaService(teasNumbered(2));
});
afterEach(() => service.close());

test('what a person may not do is not offered, though the list has calls for it', async () => {
  const user = userEvent.setup();
  openTeas({ can: { add: false, edit: false, delete: false, export: false } });
  await user.click(await screen.findByRole('button', { name: 'Actions for Tea 01' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['View Details']);
  expect(screen.queryByRole('button', { name: 'Add New' })).toBeNull();
  expect(screen.queryByRole('button', { name: /^Export all/ })).toBeNull();
});

test('an empty list to which a person may add nothing has no line of buttons', async () => {
  await service.close();
  service = await startTeaService([]);
  openTeas({ can: { add: false } });
  const place = (await screen.findByText('No teas found')).parentElement!;
  expect([...place.querySelectorAll('p, button')].map(({ textContent }) => textContent)).toEqual(['No teas found']);
});

test('without a word on it, a person may do all that the list has calls for', async () => {
  const user = userEvent.setup();
  openTeas();
  await user.click(await screen.findByRole('button', { name: 'Actions for Tea 01' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'View Details',
    'Edit',
    'Delete',
  ]);
  expect(screen.getByRole('button', { name: 'Add New' })).toBeVisible();
  expect(screen.getByRole('button', { name: 'Export all 2 matching' })).toBeVisible();
});
