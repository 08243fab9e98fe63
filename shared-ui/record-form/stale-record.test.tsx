import { screen, waitFor, within } from '@testing-library/react';
import { shownToasts } from '../toast/toasts';
import { button, field, openForm, refusal, refuseOnce, shop, type Shop } from './testing/shop-form';

const stale = refusal(412, {
  detail: 'This record was changed by ann',
  updated_by: 'ann',
  updated_at: '2026-01-02T10:00:00.000Z',
});
const theirs: Shop = { ...shop, name: 'Theirs', fee: 0.75, updated_at: '2026-01-02T10:00:00.000Z' };

/** Changes the form, whose save is refused: ann has saved `record` meanwhile. */
async function saveOver(record: Shop, typed: Partial<Record<'Name' | 'Fee', string>>, onSubmit = refuseOnce(stale)) {
  const reread = jest.fn(() => Promise.resolve(record));
  const form = openForm({ mode: 'edit', initial: shop, onSubmit, reread });
  for (const [name, text] of Object.entries(typed)) {
    await form.user.clear(field(name));
    await form.user.type(field(name), text);
  }
  await form.user.click(button('Update'));
  return { ...form, onSubmit, reread };
}
const conflict = async () => {
  const form = await saveOver(theirs, { Name: 'Mine' });
  const choice = within(await screen.findByRole('group', { name: 'Name' }));
  return { ...form, choice };
};

test('fields that one side alone has changed are merged and saved at once, with whose changes were kept', async () => {
  const { onSubmit, onClose } = await saveOver({ ...theirs, name: shop.name }, { Name: 'Mine' });
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(onSubmit).toHaveBeenCalledTimes(2);
  expect(onSubmit).toHaveBeenLastCalledWith({ name: 'Mine', zone: 'east', fee: 0.75 }, theirs.updated_at);
  expect(shownToasts().at(-1)).toMatchObject({ message: 'The changes of ann were kept', detail: 'Fee' });
});

test('what both have changed to the same needs no saving', async () => {
  const { onSubmit, onClose } = await saveOver({ ...theirs, fee: shop.fee }, { Name: 'Theirs' });
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(shownToasts().at(-1)?.message).toBe('Nothing to save: ann has saved the same');
});

test('of what both have changed both values are shown, the rest is merged, and nothing is sent', async () => {
  const { choice, onSubmit } = await conflict();
  const notice = screen.getByText('This record was changed in the meantime').closest('.c-alert');
  expect(notice).toHaveTextContent('ann saved it on Jan 2, 2026');
  expect(notice).toHaveTextContent('Taken over from ann: Fee.');
  expect(choice.getAllByRole('radio').map((radio) => radio.closest('label')?.textContent)).toEqual([
    'YoursMine',
    'TheirsTheirs',
  ]);
  expect(screen.getAllByRole('radio')).toHaveLength(2);
  expect(field('Name')).toHaveValue('Mine');
  expect(field('Fee')).toHaveValue('0.75');
  await waitFor(() => expect(choice.getByRole('radio', { name: /^Yours/ })).toHaveFocus());
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('it is not saved before each is decided, and says so at the field', async () => {
  const { choice, user, onSubmit } = await conflict();
  await user.click(button('Update'));
  expect(screen.getByRole('group', { name: 'Name' })).toHaveAccessibleDescription(
    'Choose yours or theirs, or change the field below',
  );
  await waitFor(() => expect(choice.getByRole('radio', { name: /^Yours/ })).toHaveFocus());
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test.each([
  ['Yours', 'Mine'],
  ['Theirs', 'Theirs'],
])('%s, chosen by keyboard, stands in the field and is saved over the new version', async (side, value) => {
  const { user, onSubmit } = await conflict();
  await waitFor(() => expect(screen.getAllByRole('radio')[0]).toHaveFocus());
  await user.keyboard(side === 'Yours' ? ' ' : '{ArrowDown}');
  expect(field('Name')).toHaveValue(value);
  if (side === 'Theirs') {
    await user.clear(field('Fee'));
    await user.type(field('Fee'), '0.8');
  }
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
  const fee = side === 'Theirs' ? 0.8 : 0.75;
  expect(onSubmit).toHaveBeenLastCalledWith({ name: value, zone: 'east', fee }, theirs.updated_at);
});

test('what is written into the field instead is a decision, too', async () => {
  const { user, onSubmit } = await conflict();
  await user.type(field('Name'), ' 2');
  await user.click(button('Update'));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
  expect(onSubmit.mock.lastCall?.[0].name).toBe('Mine 2');
});

test('what the merge makes wrong is said at its field and not sent', async () => {
  const { onSubmit } = await saveOver({ ...theirs, fee: shop.fee, name: 'Much too long a name' }, { Fee: '0.6' });
  await waitFor(() => expect(field('Name')).toBeInvalid());
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('somebody who saves once more meanwhile is merged with, too; a version that stays refused is not', async () => {
  const again = { ...theirs, name: shop.name, zone: 'west' as const, updated_at: '2026-01-03T10:00:00.000Z' };
  const onSubmit = refuseOnce(stale).mockRejectedValueOnce(stale).mockRejectedValueOnce(stale);
  const reread = jest
    .fn<Promise<Shop>, []>(() => Promise.resolve(again))
    .mockResolvedValueOnce({ ...theirs, name: shop.name });
  const { user } = openForm({ mode: 'edit', initial: shop, onSubmit, reread });
  await user.type(field('Name'), '!');
  await user.click(button('Update'));
  expect(await screen.findByRole('alert')).toHaveTextContent('This record was changed by ann');
  expect(onSubmit.mock.lastCall).toEqual([{ name: 'Corner!', zone: 'west', fee: 0.75 }, again.updated_at]);
  expect(onSubmit).toHaveBeenCalledTimes(3);
});

test('a record that cannot be read again says why', async () => {
  const reread = () => Promise.reject(refusal(404, { detail: 'Company not found' }));
  const { user } = openForm({ mode: 'edit', initial: shop, onSubmit: refuseOnce(stale), reread });
  await user.type(field('Name'), '!');
  await user.click(button('Update'));
  expect(await screen.findByRole('alert')).toHaveTextContent('Company not found');
});
