import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { endSession, type Service } from 'shared-auth/testing';
import { dialog, user } from 'shared-ui/testing';
import { openCogs, startCogsService } from './testing/open-cogs';

let service: Service;
beforeEach(async () => {
  service = await startCogsService();
});
afterEach(() => service.close());

test('the form of a period that the end of the session closed is open again with what was typed, and sends nothing', async () => {
  const lose = () => {
    act(() => endSession('expired'));
    cleanup();
    openCogs();
  };
  openCogs();
  await user.click(await screen.findByRole('button', { name: /^Edit \$5\.25/ }));
  await user.type((await dialog('Edit COGS Record')).getByLabelText(/COGS amount/), '7');
  lose();
  const edited = await dialog('Edit COGS Record');
  expect(edited.getByLabelText(/COGS amount/)).toHaveValue('5.257');
  await user.click(edited.getByRole('button', { name: 'Cancel' }));
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Add COGS Record' }));
  await user.type((await dialog('Add COGS Record')).getByLabelText(/COGS amount/), '8');
  lose();
  const added = await dialog('Add COGS Record');
  expect(added.getByLabelText(/COGS amount/)).toHaveValue('8');
  expect(added.getByText('Not saved yet')).toBeVisible();
  expect(service.requests.filter(({ method, query }) => method !== 'GET' && query.get('dry_run') === null)).toEqual([]);
});
