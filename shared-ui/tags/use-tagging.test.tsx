import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { listQuery } from 'api/contract/paging';
import { answer, id, listOf, object, text, type Shape } from 'api/contract/schema';
import { injectEndpoints, resourceEndpoints } from 'shared-auth';
import { SignedIn, startService, type Answer, type Service } from 'shared-auth/testing';
import { defineList, ListScreen } from '../list-screen';
import { createMemoryRouter, RouterProvider } from '../router';
import { useMemo } from 'react';
import { shownToasts } from '../toast/toasts';
import { ToastQueue } from '../toast/toast-queue';
import type { Tagging } from './tagging';
import { tagEndpoints } from './tags.api';
import { useTagging } from './use-tagging';

// The first dialog of a test brings antd, which takes its time on a busy machine.
jest.setTimeout(30_000);

/** A list of leaves, which carry tags. */
const leaf = answer({
  id,
  company_id: { ...id, title: 'Company' } as const,
  name: text('Name', {}),
  tags: listOf(text('Tag', {}), { title: 'Tags' } as const),
});
const leafQuery = listQuery(
  { company_id: { ...id, title: 'Company' } as const, has: listOf(text('Tag', {}), { title: 'Has Tags' } as const) },
  ['name'],
);
type Leaf = Shape<typeof leaf>;

const { endpoints } = injectEndpoints(['leaves', 'tags'], (build) => {
  const tags = tagEndpoints(build, { path: '/leaves', tag: 'leaves' });
  return {
    listLeaves: resourceEndpoints(build, { path: '/leaves', tag: 'leaves' }).list<Leaf, Shape<typeof leafQuery>>(),
    getLeafTags: tags.get(),
    addLeafTag: tags.add(),
    removeLeafTag: tags.remove(),
    addTagsToLeaves: tags.addToMany(),
    removeTagsFromLeaves: tags.removeFromMany(),
  };
});
const leaves = defineList({
  title: 'Leaves',
  noun: { one: 'Leaf', many: 'leaves' },
  record: leaf,
  query: leafQuery,
  written: object({}, []),
  columns: [{ key: 'name' }, { key: 'tags' }],
  filters: [
    { key: 'company_id', type: 'company' },
    { key: 'has', type: 'tags', of: 'facebook_ad' },
  ],
  fields: [],
  details: [],
  defaultSort: 'name',
  nameOf: ({ name }) => name,
  sentences: { loadFailed: 'Failed to load leaves' },
});
const tagging: Tagging = {
  resourceType: 'facebook_ad',
  noun: { one: 'leaf', many: 'leaves' },
  calls: {
    get: endpoints.getLeafTags,
    add: endpoints.addLeafTag,
    remove: endpoints.removeLeafTag,
    addToMany: endpoints.addTagsToLeaves,
    removeFromMany: endpoints.removeTagsFromLeaves,
  },
};

const person = { id: 1, username: 'ada', email: '', companies: [], groups: [] };
const eight = ['a/b', '%2e%2e', '?', '#', 'ünï', '%', 'Sale', 'שלום'];
let stored: Leaf[];
let service: Service;
beforeEach(async () => {
  sessionStorage.clear();
  stored = [
    { id: 1, company_id: 4, name: 'Autumn', tags: eight },
    { id: 2, company_id: 4, name: 'Birch', tags: [] },
    { id: 3, company_id: 5, name: 'Cedar', tags: [] },
  ];
  service = await startService();
  service.on('GET /leaves', () => [
    200,
    { items: stored, total: stored.length, page: 1, page_size: 25, total_pages: 1 },
  ]);
  service.on('GET /tags/', [200, { items: [], total: 0, page: 1, page_size: 100, total_pages: 0 }]);
  for (const { id: leafId } of stored)
    service.on(`GET /leaves/${leafId}/tags/`, () => [200, { tags: stored[leafId - 1]?.tags }]);
});
afterEach(() => service.close());

const nameOf = ({ name }: Leaf) => name;
function LeavesScreen({ mayTag = true, of = tagging }) {
  const { bulkActions, tagCell, dialog } = useTagging<Leaf>(of, { nameOf, mayTag });
  return (
    <>
      <ListScreen
        list={leaves}
        calls={{ list: endpoints.listLeaves }}
        bulkActions={[...bulkActions, 'Clear Selection']}
        cells={useMemo(() => ({ tags: tagCell }), [tagCell])}
      />
      {dialog}
    </>
  );
}
const user = userEvent.setup();
const open = async (props: Parameters<typeof LeavesScreen>[0] = {}) => {
  const router = createMemoryRouter([{ path: '/', element: <LeavesScreen {...props} /> }]);
  render(
    <SignedIn user={person}>
      <RouterProvider router={router} />
      <ToastQueue />
    </SignedIn>,
  );
  await screen.findByText('Autumn');
};
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const select = async (...names: string[]) => {
  for (const name of names) await user.click(screen.getByRole('checkbox', { name: `Select ${name}` }));
};
const openBulk = async (label: string) => {
  await user.click(screen.getByRole('button', { name: label }));
  return dialog(label);
};
const said = (message: string) => screen.findByText(message);
const body = (call: string) => service.askedFor(call)[0]?.body;

