/** The screens of tags (DECISIONS §16). */
import { screen, waitFor, within } from '@testing-library/react';
import type { Group } from 'contract/session';
import type { TagByName } from 'contract/tags-by-name';
import {
  choose,
  COMPANIES,
  confirm,
  dialog,
  openScreen,
  pageOf,
  runBulk,
  select,
  serviceOf,
  user,
} from '../../testing';
import { TagsScreen } from './tags-screen';

const ad = (id: number, name: string, usage_count: number, rest: Partial<TagByName> = {}): TagByName => ({
  id,
  name,
  company_id: 4,
  usage_count,
  last_used_on: null,
  similar: [],
  tags: [{ id, name, resource_type: 'facebook_ad', usage_count }],
  ...rest,
});
const sumer = ad(1, 'Sumer', 1200, { last_used_on: '2026-11-20', similar: ['Summer'] });
const summer = ad(2, 'Summer', 1, { similar: ['Sumer'] });
const empty = ad(3, 'empty', 0);
const creator: TagByName = {
  id: 5,
  name: 'Creator',
  company_id: 4,
  usage_count: 15,
  last_used_on: null,
  similar: [],
  tags: [
    { id: 5, name: 'Creator', resource_type: 'social_media_profile', usage_count: 3 },
    { id: 6, name: 'CREATOR', resource_type: 'social_media_post', usage_count: 12 },
  ],
};

const service = serviceOf('/tags/by-name');
const byQuery = (...rows: TagByName[]) =>
  service.on('GET /tags/by-name', ({ query }) => {
    const part = query.get('search')?.toLowerCase() ?? '';
    const only = query.get('only');
    const found = rows
      .filter(({ name }) => name.toLowerCase().includes(part))
      .filter(({ usage_count }) => only !== 'unused' || usage_count === 0)
      .filter(({ similar }) => only !== 'similar' || similar.length > 0);
    return [200, pageOf(...found)];
  });
beforeEach(() => {
  byQuery(sumer, summer, empty);
  service.on('GET /tags/', [200, pageOf({ id: 2, name: 'Summer', company_id: 4 })]);
  for (const company of COMPANIES) service.on(`GET /companies/${company.id}`, [200, company]);
});

const open = (area: 'ads' | 'social' = 'ads', groups: Group[] = ['AdManager', 'SocialMediaManager'], query = '') => {
  const address = `/${area}/tags?company_id=4${query}`;
  return openScreen(<TagsScreen area={area} />, { groups, companies: COMPANIES, address });
};
const row = async (name: string) => {
  const menu = await screen.findByRole('button', { name: `Actions for ${name}` });
  return within(menu.closest('tr') as HTMLElement);
};
const named = { headers: { 'x-operation-id': 'op-1' } } as const;
const done = (call: string, status = 200, body: unknown = {}) => service.on(call, [status, body, named.headers]);
const sent = (call: string) => service.requestsTo(call).map(({ body }) => body);

test('each tag stands there with its uses, a way to what carries it, its last day and the near ones', async () => {
  open();
  const first = await row('Sumer');
  expect(first.getByRole('link', { name: '1,200 ads' })).toHaveAttribute(
    'href',
    '/facebook-ads?company_id=4&include_tags=Sumer',
  );
  expect(first.getByText('Nov 20, 2026')).toBeVisible();
  expect(first.getByTitle('Summer')).toBeVisible();
  expect((await row('Summer')).getByRole('link', { name: '1 ad' })).toBeVisible();
  expect((await row('empty')).getByText('Unused')).toBeVisible();
  const [request] = service.requestsTo('GET /tags/by-name');
  expect([request?.query.get('company_id'), request?.query.getAll('resource_types')]).toEqual(['4', ['facebook_ad']]);
});

