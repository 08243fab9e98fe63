import type { Paged } from 'contract/paging';
import type { PostCriteria } from 'contract/social/post-criteria';
import { addTestCompany, type Person } from '../testing/console';
import { openTwoCompanies, type TwoCompanies } from '../testing/two-companies';

const PATH = '/social-media-post-criteria';
let { service, a, b, manager, other } = {} as TwoCompanies;

beforeAll(async () => {
  ({ service, a, b, manager, other } = await openTwoCompanies('SocialMediaManager'));
});
afterAll(() => service.close());
beforeEach(() => service.database.db.deleteFrom('social_media_post_criteria').execute());

const made = async (person: Person, company_id: number, description = 'Shows the product in use') => {
  const { status, body } = await person.post<PostCriteria>(PATH, { company_id, description });
  expect(status).toBe(201);
  return body;
};
const detail = (loc: string, msg: string) => expect.objectContaining({ loc: ['body', loc], msg }) as unknown;

it('creates criteria with the company’s name, the description trimmed', async () => {
  expect(await made(manager, a, '  Shows <b>us</b>\n')).toEqual({
    id: expect.any(Number) as number,
    company_id: a,
    company_name: 'Company A',
    description: 'Shows <b>us</b>',
    created_at: expect.stringMatching(/Z$/) as string,
    updated_at: expect.stringMatching(/Z$/) as string,
  });
});

it('says in the form’s own words what is missing', async () => {
  const { status, body } = await manager.post(PATH, { description: ' \n ' });
  expect(status).toBe(422);
  expect(body.detail).toEqual([
    detail('company_id', 'Please select a company'),
    detail('description', 'Please enter a description'),
  ]);
  const { id } = await made(manager, a);
  for (const description of ['', ' ', null, 7, 'x'.repeat(10_001)])
    expect((await manager.patch(`${PATH}/${id}`, { description })).status).toBe(422);
});

it('each company can have only one set of criteria, also when two people create it at once', async () => {
  const create = () => manager.post(PATH, { company_id: a, description: 'Any' });
  const statuses = (await Promise.all([create(), create()])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([201, 409]);
  expect((await create()).body).toEqual({
    detail: 'Each company can have only one set of social media post criteria.',
  });
});

it.each(['id', 'company_name', 'created_at', 'updated_by'])('refuses %s, which only the server sets', async (field) => {
  const { status } = await manager.post(PATH, { company_id: a, description: 'Any', [field]: 1 });
  expect(status).toBe(422);
  expect((await manager.get(PATH)).body.total).toBe(0);
});

it('the company is chosen at creation only', async () => {
  const { id } = await made(manager, a);
  expect((await manager.patch(`${PATH}/${id}`, { company_id: a })).status).toBe(422);
});

it('saves the description, and refuses to if somebody saved meanwhile', async () => {
  const { id, updated_at } = await made(manager, a);
  const ifMatch = { 'if-match': `"${updated_at}"` };
  const saved = await manager.patch<PostCriteria>(`${PATH}/${id}`, { description: ' New ' }, ifMatch);
  expect(saved.body).toMatchObject({ id, description: 'New', company_name: 'Company A' });
  const late = await manager.patch(`${PATH}/${id}`, { description: 'Late' }, ifMatch);
  expect(late.status).toBe(412);
  expect(late.body).toMatchObject({ updated_by: 'manager', updated_at: saved.body.updated_at });
});

it('deletes criteria, after which the company may have others', async () => {
  const { id } = await made(manager, a);
  expect((await manager.delete(`${PATH}/${id}`)).status).toBe(204);
  expect((await manager.delete(`${PATH}/${id}`)).status).toBe(404);
  await made(manager, a);
});

it('keeps the criteria of other companies out of lists, responses, changes and deletions (SCOPE-22)', async () => {
  const { id } = await made(manager, a);
  expect((await other.get(PATH)).body).toMatchObject({ items: [], total: 0 });
  const foreign = await other.get(`${PATH}?company_id=${a}`);
  expect({ status: foreign.status, body: foreign.body }).toEqual({
    status: 404,
    body: (await other.get(`${PATH}?company_id=999999`)).body,
  });
  for (const [method, body] of [['GET'], ['PATCH', { description: 'Stolen' }], ['DELETE']] as const) {
    const response = await other.ask(method, `${PATH}/${id}`, body);
    const absent = await other.ask(method, `${PATH}/999999`, body);
    expect(response).toMatchObject({ status: 404, body: absent.body });
  }
  expect((await other.post(PATH, { company_id: a, description: 'Mine' })).status).toBe(404);
  expect((await manager.get(`${PATH}/${id}`)).body).toMatchObject({ description: 'Shows the product in use' });
});

describe('a list', () => {
  let everyone: Person;
  beforeAll(async () => {
    everyone = await service.person('everyone', { groups: ['AaasAdmin', 'SocialMediaManager'] });
  });
  const shown = async (query: string) =>
    (await everyone.get<Paged<PostCriteria>>(`${PATH}?${query}`)).body.items.map(({ company_name }) => company_name);

  it('is sorted by the company’s name unless told otherwise, and by each sortable column', async () => {
    await made(everyone, b, 'apples');
    await made(everyone, a, 'Bananas');
    expect(await shown('')).toEqual(['Company A', 'Company B']);
    expect(await shown('sort_by=-company__name')).toEqual(['Company B', 'Company A']);
    expect(await shown('sort_by=description')).toEqual(['Company B', 'Company A']);
    expect(await shown('sort_by=created_at')).toEqual(['Company B', 'Company A']);
    expect(await shown('sort_by=-updated_at')).toEqual(['Company A', 'Company B']);
    expect((await everyone.get(`${PATH}?sort_by=company_name`)).status).toBe(422);
  });

  it('is filtered by company, and by what description and company name contain', async () => {
    await made(everyone, a, '100% of_all');
    await made(everyone, b, 'Bananas');
    expect(await shown(`company_id=${b}`)).toEqual(['Company B']);
    expect(await shown('search=NANA')).toEqual(['Company B']);
    expect(await shown('search=company%20a')).toEqual(['Company A']);
    expect(await shown('search=%25')).toEqual(['Company A']);
    expect(await shown('search=_')).toEqual(['Company A']);
  });

  it('leaves out the criteria of a deleted company', async () => {
    const gone = await addTestCompany(service, 'Gone', 'gone');
    const { id } = await made(everyone, gone);
    await everyone.delete(`/companies/${gone}`);
    expect(await shown('')).toEqual([]);
    expect((await everyone.get(`${PATH}/${id}`)).status).toBe(404);
  });
});

it('writes every change to the audit log', async () => {
  const { id } = await made(manager, a);
  await manager.patch(`${PATH}/${id}`, { description: 'New' });
  await manager.delete(`${PATH}/${id}`);
  const entries = await service.database.db
    .selectFrom('audit_log')
    .select(['action', 'username', 'before', 'after'])
    .where('resource', '=', 'social_media_post_criteria')
    .where('record_id', '=', String(id))
    .orderBy('id')
    .execute();
  expect(entries).toEqual([
    expect.objectContaining({ action: 'create', username: 'manager', before: null }),
    expect.objectContaining({ action: 'update', after: expect.objectContaining({ description: 'New' }) as object }),
    expect.objectContaining({ action: 'delete', after: null }),
  ]);
});