describe("a row's tags", () => {
  test("are up to six, then '+N', which opens all of them, and a plus button", async () => {
    await open();
    expect(screen.getByText('%')).toBeVisible();
    expect(screen.queryByText('Sale')).toBeNull();
    await user.click(screen.getByRole('button', { name: '+2 more tags of Autumn' }));
    const all = await dialog('Tags of Autumn');
    expect(all.getAllByRole('listitem').map((item) => item.firstChild?.firstChild?.textContent)).toEqual(eight);
  });

  test('without the right to change them there is no plus button, no removal and no bulk action', async () => {
    await open({ mayTag: false });
    expect(screen.queryByRole('button', { name: 'Add tag to Birch' })).toBeNull();
    await user.click(screen.getByRole('button', { name: '+2 more tags of Autumn' }));
    const all = await dialog('Tags of Autumn');
    expect(all.getByText('Sale')).toBeVisible();
    expect(all.queryByRole('button', { name: /Remove|Add/ })).toBeNull();
  });

  test('are added by name, a new one is made, and the list reloads', async () => {
    service.on('POST /leaves/2/tags', ({ body: sent }) => {
      stored = stored.map((one) => (one.id === 2 ? { ...one, tags: [(sent as { tag_name: string }).tag_name] } : one));
      return [201, { tags: [] }];
    });
    await open();
    await user.click(screen.getByRole('button', { name: 'Add tag to Birch' }));
    const tags = await dialog('Tags of Birch');
    await user.click(tags.getByRole('button', { name: 'Add' }));
    expect(tags.getByText('Please select at least one tag.')).toBeVisible();
    await user.type(tags.getByRole('combobox', { name: 'Tags to add' }), 'Gold{Enter}');
    expect(tags.queryByText('Please select at least one tag.')).toBeNull();
    await user.click(tags.getByRole('button', { name: 'Add' }));
    expect(await said('Added 1 tag(s) to leaf')).toBeVisible();
    expect(body('POST /leaves/2/tags')).toEqual({ tag_name: 'Gold', create_if_not_exists: true });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await screen.findByText('Gold')).toBeVisible();
  });

  test.each<[string, Answer, string]>([
    ['403', [403, {}], 'You do not have permission to add tags'],
    ['400', [400, {}], 'Invalid request to add tags'],
    ['500', [500, '<html>'], 'Failed to add tags'],
    ['400 with errors', [400, { errors: ['Too many tags', 'x'] }], 'Too many tags'],
    ["403 with the server's word", [403, { detail: 'Ask Bob' }], 'Ask Bob'],
  ])('adding refused with %s keeps the input and says why', async (_, refusal, sentence) => {
    service.on('POST /leaves/2/tags', refusal);
    await open();
    await user.click(screen.getByRole('button', { name: 'Add tag to Birch' }));
    const tags = await dialog('Tags of Birch');
    await user.type(tags.getByRole('combobox', { name: 'Tags to add' }), 'Gold{Enter}');
    await user.click(tags.getByRole('button', { name: 'Add' }));
    expect(await said(sentence)).toBeVisible();
    expect(tags.getByText('Gold')).toBeVisible();
  });

  test.each(eight)('%p is removed by exactly its name', async (name) => {
    const path = `/leaves/1/tags/${encodeURIComponent(name)}`;
    service.on(`DELETE ${path}`, () => {
      stored = stored.map((one) => ({ ...one, tags: one.tags.filter((tag) => tag !== name) }));
      return [204];
    });
    await open();
    await user.click(screen.getByRole('button', { name: '+2 more tags of Autumn' }));
    const tags = await dialog('Tags of Autumn');
    await user.click(tags.getByRole('button', { name: `Remove tag ${name}` }));
    expect(await said(`Tag "${name}" removed`)).toBeVisible();
    await waitFor(() => expect(tags.getAllByRole('listitem')).toHaveLength(7));
    expect(tags.queryByText(name)).toBeNull();
  });

  test.each([
    [403, 'You do not have permission to remove tags'],
    [404, 'Tag not found'],
    [500, 'Failed to remove tag'],
  ])('removing refused with %d says why', async (status, sentence) => {
    service.on('DELETE /leaves/1/tags/Sale', [status, {}]);
    await open();
    await user.click(screen.getByRole('button', { name: '+2 more tags of Autumn' }));
    const tags = await dialog('Tags of Autumn');
    await user.click(tags.getByRole('button', { name: 'Remove tag Sale' }));
    expect(await said(sentence)).toBeVisible();
    expect(tags.getByText('Sale')).toBeVisible();
  });
});

