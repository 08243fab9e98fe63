/** Taking back what was done to many records, with one call or in parts, and their tags. */
import type { BulkResponse } from 'contract/bulk';
import type { Json } from '../testing/nouns';
import { addTestCompany, openConsole, type Person, type TestConsole, type TestResponse } from '../testing/console';
import { newestEntry, operationIn, undo } from '../testing/undo';

let service: TestConsole;
let company: number;
let person: Person;
let made = 0;

beforeAll(async () => {
  service = await openConsole();
  company = await addTestCompany(service, 'One', 'one');
  person = await service.person('Ada', {
    groups: ['CompanyAdmin', 'SocialMediaManager', 'AdManager'],
    companies: ['one'],
  });
});
afterAll(() => service.close());

const POSTS = '/social-media-posts';
const newPost = async (changes: Json = {}) => {
  made += 1;
  const form = { company_id: company, url: `https://example.test/${made}`, platform: 'tiktok', status: 'active' };
  const { status, body } = await person.post<Json & { id: number }>(POSTS, { ...form, ...changes });
  expect(status).toBe(201);
  return body.id;
};
const newPosts = async (count: number) => {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) ids.push(await newPost({ status_message: `own ${at}` }));
  return ids;
};
const read = async (path: string, ids: readonly number[]) => {
  const records: Json[] = [];
  for (const id of ids) {
    const { status, body } = await person.get<Json>(`${path}/${id}`);
    records.push(status === 200 ? body : {});
  }
  return records;
};
const fields = async (ids: readonly number[], ...names: string[]) =>
  (await read(POSTS, ids)).map((post) => names.map((name) => post[name]));
const bulk = (path: string, body: object, headers = {}) =>
  person.post<BulkResponse>(path, { company_id: company, confirm: true, ...body }, headers);

describe('statuses', () => {
  it('go back to each one’s own, messages too', async () => {
    const ids = await newPosts(3);
    const first = ids[0] ?? 0;
    await person.patch(`${POSTS}/${first}`, { status: 'pending' });
    const before = await fields(ids, 'status', 'status_message');
    const response = await bulk(`${POSTS}/bulk/update-status`, { ids, new_status: 'error', status_message: 'all' });
    expect((await undo(person, response)).body).toMatchObject({ success_count: 3, error_count: 0 });
    expect(await fields(ids, 'status', 'status_message')).toEqual(before);
  });

  it('that were set already are no part of it: neither given back nor left', async () => {
    const ids = await newPosts(3);
    await person.patch(`${POSTS}/${ids[0] ?? 0}`, { status: 'error' });
    const response = await bulk(`${POSTS}/bulk/update-status`, { ids, new_status: 'error' });
    expect(response.body).toMatchObject({ success_count: 3 });
    expect((await undo(person, response)).body).toMatchObject({ success_count: 2, error_count: 0, errors: [] });
    expect(await fields(ids, 'status')).toEqual([['error'], ['active'], ['active']]);
  });

  it('of those that changed since stay, and are named', async () => {
    const ids = await newPosts(3);
    const [first = 0, second = 0, third = 0] = ids;
    const response = await bulk(`${POSTS}/bulk/update-status`, { ids, new_status: 'error' });
    await person.patch(`${POSTS}/${first}`, { status: 'inactive' });
    await person.delete(`${POSTS}/${second}`);
    const { status, body } = await undo(person, response);
    expect(status).toBe(200);
    expect(body).toMatchObject({ success_count: 1, error_count: 2 });
    expect(body.errors).toEqual([
      { id: first, msg: 'This post has been changed since.' },
      { id: second, msg: 'This post has been deleted since.' },
    ]);
    expect(await fields(ids, 'status')).toEqual([['inactive'], [undefined], ['active']]);
    expect(await newestEntry(person, POSTS, third)).toMatchObject({ undoes: operationIn(response) });
  });

  it('of search terms go back too', async () => {
    const terms = ['one', 'two', 'three'];
    const base = '/social-media-search-terms';
    await bulk(`${base}/bulk/create`, { confirm: undefined, platform: 'youtube', search_terms: terms });
    const statuses = async () =>
      (await person.get<{ items: Json[] }>(`${base}?company_id=${company}`)).body.items.map(({ status }) => status);
    const change = { platform: 'youtube', search_terms: terms, new_status: 'inactive' };
    const response = await bulk(`${base}/bulk/update-status`, change);
    expect(await statuses()).toEqual(['inactive', 'inactive', 'inactive']);
    expect((await undo(person, response)).body.success_count).toBe(3);
    expect(await statuses()).toEqual(['active', 'active', 'active']);
  });
});

