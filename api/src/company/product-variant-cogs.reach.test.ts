import type { CogsRecord } from 'contract/company/product-variant-cogs';
import type { Paged } from 'contract/paging';
import { addTestCompany, type Person } from '../testing/console';
import { openCogsConsole, type CogsConsole } from '../testing/cogs';

let cogs: CogsConsole;
/** Admin of the company · CompanyAdmin of another · in no group, of the company · SocialMediaManager of it. */
let variantsAdmin: Person;
let other: Person;
let member: Person;
let social: Person;
beforeAll(async () => {
  cogs = await openCogsConsole();
  const { service } = cogs;
  await addTestCompany(service, 'Company B', 'company-b');
  variantsAdmin = await service.person('variants-admin', { groups: ['Admin'], companies: ['company-a'] });
  other = await service.person('other', { groups: ['CompanyAdmin'], companies: ['company-b'] });
  member = await service.person('member', { companies: ['company-a'] });
  social = await service.person('social', { groups: ['SocialMediaManager'], companies: ['company-a'] });
});
afterAll(() => cogs.service.close());

describe('the list', () => {
  it('returns the periods of all variants in reach, of a company or of one variant', async () => {
    const { variant, first, second, third } = await cogs.history();
    const ids = async (query: string, who = cogs.admin) =>
      (await who.get<Paged<CogsRecord>>(`/product-variant-cogs?page_size=100&${query}`)).body.items.map(({ id }) => id);
    const of = `product_variant_id=${variant}`;
    // The latest start first; an open one is last.
    expect(await ids(of)).toEqual([third.id, second.id, first.id]);
    expect(await ids(`${of}&sort_by=cogs_amount`)).toEqual([first.id, second.id, third.id]);
    expect(await ids(`${of}&sort_by=effective_end_date`)).toEqual([first.id, second.id, third.id]);
    expect(await ids(`${of}&company_id=${cogs.companyId}&sort_by=-updated_at`)).toHaveLength(3);
    expect(await ids(of, other)).toEqual([]);
    expect((await other.get('/product-variant-cogs')).body.total).toBe(0);
    expect((await other.get(`/product-variant-cogs?company_id=${cogs.companyId}`)).status).toBe(404);
    expect((await cogs.admin.get('/product-variant-cogs?sort_by=id')).status).toBe(422);
  });
});

describe('reach', () => {
  it('treats every call out of reach as if nothing were there (SCOPE-09, SCOPE-10)', async () => {
    const { variant, second } = await cogs.history();
    const before = await cogs.rows(variant);
    const calls: [string, (variantId: unknown, id: unknown) => [string, object?]][] = [
      ['GET', (variantId) => [`/product-variant-cogs/timeline/${String(variantId)}`]],
      ['GET', (_, id) => [`/product-variant-cogs/${String(id)}`]],
      ['PATCH', (_, id) => [`/product-variant-cogs/${String(id)}`, { cogs_amount: 9 }]],
      ['PATCH', (_, id) => [`/product-variant-cogs/${String(id)}?dry_run=true`, { cogs_amount: 9 }]],
      ['DELETE', (_, id) => [`/product-variant-cogs/${String(id)}`]],
      ['DELETE', (_, id) => [`/product-variant-cogs/${String(id)}?dry_run=true`]],
      ['POST', (variantId) => ['/product-variant-cogs', { product_variant_id: variantId, cogs_amount: 9 }]],
      [
        'POST',
        (variantId) => ['/product-variant-cogs?dry_run=true', { product_variant_id: variantId, cogs_amount: 9 }],
      ],
    ];
    for (const [method, request] of calls) {
      const foreign = await other.ask(method, ...request(variant, second.id));
      const absent = await other.ask(method, ...request(999_999, 999_999));
      expect(foreign.status).toBe(404);
      expect({ status: absent.status, body: absent.body }).toEqual({ status: foreign.status, body: foreign.body });
    }
    expect(await cogs.rows(variant)).toEqual(before);
  });

  it('lets Admin in as CompanyAdmin, and nobody else (ROLE-04, ROLE-05)', async () => {
    const { variant, second } = await cogs.history();
    expect((await cogs.timeline(variant, variantsAdmin)).total).toBe(3);
    expect((await variantsAdmin.patch(`/product-variant-cogs/${String(second.id)}`, { cogs_amount: 2 })).status).toBe(
      200,
    );
    const before = await cogs.rows(variant);
    for (const who of [member, social]) {
      const responses = [
        await who.get(`/product-variant-cogs/timeline/${variant}`),
        await who.post('/product-variant-cogs', { product_variant_id: variant, cogs_amount: 9 }),
        await who.delete(`/product-variant-cogs/${String(second.id)}`),
      ];
      expect(responses.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    expect(await cogs.rows(variant)).toEqual(before);
  });
});
