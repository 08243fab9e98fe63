import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UndoResponse } from 'contract/history';
import type { Operation } from 'shared-auth';
import type { Answer, Service } from 'shared-auth/testing';
import { deleteSelected } from '../list-screen/actions';
import { ONE_DONE } from '../list-screen/bulk/bulk-outcome';
import { everything, openTeas, startTeaService, teasNumbered, type Tea } from '../list-screen/testing/teas';
import { choose, confirm, dialog, select, user } from '../testing';
import { showToast, shownToasts } from '../toast/toasts';
import { undoOf } from './undo-of';

const ID = '7b6a9a34-1f0e-4a43-9a0f-6d2f6f5c1a01';
const UNDO = `POST /history/${ID}/undo`;
const named = { 'x-operation-id': ID };

let service: Service;
let teas: Tea[];
beforeEach(async () => {
  teas = teasNumbered(6);
  service = await startTeaService(teas);
  for (const { id } of teas) service.on(`DELETE /teas/${id}`, [204, undefined, named]);
  service.on('GET /users/me', [200, { username: 'ada', companies: [], groups: [] }]);
  jest.spyOn(console, 'error').mockImplementation();
});
afterEach(async () => {
  jest.restoreAllMocks();
  await service.close();
});

const undone = (response: Partial<UndoResponse> = {}): Answer => [
  200,
  { operation_id: 'undo', success_count: 1, error_count: 0, errors: [], not_restored: [], ...response },
];
const deletion = deleteSelected<Tea>((rows, bulk) =>
  bulk.inParts(rows, {
    size: 1,
    send: async ([tea]) => {
      if (tea && everything.remove) await bulk.change(everything.remove, tea.id);
      return ONE_DONE;
    },
  }),
);
const undoButton = () => screen.findByRole('button', { name: /^Undo/ });

async function deleteTea() {
  openTeas();
  await choose('Tea 02', 'Delete');
  await confirm('Delete tea');
  await screen.findByText('Tea deleted successfully');
}

// The first of all, which has its code fetched.
test('Ctrl+Z that is pressed before its code has come is answered when it has', async () => {
  const onSelect = jest.fn();
  const { action } = undoOf({ ids: [ID] } as unknown as Operation);
  showToast({ type: 'success', message: 'Done', action: { ...action!, onSelect } });
  fireEvent.keyDown(document.body, { key: 'z', ctrlKey: true });
  await waitFor(() => expect(onSelect).toHaveBeenCalledTimes(1));
  expect(shownToasts()).toEqual([]);
});

test('a delete can be undone for ten seconds, and the list reloads', async () => {
  service.on(UNDO, undone());
  await deleteTea();
  expect(shownToasts()).toMatchObject([{ type: 'success', duration: 10_000 }]);
  const before = service.requestsTo('GET /teas').length;
  await user.click(await undoButton());
  expect(await screen.findByText('Undone')).toBeVisible();
  await waitFor(() => expect(service.requestsTo('GET /teas').length).toBeGreaterThan(before));
  expect(service.requestsTo(UNDO)).toHaveLength(1);
});

test('an update can be undone', async () => {
  service.on('PATCH /teas/2', [200, {}, named]);
  service.on(UNDO, undone());
  openTeas();
  await choose('Tea 02', 'Edit');
  const form = await dialog('Edit Tea');
  await user.type(form.getByRole('textbox', { name: /Name/ }), '!{Enter}');
  expect(await screen.findByText('Tea updated successfully')).toBeVisible();
  await user.click(await undoButton());
  expect(await screen.findByText('Undone')).toBeVisible();
});

test('a new record offers no Undo', async () => {
  service.on('POST /teas', [201, {}, named]);
  openTeas();
  await user.click(await screen.findByRole('button', { name: 'Add New' }));
  const form = await dialog('Add Tea');
  await user.type(form.getByRole('textbox', { name: /Name/ }), 'Assam{Enter}');
  await screen.findByText('Tea created successfully');
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
});

