import { screen, waitFor, within } from '@testing-library/react';
import type { Answer, Service } from 'shared-auth/testing';
import { shownToasts } from '../toast/toasts';
import { dialog, user } from '../testing';
import { leafTagging, openLeaves, said, startLeafService } from './testing/leaves';

let service: Service;
let tagsOf: Record<number, string[]>;
beforeEach(async () => {
  ({ service, tagsOf } = await startLeafService());
});
afterEach(() => service.close());

const select = async (...names: string[]) => {
  for (const name of names) await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
};
const openBulk = async (label: string) => {
  await user.click(screen.getByRole('button', { name: label }));
  return dialog(label);
};
const body = (call: string) => service.requestsTo(call)[0]?.body;

describe('bulk tag actions', () => {
  const chooseTag = async (modal: Awaited<ReturnType<typeof dialog>>, name: string) =>
    user.type(modal.getByRole('combobox', { name: /Tags/ }), `${name}{Enter}`);

  test("ask for tags, 'Please select at least one tag.', and send them for the selection", async () => {
    service.on('POST /leaves/tags/bulk/add', [200, { success_count: 2, error_count: 0, errors: [] }]);
    await openLeaves();
    await select('Autumn', 'Birch');
    const modal = await openBulk('Add Tags');
    expect(modal.getByText('Adding tags to 2 leaves.')).toBeVisible();
    await user.click(modal.getByRole('button', { name: 'Add Tags' }));
    expect(await modal.findByText('Please select at least one tag.')).toBeVisible();
    await chooseTag(modal, 'Gold');
    await user.click(modal.getByRole('button', { name: 'Add Tags' }));
    expect(await said('Added tags to 2 leaves')).toBeVisible();
    expect(body('POST /leaves/tags/bulk/add')).toEqual({
      resource_ids: [1, 2],
      tag_names: ['Gold'],
      create_if_not_exists: true,
    });
    expect(await said('3 total records (0 selected)')).toBeVisible();
    expect(service.requestsTo('GET /tags/').at(-1)?.query.get('company_id')).toBe('4');
  });

  test('by keyboard alone: Enter takes the tag, and the next one sends', async () => {
    service.on('POST /leaves/tags/bulk/add', [200, { success_count: 2, error_count: 0, errors: [] }]);
    await openLeaves();
    await select('Autumn', 'Birch');
    const modal = await openBulk('Add Tags');
    await chooseTag(modal, 'Gold');
    await user.keyboard('{Enter}');
    expect(await said('Added tags to 2 leaves')).toBeVisible();
    expect(body('POST /leaves/tags/bulk/add')).toMatchObject({ tag_names: ['Gold'] });
  });

  test('the tags that some of the selected have are named with how many, and chosen by a click', async () => {
    tagsOf[1] = ['Gold', 'Sale'];
    tagsOf[2] = ['Sale'];
    await openLeaves();
    await select('Autumn', 'Birch');
    const adding = await openBulk('Add Tags');
    const some = within(await adding.findByRole('list', { name: 'On some of them already' }));
    expect(some.getAllByRole('button').map((one) => one.textContent)).toEqual(['Gold1 of 2']);
    await user.click(some.getByRole('button'));
    expect(adding.getByRole('button', { name: 'Remove tag Gold' })).toBeVisible();
    expect(adding.queryByRole('list', { name: 'On some of them already' })).toBeNull();
    await user.click(adding.getByRole('button', { name: 'Cancel' }));
    await user.click(await screen.findByRole('button', { name: 'Discard changes' }));
    const removing = await openBulk('Remove Tags');
    const all = within(await removing.findByRole('list', { name: 'On them now' }));
    expect(all.getAllByRole('button').map((one) => one.textContent)).toEqual(['Saleall', 'Gold1 of 2']);
  });

  test('the progress message clears after 3 seconds', async () => {
    service.on('POST /leaves/tags/bulk/add', [200, { success_count: 1, error_count: 0, errors: [] }]);
    await openLeaves();
    await select('Birch');
    const modal = await openBulk('Add Tags');
    await chooseTag(modal, 'Gold');
    await user.click(modal.getByRole('button', { name: 'Add Tags' }));
    await said('Added tags to 1 leaves');
    expect(shownToasts()).toMatchObject([{ type: 'success', duration: 3000 }]);
  });

  test('where it can be undone, Undo stays when the message clears', async () => {
    const operation = '7b6a9a34-1f0e-4a43-9a0f-6d2f6f5c1a01';
    const done = { success_count: 1, error_count: 0, errors: [] };
    service.on('POST /leaves/tags/bulk/add', [200, done, { 'x-operation-id': operation }]);
    service.on(`POST /history/${operation}/undo`, [200, { ...done, operation_id: 'undo', not_restored: [] }]);
    await openLeaves();
    await select('Birch');
    const modal = await openBulk('Add Tags');
    await chooseTag(modal, 'Gold');
    await user.click(modal.getByRole('button', { name: 'Add Tags' }));
    await said('Added tags to 1 leaves');
    await waitFor(() => expect(screen.queryByText('Added tags to 1 leaves')).toBeNull(), { timeout: 4000 });
    expect(shownToasts()).toMatchObject([{ type: 'success', duration: 7000, action: { label: 'Undo' } }]);
    await user.click(screen.getByRole('button', { name: /^Undo/ }));
    expect(await said('Undone')).toBeVisible();
  });

  test('what was not done is listed with its reasons', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation();
    service.on('POST /leaves/tags/bulk/remove', [
      200,
      { success_count: 1, error_count: 1, errors: [{ id: 2, msg: 'Not found' }] },
    ]);
    service.on('GET /tags/', [200, { items: [{ id: 1, name: 'Sale', company_id: 4 }], total: 1 }]);
    await openLeaves();
    await select('Autumn', 'Birch');
    const modal = await openBulk('Remove Tags');
    await user.click(modal.getByRole('combobox', { name: /Tags/ }));
    await user.click(await modal.findByRole('option', { name: 'Sale' }));
    await user.click(modal.getByRole('button', { name: 'Remove Tags' }));
    expect(await said('Removed tags from 1 leaves')).toBeVisible();
    expect(await said('Remove Tags: 1 of 2 failed')).toBeVisible();
    expect(body('POST /leaves/tags/bulk/remove')).toEqual({ resource_ids: [1, 2], tag_names: ['Sale'] });
    logged.mockRestore();
  });

  test.each<[Answer, string]>([
    [[403, {}], 'You do not have permission to add tags'],
    [[400, {}], 'Invalid request to add tags'],
    [[500, {}], 'Failed to add tags'],
    [[200, { fine: true }], 'Operation completed but result format is unexpected'],
  ])('answered with %j it says so', async (refusal, sentence) => {
    service.on('POST /leaves/tags/bulk/add', refusal);
    await openLeaves();
    await select('Birch');
    const modal = await openBulk('Add Tags');
    await chooseTag(modal, 'Gold');
    await user.click(modal.getByRole('button', { name: 'Add Tags' }));
    expect(await said(sentence)).toBeVisible();
    if (refusal[0] === 200) return;
    // The toast has said it; the dialog does not say it once more, in other words.
    expect(within(screen.getByRole('dialog')).queryByRole('alert')).toBeNull();
    expect(modal.getByText('Gold')).toBeVisible();
    expect(screen.getByText('3 total records (1 selected)')).toBeVisible();
  });

  test('where the body names the company, each company has its own call', async () => {
    service.on('POST /leaves/tags/bulk/add', ({ body: sent }) => [
      200,
      { success_count: (sent as { resource_ids: number[] }).resource_ids.length, error_count: 0, errors: [] },
    ]);
    await openLeaves({ of: { ...leafTagging, namesCompany: true } });
    await select('Autumn', 'Birch', 'Cedar');
    const modal = await openBulk('Add Tags');
    await chooseTag(modal, 'Gold');
    await user.click(modal.getByRole('button', { name: 'Add Tags' }));
    expect(await said('Added tags to 3 leaves')).toBeVisible();
    expect(service.requestsTo('POST /leaves/tags/bulk/add').map((one) => one.body)).toEqual([
      { resource_ids: [1, 2], tag_names: ['Gold'], create_if_not_exists: true, company_id: 4 },
      { resource_ids: [3], tag_names: ['Gold'], create_if_not_exists: true, company_id: 5 },
    ]);
    expect(service.requestsTo('GET /tags/').at(-1)?.query.has('company_id')).toBe(false);
  });
});
