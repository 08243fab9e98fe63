import type { Post, PostBulkCreated } from 'contract/social/posts';
import type { Paged } from 'contract/paging';
import { openTwoCompanies, type TwoCompanies } from '../testing/two-companies';

const PATH = '/social-media-posts';
let { service, a, b, manager, other, both } = {} as TwoCompanies;

beforeAll(async () => {
  ({ service, a, b, manager, other, both } = await openTwoCompanies('SocialMediaManager'));
});
afterAll(() => service.close());
beforeEach(() => service.database.db.deleteFrom('social_media_posts').execute());

let counter = 0;
const form = { url: 'https://www.instagram.com/p/1', platform: 'instagram', status: 'pending' };
const made = async (changes: object = {}, person = manager, company_id = a) => {
  counter += 1;
  const url = `https://www.instagram.com/p/${counter}`;
  const { status, body } = await person.post<Post>(PATH, { ...form, url, company_id, ...changes });
  expect(status).toBe(201);
  return body;
};
const list = async (query = '', person = manager) => (await person.get<Paged<Post>>(`${PATH}?${query}`)).body;
const detail = (loc: string, msg: string) => expect.objectContaining({ loc: ['body', loc], msg }) as unknown;

describe('one post', () => {
  it('is created with its URL trimmed, and says who created and saved it', async () => {
    const post = await made({ url: ' https://www.tiktok.com/@tea/video/7?x=1&y=%20#top ', post_type: 'video' });
    expect(post).toEqual({
      ...form,
      url: 'https://www.tiktok.com/@tea/video/7?x=1&y=%20#top',
      post_type: 'video',
      status_message: null,
      id: expect.any(Number) as number,
      company_id: a,
      company_name: 'Company A',
      tags: [],
      cached_author_username: null,
      cached_caption: null,
      cached_play_count: null,
      cached_scraped_at: null,
      created_at: expect.stringMatching(/Z$/) as string,
      updated_at: expect.stringMatching(/Z$/) as string,
      created_by_username: 'manager',
      last_updated_by_username: 'manager',
    });
    expect((await manager.get(`${PATH}/${post.id}`)).body).toEqual(post);
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt://example.test/%0aalert(1)',
    'data:text/html,x',
    '/p/1',
    'www.instagram.com/p/1',
    '//instagram.com/p/1',
    'https://',
    'https:/instagram.com',
    'ftp://example.test/x',
    'https://example.test/two words',
    ' ',
  ])('is refused with the URL %s', async (url) => {
    const created = await manager.post(PATH, { ...form, company_id: a, url });
    const message = url.trim() ? 'URL must be an absolute http or https URL' : 'URL is required';
    expect(created).toMatchObject({ status: 422, body: { detail: [detail('url', message)] } });
    const { id } = await made();
    expect((await manager.patch(`${PATH}/${id}`, { url })).status).toBe(422);
  });

  it.each([
    [{ url: `https://example.test/${'x'.repeat(2048)}` }, 'URL must not exceed 2048 characters'],
    [{ platform: 'facebook' }, 'Platform must be one of instagram, tiktok, youtube'],
    [{ status: 'lost' }, 'Status must be one of pending, active, inactive, error'],
    [{ post_type: 'poem' }, 'Post Type must be one of video, image, carousel, reel, short, story'],
    [{ status_message: 'x'.repeat(1001) }, 'Status Message must not exceed 1000 characters'],
    [{ cached_caption: 'x' }, 'This field cannot be set'],
    [{ cached_play_count: 1 }, 'This field cannot be set'],
    [{ created_by_username: 'x' }, 'This field cannot be set'],
    [{ tags: ['x'] }, 'This field cannot be set'],
    [{ id: 1 }, 'This field cannot be set'],
  ])('is refused with %.60j', async (changes, message) => {
    const { status, body } = await manager.post(PATH, { ...form, company_id: a, ...changes });
    expect(status).toBe(422);
    expect(body.detail).toEqual([detail(Object.keys(changes)[0] ?? '', message)]);
    expect((await list()).total).toBe(0);
  });

  it('has a URL that is unique in its company (409), however long it is', async () => {
    const url = `https://example.test/${'ü'.repeat(2000)}`;
    const { id } = await made({ url });
    const again = await manager.post(PATH, { ...form, company_id: a, url: `${url} ` });
    expect(again).toMatchObject({
      status: 409,
      body: { detail: 'url: This company has a post with this URL already' },
    });
    await made({ url }, other, b);
    const second = await made();
    expect((await manager.patch(`${PATH}/${second.id}`, { url })).status).toBe(409);
    expect((await manager.patch(`${PATH}/${id}`, { url })).status).toBe(200);
  });

  it('is saved by the fields that are sent, and not over what was changed meanwhile', async () => {
    const { id, updated_at, url } = await made({ status_message: 'own' });
    const ifMatch = { 'if-match': `"${updated_at}"` };
    const saved = await both.patch<Post>(`${PATH}/${id}`, { status: 'active', post_type: 'reel' }, ifMatch);
    expect(saved.body).toMatchObject({
      url,
      status: 'active',
      post_type: 'reel',
      status_message: 'own',
      created_by_username: 'manager',
      last_updated_by_username: 'both',
    });
    expect((await manager.patch(`${PATH}/${id}`, { status: 'error' }, ifMatch)).status).toBe(412);
    const cleared = await manager.patch<Post>(`${PATH}/${id}`, { status_message: null, post_type: null });
    expect(cleared.body).toMatchObject({ status_message: null, post_type: null });
  });

  it('of another company is not there (SCOPE-20)', async () => {
    const { id } = await made();
    for (const [method, body] of [['GET'], ['PATCH', { status: 'error' }], ['DELETE']] as const) {
      const absent = await other.ask(method, `${PATH}/999999`, body);
      expect(await other.ask(method, `${PATH}/${id}`, body)).toMatchObject({ status: 404, body: absent.body });
    }
    expect((await other.post(PATH, { ...form, company_id: a })).status).toBe(404);
    expect((await manager.delete(`${PATH}/${id}`)).status).toBe(204);
    expect(await manager.delete(`${PATH}/${id}`)).toMatchObject({ status: 404, body: { detail: 'Post not found' } });
  });
});