test('Ctrl+Z undoes what is offered, but not where text is typed', async () => {
  service.on(UNDO, undone());
  await deleteTea();
  await undoButton();
  fireEvent.keyDown(screen.getByLabelText('Name', { selector: 'input' }), { key: 'z', ctrlKey: true });
  expect(service.requestsTo(UNDO)).toEqual([]);
  fireEvent.keyDown(screen.getByRole('checkbox', { name: 'Select Tea 01' }), { key: 'z', ctrlKey: true });
  expect(await screen.findByText('Undone')).toBeVisible();
});

test('by keyboard the focus goes back to where it was', async () => {
  service.on(UNDO, undone());
  await deleteTea();
  const undo = await undoButton();
  const row = screen.getByRole('checkbox', { name: 'Select Tea 01' });
  row.focus();
  undo.focus();
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Undone')).toBeVisible();
  expect(row).toHaveFocus();
});

test('the sentence of a refusal is shown as it is', async () => {
  const detail = 'This tea has been changed since. Nothing was undone.';
  service.on(UNDO, [409, { detail }]);
  await deleteTea();
  await user.click(await undoButton());
  expect(await screen.findByText('Could not be undone')).toBeVisible();
  expect(screen.getByText(detail)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

test('what got no response can be tried again, as the same request', async () => {
  service.on(UNDO, [503, { detail: 'The database is away' }]);
  await deleteTea();
  await user.click(await undoButton());
  expect(await screen.findByText('The database is away')).toBeVisible();
  service.on(UNDO, undone());
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Undone')).toBeVisible();
  const keys = service.requestsTo(UNDO).map(({ headers }) => headers['idempotency-key']);
  expect(keys).toEqual([keys[0], keys[0]]);
});

describe('of many', () => {
  async function deleteTeas(...names: string[]) {
    openTeas({
      bulkActions: [
        {
          ...deletion,
          run: async (...run) => {
            const response = await deletion.run(...run);
            const [, , { operation, namesOf }] = run;
            showToast({ type: 'success', message: `Deleted ${names.length} teas`, ...undoOf(operation, namesOf) });
            return response;
          },
        },
      ],
    });
    await select(...names);
    await user.click(screen.getByRole('button', { name: 'Delete Selected' }));
    await confirm();
    await screen.findByText(`Deleted ${names.length} teas`);
  }

  test('one operation is sent, and its number is said', async () => {
    service.on(UNDO, undone({ success_count: 3 }));
    await deleteTeas('Tea 01', 'Tea 02', 'Tea 03');
    const ids = [1, 2, 3].map((id) => service.requestsTo(`DELETE /teas/${id}`)[0]?.headers['x-operation-id']);
    expect(ids).toEqual([undefined, ID, ID]);
    await user.click(await undoButton());
    expect(await screen.findByText('3 records restored')).toBeVisible();
  });

  test('those that changed since are left and named, for as long as it takes to read them', async () => {
    const msg = 'This tea is there again already.';
    service.on('GET /teas/99', [200, { ...teas[0], id: 99, name: 'Tea 99' }]);
    const errors = [2, 99, 3, 4, 5].map((id) => ({ id, msg }));
    service.on(UNDO, undone({ success_count: 1, error_count: 5, errors, not_restored: ['API key'] }));
    await deleteTeas('Tea 01', 'Tea 02', 'Tea 03');
    await user.click(await undoButton());
    const toast = within(
      (await screen.findByText('Undone: 1 restored, 5 left as they are')).parentElement as HTMLElement,
    );
    expect(toast.getByText(/Tea 02/).textContent?.split('\n')).toEqual([
      `Tea 02: ${msg}`,
      `Tea 99: ${msg}`,
      `Tea 03: ${msg}`,
      'and 2 more',
      'Not given back: API key.',
    ]);
    expect(shownToasts().at(-1)).toMatchObject({ type: 'warning', duration: null });
  });

  test('where all have changed it says that nothing was undone', async () => {
    const errors = [1, 2].map((id) => ({ id, msg: 'Changed.' }));
    service.on(UNDO, undone({ success_count: 0, error_count: 2, errors }));
    await deleteTeas('Tea 01', 'Tea 02');
    await user.click(await undoButton());
    expect(await screen.findByText('Nothing was undone')).toBeVisible();
  });
});
