import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Service } from 'shared-auth/testing';
import { openTeas, startTeaService, teaList, teasNumbered, type Tea } from '../testing/teas';

let teas: Tea[];
let service: Service;
beforeEach(async () => {
  teas = teasNumbered(3);
  service = await startTeaService(teas);
});
afterEach(() => service.close());

const user = userEvent.setup();
const detailsOf = async (name: string) => within(await screen.findByRole('dialog', { name }));
const openRow = async (name: string) => {
  await user.click(await screen.findByRole('rowheader', { name }));
  return detailsOf(name);
};
/** The form over the details; by its button, for here antd gives all titles one id. */
const editForm = async () => {
  const button = await screen.findByRole('button', { name: 'Update' });
  return within(button.closest('[role="dialog"]') as HTMLElement);
};
const formIsGone = () => waitFor(() => expect(screen.queryByRole('button', { name: 'Update' })).toBeNull());
const press = (details: Awaited<ReturnType<typeof detailsOf>>, name: string) =>
  user.click(details.getByRole('button', { name }));
/** The service keeps what is saved. */
const saveTea = (id: number, saved: Partial<Tea>) =>
  service.on(`PATCH /teas/${id}`, () => {
    const at = teas.findIndex((tea) => tea.id === id);
    teas[at] = { ...(teas[at] as Tea), updated_at: '2026-02-02T00:00:00.000Z', ...saved };
    return [200, teas[at]];
  });

test('details carry the name of the record, what it is, and what the person may do', async () => {
  openTeas({ rowActions: [{ label: 'Brew', onSelect: jest.fn() }], can: { delete: false } });
  const details = await openRow('Tea 02');
  expect(details.getByText('Tea')).toBeVisible();
  const buttons = details.getAllByRole('button').map((button) => button.textContent || button.ariaLabel);
  expect(buttons).toEqual([expect.any(String), 'Previous', 'Next', 'Brew', 'Close', 'Edit']);
});

test("previous and next walk through the page's rows", async () => {
  openTeas();
  let details = await openRow('Tea 02');
  expect(details.getByText(/2 of 3/)).toBeVisible();
  await press(details, 'Next');
  details = await detailsOf('Tea 03');
  expect(details.getByText('$2.50')).toBeVisible();
  expect(details.getByRole('button', { name: 'Next' })).toHaveAttribute('aria-disabled', 'true');
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  details = await detailsOf('Tea 01');
  expect(details.getByText(/1 of 3/)).toBeVisible();
});

test('Edit opens over the details, which then show what was saved before the list says so', async () => {
  openTeas();
  const details = await openRow('Tea 02');
  await press(details, 'Edit');
  const form = await editForm();
  await user.type(form.getByRole('textbox', { name: /Name/ }), '!');
  saveTea(2, { name: 'Tea 02!' });
  service.on('GET /teas', () => new Promise<never>(() => undefined));
  await user.click(form.getByRole('button', { name: 'Update' }));
  const saved = await detailsOf('Tea 02!');
  await formIsGone();
  expect(saved.getByRole('button', { name: 'Edit' })).toHaveFocus();
  expect(screen.getByRole('rowheader', { name: 'Tea 02' })).toBeVisible();
});

test('details that are opened right after a save show it, though the row does not yet', async () => {
  openTeas();
  await screen.findByRole('rowheader', { name: 'Tea 02' });
  await user.click(screen.getByRole('button', { name: 'Actions for Tea 02' }));
  await user.click(screen.getByRole('menuitem', { name: 'Edit' }));
  const form = await editForm();
  await user.type(form.getByRole('textbox', { name: /Name/ }), '!');
  saveTea(2, { name: 'Tea 02!' });
  service.on('GET /teas', () => new Promise<never>(() => undefined));
  await user.click(form.getByRole('button', { name: 'Update' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('rowheader', { name: 'Tea 02' }));
  expect((await detailsOf('Tea 02!')).queryByText('Tea 02')).toBeNull();
});

test('a record that no longer matches stays open, and the way on leads to the row in its place', async () => {
  openTeas({}, '/teas?name=Tea');
  const details = await openRow('Tea 02');
  await press(details, 'Edit');
  const form = await editForm();
  saveTea(2, { name: 'Assam' });
  await user.clear(form.getByRole('textbox', { name: /Name/ }));
  await user.type(form.getByRole('textbox', { name: /Name/ }), 'Assam');
  await user.click(form.getByRole('button', { name: 'Update' }));
  const saved = await detailsOf('Assam');
  expect(await saved.findByText(/2 on this page/)).toBeVisible();
  await formIsGone();
  await press(saved, 'Next');
  expect((await detailsOf('Tea 03')).getByText(/2 of 2/)).toBeVisible();
});

test('deleting the record closes its details, and the list has the focus', async () => {
  openTeas();
  await press(await openRow('Tea 02'), 'Delete');
  await user.click(await screen.findByRole('button', { name: 'Delete tea' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(screen.queryByRole('rowheader', { name: 'Tea 02' })).toBeNull());
  await waitFor(() => expect(screen.getByRole('region', { name: 'Teas' })).toHaveFocus());
});

test('of a list that rereads, the row is shown until the record is read, each time another is shown', async () => {
  for (const tea of teas) service.on(`GET /teas/${tea.id}`, [200, { ...tea, price: tea.price + 10 }]);
  openTeas({ list: { ...teaList, rereads: true } });
  await press(await openRow('Tea 01'), 'Next');
  const details = await detailsOf('Tea 02');
  expect(await details.findByText('$11.50')).toBeVisible();
  expect(service.requestsTo('GET /teas/1')).toHaveLength(1);
});
