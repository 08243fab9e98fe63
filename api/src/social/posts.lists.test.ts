import { sql } from 'kysely';
import type { BulkResponse } from 'contract/bulk';
import type { Paged } from 'contract/paging';
import type { Post } from 'contract/social/posts';
import { openTwoCompanies, type TwoCompanies } from '../testing/two-companies';

const PATH = '/social-media-posts';
let { service, a, b, manager, other, both } = {} as TwoCompanies;

beforeAll(async () => {
  ({ service, a, b, manager, other, both } = await openTwoCompanies('SocialMediaManager'));
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.database.db.deleteFrom('social_media_posts').execute();
  await service.database.db.deleteFrom('tags').execute();
});

/** A post as a refresh leaves it; its URL ends with its name. */
const stored = async (name: string, changes: object = {}, company_id = a) => {
  const values = {
    company_id,
    url: `https://example.test/${name}`,
    platform: 'tiktok' as const,
    status: 'active' as const,
  };
  const { id } = await service.database.db
    .insertInto('social_media_posts')
    .values({ ...values, ...changes })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
const list = async (query = '', person = manager) => (await person.get<Paged<Post>>(`${PATH}?${query}`)).body;
const shown = async (query = '', person = manager) =>
  (await list(`sort_by=created_at&${query}`, person)).items.map(({ url }) => url.slice(url.lastIndexOf('/') + 1));

describe('a list', () => {
  it('spans the caller’s companies, or is of the one that is named, which must be the caller’s', async () => {
    await stored('a');
    await stored('b', {}, b);
    expect((await list('', both)).items.map(({ company_name }) => company_name)).toEqual(['Company B', 'Company A']);
    expect(await shown()).toEqual(['a']);
    expect(await shown(`company_id=${b}`, both)).toEqual(['b']);
    const foreign = await manager.get(`${PATH}?company_id=${b}`);
    expect(foreign).toMatchObject({ status: 404, body: (await manager.get(`${PATH}?company_id=999999`)).body });
  });

  it('is sorted by creation, the newest first, and by every sortable column with nulls last in both directions', async () => {
    await stored('one', { cached_author_username: 'Zoe', cached_play_count: 3_000_000_000, status: 'pending' });
    await stored('two', { cached_author_username: 'anna', cached_caption: 'x', platform: 'youtube' });
    await stored('TEN', { cached_play_count: 7, cached_caption: 'A', status: 'error' });
    const sorted = async (field: string) =>
      (await list(`sort_by=${field}`)).items.map(({ url }) => url.slice(url.lastIndexOf('/') + 1));
    expect((await list()).items[0]?.url).toMatch(/TEN$/);
    expect(await sorted('url')).toEqual(['one', 'TEN', 'two']);
    expect(await sorted('platform')).toEqual(['one', 'TEN', 'two']);
    expect(await sorted('status')).toEqual(['two', 'TEN', 'one']);
    expect(await sorted('cached_author_username')).toEqual(['two', 'one', 'TEN']);
    expect(await sorted('-cached_author_username')).toEqual(['one', 'two', 'TEN']);
    expect(await sorted('cached_caption')).toEqual(['TEN', 'two', 'one']);
    expect(await sorted('-cached_caption')).toEqual(['two', 'TEN', 'one']);
    expect(await sorted('cached_play_count')).toEqual(['TEN', 'one', 'two']);
    expect(await sorted('-cached_play_count')).toEqual(['one', 'TEN', 'two']);
    expect(await sorted('-updated_at')).toEqual(['TEN', 'two', 'one']);
    for (const field of ['tags', 'author', 'company_id', 'tag_ids'])
      expect((await manager.get(`${PATH}?sort_by=${field}`)).status).toBe(422);
  });

  it('never repeats or drops a row over pages, late ones too', async () => {
    for (let at = 0; at < 7; at += 1) await stored(String(at), { cached_caption: 'tea' });
    const query = 'sort_by=platform&search=tea&page_size=3';
    const pages = await Promise.all([1, 2, 3, 4].map((page) => list(`${query}&page=${page}`)));
    expect(pages.map(({ items }) => items.length)).toEqual([3, 3, 1, 0]);
    expect(pages.every(({ total }) => total === 7)).toBe(true);
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(7);
  });

  it('is searched in URL, author and caption, every sign an ordinary one', async () => {
    await stored('in-url_MATCHA');
    await stored('author', { cached_author_username: 'Matcha.Fan' });
    await stored('caption', { cached_caption: 'Grüner Tee — ŠÁLEK matcha 100% 🍵' });
    await stored('none', { cached_author_username: 'mat', cached_caption: 'cha' });
    expect(await shown('search=matcha')).toEqual(['in-url_MATCHA', 'author', 'caption']);
    expect(await shown(`search=${encodeURIComponent('100%')}`)).toEqual(['caption']);
    expect(await shown(`search=${encodeURIComponent('šálek MATCHA')}`)).toEqual(['caption']);
    expect(await shown(`search=${encodeURIComponent('GRÜNER')}`)).toEqual(['caption']);
    expect(await shown(`search=${encodeURIComponent('🍵')}`)).toEqual(['caption']);
    expect(await shown('search=_')).toEqual(['in-url_MATCHA']);
    expect(await shown(`search=${encodeURIComponent('\\')}`)).toEqual([]);
    expect(await shown('search=R&author=fan')).toEqual(['author']);
    expect(await shown('author=fan')).toEqual(['author']);
    expect(await shown('caption=matcha')).toEqual(['caption']);
    expect(await shown('author=matcha&caption=matcha')).toEqual([]);
  });

  it('counts each post once whose text is short, long or as long as an index takes, by few letters and many', async () => {
    // The URL and what stands between the texts take the rest.
    const room = 2400 - Buffer.byteLength('https://example.test/at the limit\x1f\x1f');
    const captions = { short: 'zqa', long: 'é'.repeat(30_000), 'at the limit': '', 'over it': '' };
    captions['at the limit'] = `zqa${'x'.repeat(room - 3)}`;
    captions['over it'] = `zqa${'x'.repeat(room + 10)}`;
    captions.long += ' ZQA';
    for (const [name, cached_caption] of Object.entries(captions)) await stored(name, { cached_caption });
    for (const search of ['zq', 'zqa']) {
      const { items, total } = await list(`company_id=${a}&search=${search}`);
      expect({ total, found: items.length }).toEqual({ total: 4, found: 4 });
    }
    expect((await list(`company_id=${a}&search=zq&status=pending`)).total).toBe(0);
    expect((await list(`company_id=${a}&search=é`)).total).toBe(1);
    expect((await list('search=zq', both)).total).toBe(4);
  });

  it('is filtered by platform, status and kind', async () => {
    await stored('one', { platform: 'youtube', post_type: 'short' });
    await stored('two', { status: 'pending', post_type: 'reel' });
    expect(await shown('platform=youtube')).toEqual(['one']);
    expect(await shown('status=pending')).toEqual(['two']);
    expect(await shown('post_type=reel')).toEqual(['two']);
    expect(await shown('platform=youtube&status=pending')).toEqual([]);
    for (const query of ['platform=facebook', 'status=lost', 'post_type=poem'])
      expect((await manager.get(`${PATH}?${query}`)).status).toBe(422);
  });
});

describe('tags', () => {
  const tag = (id: number, tags: string[], person = manager) => person.put(`${PATH}/${id}/tags/`, { tags });

  it('are shown in the list, the record and alone', async () => {
    const id = await stored('one');
    await tag(id, ['b', 'A']);
    expect((await list()).items).toMatchObject([{ tags: ['A', 'b'] }]);
    expect((await manager.get(`${PATH}/${id}`)).body.tags).toEqual(['A', 'b']);
    expect((await manager.post(`${PATH}/${id}/tags`, { tag_name: 'c', create_if_not_exists: true })).status).toBe(200);
    expect((await manager.delete(`${PATH}/${id}/tags/A`)).status).toBe(204);
    expect((await manager.get(`${PATH}/${id}/tags/`)).body).toEqual({ tags: ['b', 'c'] });
  });

  it('filter by having all of some and none of others, with the other filters, in any spelling', async () => {
    await tag(await stored('one', { cached_caption: 'tea' }), ['red', 'Big']);
    await tag(await stored('two', { cached_caption: 'tea' }), ['red']);
    await tag(await stored('three'), ['blue', 'big']);
    await stored('four', { cached_caption: 'tea' });
    expect(await shown('tagged_with=RED')).toEqual(['one', 'two']);
    expect(await shown('tagged_with=red&tagged_with=big')).toEqual(['one']);
    expect(await shown('not_tagged_with=red')).toEqual(['three', 'four']);
    expect(await shown('not_tagged_with=red&not_tagged_with=blue')).toEqual(['four']);
    expect(await shown('tagged_with=big&not_tagged_with=blue')).toEqual(['one']);
    expect(await shown('tagged_with=red&not_tagged_with=big&search=tea')).toEqual(['two']);
    expect(await shown(`company_id=${a}&tagged_with=red&search=tea`)).toEqual(['one', 'two']);
    expect(await shown('tagged_with=unknown')).toEqual([]);
    expect(await shown('not_tagged_with=unknown')).toHaveLength(4);
    expect((await list('tagged_with=red&page_size=1')).total).toBe(2);
    expect((await manager.get(`${PATH}?${'tagged_with=x&'.repeat(51)}`)).status).toBe(422);
  });

  it('filter over all companies of the caller, each by its own tag of that name', async () => {
    await tag(await stored('one'), ['shared']);
    await tag(await stored('two', {}, b), ['Shared'], other);
    expect(await shown('tagged_with=shared', both)).toEqual(['one', 'two']);
    expect(await shown('tagged_with=shared', manager)).toEqual(['one']);
    expect(await shown('not_tagged_with=shared', both)).toEqual([]);
  });

  it('leave the filters true whatever happens to them: bulk, merge, deletion, and a name that comes again', async () => {
    const [one, two] = [await stored('one'), await stored('two')];
    const bulk = (path: string, resource_ids: number[], tag_names: string[]) =>
      manager.post(`${PATH}/tags/bulk/${path}`, { company_id: a, resource_ids, tag_names });
    await bulk('add', [one, two], ['x', 'y']);
    expect(await shown('tagged_with=x&tagged_with=y')).toEqual(['one', 'two']);
    await bulk('remove', [one], ['x']);
    expect(await shown('tagged_with=x')).toEqual(['two']);
    expect((await manager.post('/tags/merge/', { from_tag: 'x', to_tag: 'z', company_id: a })).status).toBe(200);
    expect([await shown('tagged_with=x'), await shown('tagged_with=z')]).toEqual([[], ['two']]);
    const { body } = await manager.get<Paged<{ id: number }>>('/tags/?resource_type=social_media_post&search=y');
    expect((await manager.delete(`/tags/${body.items[0]?.id}/`)).status).toBe(204);
    expect([await shown('tagged_with=y'), await shown('not_tagged_with=y')]).toEqual([[], ['one', 'two']]);
    await bulk('add', [one], ['y']);
    expect([await shown('tagged_with=y'), await shown('not_tagged_with=y')]).toEqual([['one'], ['two']]);
    await tag(one, []);
    expect(await shown('not_tagged_with=y&not_tagged_with=z')).toEqual(['one']);
  });

  it('change nothing else of a post, so that whoever has it open can still save', async () => {
    const id = await stored('one');
    const { body: before } = await manager.get<Post>(`${PATH}/${id}`);
    await tag(id, ['x']);
    const { body: after } = await manager.get<Post>(`${PATH}/${id}`);
    expect(after).toEqual({ ...before, tags: ['x'] });
  });

  it('in bulk name posts of another company than the body’s, and leave them alone (BULK-02)', async () => {
    const [own, foreign] = [await stored('own', {}, b), await stored('foreign')];
    for (const person of [other, both]) {
      const body = { company_id: b, resource_ids: [own, foreign], tag_names: ['x'], create_if_not_exists: true };
      const { body: response } = await person.post<BulkResponse>(`${PATH}/tags/bulk/add`, body);
      expect(response).toEqual({ success_count: 1, error_count: 1, errors: [{ id: foreign, msg: 'Post not found' }] });
    }
    expect((await manager.get(`${PATH}/${foreign}`)).body.tags).toEqual([]);
    const { rows } = await sql`select from tags where company_id = ${a}`.execute(service.database.db);
    expect(rows).toEqual([]);
    const stolen = { company_id: a, resource_ids: [foreign], tag_names: ['x'] };
    expect((await other.post(`${PATH}/tags/bulk/add`, stolen)).status).toBe(404);
  });

  it('go with their post', async () => {
    const id = await stored('one');
    await tag(id, ['x']);
    expect((await manager.post(`${PATH}/bulk/delete`, { company_id: a, ids: [id], confirm: true })).status).toBe(200);
    const { body } = await manager.get<Paged<{ usage_count: number }>>('/tags/?resource_type=social_media_post');
    expect(body.items).toMatchObject([{ name: 'x', usage_count: 0 }]);
  });
});

it('hostile captions are stored text like any other', async () => {
  const captions = [
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '=HYPERLINK("https://example.test","x")',
    '\u202eمرحبا\u202c 👩‍👩‍👧‍👦 e\u0301',
    'x'.repeat(2000),
    '"quoted", comma;\r\nnew line\ttab \u2028',
  ];
  for (const [at, cached_caption] of captions.entries()) await stored(String(at), { cached_caption });
  const { items } = await list('sort_by=created_at');
  expect(items.map(({ cached_caption }) => cached_caption)).toEqual(captions);
});
