import { sql } from 'kysely';
import type { Post } from 'contract/social/posts';
import { SOURCE_ADDRESSES } from '../../start/source-addresses';
import { clearOldPosts } from '../../social/posts-from-youtube.queries';
import { connect, type Clock, type Connected } from '../../testing/connected';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../../testing/console';
import { youtubeSource } from './reading';
import { startYoutubeStandIn, type YoutubeStandIn } from './stand-in';

const KEY = 'AIzaKey0123456789abcdef';
const CHANNEL = 'UCabcdefghijklmnopqrstuv';
const DAY = 86_400_000;

let service: TestConsole;
let admin: Person;
let youtube: YoutubeStandIn;
let company: number;
let clock: Clock;
let connected: Connected;
let made = 0;

beforeAll(async () => {
  youtube = await startYoutubeStandIn();
  youtube.keys.add(KEY);
  youtube.channels.set(CHANNEL, { title: 'Someone', handle: '@someone' });
  service = await openConsole({ sources: { ...SOURCE_ADDRESSES, youtube: youtube.url } });
  admin = await service.person('admin', { groups: ['AaasAdmin', 'CompanyAdmin', 'SocialMediaManager'] });
});
afterAll(async () => {
  await service.close();
  await youtube.close();
});
beforeEach(async () => {
  made += 1;
  youtube.quota = Infinity;
  youtube.videos.clear();
  clock = { now: Date.parse('2026-11-24T12:00:00Z') };
  company = await addTestCompany(service, `Company ${made}`, `company-${made}`);
  connected = await connect(service, admin, {
    company,
    source: 'youtube',
    externalId: null,
    kind: 'key',
    secret: KEY,
    clock,
    addresses: { ...SOURCE_ADDRESSES, youtube: youtube.url },
  });
});

const idOf = (number: number) => String(number).padStart(11, 'v');
const add = async (number: number, values: object = {}) => {
  youtube.videos.set(idOf(number), { title: `A caption of ${number}`, channel: CHANNEL, views: String(number) });
  return post({ url: `https://www.youtube.com/watch?v=${idOf(number)}`, ...values });
};
const post = async (values: object) => {
  const body = { company_id: company, platform: 'youtube', status: 'pending', ...values };
  return (await admin.post<Post>('/social-media-posts', body)).body;
};
const found = async (id: number) => (await admin.get<Post>(`/social-media-posts/${id}`)).body;
const begin = async () => {
  const asked = await connected.preview();
  expect(asked.status).toBe('asking');
  return connected.confirm(asked.id);
};
const db = () => service.database.db;

it('author, caption and views are read, fifty videos a call; status and version stay', async () => {
  const posts = [];
  for (let at = 1; at <= 60; at += 1) posts.push(await add(at));
  const asked = youtube.calls.length;
  expect(await begin()).toMatchObject({ status: 'done', read: 60, changed: 60, gone: 0 });
  // The preview and the run: two pages each, with their authors.
  expect(youtube.calls.length - asked).toBe(8);
  expect(await found(posts[6]!.id)).toMatchObject({
    cached_author_username: '@someone',
    cached_caption: 'A caption of 7',
    cached_play_count: 7,
    status: 'pending',
    updated_at: posts[6]!.updated_at,
    cached_scraped_at: '2026-11-24T12:00:00.000Z',
  });
});

it('two spellings of one video are read once and fill both posts; an address without a video is told', async () => {
  const first = await add(1);
  const second = await post({ url: `https://youtu.be/${idOf(1)}` });
  const other = await post({ url: 'https://www.youtube.com/@someone' });
  const run = await begin();
  expect(run).toMatchObject({ read: 3, changed: 2, failed: 1 });
  expect(run.findings).toMatchObject([{ key: other.url, message: 'This address shows no video of YouTube' }]);
  expect((await found(second.id)).cached_caption).toBe((await found(first.id)).cached_caption);
  expect(youtube.calls.filter(({ url }) => url.includes('/videos')).at(-1)!.url).toContain(`id=${idOf(1)}&`);
});

it('hidden views are unknown, and none are none', async () => {
  const [hidden, none] = [await add(1), await add(2)];
  delete youtube.videos.get(idOf(1))!.views;
  youtube.videos.get(idOf(2))!.views = '0';
  await begin();
  expect([(await found(hidden.id)).cached_play_count, (await found(none.id)).cached_play_count]).toEqual([null, 0]);
});