describe('bulk tag actions', () => {
  const chooseTag = async (modal: Awaited<ReturnType<typeof dialog>>, name: string) =>
    user.type(modal.getByRole('combobox', { name: /Tags/ }), `${name}{Enter}`);

  test("ask for tags, 'Please select at least one tag.', and send them for the selection", async () => {
    service.on('POST /leaves/tags/bulk/add', [200, { success_count: 2, error_count: 0, errors: [] }]);
    await open();
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
    expect(service.askedFor('GET /tags/').at(-1)?.query.get('company_id')).toBe('4');
  });

  test('the progress message clears after 3 seconds', async () => {
    service.on('POST /leaves/tags/bulk/add', [200, { success_count: 1, error_count: 0, errors: [] }]);
    await open();
    await select('Birch');
    const modal = await openBulk('Add Tags');
    await chooseTag(modal, 'Gold');
    await user.click(modal.getByRole('button', { name: 'Add Tags' }));
    await said('Added tags to 1 leaves');
    expect(shownToasts()).toMatchObject([{ type: 'success', duration: 3000 }]);
  });

  test('what was not done is listed with its reasons', async () => {
    const logged = jest.spyOn(console, 'error').mockImplementation();
    service.on('POST /leaves/tags/bulk/remove', [
      200,
      { success_count: 1, error_count: 1, errors: [{ id: 2, msg: 'Not found' }] },
    ]);
    service.on('GET /tags/', [200, { items: [{ id: 1, name: 'Sale', company_id: 4 }], total: 1 }]);
    await open();
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
    await open();
    await select('Birch');
    const modal = await openBulk('Add Tags');
    await chooseTag(modal, 'Gold');
    await user.click(modal.getByRole('button', { name: 'Add Tags' }));
    expect(await said(sentence)).toBeVisible();
    if (refusal[0] === 200) return;
    expect(modal.getByText('Gold')).toBeVisible();
    expect(screen.getByText('3 total records (1 selected)')).toBeVisible();
  });

  test('where the body names the company, each company has its own call', async () => {
    service.on('POST /leaves/tags/bulk/add', ({ body: sent }) => [
      200,
      { success_count: (sent as { resource_ids: number[] }).resource_ids.length, error_count: 0, errors: [] },
    ]);
    await open({ of: { ...tagging, namesCompany: true } });
    await select('Autumn', 'Birch', 'Cedar');
    const modal = await openBulk('Add Tags');
    await chooseTag(modal, 'Gold');
    await user.click(modal.getByRole('button', { name: 'Add Tags' }));
    expect(await said('Added tags to 3 leaves')).toBeVisible();
    expect(service.askedFor('POST /leaves/tags/bulk/add').map((one) => one.body)).toEqual([
      { resource_ids: [1, 2], tag_names: ['Gold'], create_if_not_exists: true, company_id: 4 },
      { resource_ids: [3], tag_names: ['Gold'], create_if_not_exists: true, company_id: 5 },
    ]);
    expect(service.askedFor('GET /tags/').at(-1)?.query.has('company_id')).toBe(false);
  });
});

test('a filter by tags repeats its key, and another company clears it', async () => {
  service.on('GET /tags/', [200, { items: [{ id: 1, name: 'Sale', company_id: 4 }], total: 1 }]);
  service.on('GET /companies/search', [200, { items: [{ id: 5, name: 'Five' }], total: 1 }]);
  service.on('GET /companies/5', [200, { id: 5, name: 'Five' }]);
  await open();
  await user.click(screen.getByRole('combobox', { name: 'Has Tags' }));
  await user.click(await screen.findByRole('option', { name: 'Sale' }));
  const last = () => service.askedFor('GET /leaves').at(-1)?.query;
  await waitFor(() => expect(last()?.getAll('has')).toEqual(['Sale']));
  await user.click(screen.getByRole('combobox', { name: 'Company' }));
  await user.click(await screen.findByRole('option', { name: 'Five' }));
  await waitFor(() => expect(last()?.get('company_id')).toBe('5'));
  expect(last()?.has('has')).toBe(false);
});