it('overrides and fields of many variants go back to each one’s own', async () => {
  const ids: number[] = [];
  for (const name of ['own', null]) {
    made += 1;
    const { body } = await person.post<{ id: number }>('/product-variants', {
      company_id: company,
      sales_channel: 'amazon',
      product_variant_identifier: `sku-${made}`,
      cached_product_name: 'Mug',
      cached_product_variant_name: 'Red',
      override_product_name: name,
    });
    ids.push(body.id);
  }
  const overrides = async () =>
    (await read('/product-variants/by-id', ids)).map((variant) => [
      variant['override_product_name'],
      variant['override_product_variant_name'],
      variant['is_active'],
    ]);
  const before = await overrides();
  const field = await bulk('/product-variants/bulk/update-field', {
    variant_ids: ids,
    field_name: 'override_product_name',
    field_value: 'All',
  });
  const each = await bulk('/product-variants/bulk/update-overrides', {
    updates: ids.map((id) => ({ id, override_product_variant_name: `Variant ${id}` })),
  });
  const inactive = await bulk('/product-variants/bulk/update-field', {
    variant_ids: ids,
    field_name: 'is_active',
    field_value: false,
  });
  for (const response of [inactive, each, field]) expect((await undo(person, response)).body.success_count).toBe(2);
  expect(await overrides()).toEqual(before);
});

describe('deletions of many', () => {
  it('come back under their ids, with their tags; those whose unique value is taken are named', async () => {
    const ids = await newPosts(3);
    const [first = 0, , third = 0] = ids;
    await person.put(`${POSTS}/${first}/tags`, { tags: ['sale', 'new'] });
    const before = await fields(ids, 'url', 'status_message', 'tags', 'created_at', 'created_by_username');
    const deleted = await bulk(`${POSTS}/bulk/delete`, { ids });
    expect(await fields(ids, 'id')).toEqual([[undefined], [undefined], [undefined]]);
    await newPost({ url: before[2]?.[0] });
    const { body } = await undo(person, deleted);
    expect(body).toMatchObject({ success_count: 2, error_count: 1, not_restored: [] });
    expect(body.errors).toEqual([{ id: third, msg: 'url: This company has a post with this URL already' }]);
    const after = await fields(ids, 'url', 'status_message', 'tags', 'created_at', 'created_by_username');
    expect(after.slice(0, 2)).toEqual(before.slice(0, 2));
    const tagged = await person.get<{ total: number }>(`${POSTS}?company_id=${company}&tagged_with=sale`);
    expect(tagged.body.total).toBe(1);
  });

  it('bring a tag back that was deleted meanwhile', async () => {
    const id = await newPost();
    await person.post(`${POSTS}/${id}/tags`, { tag_name: 'short-lived' });
    const deleted = await person.delete(`${POSTS}/${id}`);
    const query = `company_id=${company}&search=short-lived`;
    const { body } = await person.get<{ items: { id: number }[] }>(`/tags?${query}`);
    await person.delete(`/tags/${body.items[0]?.id}`);
    expect((await undo(person, deleted)).status).toBe(200);
    expect(await fields([id], 'tags')).toEqual([[['short-lived']]]);
  });
});

