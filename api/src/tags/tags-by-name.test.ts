/** The tags of an area's screen (DECISIONS §16). */
import type { Paged } from 'contract/paging';
import type { TagByName } from 'contract/tags-by-name';
import { addAds } from '../testing/ads';
import type { Person, TestConsole } from '../testing/console';
import { openTwoCompanies } from '../testing/two-companies';

let service: TestConsole;
/** AdManager and SocialMediaManager of A · AdManager of B · in no group, of A. */
let manager: Person;
let other: Person;
let member: Person;
let a: number;
let ids: Record<string, number>;

const SOCIAL = 'resource_types=social_media_profile&resource_types=social_media_post';

const list = (query: string, person = manager) =>
  person.get<Paged<TagByName>>(`/tags/by-name?company_id=${a}&${query}`);
const rows = async (query: string) => (await list(query)).body.items;
const names = async (query: string) => (await rows(query)).map(({ name }) => name);

beforeAll(async () => {
  ({ service, a, other } = await openTwoCompanies('AdManager'));
  manager = await service.person('tagger', { groups: ['AdManager', 'SocialMediaManager'], companies: ['company-a'] });
  member = await service.person('member', { companies: ['company-a'] });
  const ads = await addAds(service, a, 3);
  for (const [at, tags] of [['Sumer', 'summer'], ['summer'], ['summer', 'Winter']].entries())
    await manager.put(`/facebook-ads/${ads[at]}/tags`, { tags });
  const make = async (name: string, resource_type: string) =>
    (await manager.post<{ id: number }>('/tags', { name, company_id: a, resource_type })).body.id;
  const { id: post } = (
    await manager.post<{ id: number }>('/social-media-posts', {
      company_id: a,
      url: 'https://www.tiktok.com/@a/video/1',
      platform: 'tiktok',
      status: 'pending',
    })
  ).body;
  ids = {
    profile: await make('Creator', 'social_media_profile'),
    post: await make('CREATOR', 'social_media_post'),
    alone: await make('alone', 'social_media_post'),
  };
  await manager.post(`/social-media-posts/${post}/tags`, { tag_name: 'creator' });
  await make('unused 100%', 'facebook_ad');
});
afterAll(() => service.close());

it('are of one kind by name, with their uses and the near names', async () => {
  const [sumer, summer, unused, winter] = await rows('resource_types=facebook_ad');
  expect(sumer).toMatchObject({ name: 'Sumer', usage_count: 1, similar: ['summer'] });
  expect(summer).toMatchObject({ name: 'summer', usage_count: 3, company_id: a, similar: ['Sumer'] });
  expect(summer?.tags).toEqual([{ id: summer?.id, name: 'summer', resource_type: 'facebook_ad', usage_count: 3 }]);
  expect(unused).toMatchObject({ name: 'unused 100%', usage_count: 0, last_used_on: null, similar: [] });
  expect(winter?.last_used_on).toMatch(/^\d{4}-\d\d-\d\d$/);
});

it('of several kinds stand in one row, each spelt as it is', async () => {
  expect(await rows(SOCIAL)).toMatchObject([
    { name: 'alone', usage_count: 0 },
    {
      id: ids['profile'],
      name: 'Creator',
      usage_count: 1,
      similar: [],
      tags: [
        { id: ids['profile'], name: 'Creator', resource_type: 'social_media_profile', usage_count: 0 },
        { id: ids['post'], name: 'CREATOR', resource_type: 'social_media_post', usage_count: 1 },
      ],
    },
  ]);
});

it('are searched, and narrowed to the unused and the near ones', async () => {
  const ofAds = 'resource_types=facebook_ad';
  expect(await names(`${ofAds}&search=UM`)).toEqual(['Sumer', 'summer']);
  expect(await names(`${ofAds}&search=%25`)).toEqual(['unused 100%']);
  expect(await names(`${ofAds}&only=unused`)).toEqual(['unused 100%']);
  expect(await names(`${SOCIAL}&only=unused`)).toEqual(['alone']);
  expect(await names(`${ofAds}&only=similar`)).toEqual(['Sumer', 'summer']);
  expect(await names(`${SOCIAL}&only=similar`)).toEqual([]);
});

it('are sorted by name, use and day, the unknown day last both ways, and paged with a true total', async () => {
  const ofAds = 'resource_types=facebook_ad';
  expect(await names(`${ofAds}&sort_by=-usage_count`)).toEqual(['summer', 'Winter', 'Sumer', 'unused 100%']);
  for (const sort of ['last_used_on', '-last_used_on'])
    expect((await names(`${ofAds}&sort_by=${sort}`)).at(-1)).toBe('unused 100%');
  expect((await list(`${ofAds}&page=2&page_size=3`)).body).toMatchObject({ total: 4, items: [{ name: 'Winter' }] });
  expect((await list(`${ofAds}&sort_by=id`)).status).toBe(422);
});

it('are for whoever reads the records, in the company (SCOPE-16)', async () => {
  expect((await list('resource_types=facebook_ad', member)).status).toBe(200);
  expect((await list(SOCIAL, member)).status).toBe(403);
  expect((await list('resource_types=facebook_ad', other)).status).toBe(404);
  const nowhere = await other.get('/tags/by-name?company_id=999999&resource_types=facebook_ad');
  expect((await list('resource_types=facebook_ad', other)).body).toEqual(nowhere.body);
  for (const query of ['', 'resource_types=x', 'resource_types=facebook_ad&only=x'])
    expect((await list(query)).status).toBe(422);
});
