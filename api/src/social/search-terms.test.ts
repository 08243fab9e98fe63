import type { Paged } from 'contract/paging';
import type { SearchTerm, SearchTermBulkResponse, SearchTermBulkCreated } from 'contract/social/search-terms';
import { openTwoCompanies, type TwoCompanies } from '../testing/two-companies';

const PATH = '/social-media-search-terms';
let { service, a, b, manager, other } = {} as TwoCompanies;

beforeAll(async () => {
  ({ service, a, b, manager, other } = await openTwoCompanies('SocialMediaManager'));
});
afterAll(() => service.close());
beforeEach(() => service.database.db.deleteFrom('social_media_search_terms').execute());

const form = { search_term: 'green tea', platform: 'facebook', status: 'pending' };
const made = async (changes: object = {}, person = manager, company_id = a) => {
  const { status, body } = await person.post<SearchTerm>(PATH, { ...form, company_id, ...changes });
  expect(status).toBe(201);
  return body;
};
const imported = (search_terms: unknown, person = manager, company_id = a, platform = 'facebook') =>
  person.post<SearchTermBulkCreated>(`${PATH}/bulk/create`, { company_id, platform, search_terms });
const list = async (query = '', person = manager, company_id = a) =>
  (await person.get<Paged<SearchTerm>>(`${PATH}?company_id=${company_id}${query}`)).body;
const shown = async (query = '') => (await list(query)).items.map(({ search_term }) => search_term);
const detail = (loc: string, msg: string) => expect.objectContaining({ loc: ['body', loc], msg }) as unknown;

describe('one term', () => {
  it('is created, read and replaced with its company in the query', async () => {
    const term = await made({ search_term: '  Green Tea ' });
    expect(term).toEqual({
      ...form,
      search_term: 'Green Tea',
      id: expect.any(Number) as number,
      company_id: a,
      created_at: expect.stringMatching(/Z$/) as string,
      updated_at: expect.stringMatching(/Z$/) as string,
    });
    const path = `${PATH}/${term.id}?company_id=${a}`;
    expect((await manager.get(path)).body).toEqual(term);
    const changes = { search_term: 'matcha', platform: 'youtube', status: 'active' };
    const saved = await manager.put<SearchTerm>(path, changes, { 'if-match': `"${term.updated_at}"` });
    expect(saved.body).toMatchObject({ ...changes, id: term.id, created_at: term.created_at });
    expect((await manager.put(path, changes, { 'if-match': `"${term.updated_at}"` })).status).toBe(412);
    expect((await manager.delete(path)).status).toBe(204);
    expect((await manager.delete(path)).status).toBe(404);
  });

  it('is refused with the form’s own messages', async () => {
    const { status, body } = await manager.post(PATH, { search_term: ' ', platform: 'tiktok' });
    expect(status).toBe(422);
    expect(body.detail).toEqual([
      detail('search_term', 'Search Term is required'),
      detail('platform', 'Platform must be one of facebook, instagram, youtube'),
      detail('status', 'Status is required'),
      detail('company_id', 'Please select a company first'),
    ]);
    const long = await manager.post(PATH, { ...form, company_id: a, search_term: 'x'.repeat(10_000) });
    expect(long.body.detail).toEqual([detail('search_term', 'Search Term must not exceed 255 characters')]);
    await made({ search_term: '🍵'.repeat(255) });
  });

  it.each(['id', 'created_at', 'updated_at', 'updated_by'])(
    'is refused with %s, which only the server sets',
    async (f) => {
      expect((await manager.post(PATH, { ...form, company_id: a, [f]: 1 })).status).toBe(422);
      expect((await list()).total).toBe(0);
    },
  );

  it('is unique by company, platform and text without regard to case (409)', async () => {
    const { id } = await made();
    const again = await manager.post(PATH, { ...form, company_id: a, search_term: 'GREEN Tea ' });
    expect(again).toMatchObject({
      status: 409,
      body: { detail: 'search_term: This company has this search term on this platform already' },
    });
    await made({ platform: 'youtube' });
    await made({}, other, b);
    const { id: second } = await made({ search_term: 'black tea' });
    expect((await manager.put(`${PATH}/${second}?company_id=${a}`, form)).status).toBe(409);
    expect((await manager.put(`${PATH}/${id}?company_id=${a}`, { ...form, search_term: 'Green TEA' })).status).toBe(
      200,
    );
  });

  it('of another company is not there, whichever company the query names (SCOPE-18)', async () => {
    const { id } = await made();
    for (const company of [a, b])
      for (const [method, body] of [['GET'], ['PUT', form], ['DELETE']] as const) {
        const foreign = await other.ask(method, `${PATH}/${id}?company_id=${company}`, body);
        const absent = await other.ask(method, `${PATH}/999999?company_id=${b}`, body);
        expect(foreign).toMatchObject({ status: 404, body: absent.body });
      }
    expect((await manager.get(`${PATH}/${id}`)).status).toBe(422);
    expect((await other.post(PATH, { ...form, company_id: a })).status).toBe(404);
    expect(await shown()).toEqual(['green tea']);
  });
});

