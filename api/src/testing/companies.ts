/** A service with two companies, and people who may do more or less with them. */
import type { Company } from 'contract/company/companies';
import { addTestCompany, openConsole, type Person, type TestConsole } from './console';

/** Every field of a company, as one is written. */
export const companyBody = {
  name: 'Harbor & Pine',
  slug: 'harbor-pine',
  logo_url: 'https://example.test/logo.png',
  timezone: 'America/Chicago',
  shopify_store_url: 'https://harbor.myshopify.example',
  shopify_api_key: 'shpat_very_secret',
  klaviyo_api_key: 'pk_very_secret',
  average_shipping_cost_per_order: 6.85,
  average_credit_card_processing_rate: 0.0295,
  average_credit_card_per_order_fee: 0.07,
};

export interface CompaniesConsole {
  service: TestConsole;
  /** Company A's id. */
  a: number;
  /** Company B's id. */
  b: number;
  /** Member of AaasAdmin. */
  everyone: Person;
  /** CompanyAdmin of A. */
  admin: Person;
  /** In no group, of A. */
  member: Person;
  /** CompanyAdmin of B. */
  other: Person;
  /** A new company, with these fields other than `written`. */
  created(changes?: object): Promise<Company>;
  /** A company's row. */
  stored(id: number): ReturnType<typeof rowOf>;
}

const rowOf = ({ database }: TestConsole, id: number) =>
  database.db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** Opens one; close its service at the end. */
export async function openCompaniesConsole(): Promise<CompaniesConsole> {
  const service = await openConsole();
  const a = await addTestCompany(service, 'Company A', 'company-a');
  const b = await addTestCompany(service, 'Company B', 'company-b');
  const everyone = await service.person('everyone', { groups: ['AaasAdmin'] });
  let made = 0;
  return {
    service,
    a,
    b,
    everyone,
    admin: await service.person('admin', { groups: ['CompanyAdmin'], companies: ['company-a'] }),
    member: await service.person('member', { companies: ['company-a'] }),
    other: await service.person('other', { groups: ['CompanyAdmin'], companies: ['company-b'] }),
    async created(changes = {}) {
      made += 1;
      const { status, body } = await everyone.post<Company>('/companies', {
        ...companyBody,
        slug: `made-${made}`,
        ...changes,
      });
      expect(status).toBe(201);
      return body;
    },
    stored: (id) => rowOf(service, id),
  };
}

/** An entry of a 422. */
export const detail = (loc: string, msg: string) => expect.objectContaining({ loc: ['body', loc], msg }) as unknown;
