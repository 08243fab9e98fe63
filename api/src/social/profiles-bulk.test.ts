import type { Paged } from 'contract/paging';
import type { Profile, ProfileBulkWritten } from 'contract/social/profiles';
import { openTwoCompanies, type TwoCompanies } from '../testing/two-companies';

const PATH = '/social-media-profiles';
let { service, a, manager, other } = {} as TwoCompanies;

beforeAll(async () => {
  ({ service, a, manager, other } = await openTwoCompanies('SocialMediaManager'));
});
afterAll(() => service.close());
beforeEach(() => service.database.db.deleteFrom('social_media_profiles').execute());

const form = { platform: 'instagram', platform_username: 'green.tea', status: 'active' };
const list = async () => (await manager.get<Paged<Profile>>(PATH)).body;

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
    expect((await list()).items.map(({ platform_username }) => platform_username)).toEqual(['one', 'two']);
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
        detail: [{ loc: ['body', 'profiles', 'status'], msg: 'Status must be one of active, inactive, error' }],
      });
      expect((await write(path, [{ ...one, id: 1 }])).status).toBe(422);
      expect((await write(path, [])).status).toBe(422);
      expect((await write(path, Array(1001).fill(one))).status).toBe(422);
      expect((await write(path, [one], other)).status).toBe(404);
    }
    expect((await list()).total).toBe(0);
  });

  it('leave an entry for each profile in the audit log', async () => {
    await write('create', [one, two]);
    await write('upsert', [{ ...two, status: 'error' }]);
    const entries = await service.database.db
      .selectFrom('audit_log')
      .select(['action', 'username', 'after'])
      .where('resource', '=', 'social_media_profile')
      .orderBy('id', 'desc')
      .limit(3)
      .execute();
    expect(entries.reverse()).toMatchObject([
      { action: 'create', username: 'manager', after: { platform_username: 'one' } },
      { action: 'create', after: { platform_username: 'two' } },
      { action: 'update', after: { platform_username: 'two', status: 'error' } },
    ]);
  });

  it('of the same profiles at once, in any order, store none twice', async () => {
    const profiles = Array.from({ length: 60 }, (_, at) => ({ ...form, platform_username: `p${at}` }));
    const responses = await Promise.all([
      write('upsert', profiles),
      write('upsert', [...profiles].reverse()),
      write('create', profiles),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect((await list()).total).toBe(60);
  });
});
