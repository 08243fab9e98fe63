import type { BulkResponse } from 'contract/bulk';
import type { Paged } from 'contract/paging';
import { openTwoCompanies, type TwoCompanies } from '../testing/two-companies';

let { service, a, b, manager, other, both } = {} as TwoCompanies;

beforeAll(async () => {
  ({ service, a, b, manager, other, both } = await openTwoCompanies('SocialMediaManager'));
});
afterAll(() => service.close());

interface Row {
  id: number;
  status: string;
  status_message: string | null;
}

/** The common fields of profiles and posts, and the field that makes each unique. */
const KINDS = [
  {
    many: 'profiles',
    resource: 'social_media_profile',
    path: '/social-media-profiles',
    missing: 'Profile not found',
    own: (at: number) => ({ platform_username: `user ${at}` }),
  },
  {
    many: 'posts',
    resource: 'social_media_post',
    path: '/social-media-posts',
    missing: 'Post not found',
    own: (at: number) => ({ url: `https://www.instagram.com/p/${at}` }),
  },
] as const;

describe.each(KINDS)('a bulk call for $many', ({ many, resource, path, missing, own }) => {
  beforeEach(() => service.database.db.deleteFrom(`social_media_${many}`).execute());

  let counter = 0;
  const made = async (changes: object = {}, person = manager, company_id = a) => {
    counter += 1;
    const form = { ...own(counter), platform: 'instagram', status: 'active', company_id };
    const { status, body } = await person.post<Row>(path, { ...form, ...changes });
    expect(status).toBe(201);
    return body;
  };
  const list = async (person = manager) => (await person.get<Paged<Row>>(`${path}?sort_by=created_at`)).body;
  const update = (changes: object) =>
    manager.post<BulkResponse>(`${path}/bulk/update-status`, {
      company_id: a,
      new_status: 'error',
      confirm: true,
      ...changes,
    });

  it('sets the status; an absent message keeps each one’s own, null clears it', async () => {
    const [one, two] = [await made({ status_message: 'own' }), await made()];
    const ids = [one.id, two.id, two.id];
    expect((await update({ ids })).body).toEqual({ success_count: 2, error_count: 0, errors: [] });
    expect((await list()).items).toMatchObject([
      { status: 'error', status_message: 'own' },
      { status: 'error', status_message: null },
    ]);
    await update({ ids, status_message: 'all', new_status: 'inactive' });
    const all = { status: 'inactive', status_message: 'all' };
    expect((await list()).items).toMatchObject([all, all]);
    await update({ ids, status_message: null });
    expect((await list()).items).toMatchObject([{ status_message: null }, { status_message: null }]);
    expect((await update({ ids, status_message: 'x'.repeat(1001) })).status).toBe(422);
  });

  it('names ids that are not there, out of reach, or not of the body’s company, and does the rest', async () => {
    const [mine, foreign] = [await made(), await made({}, other, b)];
    for (const [person, call] of [
      [manager, 'update-status'],
      [both, 'update-status'],
      [both, 'delete'],
    ] as const) {
      const { body } = await person.post<BulkResponse>(`${path}/bulk/${call}`, {
        company_id: a,
        ids: [foreign.id, mine.id, 999_999],
        confirm: true,
        ...(call === 'delete' ? {} : { new_status: 'error' }),
      });
      expect(body).toEqual({
        success_count: 1,
        error_count: 2,
        errors: [foreign.id, 999_999].map((id) => ({ id, msg: missing })),
      });
    }
    expect(await list(both)).toMatchObject({ total: 1, items: [{ id: foreign.id, status: 'active' }] });
  });

  it.each([
    ['none', []],
    ['nothing', undefined],
    ['null', null],
    ['text', '1'],
    ['a null', [null]],
    ['an object', [{}]],
    ['a list in the list', [[1]]],
    ['1,001', Array.from({ length: 1001 }, (_, at) => at + 1)],
  ])('refuses as its ids: %s (BULK-07)', async (_, ids) => {
    await made();
    const { status, body } = await update({ ids });
    expect(status).toBe(422);
    expect(body).toMatchObject({ detail: [{ loc: ['body', 'ids'] }] });
    expect((await manager.post(`${path}/bulk/delete`, { company_id: a, ids, confirm: true })).status).toBe(422);
    expect((await list()).items).toMatchObject([{ status: 'active' }]);
  });

  it('asks for consent, and is 404 in a company out of reach (BULK-10)', async () => {
    const { id } = await made();
    for (const confirm of [false, undefined])
      for (const call of ['update-status', 'delete']) {
        const body = { company_id: a, ids: [id], confirm, ...(call === 'delete' ? {} : { new_status: 'error' }) };
        const refused = await manager.post(`${path}/bulk/${call}`, body);
        expect(refused).toMatchObject({ status: 400, body: { detail: 'Please confirm the action' } });
        expect((await other.post(`${path}/bulk/${call}`, { ...body, confirm: true })).status).toBe(404);
      }
    expect((await list()).items).toMatchObject([{ status: 'active' }]);
  });

  it('writes every change to the audit log, as calls for one do, without what is kept for the lists alone', async () => {
    const { id } = await made();
    const rest = { company_id: a, ids: [id], confirm: true };
    await manager.post(`${path}/${id}/tags`, { tag_name: 'kept apart' });
    await manager.patch(`${path}/${id}`, { status: 'inactive' });
    await manager.post(`${path}/bulk/update-status`, { ...rest, new_status: 'error' });
    await manager.post(`${path}/bulk/delete`, rest);
    const entries = await service.database.db
      .selectFrom('audit_log')
      .select(['action', 'username', 'before', 'after'])
      .where('resource', '=', resource)
      .where('record_id', '=', String(id))
      .where('action', '<>', 'tag')
      .orderBy('id')
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['create', 'update', 'update', 'delete']);
    expect(entries[2]).toMatchObject({ before: { status: 'inactive' }, after: { status: 'error' } });
    const kept = entries.flatMap(({ before, after }) => [before, after]).filter((row) => row !== null);
    const fields = Object.keys(kept[0] as object);
    expect(fields).toEqual(expect.arrayContaining(['status_message', 'created_by', 'updated_by']));
    expect(fields).not.toContain('tag_ids');
    // A deletion keeps the tags too, for an undo.
    const [deleted, ...others] = kept.reverse() as { tags?: string[] }[];
    for (const row of others) expect(Object.keys(row)).toEqual(fields);
    const { tags, ...rows } = deleted ?? {};
    expect([Object.keys(rows), tags]).toEqual([fields, ['kept apart']]);
  });
});
