import type { IngestOutcome } from 'contract/ingest/ingest';
import type { Post } from 'contract/social/posts';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';
import { machineToken } from '../testing/machines';

let service: TestConsole;
let admin: Person;
let machine: Person;
let company: number;
let made = 0;

beforeAll(async () => {
  service = await openConsole();
  admin = await service.person('admin', { groups: ['AaasAdmin', 'SocialMediaManager'] });
});
beforeEach(async () => {
  made += 1;
  company = await addTestCompany(service, `Company ${made}`, `company-${made}`);
  machine = await machineToken(admin, { company_ids: [company] });
});
afterAll(() => service.close());

const AT = '2026-11-20T06:00:00.000Z';
const later = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000).toISOString();
const url = (number: number) => `https://www.tiktok.com/@someone/video/${number}`;
const read = (number: number, values: object = {}) => ({ url: url(number), cached_play_count: 100, ...values });
const send = async (records: object[], values: object = {}) => {
  const body = { company_id: company, source: 'provider', observed_at: AT, records, ...values };
  return (await machine.put<IngestOutcome>('/ingest/social-media-posts', body)).body;
};
const add = async (number: number, values: object = {}) => {
  const body = { company_id: company, url: url(number), platform: 'tiktok', status: 'pending', ...values };
  return (await admin.post<Post>('/social-media-posts', body)).body;
};
const found = async (id: number) => (await admin.get<Post>(`/social-media-posts/${id}`)).body;

it('author, caption and views of a post are written; its status stays a person’s', async () => {
  const { id, updated_at } = await add(1);
  const values = {
    cached_author_username: '@someone',
    cached_caption: ' A day 🌲 ',
    cached_play_count: 9_007_199_254_740_991,
  };
  expect(await send([read(1, values)])).toMatchObject({ updated: 1 });
  expect(await found(id)).toMatchObject({
    cached_author_username: '@someone',
    cached_caption: 'A day 🌲',
    cached_play_count: 9_007_199_254_740_991,
    cached_scraped_at: AT,
    status: 'pending',
    updated_at,
  });
});

it('views that are hidden are unknown, and none are none', async () => {
  const { id } = await add(1);
  await send([read(1, { cached_play_count: 0 })]);
  expect((await found(id)).cached_play_count).toBe(0);
  await send([read(1, { cached_play_count: null })], { observed_at: later(1) });
  expect((await found(id)).cached_play_count).toBeNull();
});

it('an unknown URL is an error; with create it is made, pending', async () => {
  const { errors } = await send([read(1, { platform: 'tiktok' })]);
  expect(errors).toEqual([{ index: 0, key: url(1), msg: 'This company has no post with this URL' }]);
  const made = await send([read(1, { platform: 'tiktok', post_type: 'short' }), read(2)], { create: true });
  expect(made).toMatchObject({ created: 1, errors: [{ index: 1, msg: 'A new post needs a platform' }] });
  const { body } = await admin.get<{ items: Post[] }>(`/social-media-posts?company_id=${company}`);
  expect(body.items).toMatchObject([
    {
      url: url(1),
      platform: 'tiktok',
      post_type: 'short',
      status: 'pending',
      cached_play_count: 100,
      created_by_username: null,
    },
  ]);
});

it('platform and type of a post that is there are people’s', async () => {
  const { id } = await add(1, { post_type: 'reel' });
  await send([read(1, { platform: 'instagram', post_type: 'story' })]);
  expect(await found(id)).toMatchObject({ platform: 'tiktok', post_type: 'reel' });
});

describe('one that is gone', () => {
  const five = [1, 2, 3, 4, 5].map((number) => read(number));
  const addAll = async (values: object = {}) => {
    const [first] = await Promise.all([add(1, values), ...[2, 3, 4, 5].map((number) => add(number))]);
    await send(five);
    return first.id;
  };
  const loseFirst = () => send(five.slice(1), { observed_at: later(1), complete: true });

  it('is in error with a message, and what it was when it returns', async () => {
    const id = await addAll({ status: 'active', status_message: 'Ours' });
    expect(await loseFirst()).toMatchObject({ gone: 1 });
    expect(await found(id)).toMatchObject({ status: 'error', status_message: 'provider does not have it any more' });
    expect(await send([read(1)], { observed_at: later(2) })).toMatchObject({ updated: 1 });
    expect(await found(id)).toMatchObject({ status: 'active', status_message: 'Ours' });
  });

  it('stays what a person has made of it meanwhile', async () => {
    const id = await addAll();
    await loseFirst();
    await admin.patch(`/social-media-posts/${id}`, { status: 'inactive', status_message: 'Dropped' });
    await send([read(1)], { observed_at: later(2) });
    expect(await found(id)).toMatchObject({ status: 'inactive', status_message: 'Dropped' });
  });
});

it('the URL is judged as in the form', async () => {
  const { errors } = await send([{ url: 'nonsense' }, { url: '' }, { url: url(1), cached_play_count: 1.5 }]);
  expect(errors.map(({ msg }) => msg)).toEqual([
    'URL must be an absolute http or https URL',
    'URL is required',
    'Views must be a whole number',
  ]);
});
