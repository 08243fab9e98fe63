import type { BulkAnswer } from '../../contract/bulk';
import type { Paged } from '../../contract/paging';
import type { Profile, ProfileBulkWritten } from '../../contract/social/profiles';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';

const PATH = '/social-media-profiles';
let service: TestConsole;
let manager: Person;
let other: Person;
let both: Person;
let a: number;
let b: number;

beforeAll(async () => {
  service = await openConsole();
  a = await addTestCompany(service, 'Company A', 'company-a');
  b = await addTestCompany(service, 'Company B', 'company-b');
  const groups = ['SocialMediaManager'] as const;
  manager = await service.person('manager', { groups: [...groups], companies: ['company-a'] });
  other = await service.person('other', { groups: [...groups], companies: ['company-b'] });
  both = await service.person('both', { groups: [...groups], companies: ['company-a', 'company-b'] });
});
afterAll(() => service.close());
beforeEach(() => service.database.db.deleteFrom('social_media_profiles').execute());

const form = { platform: 'instagram', platform_username: 'green.tea', status: 'active' };
const made = async (changes: object = {}, person = manager, company_id = a) => {
  const { status, body } = await person.post<Profile>(PATH, { ...form, company_id, ...changes });
  expect(status).toBe(201);
  return body;
};
const list = async (query = '', person = manager) => (await person.get<Paged<Profile>>(`${PATH}?${query}`)).body;
const shown = async (query = '', person = manager) =>
  (await list(query, person)).items.map(({ platform_username }) => platform_username);
const detail = (loc: string[], msg: string) => expect.objectContaining({ loc: ['body', ...loc], msg }) as unknown;

describe('one profile', () => {
  it('is created with a leading @ dropped, and says who created and saved it', async () => {
    const profile = await made({
      platform_username: ' @Green.Tea ',
      platform_identifier: ' 178414 ',
      status_message: 'x',
    });
    expect(profile).toEqual({
      ...form,
      platform_username: 'Green.Tea',
      platform_identifier: '178414',
      status_message: 'x',
      id: expect.any(Number) as number,
      company_id: a,
      company_name: 'Company A',
      tags: [],
      created_at: expect.stringMatching(/Z$/) as string,
      updated_at: expect.stringMatching(/Z$/) as string,
      created_by_username: 'manager',
      last_updated_by_username: 'manager',
    });
    expect((await manager.get(`${PATH}/${profile.id}`)).body).toEqual(profile);
    const saved = await both.patch<Profile>(`${PATH}/${profile.id}`, { status: 'error' });
    expect(saved.body).toMatchObject({ created_by_username: 'manager', last_updated_by_username: 'both' });
  });

  it.each([
    [{ platform_username: ' @ ' }, 'Username is required'],
    [{ platform_username: '' }, 'Username is required'],
    [{ platform_username: 'x'.repeat(256) }, 'Username must not exceed 255 characters'],
    [{ platform: 'facebook' }, 'Platform must be one of instagram, tiktok, youtube'],
    [{ status: 'pending' }, 'Status must be one of active, inactive, error'],
    [{ status_message: 'x'.repeat(1001) }, 'Status Message must not exceed 1000 characters'],
    [{ company_id: null }, 'Please select a company'],
  ])('is refused with %j', async (changes, sentence) => {
    const { status, body } = await manager.post(PATH, { ...form, company_id: a, ...changes });
    expect(status).toBe(422);
    expect(body.detail).toEqual([detail(Object.keys(changes), sentence)]);
  });

  it.each(['id', 'tags', 'created_at', 'created_by_username', 'company_name'])(
    'is refused with %s, which only the server sets',
    async (field) => {
      expect((await manager.post(PATH, { ...form, company_id: a, [field]: 1 })).status).toBe(422);
      expect((await list()).total).toBe(0);
    },
  );

  it('is unique by company, platform and username without regard to case (409)', async () => {
    const { id } = await made();
    const again = await manager.post(PATH, { ...form, company_id: a, platform_username: '@GREEN.tea' });
    expect(again).toMatchObject({
      status: 409,
      body: { detail: 'platform_username: This company has this profile already' },
    });
    const second = await made({ platform: 'tiktok' });
    await made({}, other, b);
    expect((await manager.patch(`${PATH}/${second.id}`, { platform: 'instagram' })).status).toBe(409);
    expect((await manager.patch(`${PATH}/${id}`, { platform_username: 'GREEN.TEA' })).status).toBe(200);
  });

  it('PUT sets absent optional fields to null, PATCH leaves them; both refuse what was changed meanwhile', async () => {
    const { id, updated_at } = await made({ platform_identifier: '1', status_message: 'x' });
    const ifMatch = { 'if-match': `"${updated_at}"` };
    const patched = await manager.patch<Profile>(`${PATH}/${id}`, { status: 'error' }, ifMatch);
    expect(patched.body).toMatchObject({ status: 'error', platform_identifier: '1', status_message: 'x' });
    expect((await manager.put(`${PATH}/${id}`, form, ifMatch)).status).toBe(412);
    const put = await manager.put<Profile>(`${PATH}/${id}`, form);
    expect(put.body).toMatchObject({ status: 'active', platform_identifier: null, status_message: null });
    expect((await manager.put(`${PATH}/${id}`, { ...form, company_id: a })).status).toBe(422);
  });

  it('is deleted', async () => {
    const { id } = await made();
    expect((await manager.delete(`${PATH}/${id}`)).status).toBe(204);
    expect(await manager.delete(`${PATH}/${id}`)).toMatchObject({ status: 404, body: { detail: 'Profile not found' } });
  });

  it('of another company is not there (SCOPE-20)', async () => {
    const { id } = await made();
    for (const [method, body] of [['GET'], ['PATCH', { status: 'error' }], ['PUT', form], ['DELETE']] as const) {
      const absent = await other.ask(method, `${PATH}/999999`, body);
      expect(await other.ask(method, `${PATH}/${id}`, body)).toMatchObject({ status: 404, body: absent.body });
    }
    for (const path of ['', '/upsert'])
      expect((await other.post(PATH + path, { ...form, company_id: a })).status).toBe(404);
    expect((await list()).items).toMatchObject([{ id, status: 'active' }]);
  });
});