describe('a bulk add', () => {
  const add = (urls: unknown, changes: object = {}, person = manager) =>
    person.post<PostBulkCreated>(`${PATH}/bulk/create`, { company_id: a, platform: 'tiktok', urls, ...changes });
  const url = (at: number | string) => `https://www.tiktok.com/@tea/video/${at}`;

  it('takes the good lines as pending and says of each other line why not', async () => {
    await made({ url: url(0) });
    const lines = [url(1), ` ${url(2)}\r`, '', url(1), url(0), 'javascript:alert(1)', '/video/3', '   '];
    const { status, body } = await add(lines);
    expect(status).toBe(200);
    expect(body).toEqual({
      success_count: 2,
      error_count: 4,
      errors: [
        { url: url(1), msg: 'This URL stands in the list twice' },
        { url: url(0), msg: 'This company has a post with this URL already' },
        { url: 'javascript:alert(1)', msg: 'URL must be an absolute http or https URL' },
        { url: '/video/3', msg: 'URL must be an absolute http or https URL' },
      ],
    });
    expect((await list('platform=tiktok')).items.map((post) => [post.url, post.status]).sort()).toEqual([
      [url(1), 'pending'],
      [url(2), 'pending'],
    ]);
  });

  it('takes the status that is chosen, and another platform’s URL, which is no error', async () => {
    const { body } = await add(['https://www.youtube.com/watch?v=1'], { status: 'active' });
    expect(body.success_count).toBe(1);
    expect((await list('status=active')).total).toBe(1);
  });

  it.each([
    [[], 'Please enter at least one URL'],
    [undefined, 'Please enter at least one URL'],
    [['', ' \t'], 'Please enter at least one URL'],
    [Array.from({ length: 10_000 }, (_, at) => url(at)), 'URLs must not name more than 1000'],
    [[5], 'URL must be text'],
    [{}, 'URLs must be a list'],
  ])('refuses the lines %.40j', async (urls, message) => {
    const { status, body } = await manager.post(`${PATH}/bulk/create`, { company_id: a, platform: 'tiktok', urls });
    expect(status).toBe(422);
    expect(body.detail).toEqual([detail('urls', message)]);
    expect((await list()).total).toBe(0);
  });

  it('is 404 in a company out of reach', async () => {
    expect((await add([url(1)], {}, other)).status).toBe(404);
    expect((await list()).total).toBe(0);
  });

  it('writes each post to the audit log, as a post that is added alone', async () => {
    await made();
    await add([url(1), url(2)]);
    const entries = await service.database.db
      .selectFrom('audit_log')
      .select(['action', 'after'])
      .where('resource', '=', 'social_media_post')
      .orderBy('id', 'desc')
      .limit(3)
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['create', 'create', 'create']);
    const [two, one, alone] = entries.map(({ after }) => after as Post);
    expect([one?.url, two?.url].sort()).toEqual([url(1), url(2)]);
    expect(Object.keys(two ?? {})).toEqual(Object.keys(alone ?? {}));
  });

  it('stores no post twice when people add the same thousand at once, in whatever order', async () => {
    const urls = Array.from({ length: 1000 }, (_, at) => url(at));
    const responses = await Promise.all([add(urls), add([...urls].reverse()), add(urls)]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(responses.reduce((sum, { body }) => sum + body.success_count, 0)).toBe(1000);
    expect((await list()).total).toBe(1000);
  });
});
