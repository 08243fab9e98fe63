import type { BulkResponse } from 'contract/bulk';
import { openCompaniesConsole, type CompaniesConsole } from '../testing/companies';

let companies: CompaniesConsole;
beforeAll(async () => {
  companies = await openCompaniesConsole();
});
afterAll(() => companies.service.close());

describe('deleting', () => {
  it('returns 204, hides the company everywhere at once, and is 404 the second time', async () => {
    const { id, slug } = await companies.created();
    expect((await companies.everyone.delete(`/companies/${id}`)).status).toBe(204);
    expect((await companies.everyone.get(`/companies/${id}`)).status).toBe(404);
    expect((await companies.everyone.get(`/companies?slug=${slug}`)).body.items).toEqual([]);
    expect(JSON.stringify((await companies.everyone.get('/users/me')).body)).not.toContain(slug);
    expect((await companies.everyone.delete(`/companies/${id}`)).status).toBe(404);
  });

  it('hides it from its members too', async () => {
    const { id, slug } = await companies.created();
    const someone = await companies.service.person('short-lived', { groups: ['CompanyAdmin'], companies: [slug] });
    await companies.everyone.delete(`/companies/${id}`);
    expect((await someone.get('/users/me')).body.companies).toEqual([]);
    expect((await someone.patch(`/companies/${id}`, { name: 'x' })).status).toBe(404);
  });

  it('does many at once: what cannot be done is named, an id named twice counts once', async () => {
    const [one, two] = [await companies.created(), await companies.created()];
    const { status, body } = await companies.everyone.post<BulkResponse>('/companies/bulk/delete', {
      ids: [two.id, one.id, one.id, 999_999],
    });
    expect(status).toBe(200);
    expect(body).toEqual({ success_count: 2, error_count: 1, errors: [{ id: 999_999, msg: 'Company not found' }] });
    expect((await companies.everyone.get(`/companies/${one.id}`)).status).toBe(404);
  });

  it('asks for confirmation: false is 400 and changes nothing, absent means true (BULK-10)', async () => {
    const { id } = await companies.created();
    const refused = await companies.everyone.post('/companies/bulk/delete', { ids: [id], confirm: false });
    expect(refused).toMatchObject({ status: 400, body: { detail: 'Please confirm the action' } });
    expect((await companies.everyone.get(`/companies/${id}`)).status).toBe(200);
    expect((await companies.everyone.post('/companies/bulk/delete', { ids: [id], confirm: true })).status).toBe(200);
  });

  it.each([
    { ids: [] },
    {},
    { ids: null },
    { ids: '1' },
    { ids: [null] },
    { ids: [{}] },
    { ids: [[1]] },
    { ids: [1.5] },
    { ids: [0] },
    { ids: ['1'] },
    { ids: Array(1001).fill(1) },
    { ids: [1], confirm: 'yes' },
  ])('refuses %.40j (BULK-07)', async (body) => {
    const response = await companies.everyone.post<{ detail: { loc: string[] }[] }>('/companies/bulk/delete', body);
    expect(response.status).toBe(422);
    expect(response.body.detail[0]?.loc).toEqual(['body', 'confirm' in body ? 'confirm' : 'ids']);
  });
});