test('tags of several kinds of one name are one row, with a way to each list', async () => {
  byQuery(creator);
  open('social');
  const only = await row('Creator');
  const links = only.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['3 profiles', '/social-media-profiles?company_id=4&tag=Creator'],
    ['12 posts', '/social-media-posts?company_id=4&tagged_with=CREATOR'],
  ]);
  expect(service.requestsTo('GET /tags/by-name')[0]?.query.getAll('resource_types')).toEqual([
    'social_media_profile',
    'social_media_post',
  ]);
});

test('who may not change them reads them, and is offered no change', async () => {
  open('ads', []);
  await row('Sumer');
  expect(screen.queryByRole('checkbox')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Actions for Sumer' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(['View Details', 'Show Ads']);
});

test('how many are unused and how many near each other stands beside the title, a way to them', async () => {
  const { router } = open();
  await user.click(await screen.findByRole('link', { name: '1 unused' }));
  expect(router.state.location.search).toContain('only=unused');
  expect(await screen.findByRole('link', { name: '2 near-duplicates' })).toBeVisible();
  await row('empty');
  expect(screen.queryByTitle('Sumer')).toBeNull();
});

describe('renaming', () => {
  test('shows the new colour, keeps the id and can be undone', async () => {
    done('POST /tags/3/rename');
    open();
    await choose('empty', 'Rename');
    const form = await dialog('Rename Tag');
    await user.clear(form.getByLabelText(/^Tag/));
    await user.type(form.getByLabelText(/^Tag/), 'full');
    expect(form.getByTitle('empty').parentElement).toHaveTextContent('empty→full');
    await user.click(form.getByRole('button', { name: 'Rename' }));
    expect(await screen.findByText('Tag renamed successfully')).toBeVisible();
    expect(screen.getByRole('button', { name: /^Undo/ })).toBeVisible();
    expect(sent('POST /tags/3/rename')).toEqual([{ name: 'full' }]);
  });

  test('to a name that another tag has offers the merge, and says that it cannot be undone', async () => {
    done('POST /tags/merge');
    open();
    await choose('Sumer', 'Rename');
    const form = await dialog('Rename Tag');
    await user.clear(form.getByLabelText(/^Tag/));
    await user.type(form.getByLabelText(/^Tag/), 'SUMMER');
    await user.click(form.getByRole('button', { name: 'Rename' }));
    expect(await screen.findByText(/There is a tag/)).toHaveTextContent(
      'There is a tag “Summer” already. Saving merges “Sumer” into it, which is on 1,200 ads. A merge cannot be undone.',
    );
    await confirm('Save');
    expect(await screen.findByText('Tags merged successfully')).toBeVisible();
    expect(sent('POST /tags/merge')).toEqual([
      { from_tag: 'Sumer', to_tag: 'SUMMER', company_id: 4, resource_type: 'facebook_ad' },
    ]);
    expect(sent('POST /tags/1/rename')).toEqual([]);
    expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull();
  });

  test('of several kinds is of all unless some are left out: a call each, one operation', async () => {
    byQuery(creator);
    for (const id of [5, 6]) done(`POST /tags/${id}/rename`);
    open('social');
    await choose('Creator', 'Rename');
    const form = await dialog('Rename Tag');
    expect(form.getByRole('checkbox', { name: '3 profiles' })).toBeChecked();
    await user.type(form.getByLabelText(/^Tag/), 's');
    await user.click(form.getByRole('button', { name: 'Rename' }));
    await screen.findByText('Tag renamed successfully');
    const operations = [5, 6].map((id) => service.requestsTo(`POST /tags/${id}/rename`)[0]?.headers['x-operation-id']);
    expect(operations).toEqual([undefined, 'op-1']);
    await choose('Creator', 'Rename');
    const again = await dialog('Rename Tag');
    await user.type(again.getByLabelText(/^Tag/), 's');
    await user.click(again.getByRole('checkbox', { name: '3 profiles' }));
    await user.click(again.getByRole('button', { name: 'Rename' }));
    const calls = () => [5, 6].map((id) => service.requestsTo(`POST /tags/${id}/rename`).length);
    await waitFor(() => expect(calls()).toEqual([1, 2]));
  });
});

test('a merge offers the near ones first, counts what moves and never merges a tag into itself', async () => {
  done('POST /tags/merge');
  open();
  await choose('Sumer', 'Merge Into…');
  const form = await dialog('Merge Tag');
  expect(form.getByText(/It is on 1,200 ads/)).toHaveTextContent('A merge cannot be undone.');
  const picker = form.getByRole('combobox', { name: 'Into' });
  await user.click(form.getByRole('button', { name: 'Merge' }));
  expect(await form.findByText('Please select a tag.')).toBeVisible();
  await user.type(picker, 'sumer{Enter}');
  await user.click(form.getByRole('button', { name: 'Merge' }));
  expect(await form.findByText('A tag cannot be merged into itself.')).toBeVisible();
  await user.click(form.getByRole('button', { name: 'Into Summer' }));
  await user.click(form.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText('Tags merged successfully')).toBeVisible();
  expect(sent('POST /tags/merge')).toEqual([
    { from_tag: 'Sumer', to_tag: 'Summer', company_id: 4, resource_type: 'facebook_ad' },
  ]);
});

test('deleting says what it is taken off and whether it can be undone, and can be', async () => {
  byQuery(sumer, ad(9, 'huge', 100_001));
  done('DELETE /tags/1', 204);
  open();
  await choose('huge', 'Delete');
  expect(await screen.findByText(/is taken off 100,001 ads. This cannot be undone/)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await choose('Sumer', 'Delete');
  expect(await screen.findByText(/is taken off 1,200 ads. It can be undone for 30 days./)).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Delete tag' }));
  expect(await screen.findByText('Tag deleted successfully')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Undo/ })).toBeVisible();
  expect(service.requestsTo('DELETE /tags/9')).toEqual([]);
});

