import { screen, waitFor, within } from '@testing-library/react';
import type { Post } from 'contract/social/posts';
import type { ReviewNext } from 'contract/social/review';
import type { Answer, Service } from 'shared-auth/testing';
import { startService } from 'shared-auth/testing';
import { openScreen, pageOf, user } from 'shared-ui/testing';
import ReviewScreen from './review.screen';

const NEXT = 'POST /social-media-posts/review/next';
const OPERATION = '7b6a9a34-1f0e-4a43-9a0f-6d2f6f5c1a01';
const company = { id: 4, name: 'Acme', slug: 'acme' };

const postOf = (id: number): Post => ({
  id,
  url: `https://www.youtube.com/watch?v=${id}`,
  platform: 'youtube',
  post_type: 'video',
  status: 'pending',
  status_message: null,
  company_id: 4,
  company_name: 'Acme',
  tags: [],
  cached_author_username: `author ${id}`,
  cached_caption: `Caption ${id}`,
  cached_play_count: 1200,
  cached_scraped_at: null,
  created_at: '2026-11-01T10:00:00.000Z',
  updated_at: `2026-11-02T10:00:00.00${id % 10}Z`,
  created_by_username: null,
  last_updated_by_username: null,
});

let service: Service;
/** Posts that are pending, the first first. */
let pending: number[];

/** Gives them, those that are put off last. */
const next = (body: unknown): Answer => {
  const { count = 10, skip = [] } = body as ReviewNext;
  pending = [...pending.filter((id) => !skip.includes(id)), ...pending.filter((id) => skip.includes(id))];
  return [200, { items: pending.slice(0, count).map(postOf), pending: pending.length }];
};
/** Saves one: it is no longer pending. */
const save = (id: number): Answer => {
  pending = pending.filter((one) => one !== id);
  return [200, { ...postOf(id), status: 'active' }, { 'x-operation-id': OPERATION }];
};

beforeEach(async () => {
  localStorage.clear();
  service = await startService();
  pending = [1, 2, 3, 4, 5, 6];
  service.on(NEXT, ({ body }) => next(body));
  for (const id of pending) {
    service.on(`PATCH /social-media-posts/${id}`, () => save(id));
    service.on(`GET /social-media-posts/${id}`, [200, postOf(id)]);
    service.on(`GET /social-media-posts/${id}/tags/`, [200, { tags: [] }]);
  }
  service.on('GET /social-media-posts/pictures', [
    200,
    { items: [{ id: 1, picture: 'data:image/png;base64,iVBORw0KGgo=' }] },
  ]);
  service.on('GET /social-media-post-criteria', [200, pageOf({ id: 1, company_id: 4, description: 'No dogs.' })]);
  service.on('GET /companies/4', [200, company]);
});
afterEach(() => service.close());

const open = (companies = [company]) =>
  openScreen(<ReviewScreen />, { groups: ['SocialMediaManager'], companies, address: '/social/review' });
const shown = (id: number) => screen.findByRole('article', { name: `Post by author ${id}` });
const press = (name: RegExp) => user.click(screen.getByRole('button', { name }));
const saves = (id: number) => service.requestsTo(`PATCH /social-media-posts/${id}`);

test('the oldest pending post is shown with its picture beside the criteria, and how many are left', async () => {
  open();
  const post = within(await shown(1));
  expect(post.getByText('Caption 1')).toBeVisible();
  expect(post.getByRole('link')).toHaveAttribute('href', 'https://www.youtube.com/watch?v=1');
  await waitFor(() =>
    expect(document.querySelector('.review-post img')).toHaveAttribute('src', expect.stringMatching(/^data:image/)),
  );
  expect(screen.getByText('6 posts left')).toBeVisible();
  expect(await within(screen.getByRole('region', { name: 'Criteria' })).findByText('No dogs.')).toBeVisible();
});

