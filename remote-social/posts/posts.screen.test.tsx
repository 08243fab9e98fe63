import { screen, waitFor } from '@testing-library/react';
import { choose, chooseCompany, columnTitles, confirm, dialog, pageOf, serviceOf, user } from 'shared-ui/testing';
import { openSocial } from '../testing/open-social';
import { pasteLines } from '../testing/lines-box';
import { post } from '../testing/records';
import PostsScreen from './posts.screen';

const NAME = 'https://www.instagram.com/p/1';
const PATH = '/social-media-posts';

const service = serviceOf(PATH, post(1));
beforeEach(() => service.on('GET /tags/', [200, pageOf({ id: 1, name: 'sale' }, { id: 2, name: 'spring' })]));

const open = (query?: string) => openSocial(<PostsScreen />, query);
const row = (name: string | RegExp = /woods/) => screen.findByRole('row', { name });
const lastQuery = () => service.requestsTo(`GET ${PATH}`).at(-1)?.query ?? new URLSearchParams();

test('columns and default sort', async () => {
  open('?company_id=4');
  await row();
  expect(columnTitles()).toEqual([
    'Platform',
    'URL',
    'Author',
    'Caption',
    'Views',
    'Status',
    'Tags',
    'Created',
    'Updated',
  ]);
  expect(Object.fromEntries(lastQuery())).toEqual({
    company_id: '4',
    page: '1',
    page_size: '25',
    sort_by: '-created_at',
  });
  expect(screen.getByText('1,234,567')).toBeVisible();
  expect(screen.getByRole('link', { name: NAME })).toBeVisible();
});

test('with no company chosen a column beside the URL says whose a post is', async () => {
  open();
  await row();
  expect(columnTitles().slice(0, 4)).toEqual(['Platform', 'URL', 'Company', 'Author']);
  expect(screen.getByRole('cell', { name: 'Harbor & Pine' })).toBeVisible();
});

test('what a row cuts is whole in its title', async () => {
  const url = `https://www.instagram.com/reel/${'long-'.repeat(12)}`;
  const cached_caption = 'A walk in the woods. '.repeat(9).trim();
  service.on(`GET ${PATH}`, [200, pageOf(post(1, { url, cached_caption }))]);
  open();
  await row();
  expect(screen.getByTitle(url)).toHaveTextContent(`${url.slice(0, 50)}…`);
  expect(screen.getByTitle(cached_caption)).toHaveTextContent(/…$/);
});

test("an error's reason stands beside its status, whole in its title; that of an earlier error does not", async () => {
  const failed = post(1, { status: 'error', status_message: 'Video removed by author' });
  const mended = post(2, { status: 'active', status_message: 'Rate limited' });
  service.on(`GET ${PATH}`, [200, pageOf(failed, mended)]);
  open();
  expect(await screen.findByTitle('Video removed by author')).toHaveTextContent('Error Video removed by author');
  expect(screen.queryByText('Rate limited')).toBeNull();
});

test("without caption and views it reads 'No caption' and '-'; every status has its colour", async () => {
  const statuses = ['pending', 'active', 'inactive', 'error'] as const;
  const rows = statuses.map((status, at) => post(at + 1, { status, cached_caption: '', cached_play_count: null }));
  service.on(`GET ${PATH}`, [200, pageOf(...rows)]);
  open();
  expect(await screen.findAllByText('No caption')).toHaveLength(4);
  expect(screen.getAllByRole('cell', { name: '-' })).toHaveLength(4);
  const tones = [...document.querySelectorAll('td > .c-badge')].map(({ className }) => className.split('--')[1]);
  expect(tones).toEqual(['warning', 'success', 'secondary', 'danger']);
});

test.each([
  '<img src=x onerror=alert(1)><script>alert(1)</script>',
  '[x](javascript:alert(1)) <svg onload=alert(1)>',
  'مرحبا بالعالم \u202e<b>abc</b>',
])('a hostile caption stays text: %s', async (cached_caption) => {
  const hostile = post(1, { cached_caption, cached_author_username: '<b>x</b>', tags: ['<i>t</i>'] });
  service.on(`GET ${PATH}`, [200, pageOf(hostile)]);
  service.on(`GET ${PATH}/1`, [200, hostile]);
  open();
  expect(await screen.findByText(cached_caption)).toHaveAttribute('dir', 'auto');
  await choose(NAME, 'View Details');
  const details = await dialog(NAME);
  expect(await details.findByText(cached_caption)).toBeVisible();
  expect(document.querySelector('img, script, svg[onload], td b, td i, [role="dialog"] b')).toBeNull();
});

