import { sql } from 'kysely';
import type { BulkAnswer } from '../../contract/bulk';
import type { Paged } from '../../contract/paging';
import { RESOURCE_TYPES, tagKey, type ResourceTags, type Tag, type TagStats } from '../../contract/tags';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';

let service: TestConsole;
/** AdManager and SocialMediaManager of A · AdManager of B · of both · in no group, of A · SocialMediaManager of A. */
let manager: Person;
let other: Person;
let both: Person;
let member: Person;
let social: Person;
let a: number;
let b: number;

beforeAll(async () => {
  service = await openConsole();
  a = await addTestCompany(service, 'Company A', 'company-a');
  b = await addTestCompany(service, 'Company B', 'company-b');
  manager = await service.person('manager', { groups: ['AdManager', 'SocialMediaManager'], companies: ['company-a'] });
  other = await service.person('other', { groups: ['AdManager'], companies: ['company-b'] });
  both = await service.person('both', { groups: ['AdManager'], companies: ['company-a', 'company-b'] });
  member = await service.person('member', { companies: ['company-a'] });
  social = await service.person('social', { groups: ['SocialMediaManager'], companies: ['company-a'] });
});
afterAll(() => service.close());

let made = 0;
const addAd = async (company: number) => {
  made += 1;
  const { rows } = await sql<{ id: number }>`
    insert into facebook_ads (company_id, ad_identifier, ad_name)
    values (${company}, ${String(made)}, ${`Ad ${made}`}) returning id`.execute(service.database.db);
  return rows[0]?.id ?? 0;
};
const addAds = async (company: number, count: number) => {
  const ids = [];
  for (let at = 0; at < count; at += 1) ids.push(await addAd(company));
  return ids;
};
const tag = (id: number, tag_name: string, rest: object = {}) =>
  manager.post<ResourceTags>(`/facebook-ads/${id}/tags`, { tag_name, ...rest });
const tagsOf = async (id: number) => (await both.get<ResourceTags>(`/facebook-ads/${id}/tags`)).body.tags;
const listed = async (query = '', person = manager) => (await person.get<Paged<Tag>>(`/tags/?${query}`)).body;
const found = async (name: string, company = a) =>
  (await listed(`company_id=${company}&search=${encodeURIComponent(name)}`, both)).items;
const detail = (loc: string) => [expect.objectContaining({ loc: ['body', loc] })];

const ODD_NAMES = [
  'a/b',
  '%2e%2e',
  'a%2Fb',
  '?',
  '#',
  'ünï',
  '%',
  '%25',
  '...',
  `"quo'ted"`,
  'a & b=c',
  'a+b c',
  '\\',
  '🌵 emoji 👩‍👩‍👧',
  'مرحبا بالعالم',
  '<img src=x onerror=alert(1)>',
  '\u202eright-to-left',
  'ß'.repeat(50),
  '😀'.repeat(50),
];