describe('a video that is private or deleted', () => {
  let posts: Post[];
  beforeEach(async () => {
    posts = [];
    for (let at = 1; at <= 10; at += 1) posts.push(await add(at, { status: at === 1 ? 'active' : 'pending' }));
    await begin();
  });

  it('is in error with a message, and what it was when it returns', async () => {
    const video = youtube.videos.get(idOf(1))!;
    youtube.videos.delete(idOf(1));
    clock.now += DAY;
    expect(await connected.sync()).toMatchObject({ gone: 1, findings: [{ kind: 'gone', label: posts[0]!.url }] });
    expect(await found(posts[0]!.id)).toMatchObject({
      status: 'error',
      status_message: 'YouTube does not show it any more: it is private or deleted',
      updated_at: posts[0]!.updated_at,
    });
    youtube.videos.set(idOf(1), video);
    clock.now += DAY;
    await connected.sync();
    expect(await found(posts[0]!.id)).toMatchObject({ status: 'active', status_message: null });
  });
  it('more than 20 % of them are asked about first', async () => {
    for (let at = 1; at <= 3; at += 1) youtube.videos.delete(idOf(at));
    clock.now += DAY;
    const asked = await connected.sync();
    expect(asked).toMatchObject({ status: 'asking', gone: 3 });
    expect((await found(posts[0]!.id)).status).toBe('active');
    expect(await connected.confirm(asked.id)).toMatchObject({ status: 'done', gone: 3 });
    expect((await found(posts[0]!.id)).status).toBe('error');
    await sql`update sync_runs set status = 'running', ended_at = null where id = ${asked.id}`.execute(db());
    expect(await connected.end(asked.id)).toMatchObject({ status: 'done', read: 7, gone: 3, findings: [{}, {}, {}] });
  });
});

it('a new post is read by itself, and asked for once', async () => {
  await add(1);
  await begin();
  const { id } = await add(2);
  expect(await youtubeSource.added!(db(), company)).toEqual([id]);
  expect(await admin.post('/social-media-posts/refresh', { post_ids: [id] })).toMatchObject({ body: { queued: 1 } });
  expect(await connected.queued()).toMatchObject({ status: 'done', read: 1, changed: 1, is_whole: false });
  expect((await found(id)).cached_caption).toBe('A caption of 2');
  expect(await youtubeSource.added!(db(), company)).toEqual([]);
});

it('a quota that is used up goes on at midnight in California, where it stopped', async () => {
  for (let at = 1; at <= 60; at += 1) await add(at);
  await begin();
  clock.now += DAY;
  youtube.quota = 2;
  const asked = youtube.calls.length;
  const { body } = await admin.post<{ run_id: number }>(`/connections/${connected.id}/sync`);
  const ended = connected.end(body.run_id);
  // The next day there are calls again.
  await new Promise<void>((resolve) => {
    const look = () => (youtube.calls.length - asked >= 3 ? resolve() : setImmediate(look));
    look();
  });
  youtube.quota = Infinity;
  expect(await ended).toMatchObject({ status: 'done', read: 60, attempts: 0 });
  expect(new Date(clock.now)).toEqual(new Date('2026-11-26T08:00:00Z'));
  expect(youtube.calls.length - asked).toBe(5);
});

it('the identifier of a profile that no one has entered is its channel’s', async () => {
  const body = { company_id: company, platform: 'youtube', platform_username: 'someone', status: 'active' };
  const { body: profile } = await admin.post<{ id: number; updated_at: string }>('/social-media-profiles', body);
  await begin();
  expect((await admin.get(`/social-media-profiles/${profile.id}`)).body).toMatchObject({
    platform_identifier: CHANNEL,
    updated_at: profile.updated_at,
  });
});

it('what was not refreshed for 30 days is cleared, and its copies in deleted rows and in rated answers', async () => {
  const [kept, deleted] = [await add(1), await add(2)];
  await begin();
  await admin.delete(`/social-media-posts/${deleted.id}`);
  await sql`
    insert into agent_feedback (message_id, user_id, agent, question, answer, up, comment)
    select ${made}, id, 'x', 'Which?', 'It is “A caption of 1”, and “A caption of 2”.', true, '' from users limit 1`.execute(
    db(),
  );
  const copies = async () => {
    const { rows } = await sql<{ all: string }>`
      select coalesce((select string_agg(audit_log::text, '') from audit_log where resource = 'social_media_post'
        and company_id = ${company}), '') || (select answer from agent_feedback where message_id = ${made}) as all`.execute(
      db(),
    );
    return rows[0]!.all;
  };
  await clearOldPosts(db(), new Date(clock.now + 30 * DAY));
  expect((await found(kept.id)).cached_caption).toBe('A caption of 1');
  await clearOldPosts(db(), new Date(clock.now + 30 * DAY + 1));
  expect(await found(kept.id)).toMatchObject({
    cached_author_username: null,
    cached_caption: null,
    cached_play_count: null,
    updated_at: kept.updated_at,
  });
  expect(await copies()).not.toMatch(/A caption of|@someone/);
});