describe('a list', () => {
  it('needs a company, which must be the caller’s', async () => {
    expect((await manager.get(PATH)).body.detail).toEqual([
      expect.objectContaining({ loc: ['query', 'company_id'], msg: 'Please select a company first' }),
    ]);
    const foreign = await manager.get(`${PATH}?company_id=${b}`);
    expect(foreign).toMatchObject({ status: 404, body: (await manager.get(`${PATH}?company_id=999999`)).body });
  });

  it('is sorted by term unless told otherwise, and by every sortable column in both directions', async () => {
    await made({ search_term: 'beta', platform: 'youtube', status: 'active' });
    await made({ search_term: 'Alpha', platform: 'facebook', status: 'pending' });
    await made({ search_term: 'gamma', platform: 'instagram', status: 'inactive' });
    expect(await shown()).toEqual(['Alpha', 'beta', 'gamma']);
    expect(await shown('&sort_by=-search_term')).toEqual(['gamma', 'beta', 'Alpha']);
    expect(await shown('&sort_by=platform')).toEqual(['Alpha', 'gamma', 'beta']);
    expect(await shown('&sort_by=-status')).toEqual(['Alpha', 'gamma', 'beta']);
    expect(await shown('&sort_by=created_at')).toEqual(['beta', 'Alpha', 'gamma']);
    expect((await manager.get(`${PATH}?company_id=${a}&sort_by=company__name`)).status).toBe(422);
  });

  it('is filtered by what the term contains, platform and status', async () => {
    await imported(['100% green', 'Black_tea', 'oolong']);
    await made({ search_term: 'oolong', platform: 'youtube' });
    expect(await shown('&search=GREEN')).toEqual(['100% green']);
    expect(await shown('&search=%25')).toEqual(['100% green']);
    expect(await shown('&search=_')).toEqual(['Black_tea']);
    expect((await list('&search=oo&platform=youtube')).total).toBe(1);
    expect((await list('&status=active')).total).toBe(3);
    expect((await list('&search=oo&page_size=1&page=2')).items).toHaveLength(1);
  });
});