describe('the tags of a resource', () => {
  it('are added, shown and removed exactly, whatever their text (TAG-01, TAG-02)', async () => {
    const id = await addAd(a);
    for (const name of ODD_NAMES) expect((await tag(id, name)).status).toBe(200);
    expect([...(await tagsOf(id))].sort()).toEqual([...ODD_NAMES].sort());
    const rest = [...ODD_NAMES];
    for (const name of ODD_NAMES) {
      const { status } = await manager.delete(`/facebook-ads/${id}/tags/${encodeURIComponent(name)}`);
      expect({ name, status }).toEqual({ name, status: 204 });
      rest.shift();
      expect([...(await tagsOf(id))].sort()).toEqual([...rest].sort());
    }
  });

  it.each([
    ['.'],
    ['..'],
    [' .. '],
    [''],
    ['  '],
    ['\u200b'],
    ['\u00ad\u2060'],
    ['a\nb'],
    ['a\u0007'],
    ['a\u0085b'],
    ['x'.repeat(51)],
    [7],
    [null],
    [['x']],
  ])('cannot have the name %j', async (name) => {
    const id = await addAd(a);
    const single = await manager.post(`/facebook-ads/${id}/tags`, { tag_name: name });
    expect(single).toMatchObject({ status: 422, body: { detail: detail('tag_name') } });
    const many = { resource_ids: [id], tag_names: ['fine', name] };
    expect((await manager.post('/facebook-ads/tags/bulk/add', many)).status).toBe(422);
    expect((await manager.put(`/facebook-ads/${id}/tags`, { tags: [name] })).status).toBe(422);
    expect(await tagsOf(id)).toEqual([]);
  });

  it('refuse a megabyte as fast as it is read', async () => {
    for (const text of [' ', '\u200b', 'x', ' \u200b', '.. ']) {
      const started = performance.now();
      const { status } = await tag(1, text.repeat(100_000));
      expect(status).toBe(422);
      expect(performance.now() - started).toBeLessThan(1000);
    }
  });

  it('are one for all spellings, and the first spelling stays (TAG-03)', async () => {
    const [one, two] = [await addAd(a), await addAd(a)];
    await tag(one, 'Café Straße');
    for (const spelling of [
      'CAFÉ STRASSE',
      'cafe\u0301 straße',
      ' Ｃafé\u00a0Straße\u200b ',
      'Ca\u00adfé Stra\u2060ße',
    ])
      expect((await tag(two, spelling)).body.tags).toEqual(['Café Straße']);
    expect(await found('Straße')).toMatchObject([{ name: 'Café Straße', usage_count: 2 }]);
    expect((await manager.delete(`/facebook-ads/${two}/tags/${encodeURIComponent('CAFÉ strasse')}`)).status).toBe(204);
    expect(tagKey('ΣΊΣΥΦΟΣ')).toBe(tagKey('σίσυφος'));
  });

  it('are trimmed, and adding one twice is no error', async () => {
    const id = await addAd(a);
    await tag(id, `  ${'y'.repeat(50)}\t\n`);
    const { status, body } = await tag(id, 'y'.repeat(50));
    expect({ status, body }).toEqual({ status: 200, body: { tags: ['y'.repeat(50)] } });
  });

  it('are refused in one sentence when they may not be created and do not exist', async () => {
    const id = await addAd(a);
    const answer = await tag(id, "it's new", { create_if_not_exists: false });
    expect(answer).toMatchObject({ status: 400, body: { detail: "Tag 'it's new' does not exist" } });
    const many = { resource_ids: [id], tag_names: ['known', 'unknown'], create_if_not_exists: false };
    await tag(await addAd(a), 'known');
    expect(await manager.post('/facebook-ads/tags/bulk/add', many)).toMatchObject({
      status: 400,
      body: { detail: "Tag 'unknown' does not exist" },
    });
    expect(await tagsOf(id)).toEqual([]);
    expect((await tag(id, 'KNOWN', { create_if_not_exists: false })).body.tags).toEqual(['known']);
  });

  it('PUT replaces all of them, and with none takes them off', async () => {
    const id = await addAd(a);
    await manager.put(`/facebook-ads/${id}/tags/`, { tags: ['one', 'two'], company_id: a });
    const { body } = await manager.put<ResourceTags>(`/facebook-ads/${id}/tags/`, { tags: ['three', 'TWO', 'two'] });
    expect(body).toEqual({ tags: ['three', 'two'] });
    expect(await tagsOf(id)).toEqual(['three', 'two']);
    expect((await manager.put(`/facebook-ads/${id}/tags/`, { tags: [] })).body).toEqual({ tags: [] });
    expect((await manager.put(`/facebook-ads/${id}/tags/`, {})).status).toBe(422);
  });

  it('404 for a tag that it does not carry, a resource that is not there, and a company that is not its own', async () => {
    const id = await addAd(a);
    await tag(await addAd(a), 'elsewhere');
    for (const name of ['elsewhere', 'nowhere'])
      expect(await manager.delete(`/facebook-ads/${id}/tags/${name}`)).toMatchObject({
        status: 404,
        body: { detail: 'Tag not found' },
      });
    expect((await tag(999_999, 'x')).body).toEqual({ detail: 'Ads not found' });
    expect((await both.post(`/facebook-ads/${id}/tags`, { tag_name: 'x', company_id: b })).status).toBe(404);
    expect(await tag(id, 'x', { company_id: b })).toMatchObject({ status: 404, body: { detail: 'Company not found' } });
    expect(await tagsOf(id)).toEqual([]);
  });

  it('of a company out of reach are as if it did not exist, for every call', async () => {
    const id = await addAd(a);
    await tag(id, 'ours');
    const calls: [string, string, unknown?][] = [
      ['GET', 'tags'],
      ['PUT', 'tags', { tags: ['theirs'] }],
      ['POST', 'tags', { tag_name: 'theirs' }],
      ['DELETE', 'tags/ours'],
    ];
    for (const [method, path, body] of calls) {
      const [foreign, absent] = [id, 999_999].map((at) => other.ask(method, `/facebook-ads/${at}/${path}`, body));
      const { status, body: sentence } = (await foreign) ?? {};
      expect({ method, status, sentence }).toEqual({ method, status: 404, sentence: { detail: 'Ads not found' } });
      expect((await absent)?.body).toEqual(sentence);
    }
    expect(await tagsOf(id)).toEqual(['ours']);
  });
});

