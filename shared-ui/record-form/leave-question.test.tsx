import { act, screen, waitFor } from '@testing-library/react';
import type userEvent from '@testing-library/user-event';
import { LEAVING } from '../router';
import { button, field, openForm, shop } from './testing/shop-form';

describe('a changed form asks before it is thrown away', () => {
  test.each<[string, (user: ReturnType<typeof userEvent.setup>) => Promise<void>]>([
    ['Escape', (user) => user.keyboard('{Escape}')],
    ['X', (user) => user.click(button('Close'))],
    ['Cancel', (user) => user.click(button('Cancel'))],
    ['a click beside it', (user) => user.click(document.querySelector('.ant-modal-wrap') as HTMLElement)],
  ])('by %s', async (way, close) => {
    const { user, onClose } = openForm();
    await user.type(field('Name'), 'C');
    await close(user);
    expect(screen.getByText('Discard changes?')).toBeVisible();
    await user.click(button('Keep editing'));
    // While the question still fades away, the keys are for the form again.
    if (way === 'Escape') expect(field('Name')).toHaveFocus();
    await waitFor(() => expect(screen.queryByText('Discard changes?')).toBeNull());
    expect(onClose).not.toHaveBeenCalled();
    expect(field('Name')).toHaveValue('C');
    await user.click(button('Cancel'));
    await user.click(button('Discard changes'));
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  test('by leaving the page', async () => {
    const { user, router } = openForm();
    await user.type(field('Name'), 'C');
    await user.click(screen.getByText('Leave'));
    await user.click(await screen.findByText('Keep editing'));
    await waitFor(() => expect(screen.queryByText('Discard changes')).toBeNull());
    expect(router.state.location.pathname).toBe('/');
    await user.click(screen.getByText('Leave'));
    await user.click(await screen.findByText('Discard changes'));
    expect(await screen.findByText('Elsewhere')).toBeVisible();
  });

  test('by going elsewhere from the palette, on the same list too', async () => {
    const { user, router, onClose } = openForm();
    await user.type(field('Name'), 'C');
    await act(() => router.navigate('/?page=2', LEAVING));
    expect(router.state.location.search).toBe('');
    await user.click(await screen.findByText('Discard changes'));
    expect(router.state.location.search).toBe('?page=2');
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });

  test('an unchanged one is left without a question', async () => {
    const { user } = openForm();
    await user.click(screen.getByText('Leave'));
    expect(await screen.findByText('Elsewhere')).toBeVisible();
  });

  test('by closing the tab, and only while there is something to lose', async () => {
    const { user } = openForm();
    const leaves = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
    expect(leaves()).toBe(true);
    await user.type(field('Name'), 'C');
    expect(leaves()).toBe(false);
    await user.clear(field('Name'));
    expect(leaves()).toBe(true);
  });

  test('an unchanged one closes at once, and the address of the list may change under a changed one', async () => {
    const { user, onClose, router } = openForm({ mode: 'edit', initial: shop });
    await user.type(field('Name'), 'C');
    await act(async () => router.navigate('/?page=2'));
    expect(screen.queryByText('Discard changes')).toBeNull();
    await user.keyboard('{Backspace}{Escape}');
    await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1));
  });
});