describe('filters', () => {
  const tag = async (field: string, name: string) => {
    await user.click(screen.getByRole('combobox', { name: field }));
    await user.click(await screen.findByRole('option', { name }));
    await user.keyboard('{Escape}');
  };

  test('are company, search, platform, status, author, post type, caption, Has Tags and Exclude Tags', async () => {
    open('?company_id=4');
    await row();
    await user.click(screen.getByRole('button', { name: 'More filters' }));
    for (const [label, text] of Object.entries({ Search: 'wood', Author: 'pine', Caption: 'walk' }))
      await user.type(screen.getByRole('searchbox', { name: label }), `${text}{Enter}`);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Platform' }), 'Instagram');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Active');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Post Type' }), 'Reel');
    await waitFor(() =>
      expect(Object.fromEntries(lastQuery())).toMatchObject({
        company_id: '4',
        search: 'wood',
        author: 'pine',
        caption: 'walk',
        platform: 'instagram',
        status: 'active',
        post_type: 'reel',
      }),
    );
  });

  test('tags are those of the company and of posts; several make several keys', async () => {
    open('?company_id=4');
    await row();
    await user.click(screen.getByRole('button', { name: 'More filters' }));
    await tag('Has Tags', 'sale');
    await tag('Has Tags', 'spring');
    await waitFor(() => expect(lastQuery().getAll('tagged_with')).toEqual(['sale', 'spring']));
    await tag('Exclude Tags', 'spring');
    await waitFor(() => expect(lastQuery().getAll('not_tagged_with')).toEqual(['spring']));
    expect(Object.fromEntries(service.requestsTo('GET /tags/')[0]?.query ?? [])).toMatchObject({
      company_id: '4',
      resource_type: 'social_media_post',
    });
  });

  test('changing the company clears both tag filters', async () => {
    const router = open('?company_id=4&search=a&tagged_with=sale&not_tagged_with=spring');
    await row();
    expect(lastQuery().getAll('tagged_with')).toEqual(['sale']);
    await chooseCompany('Lumen');
    await waitFor(() => expect(router.state.location.search).toBe('?company_id=5&search=a'));
  });

  test('a Clear Filters button appears when any filter is active', async () => {
    const router = open();
    await row();
    expect(screen.queryByRole('button', { name: 'Clear Filters' })).toBeNull();
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Active');
    await user.click(await screen.findByRole('button', { name: 'Clear Filters' }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });
});

test("a failed load reads 'Failed to load social media posts', failed details 'Failed to load post details'", async () => {
  open();
  await choose(NAME, 'View Details');
  expect(await (await dialog(NAME)).findByText(/^Failed to load post details/)).toBeVisible();
  service.on(`GET ${PATH}`, [500, {}]);
  await user.keyboard('{Escape}');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Active');
  expect(await screen.findByText('Failed to load social media posts')).toBeVisible();
});

test('details are read anew and show every field', async () => {
  service.on(`GET ${PATH}/1`, [
    200,
    { ...post(1), status_message: 'Private', cached_scraped_at: null, tags: ['sale'] },
  ]);
  open();
  await choose(NAME, 'View Details');
  const details = await dialog(NAME);
  expect(await details.findByText('Private')).toBeVisible();
  for (const text of ['Post · Harbor & Pine', 'Instagram', 'Reel', 'sale', 'pine.co', '1,234,567', 'Active', 'ada'])
    expect(details.getByText(text)).toBeVisible();
  expect(details.getByRole('link', { name: NAME })).toBeVisible();
});

test('a post is created as pending, with its company', async () => {
  service.on(`POST ${PATH}`, [201, post(2)]);
  open('?company_id=4');
  await row();
  await user.click(screen.getByRole('button', { name: 'Add New' }));
  const form = await dialog('Add Post');
  expect(form.getByRole('combobox', { name: /Status/ })).toHaveValue('pending');
  await user.type(form.getByRole('textbox', { name: /URL/ }), 'javascript:alert(1)');
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(await form.findByText('URL must be an absolute http or https URL')).toBeVisible();
  expect(form.getByText('Platform is required')).toBeVisible();
  await user.clear(form.getByRole('textbox', { name: /URL/ }));
  await user.type(form.getByRole('textbox', { name: /URL/ }), ' https://youtu.be/1 ');
  await user.selectOptions(form.getByRole('combobox', { name: /Platform/ }), 'YouTube');
  await user.click(form.getByRole('button', { name: 'Create' }));
  expect(await screen.findByText('Post created successfully')).toBeVisible();
  expect(service.requestsTo(`POST ${PATH}`)[0]?.body).toEqual({
    company_id: 4,
    url: 'https://youtu.be/1',
    platform: 'youtube',
    post_type: null,
    status: 'pending',
    status_message: null,
  });
});

test("an edit reads 'Post updated successfully', a delete 'Post deleted successfully'", async () => {
  service.on(`PATCH ${PATH}/1`, [200, post(1, { status: 'inactive' })]);
  service.on(`DELETE ${PATH}/1`, [204]);
  open();
  await choose(NAME, 'Edit');
  const form = await dialog('Edit Post');
  await user.selectOptions(form.getByRole('combobox', { name: /Status/ }), 'Inactive');
  await user.click(form.getByRole('button', { name: 'Update' }));
  expect(await screen.findByText('Post updated successfully')).toBeVisible();
  await choose(NAME, 'Delete');
  await confirm('Delete post');
  expect(await screen.findByText('Post deleted successfully')).toBeVisible();
});

test("a failed delete reads 'Failed to delete post'", async () => {
  jest.spyOn(console, 'error').mockImplementation();
  open();
  await choose(NAME, 'Delete');
  await confirm('Delete post');
  expect(await screen.findByText('Failed to delete post')).toBeVisible();
});

test('a tag is added to and removed from one post', async () => {
  service.on(`GET ${PATH}/1/tags/`, [200, { tags: ['old'] }]);
  service.on(`POST ${PATH}/1/tags`, [200, { tags: ['old', 'new'] }]);
  service.on(`DELETE ${PATH}/1/tags/old`, [204]);
  open();
  await user.click(await screen.findByRole('button', { name: 'Add tag to https://www.instagram.com/p/1' }));
  const tags = await dialog('Tags of https://www.instagram.com/p/1');
  await user.type(tags.getByRole('combobox', { name: 'Tags to add' }), 'new{Enter}');
  await user.click(tags.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Added 1 tag(s) to post')).toBeVisible();
  expect(service.requestsTo(`POST ${PATH}/1/tags`)[0]?.body).toEqual({ tag_name: 'new', create_if_not_exists: true });
  await user.click(await tags.findByRole('button', { name: 'Remove tag old' }));
  expect(await screen.findByText('Tag "old" removed')).toBeVisible();
});

describe('Bulk Add Posts', () => {
  test('asks for a company first', async () => {
    open();
    await row();
    await user.click(screen.getByRole('button', { name: 'Bulk Add Posts' }));
    expect(await screen.findByText('Please select a company first')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('opens its dialog for the company of the list, which then reloads', async () => {
    service.on(`POST ${PATH}/bulk/create`, [200, { success_count: 1, error_count: 0, errors: [] }]);
    open('?company_id=4');
    await row();
    await user.click(screen.getByRole('button', { name: 'Bulk Add Posts' }));
    const form = await dialog('Bulk Add Posts');
    await user.selectOptions(form.getByRole('combobox', { name: /Platform/ }), 'YouTube');
    await pasteLines(form, 'https://youtu.be/1');
    await user.click(form.getByRole('button', { name: 'Add Posts' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(service.requestsTo(`POST ${PATH}/bulk/create`)[0]?.body).toMatchObject({ company_id: 4 });
    await waitFor(() => expect(service.requestsTo(`GET ${PATH}`)).toHaveLength(2));
  });
});