describe('bulk', () => {
  it('adds to what is in reach and names the rest; no tag is made in another company (BULK-01, BULK-02)', async () => {
    const [ours, theirs] = [await addAd(b), await addAd(a)];
    const body = { resource_ids: [ours, theirs, ours, 999_999], tag_names: ['bulk-x', 'bulk-y'] };
    for (const round of ['first', 'again'])
      expect({ round, body: (await other.post<BulkAnswer>('/facebook-ads/tags/bulk/add', body)).body }).toEqual({
        round,
        body: {
          success_count: 1,
          error_count: 2,
          errors: [
            { id: theirs, msg: 'Ads not found' },
            { id: 999_999, msg: 'Ads not found' },
          ],
        },
      });
    expect(await tagsOf(ours)).toEqual(['bulk-x', 'bulk-y']);
    expect(await tagsOf(theirs)).toEqual([]);
    expect(await found('bulk-', a)).toEqual([]);
    expect(await found('bulk-', b)).toMatchObject([{ usage_count: 1 }, { usage_count: 1 }]);
  });

  it('removes likewise; not to carry a tag is no error', async () => {
    const [one, two, theirs] = [await addAd(a), await addAd(a), await addAd(b)];
    await both.post('/facebook-ads/tags/bulk/add', { resource_ids: [one, two, theirs], tag_names: ['r-x', 'r-y'] });
    const { body } = await manager.post<BulkAnswer>('/facebook-ads/tags/bulk/remove', {
      resource_ids: [one, two, theirs],
      tag_names: ['R-X', 'never'],
    });
    expect(body).toMatchObject({ success_count: 2, error_count: 1 });
    expect([await tagsOf(one), await tagsOf(two), await tagsOf(theirs)]).toEqual([['r-y'], ['r-y'], ['r-x', 'r-y']]);
  });

  it('with company_id counts the resources of the other companies as errors; a foreign company is 404', async () => {
    const [one, two] = [await addAd(a), await addAd(b)];
    const body = { resource_ids: [one, two], tag_names: ['c'], company_id: b };
    expect((await both.post<BulkAnswer>('/facebook-ads/tags/bulk/add', body)).body).toMatchObject({
      success_count: 1,
      errors: [{ id: one }],
    });
    for (const path of ['add', 'remove'])
      expect((await manager.post(`/facebook-ads/tags/bulk/${path}`, body)).status).toBe(404);
  });

  it('spans the companies of the caller, each with tags of its own', async () => {
    const [one, two] = [await addAd(a), await addAd(b)];
    await both.post('/facebook-ads/tags/bulk/add', { resource_ids: [two, one], tag_names: ['spanning'] });
    expect(await found('spanning', a)).toMatchObject([{ company_id: a, usage_count: 1 }]);
    expect(await found('spanning', b)).toMatchObject([{ company_id: b, usage_count: 1 }]);
  });

  it('asks for confirmation only when it is refused (BULK-10)', async () => {
    const id = await addAd(a);
    for (const path of ['add', 'remove']) {
      const body = { resource_ids: [id], tag_names: ['z'], confirm: false };
      expect(await manager.post(`/facebook-ads/tags/bulk/${path}`, body)).toMatchObject({
        status: 400,
        body: { detail: 'Please confirm the action' },
      });
    }
    expect(await tagsOf(id)).toEqual([]);
  });

  it.each([
    { resource_ids: [], tag_names: ['x'] },
    { tag_names: ['x'] },
    { resource_ids: null, tag_names: ['x'] },
    { resource_ids: '1', tag_names: ['x'] },
    { resource_ids: [null], tag_names: ['x'] },
    { resource_ids: [{}], tag_names: ['x'] },
    { resource_ids: [[1]], tag_names: ['x'] },
    { resource_ids: Array(1001).fill(1), tag_names: ['x'] },
    { resource_ids: [1], tag_names: [] },
    { resource_ids: [1], tag_names: Array(51).fill('x') },
    { resource_ids: [1] },
    { resource_ids: [1], tag_names: ['x'], usage_count: 5 },
  ])('refuses %.60j (BULK-07)', async (body) => {
    for (const path of ['add', 'remove'])
      expect((await manager.post(`/facebook-ads/tags/bulk/${path}`, body)).status).toBe(422);
  });

  it('takes a thousand resources and fifty tags at once', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into facebook_ads (company_id, ad_identifier, ad_name)
      select ${b}, 'many-' || n, 'Many' from generate_series(1, 1000) n returning id`.execute(service.database.db);
    const body = { resource_ids: rows.map(({ id }) => id), tag_names: Array.from({ length: 50 }, (_, n) => `m${n}`) };
    expect((await other.post('/facebook-ads/tags/bulk/add', body)).body).toMatchObject({ success_count: 1000 });
    expect(await found('m42', b)).toMatchObject([{ usage_count: 1000 }]);
  }, 20_000);
});

describe('the list of tags', () => {
  it('is of the companies in reach and the types that the person may read (SCOPE-16)', async () => {
    await tag(await addAd(a), 'ad tag');
    await manager.post('/tags', { name: 'profile tag', company_id: a, resource_type: 'social_media_profile' });
    const types = async (person: Person) =>
      new Set((await listed('search=%20tag&page_size=100', person)).items.map((one) => one.resource_type));
    expect(await types(member)).toEqual(new Set(['facebook_ad']));
    expect(await types(manager)).toEqual(new Set(['facebook_ad', 'social_media_profile']));
    expect((await listed('', other)).items.every(({ company_id }) => company_id === b)).toBe(true);
    for (const path of ['/tags', '/tags/stats']) {
      expect((await other.get(`${path}?company_id=${a}`)).body).toEqual(
        (await other.get(`${path}?company_id=999999`)).body,
      );
      expect((await other.get(`${path}?company_id=${a}`)).status).toBe(404);
      expect((await member.get(`${path}?resource_type=social_media_post`)).status).toBe(403);
      expect((await member.get(`${path}?resource_type=nonsense`)).status).toBe(422);
    }
  });

  it('answers a hundred a page by name unless told otherwise, and sorts by use', async () => {
    const body = await listed(`company_id=${b}`, other);
    expect(body).toMatchObject({ page: 1, page_size: 100 });
    const names = body.items.map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    const counts = (await listed(`company_id=${b}&sort_by=-usage_count`, other)).items.map((one) => one.usage_count);
    expect(counts).toEqual([...counts].sort((x, y) => y - x));
    expect((await other.get('/tags?sort_by=company_id')).status).toBe(422);
  });

  it('is searched for a part of the name, every sign an ordinary one', async () => {
    const id = await addAd(a);
    for (const name of ['50% off', 'under_score']) await tag(id, name);
    expect((await found('% OFF')).map(({ name }) => name)).toEqual(['50% off']);
    expect((await found('R_S')).map(({ name }) => name)).toEqual(['under_score']);
  });

  it('stats add up by company and type', async () => {
    const { body } = await other.get<TagStats>('/tags/stats/?resource_type=facebook_ad');
    const { total } = await listed(`company_id=${b}`, other);
    expect(body.items).toMatchObject([{ company_id: b, resource_type: 'facebook_ad', tag_count: total }]);
    const { rows } = await sql`select from tag_uses where company_id = ${b}`.execute(service.database.db);
    expect(body.items[0]?.usage_count).toBe(rows.length);
  });
});

describe('making and deleting a tag', () => {
  it('answers 201 and an unused tag; a second of any spelling is 409', async () => {
    const body = { name: ' Fresh ', company_id: a, resource_type: 'facebook_ad' };
    const answer = await manager.post<Tag>('/tags', body);
    expect(answer).toMatchObject({ status: 201, body: { ...body, name: 'Fresh', usage_count: 0 } });
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
    const [one, two] = [await addAd(a), await addAd(a)];
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
    const [one, two, three] = [await addAd(a), await addAd(a), await addAd(a)];
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
    const id = await addAd(a);
    await tag(id, 'from here');
    expect((await merge('from here', 'to there')).body.items).toMatchObject([{ name: 'to there', usage_count: 1 }]);
    expect(await tagsOf(id)).toEqual(['to there']);
    expect(await merge('from here', 'to there')).toMatchObject({ status: 404, body: { detail: 'Tag not found' } });
    expect((await merge('to there', 'TO THERE')).status).toBe(400);
    expect((await merge('to there', '..')).status).toBe(422);
    expect((await merge('to there', 'x', other)).status).toBe(404);
    expect(await tagsOf(id)).toEqual(['to there']);
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

it('usage counts are true after ten clients tag, untag, merge and delete at once', async () => {
  const ids = await addAds(a, 12);
  const names = ['t0', 't1', 't2', 't3', 't4'];
  let seed = 7;
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below;
  const some = () => ids.filter(() => random(2) === 0).concat(ids[0] ?? 0);
  const name = () => names[random(names.length)] ?? '';
  const client = async () => {
    const statuses: number[] = [];
    for (let step = 0; step < 15; step += 1) {
      const call = [
        () => manager.post('/facebook-ads/tags/bulk/add', { resource_ids: some(), tag_names: [name(), name()] }),
        () => both.post('/facebook-ads/tags/bulk/remove', { resource_ids: some(), tag_names: [name()] }),
        () => tag(ids[random(12)] ?? 0, name()),
        () => manager.put(`/facebook-ads/${ids[random(12)]}/tags`, { tags: [name(), name()] }),
        () => both.post('/tags/merge', { from_tag: name(), to_tag: name(), company_id: a }),
        async () => manager.delete(`/tags/${(await found(name()))[0]?.id ?? 0}`),
      ][random(6)];
      statuses.push((await call?.())?.status ?? 0);
    }
    return statuses;
  };
  const statuses = (await Promise.all(Array.from({ length: 10 }, client))).flat();
  // A merge may come too late for its source, or name a tag twice.
  expect([...new Set(statuses)].filter((status) => ![200, 204, 400, 404].includes(status))).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(80);
  const carried = (await Promise.all(ids.map(tagsOf))).flat();
  for (const one of (await listed(`company_id=${a}&search=t&page_size=100`)).items.filter((t) =>
    names.includes(t.name),
  ))
    expect({ name: one.name, uses: one.usage_count }).toEqual({
      name: one.name,
      uses: carried.filter((name) => name === one.name).length,
    });
});

it('a resource that is deleted while it is tagged leaves no use behind', async () => {
  const ids = await addAds(a, 20);
  const tagging = manager.post('/facebook-ads/tags/bulk/add', { resource_ids: ids, tag_names: ['vanishing'] });
  const deleting = ids.map((id) => sql`delete from facebook_ads where id = ${id}`.execute(service.database.db));
  expect((await tagging).status).toBe(200);
  await Promise.all(deleting);
  expect((await found('vanishing')).every(({ usage_count }) => usage_count === 0)).toBe(true);
});

it('writes every change to the audit log, and none for what was so already', async () => {
  const id = await addAd(a);
  for (const _ of ['once', 'twice']) await tag(id, 'audited');
  await manager.delete(`/facebook-ads/${id}/tags/audited`);
  const deeds = await service.database.db
    .selectFrom('audit_log')
    .select(['action', 'username', 'before', 'after'])
    .where('resource', '=', 'facebook_ad')
    .where('record_id', '=', String(id))
    .orderBy('id')
    .execute();
  expect(deeds).toEqual([
    { action: 'tag', username: 'manager', before: { tags: [] }, after: { tags: ['audited'] } },
    { action: 'tag', username: 'manager', before: { tags: ['audited'] }, after: { tags: [] } },
  ]);
});