test('of several kinds one at least is deleted, and where another is refused what is gone can come back', async () => {
  byQuery(creator);
  done('DELETE /tags/5', 204);
  service.on('DELETE /tags/6', [503, { detail: 'The database is away' }]);
  open('social');
  await choose('Creator', 'Delete');
  const [profiles, posts] = (await dialog('Delete tag?')).getAllByRole('checkbox');
  await user.click(profiles as HTMLElement);
  await user.click(posts as HTMLElement);
  expect([profiles, posts].map((box) => (box as HTMLInputElement).checked)).toEqual([false, true]);
  await user.click(profiles as HTMLElement);
  await user.click(screen.getByRole('button', { name: 'Delete tag' }));
  expect(await screen.findByText('The database is away')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Undo/ })).toBeVisible();
  expect(service.requestsTo('DELETE /tags/5')).toHaveLength(1);
});

test('several are deleted, or merged into one of them, at once', async () => {
  for (const { id } of [sumer, summer, empty]) done(`DELETE /tags/${id}`, 204);
  done('POST /tags/merge');
  open();
  await select('Sumer', 'Summer', 'empty');
  await runBulk('Merge Selected');
  const form = await dialog('Merge Tags');
  expect(form.getByText(/They are on 1,201 ads/)).toBeVisible();
  await user.type(form.getByRole('combobox', { name: 'Into' }), 'summer{Enter}');
  await user.click(form.getByRole('button', { name: 'Merge' }));
  expect(await screen.findByText('Merged 2 tags')).toBeVisible();
  expect(sent('POST /tags/merge')).toMatchObject([
    { from_tag: 'Sumer', to_tag: 'Summer' },
    { from_tag: 'empty', to_tag: 'Summer' },
  ]);
  await select('Sumer', 'empty');
  await runBulk('Delete Selected');
  await user.click(await screen.findByRole('button', { name: 'Confirm' }));
  expect(await screen.findByText('Deleted 2 tags')).toBeVisible();
  expect([1, 2, 3].map((id) => service.requestsTo(`DELETE /tags/${id}`).length)).toEqual([1, 0, 1]);
  expect(screen.getByRole('button', { name: /^Undo/ })).toBeVisible();
});
