import type { BulkResponse } from 'contract/bulk';
import type { Paged } from 'contract/paging';
import type { Profile } from 'contract/social/profiles';
import { openTwoCompanies, type TwoCompanies } from '../testing/two-companies';

const PATH = '/social-media-profiles';
let { service, a, b, manager, other, both } = {} as TwoCompanies;

beforeAll(async () => {
  ({ service, a, b, manager, other, both } = await openTwoCompanies('SocialMediaManager'));
});
afterAll(() => service.close());
beforeEach(() => service.database.db.deleteFrom('social_media_profiles').execute());

const made = async (changes: object = {}, person = manager, company_id = a) => {
  const form = { platform: 'instagram', platform_username: 'green.tea', status: 'active', company_id };
  return (await person.post<Profile>(PATH, { ...form, ...changes })).body;
};
const list = async (query = '', person = manager) => (await person.get<Paged<Profile>>(`${PATH}?${query}`)).body;
const shown = async (query: string) => (await list(query)).items.map(({ platform_username }) => platform_username);

describe('a list', () => {
  it('spans the caller’s companies, or is of the one that is named, which must be the caller’s', async () => {
    await made();
    await made({}, other, b);
    expect((await list('', both)).items.map(({ company_name }) => company_name)).toEqual(['Company A', 'Company B']);
    expect((await list('', manager)).total).toBe(1);
    expect((await list(`company_id=${b}`, both)).items).toMatchObject([{ company_name: 'Company B' }]);
    const foreign = await manager.get(`${PATH}?company_id=${b}`);
    expect(foreign).toMatchObject({ status: 404, body: (await manager.get(`${PATH}?company_id=999999`)).body });
  });

  it('is sorted by username unless told otherwise, and by every sortable column', async () => {
    await made({ platform_username: 'beta', platform: 'youtube', status: 'inactive' });
    await made({ platform_username: 'Alpha', platform: 'tiktok', status: 'error' });
    expect(await shown('')).toEqual(['Alpha', 'beta']);
    expect(await shown('sort_by=-platform_username')).toEqual(['beta', 'Alpha']);
    expect(await shown('sort_by=platform')).toEqual(['Alpha', 'beta']);
    expect(await shown('sort_by=-status')).toEqual(['beta', 'Alpha']);
    expect(await shown('sort_by=created_at')).toEqual(['beta', 'Alpha']);
    expect(await shown('sort_by=-updated_at')).toEqual(['Alpha', 'beta']);
    expect((await manager.get(`${PATH}?sort_by=tags`)).status).toBe(422);
  });

  it('is filtered by username or identifier, platform and status', async () => {
    await made({ platform_username: '100%_tea', platform_identifier: 'ABC' });
    await made({ platform_username: 'coffee', platform: 'tiktok', status: 'error' });
    expect(await shown('search=TEA')).toEqual(['100%_tea']);
    expect(await shown('search=abc')).toEqual(['100%_tea']);
    expect(await shown('search=%25')).toEqual(['100%_tea']);
    expect(await shown(`company_id=${a}&platform=tiktok&status=error`)).toEqual(['coffee']);
    expect(await shown('platform=&status=')).toHaveLength(2);
  });
});

describe('tags', () => {
  it('are shown, and filter by a whole name in any spelling', async () => {
    const [one] = [await made({ platform_username: 'one' }), await made({ platform_username: 'two' })];
    expect(
      (await manager.post(`${PATH}/${one.id}/tags`, { tag_name: 'Tea Fan', create_if_not_exists: true })).status,
    ).toBe(200);
    expect((await list()).items.map(({ tags }) => tags)).toEqual([['Tea Fan'], []]);
    expect(await shown('tag=TEA%20fan')).toEqual(['one']);
    expect(await shown('tag=tea')).toEqual([]);
    expect(await shown(`tag=tea%20fan&company_id=${a}&search=two`)).toEqual([]);
    expect((await manager.delete(`${PATH}/${one.id}/tags/tea%20fan`)).status).toBe(204);
    expect(await shown('tag=tea%20fan')).toEqual([]);
  });

  it('in bulk, where the body has no company, reach the caller’s profiles alone (BULK-01)', async () => {
    const [own, foreign] = [await made({}, other, b), await made()];
    const body = { resource_ids: [own.id, foreign.id], tag_names: ['bulk'] };
    for (const path of ['add', 'remove', 'add']) {
      const response = await other.post<BulkResponse>(`${PATH}/tags/bulk/${path}`, body);
      expect(response.body).toEqual({
        success_count: 1,
        error_count: 1,
        errors: [{ id: foreign.id, msg: 'Profile not found' }],
      });
    }
    expect((await manager.get(`${PATH}/${foreign.id}`)).body.tags).toEqual([]);
    const found = await both.get<Paged<object>>('/tags/?resource_type=social_media_profile&search=bulk');
    expect(found.body.items).toMatchObject([{ name: 'bulk', company_id: b, usage_count: 1 }]);
  });
});
