import { screen, waitFor } from '@testing-library/react';
import { HttpError } from 'shared-auth';
import { button, field, openForm, refusal, refuseOnce, shop } from './testing/shop-form';

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

test('what a field says already is not said twice when it is what is wrong', async () => {
  const taken = refusal(409, { detail: 'name: As customers know it.', field: 'name' });
  const { user } = openForm({ initial: shop, onSubmit: refuseOnce(taken) });
  await user.click(button('Create'));
  await waitFor(() => expect(field('Name')).toBeInvalid());
  expect(screen.getAllByText('As customers know it.')).toHaveLength(1);
  expect(field('Name')).toHaveAccessibleDescription('As customers know it.');
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