describe('a bulk import', () => {
  it('takes new terms as active, skips duplicates, and counts blank lines nowhere (BULK-12)', async () => {
    await made({ search_term: 'Matcha' });
    const { status, body } = await imported([' sencha ', 'matcha', '   ', 'hojicha', 'SENCHA', 'genmaicha']);
    expect(status).toBe(200);
    expect(body).toEqual({
      success_count: 3,
      error_count: 0,
      skipped_count: 2,
      errors: [],
      skipped: [
        { search_term: 'matcha', msg: 'Is there already' },
        { search_term: 'SENCHA', msg: 'Stands in the list twice' },
      ],
    });
    expect(await shown('&status=active')).toEqual(['genmaicha', 'hojicha', 'sencha']);
  });

  it('names the mistake of a line of 10,000 characters and takes the others', async () => {
    const long = 'x'.repeat(10_000);
    const { body } = await imported([long, 'short']);
    expect(body).toMatchObject({ success_count: 1, error_count: 1, skipped_count: 0 });
    expect(body.errors).toEqual([{ search_term: long, msg: 'Search Term must not exceed 255 characters' }]);
  });

  it('keeps any text a term may hold', async () => {
    const odd = [
      "Robert'); drop table--",
      '<script>alert(1)</script>',
      'شاي أخضر',
      '抹茶🍵',
      '=1+1',
      '{"a":1}',
      '\\,"',
    ];
    expect((await imported(odd)).body.success_count).toBe(odd.length);
    expect(new Set(await shown())).toEqual(new Set(odd));
  });

  it.each([
    [[], 'Please enter at least one search term'],
    [undefined, 'Please enter search terms'],
    [null, 'Please enter search terms'],
    [[' ', '\t'], 'Please enter at least one search term'],
    [Array.from({ length: 10_000 }, (_, at) => `term ${at}`), 'Search Terms must not name more than 1000'],
    ['tea', 'Search Terms must be a list'],
    [[1], 'Search Term must be text'],
  ])('refuses the lines %.30j', async (lines, message) => {
    const { status, body } = await manager.post(`${PATH}/bulk/create`, {
      company_id: a,
      platform: 'facebook',
      search_terms: lines,
    });
    expect(status).toBe(422);
    expect(body.detail).toEqual([detail('search_terms', message)]);
    expect((await list()).total).toBe(0);
  });

  it('asks for a platform and a company of the caller', async () => {
    const { body } = await manager.post(`${PATH}/bulk/create`, { company_id: a, search_terms: ['tea'] });
    expect(body.detail).toEqual([detail('platform', 'Please select a platform')]);
    expect((await imported(['tea'], other, a)).status).toBe(404);
    expect((await list()).total).toBe(0);
  });

  it('stores no term twice when people import the same list at once, in whatever order', async () => {
    const terms = Array.from({ length: 300 }, (_, at) => `term ${at}`);
    const orders = [terms, [...terms].reverse(), terms.map((term) => term.toUpperCase())];
    const responses = await Promise.all(orders.map((order) => imported(order)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(responses.reduce((sum, { body }) => sum + body.success_count, 0)).toBe(300);
    expect(responses.reduce((sum, { body }) => sum + body.skipped_count, 0)).toBe(600);
    expect((await list()).total).toBe(300);
  });
});

describe('a bulk status', () => {
  const update = (changes: object, person = manager) =>
    person.post<SearchTermBulkResponse>(`${PATH}/bulk/update-status`, {
      company_id: a,
      platform: 'facebook',
      new_status: 'inactive',
      confirm: true,
      ...changes,
    });

  it('is set for the terms of one platform by their text, and names what is not there', async () => {
    await imported(['Sencha', 'matcha', 'hojicha']);
    await made({ search_term: 'sencha', platform: 'youtube' });
    const { body } = await update({ search_terms: ['sencha', 'MATCHA', 'matcha', 'unknown', ''] });
    expect(body).toEqual({
      success_count: 2,
      error_count: 1,
      errors: [{ search_term: 'unknown', msg: 'Search Term not found' }],
    });
    expect((await list('&status=inactive')).items.map(({ search_term }) => search_term)).toEqual(['matcha', 'Sencha']);
  });

  it('is refused without consent, and in another company (BULK-10)', async () => {
    await imported(['sencha']);
    for (const confirm of [false, undefined])
      expect(await update({ search_terms: ['sencha'], confirm })).toMatchObject({
        status: 400,
        body: { detail: 'Please confirm the action' },
      });
    expect((await update({ search_terms: ['sencha'] }, other)).status).toBe(404);
    const { body } = await update({ search_terms: ['sencha'], company_id: b }, other);
    expect(body).toMatchObject({ success_count: 0, error_count: 1 });
    expect((await list('&status=active')).total).toBe(1);
  });
});

it('writes every change to the audit log, also each of a bulk call', async () => {
  await imported(['audited one', 'audited two']);
  await manager.post(`${PATH}/bulk/update-status`, {
    company_id: a,
    platform: 'facebook',
    search_terms: ['audited one'],
    new_status: 'inactive',
    confirm: true,
  });
  const entries = await service.database.db
    .selectFrom('audit_log')
    .select(['action', 'before', 'after'])
    .where('resource', '=', 'social_media_search_term')
    .orderBy('id', 'desc')
    .limit(3)
    .execute();
  expect(entries.map(({ action }) => action)).toEqual(['update', 'create', 'create']);
  expect(entries[0]).toMatchObject({ before: { status: 'active' }, after: { status: 'inactive' } });
});
