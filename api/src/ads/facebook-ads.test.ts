import type { FacebookAd, FacebookAdList, FacebookAdPreview } from 'contract/ads/facebook-ads';
import type { Person, TestConsole } from '../testing/console';
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

describe('one ad', () => {
  it('is as in the list, and is 404 out of reach (SCOPE-13)', async () => {
    const list = await member.get<FacebookAdList>(`/facebook-ads?company_id=${a}&ad_name=alpha`);
    expect((await member.get<FacebookAd>(`/facebook-ads/${idOf.alpha}`)).body).toEqual(list.body.items[0]);
    for (const id of [foreign, 999_999, 'x', '1.5'])
      for (const path of ['', '/preview', '/tags'])
        expect((await member.get(`/facebook-ads/${id}${path}`)).status).toBe(404);
    expect((await member.get(`/facebook-ads/${foreign}`)).body).toEqual({ detail: 'Ads not found' });
  });

  it('has a preview as it is, however hostile, as JSON and never as a page (PREV-01)', async () => {
    const preview_html = '<script>parent.localStorage</script><img src=x onerror=alert(1)>';
    await service.database.db
      .insertInto('facebook_ad_previews')
      .values({ ad_id: idOf.alpha ?? 0, preview_html, error: null })
      .execute();
    const { body, headers } = await member.get<FacebookAdPreview>(`/facebook-ads/${idOf.alpha}/preview`);
    expect(body).toEqual({ preview_html, error: null });
    expect(headers['content-type']).toMatch(/^application\/json/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('without a preview returns null and the reason (PREV-05)', async () => {
    await service.database.db
      .insertInto('facebook_ad_previews')
      .values({ ad_id: idOf.Beta ?? 0, preview_html: null, error: 'The ad was deleted' })
      .execute();
    const preview = async (name: string) => (await member.get(`/facebook-ads/${idOf[name]}/preview`)).body;
    expect(await preview('Beta')).toEqual({ preview_html: null, error: 'The ad was deleted' });
    expect(await preview('gamma_1')).toEqual({ preview_html: null, error: 'There is no preview of this ad yet' });
  });
});

describe('refreshing', () => {
  it('returns 409 while no connection is configured, 404 for ads out of reach, 422 for none', async () => {
    expect(await manager.post('/facebook-ads/refresh/', { ad_ids: [idOf.alpha] })).toMatchObject({
      status: 409,
      body: { detail: 'Facebook connection is not configured' },
    });
    expect((await manager.post('/facebook-ads/refresh/', { ad_ids: [foreign] })).status).toBe(404);
    for (const ad_ids of [[], ['1'], null])
      expect((await manager.post('/facebook-ads/refresh', { ad_ids })).status).toBe(422);
    expect((await member.post('/facebook-ads/refresh', { ad_ids: [idOf.alpha] })).status).toBe(403);
  });
});
