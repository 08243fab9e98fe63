import type { Tag, TagStats } from 'contract/tag-calls';
import { RESOURCE_TYPES } from 'contract/tags';
import type { Person, TestConsole } from '../testing/console';
import { addAd } from '../testing/ads';
import { searchTags, tagsOfCompany, tagAd, tagsOfAd } from '../testing/tagging';
import { openTwoCompanies } from '../testing/two-companies';

let service: TestConsole;
/** AdManager and SocialMediaManager of A · AdManager of B · AdManager of both · in no group, of A · SocialMediaManager of A. */
let manager: Person;
let other: Person;
let both: Person;
let member: Person;
let social: Person;
let a: number;
let b: number;

beforeAll(async () => {
  ({ service, a, b, other, both } = await openTwoCompanies('AdManager'));
  manager = await service.person('tagger', { groups: ['AdManager', 'SocialMediaManager'], companies: ['company-a'] });
  member = await service.person('member', { companies: ['company-a'] });
  social = await service.person('social', { groups: ['SocialMediaManager'], companies: ['company-a'] });
});
afterAll(() => service.close());

const newAd = (company = a) => addAd(service, company);
const tag = (id: number, name: string, rest?: object) => tagAd(manager, id, name, rest);
const tagsOf = (id: number) => tagsOfAd(both, id);
const found = (name: string, company = a) => searchTags(both, company, name);

describe('the list of tags', () => {
  beforeAll(async () => {
    const [one, two] = [await newAd(b), await newAd(b)];
    for (const name of ['zebra', 'apple', 'Mango']) await tagAd(other, one, name);
    await tagAd(other, two, 'zebra');
  });

  it('is of the companies in reach and the types that the person may read (SCOPE-16)', async () => {
    await tag(await newAd(), 'ad tag');
    await manager.post('/tags', { name: 'profile tag', company_id: a, resource_type: 'social_media_profile' });
    const types = async (person: Person) =>
      new Set((await tagsOfCompany(person, 'search=%20tag&page_size=100')).items.map((one) => one.resource_type));
    expect(await types(member)).toEqual(new Set(['facebook_ad']));
    expect(await types(manager)).toEqual(new Set(['facebook_ad', 'social_media_profile']));
    expect((await tagsOfCompany(other)).items.every(({ company_id }) => company_id === b)).toBe(true);
    for (const path of ['/tags', '/tags/stats']) {
      expect((await other.get(`${path}?company_id=${a}`)).body).toEqual(
        (await other.get(`${path}?company_id=999999`)).body,
      );
      expect((await other.get(`${path}?company_id=${a}`)).status).toBe(404);
      expect((await member.get(`${path}?resource_type=social_media_post`)).status).toBe(403);
      expect((await member.get(`${path}?resource_type=nonsense`)).status).toBe(422);
    }
  });

  it('returns a hundred a page by name unless told otherwise, and sorts by use', async () => {
    const body = await tagsOfCompany(other, `company_id=${b}`);
    expect(body).toMatchObject({ page: 1, page_size: 100, total: 3 });
    expect(body.items.map(({ name }) => name)).toEqual(['apple', 'Mango', 'zebra']);
    const byUse = await tagsOfCompany(other, `company_id=${b}&sort_by=-usage_count`);
    expect(byUse.items.map(({ name, usage_count }) => [name, usage_count])[0]).toEqual(['zebra', 2]);
    expect((await other.get('/tags?sort_by=company_id')).status).toBe(422);
  });

  it('is searched for a part of the name, every sign an ordinary one', async () => {
    const id = await newAd();
    for (const name of ['50% off', 'under_score']) await tag(id, name);
    expect((await found('% OFF')).map(({ name }) => name)).toEqual(['50% off']);
    expect((await found('R_S')).map(({ name }) => name)).toEqual(['under_score']);
  });

  it('with `near` has those too that are one letter apart, of the one company', async () => {
    const id = await newAd();
    for (const name of ['Autumn', 'Autunn sale', 'Video 1']) await tag(id, name);
    const near = async (search: string, company = a) =>
      (await tagsOfCompany(both, `company_id=${company}&near=true&search=${search}`)).items.map(({ name }) => name);
    expect(await near('Autunn')).toEqual(['Autumn', 'Autunn sale']);
    expect(await near('Autunn', b)).toEqual([]);
    expect(await near('Video%202')).toEqual([]);
    expect((await found('Autunn')).map(({ name }) => name)).toEqual(['Autunn sale']);
  });

  it('stats add up by company and type', async () => {
    const { body } = await other.get<TagStats>('/tags/stats/?resource_type=facebook_ad');
    expect(body.items).toEqual([{ company_id: b, resource_type: 'facebook_ad', tag_count: 3, usage_count: 4 }]);
  });
});

