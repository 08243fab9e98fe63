import { screen, waitFor } from '@testing-library/react';
import type { Answer, Service } from 'shared-auth/testing';
import { dialog, user } from '../testing';
import { EIGHT_TAGS, openLeaves, said, startLeafService } from './testing/leaves';

let service: Service;
let tagsOf: Record<number, string[]>;
beforeEach(async () => {
  ({ service, tagsOf } = await startLeafService());
});
afterEach(() => service.close());

describe("a row's tags", () => {
  test("are up to six, then '+N', which opens all of them, and a plus button", async () => {
    await openLeaves();
    expect(screen.getByText('%')).toBeVisible();
    expect(screen.queryByText('Sale')).toBeNull();
    await user.click(screen.getByRole('button', { name: '+2 more tags of Autumn' }));
    const all = await dialog('Tags of Autumn');
    expect(all.getAllByRole('listitem').map((item) => item.firstChild?.firstChild?.textContent)).toEqual(EIGHT_TAGS);
  });

  test('without the right to change them there is no plus button, no removal and no bulk action', async () => {
    await openLeaves({ mayTag: false });
    expect(screen.queryByRole('button', { name: 'Add tag to Birch' })).toBeNull();
    await user.click(screen.getByRole('button', { name: '+2 more tags of Autumn' }));
    const all = await dialog('Tags of Autumn');
    expect(all.getByText('Sale')).toBeVisible();
    expect(all.queryByRole('button', { name: /Remove|Add/ })).toBeNull();
  });

  test('are added by name, a new one is made, and the list reloads', async () => {
    service.on('POST /leaves/2/tags', ({ body: sent }) => {
      tagsOf[2] = [(sent as { tag_name: string }).tag_name];
      return [201, { tags: [] }];
    });
    await openLeaves();
    await user.click(screen.getByRole('button', { name: 'Add tag to Birch' }));
    const tags = await dialog('Tags of Birch');
    await user.click(tags.getByRole('button', { name: 'Add' }));
    expect(tags.getByText('Please select at least one tag.')).toBeVisible();
    await user.type(tags.getByRole('combobox', { name: 'Tags to add' }), 'Gold{Enter}');
    expect(tags.queryByText('Please select at least one tag.')).toBeNull();
    await user.click(tags.getByRole('button', { name: 'Add' }));
    expect(await said('Added 1 tag(s) to leaf')).toBeVisible();
    expect(service.requestsTo('POST /leaves/2/tags')[0]?.body).toEqual({
      tag_name: 'Gold',
      create_if_not_exists: true,
    });
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
    await openLeaves();
    await user.click(screen.getByRole('button', { name: 'Add tag to Birch' }));
    const tags = await dialog('Tags of Birch');
    await user.type(tags.getByRole('combobox', { name: 'Tags to add' }), 'Gold{Enter}');
    await user.click(tags.getByRole('button', { name: 'Add' }));
    expect(await said(sentence)).toBeVisible();
    expect(tags.getByText('Gold')).toBeVisible();
  });

  test.each(EIGHT_TAGS)('%p is removed by exactly its name', async (name) => {
    const path = `/leaves/1/tags/${encodeURIComponent(name)}`;
    service.on(`DELETE ${path}`, () => {
      tagsOf[1] = EIGHT_TAGS.filter((tag) => tag !== name);
      return [204];
    });
    await openLeaves();
    await user.click(screen.getByRole('button', { name: '+2 more tags of Autumn' }));
    const tags = await dialog('Tags of Autumn');
    await user.click(tags.getByRole('button', { name: `Remove tag ${name}` }));
    expect(await said(`Tag "${name}" removed`)).toBeVisible();
    await waitFor(() => expect(tags.getAllByRole('listitem')).toHaveLength(7));
    expect(tags.queryByText(name)).toBeNull();
  });

  test('keep the focus in their dialog while they come and go', async () => {
    service.on('DELETE /leaves/1/tags/Sale', () => {
      tagsOf[1] = ['%'];
      return [204];
    });
    await openLeaves();
    await user.click(screen.getByRole('button', { name: '+2 more tags of Autumn' }));
    const tags = await dialog('Tags of Autumn');
    tags.getByRole('button', { name: 'Remove tag Sale' }).focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(tags.getAllByRole('listitem')).toHaveLength(1));
    expect(screen.getByRole('dialog')).toContainElement(document.activeElement as HTMLElement);
    await user.click(tags.getByRole('button', { name: 'Add Tag' }));
    expect(tags.getByRole('combobox', { name: 'Tags to add' })).toHaveFocus();
    await user.keyboard('{Escape}{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByRole('region', { name: 'Leaves' })).toHaveFocus();
  });

  test.each<[Answer, string]>([
    [[403, {}], 'You do not have permission to remove tags'],
    [[404, {}], 'Tag not found'],
    [[404, { detail: 'Tag not found' }], 'Tag not found'],
    [[500, {}], 'Failed to remove tag'],
  ])('removing refused with %j says why, once', async (refusal, sentence) => {
    service.on('DELETE /leaves/1/tags/Sale', refusal);
    await openLeaves();
    await user.click(screen.getByRole('button', { name: '+2 more tags of Autumn' }));
    const tags = await dialog('Tags of Autumn');
    await user.click(tags.getByRole('button', { name: 'Remove tag Sale' }));
    expect(await said(sentence)).toBeVisible();
    expect(tags.getByText('Sale')).toBeVisible();
  });
});

test('a filter by tags repeats its key, and another company clears it', async () => {
  service.on('GET /tags/', [200, { items: [{ id: 1, name: 'Sale', company_id: 4 }], total: 1 }]);
  service.on('GET /companies', [200, { items: [{ id: 5, name: 'Five' }], total: 1 }]);
  service.on('GET /companies/5', [200, { id: 5, name: 'Five' }]);
  await openLeaves();
  await user.click(screen.getByRole('combobox', { name: 'Has Tags' }));
  await user.click(await screen.findByRole('option', { name: 'Sale' }));
  const last = () => service.requestsTo('GET /leaves').at(-1)?.query;
  await waitFor(() => expect(last()?.getAll('has')).toEqual(['Sale']));
  await user.click(screen.getByRole('combobox', { name: 'Company' }));
  await user.click(await screen.findByRole('option', { name: 'Five' }));
  await waitFor(() => expect(last()?.get('company_id')).toBe('5'));
  expect(last()?.has('has')).toBe(false);
});
