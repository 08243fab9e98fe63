import { act, screen, waitFor, within } from '@testing-library/react';
import { shownToasts } from '../toast/toasts';
import type { FormField } from './form-field';
import { button, field, fill, openForm, refusal, type schema, shop, type Write } from './testing/shop-form';

test("create mode has a 'Create' button; it closes on success", async () => {
  const { user, onSubmit, onClose } = openForm();
  expect(field('Name')).toHaveFocus();
  await fill(user);
  await user.click(button('Create'));
  expect(onSubmit).toHaveBeenCalledWith({ name: 'Corner', slug: 'corner', zone: 'west', fee: null }, undefined);
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test('a select is optionally grouped', () => {
  openForm();
  const group = screen.getByRole('group', { name: 'Atlantic' });
  expect(within(group).getByRole('option', { name: 'East coast' })).toHaveValue('east');
});

test("edit mode has an 'Update' button, shows what was read, and sends what it is based on", async () => {
  const { user, onSubmit } = openForm({ mode: 'edit', initial: shop });
  expect(field('Slug')).toHaveAttribute('readonly');
  // Only what can be filled in is asked for.
  expect(screen.getByText('Slug')).not.toHaveTextContent('*');
  expect(screen.getByText('Name')).toHaveTextContent('*');
  await user.clear(field('Name'));
  await user.type(field('Name'), 'Corner 2');
  await user.click(button('Update'));
  // The slug is read-only in edit.
  const sent = { name: 'Corner 2', zone: 'east', fee: 0.5 };
  expect(onSubmit).toHaveBeenCalledWith(sent, '2026-01-01T00:00:00.000Z');
});

test("it shows 'Saving...' while submitting, and a double submit sends once", async () => {
  let finish = () => {};
  const onSubmit = jest.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const { user, onClose } = openForm({ onSubmit, initial: { ...shop, has_key: false } });
  await user.dblClick(button('Create'));
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(button('Saving...')).toBeDisabled();
  expect(field('Name')).toBeDisabled();
  await user.keyboard('{Escape}');
  expect(onSubmit).toHaveBeenCalledTimes(1);
  expect(onClose).not.toHaveBeenCalled();
  await act(async () => finish());
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
});

test('two submits in one moment send once', async () => {
  const { onSubmit } = openForm({ initial: shop });
  const form = document.querySelector('form') as HTMLFormElement;
  await act(async () => {
    form.requestSubmit();
    form.requestSubmit();
  });
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('a broken rule sends nothing, is read out with its field, and the first invalid field has the focus', async () => {
  const { user, onSubmit } = openForm();
  await user.type(field('Name'), 'Corner');
  await user.click(button('Create'));
  expect(onSubmit).not.toHaveBeenCalled();
  expect(field('Name')).toBeValid();
  expect(field('Slug')).toBeInvalid();
  expect(field('Slug')).toHaveAccessibleDescription('Slug is required');
  expect(field('Zone')).toHaveAccessibleDescription('Zone is required');
  await waitFor(() => expect(field('Slug')).toHaveFocus());
});

test('editing a field clears its error', async () => {
  const { user } = openForm();
  await user.click(button('Create'));
  expect(field('Name')).toHaveAccessibleDescription('As customers know it. Name is required');
  await user.type(field('Name'), 'C');
  expect(field('Name')).toHaveAccessibleDescription('As customers know it.');
  expect(field('Slug')).toBeInvalid();
});

test('correcting one field clears the error of another that it was the reason of', async () => {
  const slug: FormField<typeof schema> = {
    key: 'slug',
    validate: (value, { name }) => (value === name ? 'Slug must differ from the name' : null),
  };
  const { user } = openForm({ fields: ['name', slug, 'zone'], initial: { name: 'same', slug: 'same' } });
  await user.click(button('Create'));
  expect(field('Slug')).toHaveAccessibleDescription('Slug must differ from the name');
  expect(field('Zone')).toBeInvalid();
  await user.type(field('Name'), '2');
  expect(field('Slug')).toBeValid();
  expect(field('Zone')).toBeInvalid();
});

test("saving a form in which nothing was changed sends nothing and says 'No changes'", async () => {
  const { user, onSubmit, onClose } = openForm({ mode: 'edit', initial: shop });
  await user.type(field('Name'), '2{Backspace}');
  await user.click(button('Update'));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(onSubmit).not.toHaveBeenCalled();
  expect(shownToasts().at(-1)).toMatchObject({ type: 'info', message: 'No changes' });
});

test('Ctrl+Enter and Cmd+Enter submit from any field', async () => {
  const onSubmit = jest.fn(() => Promise.reject(refusal(400, { detail: 'No' })));
  const { user } = openForm({ onSubmit, initial: shop });
  await user.click(field('Fee'));
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(await screen.findByRole('alert')).toHaveTextContent('No');
  await user.click(field('Fee'));
  await user.keyboard('{Meta>}{Enter}{/Meta}');
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(2));
});

test('a note stands above the fields, a preview of what would be saved below them, once the rules hold', async () => {
  const preview = (values: Write | null) => <p>{values ? `Saves ${values.name}` : 'Not yet'}</p>;
  const { user } = openForm({ note: 'Mind the gap.', submitLabel: 'Apply', preview });
  expect(screen.getByText('Mind the gap.')).toBeVisible();
  expect(screen.getByText('Not yet')).toBeVisible();
  await fill(user);
  expect(screen.getByText('Saves Corner')).toBeVisible();
  expect(button('Apply')).toBeVisible();
});

test('a question is asked before the values are sent: Keep editing keeps the input, Save sends it', async () => {
  const question = jest.fn(() => Promise.resolve('Shall Corner be closed?'));
  const { user, onSubmit, onClose } = openForm({ question });
  await fill(user);
  await user.click(button('Create'));
  const asked = async () => (await screen.findByText('Shall Corner be closed?')).closest<HTMLElement>('[role=dialog]')!;
  await user.click(within(await asked()).getByRole('button', { name: 'Keep editing' }));
  await waitFor(() => expect(button('Create')).toHaveFocus());
  expect(field('Name')).toHaveValue('Corner');
  expect(onSubmit).not.toHaveBeenCalled();
  await user.click(button('Create'));
  await user.click(within(await asked()).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  expect(question).toHaveBeenCalledTimes(2);
  expect(onSubmit).toHaveBeenCalledTimes(1);
});

test('a question that cannot be asked stops the save and says why', async () => {
  const { user, onSubmit } = openForm({ question: () => Promise.reject(refusal(400, { detail: 'Closed for good' })) });
  await fill(user);
  await user.click(button('Create'));
  expect(await screen.findByText('Closed for good')).toBeVisible();
  expect(onSubmit).not.toHaveBeenCalled();
});