test('a decision shows the next post at once, and is an ordinary save of the version that was seen', async () => {
  let answer: () => void = () => undefined;
  service.on('PATCH /social-media-posts/1', async () => {
    await new Promise<void>((resolve) => (answer = resolve));
    return save(1);
  });
  open();
  await shown(1);
  await press(/^Active/);
  expect(await shown(2)).toBeVisible();
  expect(screen.getByText('5 posts left')).toBeVisible();
  await waitFor(() => expect(saves(1)).toHaveLength(1));
  expect(saves(1)[0]?.body).toEqual({ status: 'active' });
  expect(saves(1)[0]?.headers['if-match']).toContain(postOf(1).updated_at);
  answer();
});

test('the next ones are asked for before somebody comes to them', async () => {
  pending = Array.from({ length: 12 }, (_, at) => at + 1);
  for (const id of pending) service.on(`PATCH /social-media-posts/${id}`, () => save(id));
  open();
  for (let id = 1; id <= 7; id += 1) {
    await shown(id);
    await press(/^Inactive I$/);
  }
  await waitFor(() => expect(service.requestsTo(NEXT)).toHaveLength(2));
  await shown(8);
  expect(saves(7)[0]?.body).toEqual({ status: 'inactive' });
});

test('a save that is refused brings the post back and says why; nothing is lost', async () => {
  service.on('PATCH /social-media-posts/1', [503, { detail: 'The database is away' }]);
  open();
  await shown(1);
  await press(/^Error/);
  expect(await screen.findByText('The post is not saved. The database is away')).toBeVisible();
  expect(await shown(1)).toBeVisible();
  expect(screen.getByText('6 posts left')).toBeVisible();
});

test('one that somebody else has decided meanwhile does not come back, and it says so', async () => {
  service.on('PATCH /social-media-posts/1', [412, { detail: 'Somebody else has saved this post' }]);
  service.on('GET /social-media-posts/1', [200, { ...postOf(1), status: 'inactive' }]);
  open();
  await shown(1);
  await press(/^Active/);
  expect(await screen.findByText('The post is not saved. Somebody else has saved this post')).toBeVisible();
  expect(await shown(2)).toBeVisible();
  expect(screen.getByText('5 posts left')).toBeVisible();
});

test('Back takes the last decision back and shows its post again', async () => {
  service.on(`POST /history/${OPERATION}/undo`, [
    200,
    { operation_id: 'undo', success_count: 1, error_count: 0, errors: [], not_restored: [] },
  ]);
  open();
  await shown(1);
  await press(/^Active/);
  await shown(2);
  await press(/^Back/);
  expect(await shown(1)).toBeVisible();
  expect(service.requestsTo(`POST /history/${OPERATION}/undo`)).toHaveLength(1);
  expect(screen.getByText('6 posts left')).toBeVisible();
});

test('a reason is asked for where somebody wants to give one, and offered again', async () => {
  open();
  await shown(1);
  await press(/^Inactive because/);
  await user.type(screen.getByLabelText('Why is it inactive?'), 'Shows a dog{Enter}');
  await shown(2);
  await waitFor(() => expect(saves(1)[0]?.body).toEqual({ status: 'inactive', status_message: 'Shows a dog' }));
  await press(/^Inactive because/);
  expect(document.querySelector('datalist option')).toHaveValue('Shows a dog');
  await user.keyboard('{Escape}');
  expect(screen.getByRole('button', { name: /^Active/ })).toBeVisible();
});

test('a post that is skipped comes last', async () => {
  pending = [1, 2];
  open();
  await shown(1);
  await press(/^Skip/);
  await shown(2);
  await press(/^Active/);
  expect(await shown(1)).toBeVisible();
  expect(service.requestsTo(NEXT)[1]?.body).toEqual({ company_id: 4, count: 10, skip: [1] });
});

test('when all are decided there is nothing to review; without a company one is asked for', async () => {
  pending = [];
  const { unmount } = open() as unknown as { unmount?: () => void };
  expect(await screen.findByText('No post is pending.')).toBeVisible();
  expect(screen.getByRole('button', { name: /^Active/ })).toBeDisabled();
  unmount?.();
});

test('where the posts cannot be loaded it says so, and Retry loads them', async () => {
  service.on(NEXT, [503, { detail: 'The database is away' }]);
  open();
  expect(await screen.findByText('Failed to load the posts')).toBeVisible();
  service.on(NEXT, ({ body }) => next(body));
  await press(/^Retry/);
  expect(await shown(1)).toBeVisible();
});
