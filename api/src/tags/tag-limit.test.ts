import { sql } from 'kysely';
import type { BulkResponse } from 'contract/bulk';
import type { ResourceTags } from 'contract/tag-calls';
import type { ResourceType } from 'contract/tags';
import { addAd } from '../testing/ads';
import type { Person, TestConsole } from '../testing/console';
import { openTwoCompanies } from '../testing/two-companies';
import { TAGGABLES } from './taggable';

const FULL = 'A record can carry at most 100 tags';
let service: TestConsole;
let person: Person;
let a: number;

beforeAll(async () => {
  ({ service, a } = await openTwoCompanies('AdManager'));
  person = await service.person('tagger', { groups: ['AdManager', 'SocialMediaManager'], companies: ['company-a'] });
});
afterAll(() => service.close());

const names = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `tag ${from + at}`);
let made = 0;
const NEW: Record<ResourceType, () => Promise<number>> = {
  facebook_ad: () => addAd(service, a),
  social_media_profile: () => added('/social-media-profiles', { platform_username: `user ${(made += 1)}` }),
  social_media_post: () => added('/social-media-posts', { url: `https://example.test/${(made += 1)}` }),
};
const added = async (path: string, own: object) => {
  const form = { company_id: a, platform: 'tiktok', status: 'active', ...own };
  return (await person.post<{ id: number }>(path, form)).body.id;
};

describe.each(Object.values(TAGGABLES))('a record of $type', ({ type, path }) => {
  const tagsOf = async (id: number) => (await person.get<ResourceTags>(`${path}/${id}/tags`)).body.tags;
  const put = (id: number, tags: string[]) => person.put(`${path}/${id}/tags`, { tags });
  const add = (id: number, tag_name: string) => person.post(`${path}/${id}/tags`, { tag_name });
  const addMany = (resource_ids: number[], tag_names: string[]) =>
    person.post<BulkResponse>(`${path}/tags/bulk/add`, { resource_ids, tag_names });
  const withTags = async (count: number) => {
    const id = await NEW[type]();
    expect((await put(id, names(0, count))).status).toBe(200);
    return id;
  };

  it('carries 100 tags and not 101, whichever way they come', async () => {
    const id = await withTags(99);
    expect((await add(id, 'tag 99')).status).toBe(200);
    const all = (await tagsOf(id)).sort();
    expect(all).toHaveLength(100);
    expect(await add(id, 'one more')).toMatchObject({ status: 400, body: { detail: FULL } });
    expect(await put(id, names(0, 101))).toMatchObject({ status: 400, body: { detail: FULL } });
    expect((await addMany([id], ['one more', 'tag 1'])).body.errors).toEqual([{ id, msg: FULL }]);
    expect((await tagsOf(id)).sort()).toEqual(all);
    // A tag that it carries already is no addition, and another spelling is the same tag.
    expect((await add(id, 'TAG 5')).status).toBe(200);
    expect((await put(id, [...names(0, 100), 'TAG 0'])).status).toBe(200);
    expect((await addMany([id], names(0, 50))).body).toMatchObject({ success_count: 1, error_count: 0 });
    const { body } = await person.get<{ items: unknown[] }>(`/tags?company_id=${a}&search=one more`);
    expect(body.items).toEqual([]);
  });

  it('in bulk is that record’s error, and the others get their tags', async () => {
    const [full, near, empty] = [await withTags(100), await withTags(98), await withTags(0)];
    const { status, body } = await addMany([full, near, empty, 999_999], ['tag 0', 'x', 'y']);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success_count: 2, error_count: 2 });
    expect(body.errors).toEqual([
      { id: full, msg: FULL },
      { id: 999_999, msg: TAGGABLES[type].missing },
    ]);
    expect(await tagsOf(near)).toHaveLength(100);
    expect((await tagsOf(empty)).sort()).toEqual(['tag 0', 'x', 'y']);
    expect(await tagsOf(full)).toHaveLength(100);
  });

  it('is not overfilled by many at once', async () => {
    const id = await withTags(95);
    const statuses = await Promise.all(names(200, 212).map(async (name) => (await add(id, name)).status));
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
    expect(statuses.filter((status) => status === 400)).toHaveLength(7);
    expect(await tagsOf(id)).toHaveLength(100);
  });

  it('that carries more from before loses tags, and gains none', async () => {
    const id = await withTags(100);
    await sql`
      with more as (
        insert into tags (company_id, resource_type, name, name_key)
        select ${a}, ${type}::taggable, 'old ' || n, 'old ' || n from generate_series(1, 5) n
        on conflict do nothing returning id
      )
      insert into tag_uses (resource_type, company_id, resource_id, tag_id)
      select ${type}::taggable, ${a}, ${id}, id from more`.execute(service.database.db);
    expect(await tagsOf(id)).toHaveLength(105);
    expect((await add(id, 'new')).status).toBe(400);
    expect((await add(id, 'old 1')).status).toBe(200);
    expect((await person.delete(`${path}/${id}/tags/old 2`)).status).toBe(204);
    expect(await tagsOf(id)).toHaveLength(104);
  });
});
