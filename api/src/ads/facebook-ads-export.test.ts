import Papa from 'papaparse';
import type { FacebookAdList } from 'contract/ads/facebook-ads';
import { addTestCompany, type Person, type TestConsole } from '../testing/console';
import { addAd, addFiveAds } from '../testing/ads';
import { openTwoCompanies } from '../testing/two-companies';

let service: TestConsole;
/** AdManager of A · in no group, of A. */
let manager: Person;
let member: Person;
let a: number;
let b: number;
/** Ids of the ads of A by name, and an ad of B. */
let idOf: Record<string, number>;
let foreign: number;

beforeAll(async () => {
  ({ service, a, b, manager } = await openTwoCompanies('AdManager'));
  member = await service.person('member', { companies: ['company-a'] });
  idOf = await addFiveAds(service, a, manager);
  foreign = await addAd(service, b);
});
afterAll(() => service.close());

describe('the export', () => {
  const exported = async (body: object, person = manager) => {
    const { status, text, headers } = await person.post('/facebook-ads/export/', body);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(text.startsWith('\uFEFF')).toBe(true);
    return Papa.parse<string[]>(text.slice(1).replace(/\r\n$/, ''), { newline: '\r\n' }).data;
  };

  it('has the columns of the screen and every ad that matches, in the order of the list', async () => {
    const [header, ...rows] = await exported({ company_id: a });
    expect(header).toEqual([
      'Ad ID',
      'Ad Name',
      'Type',
      'Campaign',
      'Ad Set',
      '1d Spend',
      '7d Spend',
      '14d Spend',
      '28d Spend',
      'Last Updated',
      'Tags',
    ]);
    const { items } = (await member.get<FacebookAdList>(`/facebook-ads?company_id=${a}`)).body;
    expect(rows.map(([, name]) => name)).toEqual(items.map(({ ad_name }) => ad_name));
    expect(rows[2]).toEqual(['238500', 'alpha', 'image', 'Spring', 'Women', '0', '10.5', '', '', '', 'a/b, Sale']);
  });

  it("takes the list's filters, its sort, and the ads that are named", async () => {
    const names = async (body: object) => (await exported({ company_id: a, ...body })).slice(1).map(([, name]) => name);
    expect(await names({ include_tags: ['sale'], sort_by: 'cached_ad_name' })).toEqual(['alpha', 'Beta', 'gamma_1']);
    expect(await names({ search: 'spring', min_spend_7d: 1 })).toEqual(['alpha']);
    expect(await names({ search: '', ad_name: '', include_tags: [] })).toHaveLength(5);
    expect(await names({ ad_ids: [idOf.Beta, idOf.alpha, foreign, 999_999] })).toEqual(['alpha', 'Beta']);
    expect(await names({ search: 'nothing' })).toEqual([]);
  });

  it('holds no cell that a spreadsheet evaluates (CSV-01, CSV-02)', async () => {
    const names = ['=1+1', '+1+1', '@SUM(A1)', '\t=1', ' =1', '＝1', 'a","=1', 'line\nend', '-5'];
    const company = await addTestCompany(service, 'Formulas', 'formulas');
    await service.database.db
      .insertInto('facebook_ads')
      .values(
        names.map((ad_name, at) => ({ company_id: company, ad_identifier: String(at), ad_name, spend_last_1d: -at })),
      )
      .execute();
    const admin = await service.person('exporter', { groups: ['AdManager'], companies: ['formulas'] });
    const rows = (await exported({ company_id: company, sort_by: '-cached_spend_last_1d' }, admin)).slice(1);
    expect(rows.map(([, name]) => name)).toEqual(names.map((name, at) => (at < 6 ? `'${name}` : name)));
    expect(rows.map(([, , , , , spend]) => spend)).toEqual(names.map((_, at) => String(-at || 0)));
  });

  it('reads on in pieces', async () => {
    const company = await addTestCompany(service, 'Large', 'large');
    const values = Array.from({ length: 2500 }, (_, n) => ({
      company_id: company,
      ad_identifier: `${n}`,
      ad_name: String(n).padStart(4, '0'),
    }));
    await service.database.db.insertInto('facebook_ads').values(values).execute();
    const admin = await service.person('large-exporter', { groups: ['AdManager'], companies: ['large'] });
    const rows = (await exported({ company_id: company, sort_by: 'cached_ad_name' }, admin)).slice(1);
    expect(rows.map(([id]) => Number(id))).toEqual(values.map((_, n) => n));
  });

  it('is refused like any call: 403, 422, 404', async () => {
    expect((await member.post('/facebook-ads/export', { company_id: a })).status).toBe(403);
    for (const body of [
      {},
      { company_id: 'x' },
      { company_id: a, ad_ids: [] },
      { company_id: a, sort_by: 'id' },
      { company_id: a, page: 1 },
    ])
      expect((await manager.post('/facebook-ads/export', body)).status).toBe(422);
    expect((await manager.post('/facebook-ads/export', { company_id: b })).status).toBe(404);
  });
});