describe('tags', () => {
  const tagsOf = async (ids: readonly number[]) => (await fields(ids, 'tags')).flat();

  it('that one call put on, took off or replaced go back, to each record its own', async () => {
    const ids = await newPosts(3);
    const [first = 0, second = 0] = ids;
    await person.put(`${POSTS}/${first}/tags`, { tags: ['kept', 'sale'] });
    await person.put(`${POSTS}/${second}/tags`, { tags: ['kept'] });
    const before = await tagsOf(ids);
    const some = { company_id: company, resource_ids: ids };
    const changes = [
      () => bulk(`${POSTS}/tags/bulk/add`, { ...some, tag_names: ['sale', 'brand new'] }),
      () => bulk(`${POSTS}/tags/bulk/remove`, { ...some, tag_names: ['kept', 'sale'] }),
      () => person.put(`${POSTS}/${first}/tags`, { tags: ['another'] }),
      () => person.post(`${POSTS}/${first}/tags`, { tag_name: 'one more' }),
      () => person.delete(`${POSTS}/${first}/tags/kept`),
    ];
    for (const change of changes) {
      const response: TestResponse<unknown> = await change();
      expect(await tagsOf(ids)).not.toEqual(before);
      const undone = await undo(person, response);
      expect(undone.status).toBe(200);
      expect(await tagsOf(ids)).toEqual(before);
      const redone = await undo(person, undone);
      expect(redone.status).toBe(200);
      expect(await tagsOf(ids)).not.toEqual(before);
      expect((await undo(person, redone)).status).toBe(200);
    }
  });

  it('that changed since stay, and are named; a save of the record itself does not matter', async () => {
    const ids = await newPosts(2);
    const [first = 0, second = 0] = ids;
    const tagged = await bulk(`${POSTS}/tags/bulk/add`, { resource_ids: ids, tag_names: ['sale'] });
    await person.post(`${POSTS}/${first}/tags`, { tag_name: 'later' });
    await person.patch(`${POSTS}/${second}`, { status: 'inactive' });
    const { body } = await undo(person, tagged);
    expect(body.errors).toEqual([{ id: first, msg: 'The tags of this post have been changed since.' }]);
    expect(await tagsOf(ids)).toEqual([['later', 'sale'], []]);
    expect(await fields([second], 'status')).toEqual([['inactive']]);
  });

  it('of one record that changed since are 409', async () => {
    const id = await newPost();
    const tagged = await person.post(`${POSTS}/${id}/tags`, { tag_name: 'sale' });
    await person.post(`${POSTS}/${id}/tags`, { tag_name: 'later' });
    expect(await undo(person, tagged)).toMatchObject({
      status: 409,
      body: { detail: 'The tags of this post have been changed since. Nothing was undone.' },
    });
  });

  it('of ads go back', async () => {
    const ad = await service.database.db
      .insertInto('facebook_ads')
      .values({ company_id: company, ad_identifier: 'a', ad_name: 'Ad' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const tagged = await person.post(`/facebook-ads/${ad.id}/tags`, { tag_name: 'winner' });
    expect((await undo(person, tagged)).status).toBe(200);
    expect(await read('/facebook-ads', [ad.id])).toMatchObject([{ tags: [] }]);
  });

  it('merged tags do not come back: 400 says so', async () => {
    const id = await newPost();
    await person.post(`${POSTS}/${id}/tags`, { tag_name: 'from' });
    const merged = await person.post('/tags/merge', { company_id: company, from_tag: 'from', to_tag: 'into' });
    expect(await undo(person, merged)).toMatchObject({
      status: 400,
      body: { detail: 'Merging tags cannot be undone.' },
    });
  });

  it('that were deleted from posts come back on them', async () => {
    const ids = await newPosts(2);
    for (const id of ids) await person.post(`${POSTS}/${id}/tags`, { tag_name: 'deleted' });
    const { body } = await person.get<{ items: { id: number }[] }>(`/tags?company_id=${company}&search=deleted`);
    const deleted = await person.delete(`/tags/${body.items[0]?.id}`);
    expect(await tagsOf(ids)).toEqual([[], []]);
    expect((await undo(person, deleted)).status).toBe(200);
    expect(await tagsOf(ids)).toEqual([['deleted'], ['deleted']]);
  });
});

it('of an import what was changed goes back, what is new stays and is named', async () => {
  const base = '/social-media-profiles';
  const profile = (platform_username: string, status: string) => ({ platform: 'tiktok', platform_username, status });
  const old = await person.post<{ id: number }>(base, { ...profile('old', 'active'), company_id: company });
  const { headers } = await person.post(`${base}/bulk/upsert`, {
    company_id: company,
    profiles: [profile('old', 'error'), profile('new', 'active'), profile('OLD', 'inactive')],
  });
  const { body } = await undo(person, { headers });
  expect(body).toMatchObject({ success_count: 1, error_count: 1 });
  expect(body.errors[0]?.msg).toBe('A new profile is not taken back by Undo: delete it instead.');
  expect(await read(base, [old.body.id])).toMatchObject([{ status: 'active', platform_username: 'old' }]);
});

it('a bulk call that only created is 400', async () => {
  const urls = ['https://example.test/bulk-1', 'https://example.test/bulk-2'];
  const created = await bulk(`${POSTS}/bulk/create`, { confirm: undefined, platform: 'tiktok', urls });
  expect((await undo(person, created)).status).toBe(400);
});

it('an undo that is repeated with its Idempotency-Key has one effect and one response', async () => {
  const [id = 0] = await newPosts(1);
  const saved = await person.patch(`${POSTS}/${id}`, { status: 'error' });
  const send = () =>
    person.post(`/history/${operationIn(saved)}/undo`, undefined, { 'idempotency-key': `undo ${operationIn(saved)}` });
  const [first, again] = [await send(), await send()];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect(again.body).toEqual(first.body);
});