describe('upserting', () => {
  it('creates what is not there (201) and writes the sent fields of what is (200)', async () => {
    const body = { ...form, company_id: a, status_message: 'kept' };
    const first = await manager.post<Profile>(`${PATH}/upsert`, body);
    expect(first.status).toBe(201);
    const again = { ...form, company_id: a, platform_username: '@GREEN.TEA', status: 'inactive' };
    const second = await manager.post<Profile>(`${PATH}/upsert`, again);
    expect(second.status).toBe(200);
    expect(second.body).toMatchObject({ id: first.body.id, status: 'inactive', status_message: 'kept' });
    expect((await list()).total).toBe(1);
  });

  it('makes one profile however many upsert it at once', async () => {
    const upsert = () => manager.post(`${PATH}/upsert`, { ...form, company_id: a });
    const statuses = (await Promise.all(Array.from({ length: 8 }, upsert))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect((await list()).total).toBe(1);
  });
});

describe('bulk writes', () => {
  const write = (path: string, profiles: unknown, person = manager) =>
    person.post<ProfileBulkWritten>(`${PATH}/bulk/${path}`, { company_id: a, profiles });
  const one = { ...form, platform_username: 'one' };
  const two = { ...form, platform_username: 'two' };

  it('create adds what is new and names what is there already', async () => {
    await write('create', [one]);
    const { body } = await write('create', [{ ...one, platform_username: '@ONE' }, two, two]);
    expect(body).toEqual({
      success_count: 1,
      error_count: 2,
      errors: [
        { platform: 'instagram', platform_username: '@ONE', msg: 'This company has this profile already' },
        { platform: 'instagram', platform_username: 'two', msg: 'This company has this profile already' },
      ],
    });
    expect(await shown()).toEqual(['one', 'two']);
  });

  it('upsert writes each, new or not; of one that is named twice the last is kept', async () => {
    await write('create', [one]);
    const { body } = await write('upsert', [{ ...one, status: 'error' }, two, { ...two, status: 'inactive' }]);
    expect(body).toEqual({ success_count: 2, error_count: 0, errors: [] });
    expect((await list()).items.map(({ status }) => status)).toEqual(['error', 'inactive']);
  });

  it('are all or nothing: one broken profile is 422 and nothing is stored', async () => {
    for (const path of ['create', 'upsert']) {
      const { status, body } = await write(path, [one, { ...two, status: 'lost' }]);
      expect(status).toBe(422);
      expect(body).toMatchObject({
        detail: [detail(['profiles', 'status'], 'Status must be one of active, inactive, error')],
      });
      expect((await write(path, [{ ...one, id: 1 }])).status).toBe(422);
      expect((await write(path, [])).status).toBe(422);
      expect((await write(path, Array(1001).fill(one))).status).toBe(422);
      expect((await write(path, [one], other)).status).toBe(404);
    }
    expect((await list()).total).toBe(0);
  });

  it('of the same profiles at once, in any order, store none twice', async () => {
    const profiles = Array.from({ length: 60 }, (_, at) => ({ ...form, platform_username: `p${at}` }));
    const answers = await Promise.all([
      write('upsert', profiles),
      write('upsert', [...profiles].reverse()),
      write('create', profiles),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await list()).total).toBe(60);
  });
});

describe('bulk status and deletion', () => {
  const update = (changes: object, person = manager) =>
    person.post<BulkAnswer>(`${PATH}/bulk/update-status`, {
      company_id: a,
      new_status: 'error',
      confirm: true,
      ...changes,
    });

  it('sets the status; an absent message keeps each one’s own, null clears it', async () => {
    const [one, two] = [await made({ status_message: 'own' }), await made({ platform: 'tiktok' })];
    const ids = [one.id, two.id, two.id];
    expect((await update({ ids })).body).toEqual({ success_count: 2, error_count: 0, errors: [] });
    expect((await list('sort_by=platform')).items).toMatchObject([
      { status: 'error', status_message: 'own' },
      { status: 'error', status_message: null },
    ]);
    await update({ ids, status_message: 'all' });
    expect((await list()).items.every(({ status_message }) => status_message === 'all')).toBe(true);
    await update({ ids, status_message: null });
    expect((await list()).items.every(({ status_message }) => status_message === null)).toBe(true);
    expect((await update({ ids, status_message: 'x'.repeat(1001) })).status).toBe(422);
  });

  it('names ids that are not there, out of reach, or not of the body’s company, and does the rest', async () => {
    const [own, foreign] = [await made(), await made({}, other, b)];
    for (const [person, path] of [
      [manager, 'update-status'],
      [both, 'update-status'],
      [both, 'delete'],
    ] as const) {
      const { body } = await person.post<BulkAnswer>(`${PATH}/bulk/${path}`, {
        company_id: a,
        ids: [foreign.id, own.id, 999_999],
        confirm: true,
        ...(path === 'delete' ? {} : { new_status: 'error' }),
      });
      expect(body).toEqual({
        success_count: 1,
        error_count: 2,
        errors: [foreign.id, 999_999].map((id) => ({ id, msg: 'Profile not found' })),
      });
    }
    expect(await list('', both)).toMatchObject({ total: 1, items: [{ id: foreign.id, status: 'active' }] });
  });

  it('asks for consent, and is 404 in a company out of reach (BULK-10)', async () => {
    const { id } = await made();
    for (const confirm of [false, undefined])
      for (const path of ['update-status', 'delete']) {
        const body = { company_id: a, ids: [id], confirm, ...(path === 'delete' ? {} : { new_status: 'error' }) };
        const refused = await manager.post(`${PATH}/bulk/${path}`, body);
        expect(refused).toMatchObject({ status: 400, body: { detail: 'Please confirm the action' } });
        expect((await other.post(`${PATH}/bulk/${path}`, { ...body, confirm: true })).status).toBe(404);
      }
    expect((await list()).items).toMatchObject([{ status: 'active' }]);
  });
});

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
    expect(await shown()).toEqual(['Alpha', 'beta']);
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
      const answer = await other.post<BulkAnswer>(`${PATH}/tags/bulk/${path}`, body);
      expect(answer.body).toEqual({
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

it('writes every change to the audit log, also each of a bulk call', async () => {
  const { id } = await made();
  const rest = { company_id: a, ids: [id], confirm: true };
  await manager.patch(`${PATH}/${id}`, { status: 'inactive' });
  await manager.post(`${PATH}/bulk/update-status`, { ...rest, new_status: 'error' });
  await manager.post(`${PATH}/bulk/delete`, rest);
  const deeds = await service.database.db
    .selectFrom('audit_log')
    .select(['action', 'username', 'before', 'after'])
    .where('resource', '=', 'social_media_profile')
    .where('record_id', '=', String(id))
    .orderBy('id')
    .execute();
  expect(deeds.map(({ action }) => action)).toEqual(['create', 'update', 'update', 'delete']);
  expect(deeds[2]).toMatchObject({ before: { status: 'inactive' }, after: { status: 'error' } });
});
