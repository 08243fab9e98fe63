import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Service } from 'shared-auth/testing';
import { openTeas, startTeaService, teaList, teasNumbered } from '../testing/teas';

let service: Service;
beforeEach(async () => {
  service = await startTeaService(teasNumbered(4));
});
afterEach(() => service.close());

const user = userEvent.setup();
const firstRow = (name: string) => screen.findByRole('rowheader', { name });
const listed = () => service.requestsTo('GET /teas');
const total = (text: string) => waitFor(() => expect(screen.getByText(/total records/)).toHaveTextContent(text));
const openMenu = (name: string) => user.click(screen.getByRole('button', { name: `Actions for ${name}` }));

describe('adding, editing, viewing and deleting', () => {
  test("'Add New' creates, says so, and the list reloads", async () => {
    service.on('POST /teas', [201, {}]);
    openTeas();
    await firstRow('Tea 01');
    await user.click(screen.getByRole('button', { name: 'Add New' }));
    const form = within(await screen.findByRole('dialog', { name: 'Add Tea' }));
    await user.type(form.getByRole('textbox', { name: /Name/ }), 'Assam');
    const before = listed().length;
    await user.click(form.getByRole('button', { name: 'Create' }));
    expect(await screen.findByText('Tea created successfully')).toBeVisible();
    expect(service.requestsTo('POST /teas')[0]?.body).toEqual({ name: 'Assam' });
    await waitFor(() => expect(listed().length).toBeGreaterThan(before));
  });

  test('Back to another state of the list closes what is open over it', async () => {
    const { router } = openTeas({}, '/teas');
    await firstRow('Tea 01');
    await user.click(screen.getByRole('button', { name: 'Name' }));
    await waitFor(() => expect(router.state.location.search).toBe('?sort_by=-name'));
    await openMenu('Tea 02');
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Tea' }));
    await user.type(form.getByRole('textbox', { name: /Name/ }), '!');
    // Unsaved text is asked about first, and the list does not move under the question.
    await act(() => router.navigate(-1));
    await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
    expect(router.state.location.search).toBe('?sort_by=-name');
    await user.type(form.getByRole('textbox', { name: /Name/ }), '{Backspace}');
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(router.state.location.search).toBe('');
  });

  test('Edit sends what was read as If-Match', async () => {
    service.on('PATCH /teas/2', [200, {}]);
    openTeas();
    await firstRow('Tea 01');
    await openMenu('Tea 02');
    await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Tea' }));
    await user.type(form.getByRole('textbox', { name: /Name/ }), '!');
    await user.click(form.getByRole('button', { name: 'Update' }));
    expect(await screen.findByText('Tea updated successfully')).toBeVisible();
    const [sent] = service.requestsTo('PATCH /teas/2');
    expect(sent?.body).toEqual({ name: 'Tea 02!' });
    expect(sent?.headers['if-match']).toBe('"2026-01-01T00:00:00.000Z"');
  });

  test('View Details opens the details', async () => {
    openTeas();
    await firstRow('Tea 01');
    await openMenu('Tea 02');
    await user.click(screen.getByRole('menuitem', { name: 'View Details' }));
    expect(within(await screen.findByRole('dialog', { name: 'Tea 02' })).getByText('$1.50')).toBeVisible();
  });

  test('of a list that rereads, details are read anew, and can be read again', async () => {
    service.on('GET /teas/2', [500, { detail: 'Kettle is cold' }]);
    openTeas({
      list: {
        ...teaList,
        rereads: true,
        messages: { ...teaList.messages, detailsFailed: 'Failed to load tea details' },
      },
    });
    await firstRow('Tea 01');
    await openMenu('Tea 02');
    await user.click(screen.getByRole('menuitem', { name: 'View Details' }));
    const details = within(await screen.findByRole('dialog', { name: 'Tea 02' }));
    expect(await details.findByText('Failed to load tea details: Kettle is cold')).toBeVisible();
    service.on('GET /teas/2', [200, { ...teasNumbered(2)[1], price: 3 }]);
    await user.click(details.getByRole('button', { name: 'Retry' }));
    expect(await details.findByText('$3.00')).toBeVisible();
  });

  test('a new record begins with what the list says', async () => {
    openTeas({ list: { ...teaList, beginning: { name: 'Assam' } } });
    await firstRow('Tea 01');
    await user.click(screen.getByRole('button', { name: 'Add New' }));
    expect(await screen.findByRole('textbox', { name: /Name/ })).toHaveValue('Assam');
  });

  test('deletes ask for confirmation first, and the list reloads', async () => {
    openTeas();
    await firstRow('Tea 01');
    await openMenu('Tea 01');
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    const question = within(await screen.findByRole('dialog', { name: 'Delete tea?' }));
    expect(question.getByText('Are you sure you want to delete Tea 01?')).toBeVisible();
    expect(service.requestsTo('DELETE /teas/1')).toHaveLength(0);
    await user.click(question.getByRole('button', { name: 'Delete tea' }));
    expect(await screen.findByText('Tea deleted successfully')).toBeVisible();
    await firstRow('Tea 02');
    await total('3 total records');
  });

  test('before one or several records are deleted it says what that does beyond them', async () => {
    const deleteWarning = (rows: readonly { name: string }[]) =>
      `No pot for ${rows.map(({ name }) => name).join(', ')}`;
    openTeas({
      list: { ...teaList, rereads: true, messages: { ...teaList.messages, deleteWarning } },
      bulkActions: [{ label: 'Delete Selected', confirm: 'delete', danger: true, run: () => Promise.resolve() }],
    });
    await firstRow('Tea 01');
    await openMenu('Tea 01');
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(await screen.findByText('No pot for Tea 01')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    for (const name of ['Tea 01', 'Tea 02']) await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
    await user.click(screen.getByRole('button', { name: 'Delete Selected' }));
    expect(await screen.findByText('No pot for Tea 01, Tea 02')).toBeVisible();
  });

  test("a refused delete reads 'Failed to delete' with the server's sentence", async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation();
    service.on('DELETE /teas/1', [403, { detail: 'You may not' }]);
    openTeas();
    await firstRow('Tea 01');
    await openMenu('Tea 01');
    await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete tea' }));
    expect(await screen.findByText('Failed to delete')).toBeVisible();
    expect(screen.getByText('You may not')).toBeVisible();
    logged.mockRestore();
  });
});
