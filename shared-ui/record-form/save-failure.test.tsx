import { screen, waitFor, within } from '@testing-library/react';
import { HttpError } from 'shared-auth';
import { button, field, openForm, refusal, refuseOnce, shop, type Shop } from './testing/shop-form';

test("a server message 'field: message; field: message' is mapped onto matching fields as inline errors", async () => {
  const data = {
    detail: [
      { loc: ['body', 'slug'], msg: 'Slug is taken', type: 'unique' },
      { loc: ['body', 'name'], msg: 'Name is odd', type: 'odd' },
      { loc: ['body', 'api_key'], msg: 'API Key is not one', type: 'odd' },
    ],
  };
  const { user } = openForm({ initial: { ...shop, has_key: false }, onSubmit: refuseOnce(refusal(422, data)) });
  await user.click(button('Create'));
  await waitFor(() => expect(field('Slug')).toHaveAccessibleDescription('Slug is taken'));
  expect(field('API Key')).toHaveAccessibleDescription('API Key is not one');
  expect(field('Name')).toHaveAccessibleDescription('As customers know it. Name is odd');
  expect(screen.queryByRole('alert')).toBeNull();
  await waitFor(() => expect(field('Name')).toHaveFocus());
});

test('a value that another record has is said at its field, and the request of another failure is named', async () => {
  const taken = refusal(409, { detail: 'slug: Another shop has this; and more', field: 'slug' });
  const fault = Object.assign(refusal(500, { detail: 'Internal server error' }), { requestId: 'abc-1' });
  const onSubmit = refuseOnce(taken).mockRejectedValueOnce(fault);
  const { user } = openForm({ initial: shop, onSubmit });
  await user.click(button('Create'));
  await waitFor(() => expect(field('Slug')).toHaveAccessibleDescription('Another shop has this; and more'));
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(button('Create'));
  expect(await screen.findByText('abc-1')).toBeVisible();
  expect(screen.getByRole('alert')).toHaveTextContent('Internal server error');
});

test('a server message names a field by its label too, and what names no field is shown above', async () => {
  const data = { detail: 'Slug: is taken; quota: is used up' };
  const { user } = openForm({ initial: shop, onSubmit: refuseOnce(refusal(400, data)) });
  await user.click(button('Create'));
  expect(await screen.findByRole('alert')).toHaveTextContent('quota: is used up');
  expect(field('Slug')).toHaveAccessibleDescription('is taken');
});

test.each([
  ['otherwise a red alert shows the message', { detail: 'Company name is taken' }, 'Company name is taken'],
  ["falling back to 'An error occurred while saving'", '<html>502</html>', 'An error occurred while saving'],
])('%s, and the input is kept', async (_, data, expected) => {
  const { user, onClose } = openForm({ initial: shop, onSubmit: refuseOnce(refusal(409, data)) });
  await user.click(button('Create'));
  expect(await screen.findByRole('alert')).toHaveTextContent(expected);
  expect(field('Name')).toHaveValue('Corner');
  await user.click(button('Create'));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test.each([
  ['TIMEOUT', 'The server did not answer in time.'],
  ['OFFLINE', 'The server could not be reached. Please check your connection.'],
  ['UNREADABLE', 'The response of the server could not be read.'],
] as const)(
  'a save without a response (%s) says why, and that nobody knows whether it was saved',
  async (status, why) => {
    const { user } = openForm({ initial: shop, onSubmit: refuseOnce(new HttpError(status)) });
    await user.click(button('Create'));
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent(why);
    expect(alert).toHaveTextContent('It is not known whether this was saved.');
    expect(field('Name')).toHaveValue('Corner');
  },
);

describe('a record that somebody saved meanwhile (412)', () => {
  const stale = refusal(412, {
    detail: 'This record was changed by ann',
    updated_by: 'ann',
    updated_at: '2026-01-02T10:00:00.000Z',
  });
  const theirs: Shop = { ...shop, name: 'Theirs', updated_at: '2026-01-02T10:00:00.000Z' };
  const conflict = async () => {
    const onSubmit = refuseOnce(stale);
    const { user } = openForm({ mode: 'edit', initial: shop, onSubmit, reread: () => Promise.resolve(theirs) });
    await user.clear(field('Name'));
    await user.type(field('Name'), 'Mine');
    await user.click(button('Update'));
    const notice = await screen.findByText('This record was changed in the meantime');
    await waitFor(() => expect(document.activeElement).toContainElement(notice));
    return { user, onSubmit };
  };

  test('says who saved it and what differs, and keeps the input', async () => {
    await conflict();
    expect(screen.getByRole('alert')).toHaveTextContent('ann saved it on Jan 2, 2026');
    const rows = within(screen.getByRole('alert')).getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual(['NameTheirsMine']);
    expect(field('Name')).toHaveValue('Mine');
  });

  test("'Save mine anyway' saves over what was read again", async () => {
    const { user, onSubmit } = await conflict();
    await user.click(button('Save mine anyway'));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
    expect(onSubmit).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'Mine' }), theirs.updated_at);
  });

  test("'Take theirs' shows theirs, and the next save is based on it", async () => {
    const { user, onSubmit } = await conflict();
    await user.click(button('Take theirs'));
    expect(field('Name')).toHaveValue('Theirs');
    expect(field('Name')).toHaveFocus();
    expect(screen.queryByRole('alert')).toBeNull();
    await user.type(field('Name'), '!');
    await user.click(button('Update'));
    await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
    expect(onSubmit).toHaveBeenLastCalledWith(expect.objectContaining({ name: 'Theirs!' }), theirs.updated_at);
  });

  test('that cannot be read again says why', async () => {
    const reread = () => Promise.reject(refusal(404, { detail: 'Company not found' }));
    const { user } = openForm({ mode: 'edit', initial: shop, onSubmit: refuseOnce(stale), reread });
    await user.type(field('Name'), '!');
    await user.click(button('Update'));
    expect(await screen.findByRole('alert')).toHaveTextContent('Company not found');
  });
});
