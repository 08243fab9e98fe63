import type { Company } from 'contract/company/companies';
import type { Paged } from 'contract/paging';
import { openCompaniesConsole, companyBody, type CompaniesConsole } from '../testing/companies';

let companies: CompaniesConsole;
beforeAll(async () => {
  companies = await openCompaniesConsole();
});
afterAll(() => companies.service.close());

describe('reach', () => {
  it("shows any signed-in user their own companies, and nobody else's, in lists, search and totals (SCOPE-03)", async () => {
    for (const path of ['/companies', '/companies/search?q=company', '/companies?search=company&page_size=100']) {
      const { status, body } = await companies.member.get<Paged<Company>>(path);
      expect(status).toBe(200);
      expect(body.items.map(({ id }) => id)).toEqual([companies.a]);
      expect(body.total).toBe(1);
    }
  });

  it.each(['GET', 'PUT', 'PATCH'])(
    'treats %s of a company out of reach as if it did not exist (SCOPE-01, SCOPE-02)',
    async (method) => {
      const before = await companies.stored(companies.a);
      const body = method === 'GET' ? undefined : { ...companyBody, slug: 'stolen' };
      const foreign = await companies.other.ask(method, `/companies/${companies.a}`, body);
      const absent = await companies.other.ask(method, '/companies/999999', body);
      expect(foreign).toMatchObject({ status: 404, body: { detail: 'Company not found' } });
      expect({ status: absent.status, body: absent.body }).toEqual({ status: foreign.status, body: foreign.body });
      expect(await companies.stored(companies.a)).toEqual(before);
    },
  );

  it.each(['0', '-1', '2147483648', '99999999999999999999', '9'.repeat(1000), '1.5', 'x', '1e3', '%20', '1%00'])(
    'returns 404 to the id %.30s',
    async (id) => {
      expect((await companies.everyone.get(`/companies/${id}`)).status).toBe(404);
    },
  );

  it('leaves adding, duplicating and deleting to AaasAdmin (ROLE-03)', async () => {
    const responses = [
      await companies.admin.post('/companies', companyBody),
      await companies.admin.delete(`/companies/${companies.a}`),
      await companies.admin.post('/companies/bulk/delete', { ids: [companies.a] }),
      await companies.admin.post(`/companies/${companies.a}/duplicate`),
    ];
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403, 403]);
    expect((await companies.admin.get(`/companies/${companies.a}`)).status).toBe(200);
  });
});