describe('making and deleting a tag', () => {
  it('returns 201 and an unused tag; a second of any spelling is 409', async () => {
    const body = { name: ' Fresh ', company_id: a, resource_type: 'facebook_ad' };
    const response = await manager.post<Tag>('/tags', body);
    expect(response).toMatchObject({ status: 201, body: { ...body, name: 'Fresh', usage_count: 0 } });
    expect(await manager.post('/tags/', { ...body, name: 'FRESH\u200b' })).toMatchObject({
      status: 409,
      body: { detail: 'name: A tag with this name already exists' },
    });
    expect((await manager.post('/tags', { ...body, resource_type: 'social_media_post' })).status).toBe(201);
    for (const extra of [{ id: 1 }, { usage_count: 3 }, { created_at: 'x' }])
      expect((await manager.post('/tags', { ...body, name: 'Mass', ...extra })).status).toBe(422);
    expect((await manager.post('/tags', { ...body, name: 'x', company_id: b })).status).toBe(404);
    expect((await social.post('/tags', { ...body, name: 'x' })).status).toBe(403);
  });

  it('takes a deleted tag off everything', async () => {
    const [one, two] = [await newAd(), await newAd()];
    for (const id of [one, two]) await manager.put(`/facebook-ads/${id}/tags`, { tags: ['doomed', 'stays'] });
    const [doomed] = await found('doomed');
    expect(doomed?.usage_count).toBe(2);
    expect((await other.delete(`/tags/${doomed?.id}/`)).status).toBe(404);
    expect((await social.delete(`/tags/${doomed?.id}/`)).status).toBe(403);
    expect((await manager.delete(`/tags/${doomed?.id}/`)).status).toBe(204);
    expect((await manager.delete(`/tags/${doomed?.id}/`)).status).toBe(404);
    expect([await tagsOf(one), await tagsOf(two)]).toEqual([['stays'], ['stays']]);
  });
});

describe('merging', () => {
  const merge = (from_tag: string, to_tag: string, person = manager) =>
    person.post<{ items: Tag[] }>('/tags/merge/', { from_tag, to_tag, company_id: a });

  it('moves every use, once each, and removes the first', async () => {
    const [one, two, three] = [await newAd(), await newAd(), await newAd()];
    await manager.put(`/facebook-ads/${one}/tags`, { tags: ['old'] });
    await manager.put(`/facebook-ads/${two}/tags`, { tags: ['old', 'new'] });
    await manager.put(`/facebook-ads/${three}/tags`, { tags: ['new'] });
    const { status, body } = await merge('OLD', 'New');
    expect(status).toBe(200);
    expect(body.items).toMatchObject([{ name: 'new', resource_type: 'facebook_ad', usage_count: 3 }]);
    for (const id of [one, two, three]) expect(await tagsOf(id)).toEqual(['new']);
    expect(await found('old')).toEqual([]);
  });

  it('makes a missing target; a missing source is 404, a tag into itself is refused', async () => {
    const id = await newAd();
    await tag(id, 'from here');
    expect((await merge('from here', 'to there')).body.items).toMatchObject([{ name: 'to there', usage_count: 1 }]);
    expect(await tagsOf(id)).toEqual(['to there']);
    expect(await merge('from here', 'to there')).toMatchObject({ status: 404, body: { detail: 'Tag not found' } });
    expect(await merge('to there', 'to there')).toMatchObject({
      status: 400,
      body: { detail: 'A tag cannot be merged into itself' },
    });
    expect((await merge('to there', '..')).status).toBe(422);
    expect((await merge('to there', 'x', other)).status).toBe(404);
    expect(await tagsOf(id)).toEqual(['to there']);
  });

  it('into another spelling of itself spells the tag so, wherever it is carried', async () => {
    const [one, two] = [await newAd(), await newAd()];
    for (const id of [one, two]) await tag(id, 'Black friday');
    const [before] = await found('black');
    const { status, body } = await merge('BLACK FRIDAY', ' Black Friday ');
    expect(status).toBe(200);
    expect(body.items).toEqual([{ ...before, name: 'Black Friday', usage_count: 2 }]);
    for (const id of [one, two]) expect(await tagsOf(id)).toEqual(['Black Friday']);
    const { db } = service.database;
    const merged = db.selectFrom('audit_log').select(['before', 'after']).where('action', '=', 'merge');
    expect(await merged.where('record_id', '=', String(before?.id)).execute()).toMatchObject([
      { before: { name: 'Black friday' }, after: { id: before?.id, name: 'Black Friday' } },
    ]);
  });

  it('goes over every type that the caller may write, and no other', async () => {
    for (const resource_type of RESOURCE_TYPES)
      await manager.post('/tags', { name: 'wide', company_id: a, resource_type });
    expect((await merge('wide', 'wider', social)).body.items.map((one) => one.resource_type)).toEqual([
      'social_media_profile',
      'social_media_post',
    ]);
    expect(await found('wide')).toMatchObject([{ name: 'wide', resource_type: 'facebook_ad' }]);
    expect((await merge('wide', 'wider', social)).status).toBe(404);
  });
});

it('writes making, merging and deleting to the audit log, with what was and what is', async () => {
  const made = { name: 'logged', company_id: a, resource_type: 'facebook_ad' };
  const { body: first } = await manager.post<Tag>('/tags', made);
  await manager.post('/tags/merge', { from_tag: 'logged', to_tag: 'kept', company_id: a });
  const [kept] = await found('kept');
  await manager.delete(`/tags/${kept?.id}`);
  const entries = await service.database.db
    .selectFrom('audit_log')
    .select(['action', 'record_id', 'username', 'before', 'after'])
    .where('resource', '=', 'tag')
    .where('record_id', 'in', [String(first.id), String(kept?.id)])
    .orderBy('id')
    .execute();
  const by = { username: 'tagger' };
  const [one, two] = [
    { ...by, record_id: String(first.id) },
    { ...by, record_id: String(kept?.id) },
  ];
  expect(entries).toMatchObject([
    { ...one, action: 'create', before: null, after: { name: 'logged' } },
    { ...two, action: 'create', before: null, after: { name: 'kept' } },
    { ...one, action: 'merge', before: { name: 'logged' }, after: { id: kept?.id, name: 'kept' } },
    { ...two, action: 'delete', before: { name: 'kept' }, after: null },
  ]);
});
