import { screen } from '@testing-library/react';
import {
  bulkLabels,
  choose,
  confirm,
  dialog,
  pageOf,
  runBulk,
  savedFiles,
  select,
  serviceOf,
  user,
} from 'shared-ui/testing';
import { openSocial } from '../testing/open-social';
import { post } from '../testing/records';
import PostsScreen from './posts.screen';

const NAME = 'https://www.instagram.com/p/1';
const PATH = '/social-media-posts';

const service = serviceOf(PATH, post(1));
beforeEach(() => service.on('GET /tags/', [200, pageOf({ id: 1, name: 'sale' }, { id: 2, name: 'spring' })]));

const open = (query?: string) => openSocial(<PostsScreen />, query);
const row = (name: string | RegExp = /woods/) => screen.findByRole('row', { name });

test('the bulk actions are the four statuses, tags, reading, export, delete and clear', async () => {
  open();
  await select(NAME);
  expect(await bulkLabels()).toEqual([
    'Set Pending',
    'Set Active',
    'Set Inactive',
    'Set Error',
    'Add Tags',
    'Remove Tags',
    'Read Now',
    'Export Selected',
    'Delete Selected',
    'Clear Selection',
  ]);
});

test('tags are removed with company_id in the body', async () => {
  service.on(`POST ${PATH}/tags/bulk/remove`, [200, { success_count: 1, error_count: 0, errors: [] }]);
  open();
  await select(NAME);
  await runBulk('Remove Tags');
  const form = await dialog('Remove Tags');
  await user.click(form.getByRole('combobox'));
  await user.click(await screen.findByRole('option', { name: 'sale' }));
  await user.click(form.getByRole('button', { name: 'Remove Tags' }));
  expect(await screen.findByText('Removed tags from 1 posts')).toBeVisible();
  expect(service.requestsTo(`POST ${PATH}/tags/bulk/remove`)[0]?.body).toEqual({
    resource_ids: [1],
    tag_names: ['sale'],
    company_id: 4,
  });
});

describe('Read Now', () => {
  const REFRESH = `POST ${PATH}/refresh`;

  test('has a post read anew, and says when it will be', async () => {
    service.on(REFRESH, [202, { queued: 1 }]);
    open();
    await choose(NAME, 'Read Now');
    expect(await screen.findByText('The post will be read within a minute')).toBeVisible();
    expect(service.requestsTo(REFRESH)[0]?.body).toEqual({ post_ids: [1] });
  });

  test('of several says how many will be, and why the others are not', async () => {
    service.on(`GET ${PATH}`, [200, pageOf(post(1), post(2))]);
    service.on(REFRESH, [202, { queued: 1 }]);
    open();
    await select(NAME, NAME.replace('1', '2'));
    await runBulk('Read Now');
    expect(await screen.findByText('1 of 2 posts will be read within a minute')).toBeVisible();
    expect(screen.getByText('The others are on no connected platform.')).toBeVisible();
    expect(service.requestsTo(REFRESH).map(({ body }) => body)).toEqual([{ post_ids: [1, 2] }]);
  });

  test('says in the service’s words why none is read', async () => {
    jest.spyOn(console, 'error').mockImplementation();
    service.on(REFRESH, [409, { detail: 'YouTube connection is not configured' }]);
    open();
    await choose(NAME, 'Read Now');
    expect(await screen.findByText('The post is not read now')).toBeVisible();
    expect(screen.getByText('YouTube connection is not configured')).toBeVisible();
    await select(NAME);
    await runBulk('Read Now');
    expect(await screen.findByText('Read Now: 1 of 1 failed')).toBeVisible();
  });
});

test("a refused delete reads 'Bulk delete failed' and names the posts", async () => {
  jest.spyOn(console, 'error').mockImplementation();
  service.on(`POST ${PATH}/bulk/delete`, [500, {}]);
  open();
  await select(NAME);
  await runBulk('Delete Selected');
  await confirm();
  expect(await screen.findByText('Bulk delete failed')).toBeVisible();
  expect(await screen.findByText('Delete Selected: 1 of 1 failed')).toBeVisible();
});

test("an export that fails reads 'Failed to export posts'", async () => {
  jest.spyOn(console, 'error').mockImplementation();
  open();
  await row();
  service.on(`GET ${PATH}`, [500, {}]);
  await user.click(screen.getByRole('button', { name: 'Export all 1 matching' }));
  expect(await screen.findByText('Failed to export posts')).toBeVisible();
});

test('the export has Platform, URL, Author, Caption, Views, Status, Created and Tags', async () => {
  const files = savedFiles();
  service.on(`GET ${PATH}`, [200, pageOf(post(1, { cached_caption: '@cmd, "x"', tags: ['sale', 'spring'] }))]);
  open();
  await select(NAME);
  await runBulk('Export Selected');
  expect(await screen.findByText('Exported 1 posts')).toBeVisible();
  expect(files[0]?.name).toMatch(/^posts_export_\d{4}-\d\d-\d\d\.csv$/);
  expect((await files[0]?.text)?.trimEnd().split('\r\n')).toEqual([
    'Platform,URL,Author,Caption,Views,Status,Created,Tags',
    `instagram,${NAME},pine.co,"'@cmd, ""x""",1234567,active,${post(1).created_at},"sale, spring"`,
  ]);
});
