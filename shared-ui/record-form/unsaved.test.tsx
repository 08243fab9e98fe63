import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { endSession, keepUnsavedOf } from 'shared-auth/testing';
import { OpenFormContext } from '../open-form';
import { button, field, openForm, refusal, refuseOnce, shop, type Shop } from './testing/shop-form';

beforeEach(() => keepUnsavedOf('1'));
afterEach(() => {
  // Before the storage, for a form that goes keeps what is in it.
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

/** Contents of the browser's storage, as a person who looks for it would find it. */
const stored = () => Object.values({ ...localStorage }).join();
const edit = (record: Shop = shop) => openForm({ mode: 'edit', initial: record });
const leave = () => {
  cleanup();
  return stored();
};
const offer = () => screen.queryByText(/^You typed this on .* and did not save it/);

/** Types into a form that is then lost. */
async function lose(text = '!', open = edit) {
  const { user } = open();
  await user.type(field('Name'), text);
  return leave();
}

test('a form that was lost says when what was typed, and puts it back', async () => {
  await lose();
  const { user, onSubmit } = edit();
  expect(offer()).toHaveTextContent(/: Name\.$/);
  expect(field('Name')).toHaveValue('Corner');
  await user.click(button('Restore'));
  expect(field('Name')).toHaveValue('Corner!');
  await waitFor(() => expect(field('Name')).toHaveFocus());
  expect([offer(), screen.getByRole('status').textContent]).toEqual([null, 'Not saved yet']);
  expect(onSubmit).not.toHaveBeenCalled();
  await user.click(button('Update'));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
  expect(leave()).toBe('');
});

test('what is not wanted is forgotten, and what is typed from then on is kept', async () => {
  await lose();
  const { user } = edit();
  await user.click(button('Discard'));
  expect([offer(), stored()]).toEqual([null, '']);
  await user.type(field('Name'), '?');
  expect(leave()).toContain('Corner?');
});

test('a secret never reaches the storage, not even beside other text (KEEP-01)', async () => {
  const { user } = edit();
  await user.click(button('Replace'));
  await user.type(document.querySelector('input[type=password]') as HTMLElement, 'sk-live');
  expect(leave()).toBe('');
  const { user: other } = edit();
  await other.click(button('Replace'));
  await other.type(document.querySelector('input[type=password]') as HTMLElement, 'sk-live');
  await other.type(field('Name'), '!');
  const kept = leave();
  expect(kept).toContain('Corner!');
  expect(kept).not.toMatch(/sk-live|api_key/);
});

test('it is kept a moment after the typing, and at once when the page is put away', async () => {
  const { user } = edit();
  await user.type(field('Name'), '!');
  act(() => void window.dispatchEvent(new Event('pagehide')));
  expect(stored()).toContain('Corner!');
  await user.type(field('Name'), '!');
  await waitFor(() => expect(stored()).toContain('Corner!!'));
  // Typed back to what it was, nothing is left to be kept.
  await user.type(field('Name'), '{Backspace}{Backspace}');
  await waitFor(() => expect(stored()).toBe(''));
});

test('saved or discarded, nothing of it is left; closed without a change, what was found stays', async () => {
  await lose();
  const untouched = edit();
  await untouched.user.click(button('Cancel'));
  await waitFor(() => expect(untouched.onClose).toHaveBeenCalled());
  expect(leave()).toContain('Corner!');
  const { user } = edit();
  await user.type(field('Name'), '?');
  await user.click(button('Cancel'));
  await user.click(button('Discard changes'));
  expect(leave()).toBe('');
});

test('of another record, another person or after a logout nothing is offered', async () => {
  await lose();
  edit({ ...shop, id: 4 });
  expect(offer()).toBeNull();
  leave();
  keepUnsavedOf('2');
  edit();
  expect(offer()).toBeNull();
  leave();
  keepUnsavedOf('1');
  endSession(null);
  keepUnsavedOf('1');
  edit();
  expect(offer()).toBeNull();
});

test('a save that fails loses nothing, and one whose record has it all is not offered', async () => {
  const { user } = openForm({ mode: 'edit', initial: shop, onSubmit: refuseOnce(refusal(503, {})) });
  await user.type(field('Name'), '!');
  await user.click(button('Update'));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(leave()).toContain('Corner!');
  edit({ ...shop, name: 'Corner!' });
  expect(offer()).toBeNull();
});

test('into a record that has changed it is merged, and what both have changed is asked about', async () => {
  const { user: typing } = edit();
  await typing.type(field('Name'), '!');
  await typing.clear(field('Fee'));
  await typing.type(field('Fee'), '0.6');
  leave();
  const { user, onSubmit } = edit({ ...shop, name: 'Theirs', zone: 'west', updated_at: '2026-02-01T00:00:00.000Z' });
  expect(offer()).toHaveTextContent('The record has changed since.');
  await user.click(button('Restore'));
  expect(screen.getByText('This record has changed since you typed this')).toBeVisible();
  expect([field('Fee'), field('Zone')].map((one) => (one as HTMLInputElement).value)).toEqual(['0.6', 'west']);
  await user.click(screen.getByRole('radio', { name: /^Theirs/ }));
  await user.click(button('Update'));
  await waitFor(() => expect(onSubmit).toHaveBeenCalledTimes(1));
  expect(onSubmit).toHaveBeenCalledWith({ name: 'Theirs', zone: 'west', fee: 0.6 }, '2026-02-01T00:00:00.000Z');
});

test('in two tabs the newest typing wins', async () => {
  const first = edit();
  await first.user.type(field('Name'), '1');
  window.dispatchEvent(new Event('pagehide'));
  const [firstName] = screen.getAllByLabelText(/^Name/);
  edit();
  const [, secondName] = screen.getAllByLabelText(/^Name/);
  await first.user.type(secondName as HTMLElement, '2');
  window.dispatchEvent(new Event('pagehide'));
  expect(stored()).toContain('Corner2');
  await first.user.type(firstName as HTMLElement, '1');
  window.dispatchEvent(new Event('pagehide'));
  expect(stored()).toContain('Corner11');
});

test('opened again after the end of the session, it holds the text at once and says that it is not saved', async () => {
  await lose();
  const isReopened = { name: 'Shop 3', isReopened: true };
  const { onSubmit } = openForm({ mode: 'edit', initial: shop }, (form) => (
    <OpenFormContext value={isReopened}>{form}</OpenFormContext>
  ));
  expect(field('Name')).toHaveValue('Corner!');
  expect([offer(), screen.getByRole('status').textContent]).toEqual([null, 'Not saved yet']);
  expect(onSubmit).not.toHaveBeenCalled();
});
