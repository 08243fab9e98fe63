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

const form = { platform: 'instagram', platform_username: 'green.tea', status: 'active' };
const made = async (changes: object = {}, person = manager, company_id = a) => {
  const { status, body } = await person.post<Profile>(PATH, { ...form, company_id, ...changes });
  expect(status).toBe(201);
  return body;
};
const list = async (query = '', person = manager) => (await person.get<Paged<Profile>>(`${PATH}?${query}`)).body;
const detail = (loc: string, msg: string) => expect.objectContaining({ loc: ['body', loc], msg }) as unknown;

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
  ])('is refused with %j', async (changes, message) => {
    const { status, body } = await manager.post(PATH, { ...form, company_id: a, ...changes });
    expect(status).toBe(422);
    expect(body.detail).toEqual([detail(Object.keys(changes)[0] ?? '', message)]);
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
