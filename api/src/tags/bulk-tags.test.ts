import { sql } from 'kysely';
import type { BulkResponse } from 'contract/bulk';
import type { Person, TestConsole } from '../testing/console';
import { addAd } from '../testing/ads';
import { searchTags, tagsOfAd } from '../testing/tagging';
import { openTwoCompanies } from '../testing/two-companies';

let service: TestConsole;
/** AdManager and SocialMediaManager of A · AdManager of B · AdManager of both. */
let manager: Person;
let other: Person;
let both: Person;
let a: number;
let b: number;

beforeAll(async () => {
  ({ service, a, b, manager, other, both } = await openTwoCompanies('AdManager'));
});
afterAll(() => service.close());

const newAd = (company = a) => addAd(service, company);
const tagsOf = (id: number) => tagsOfAd(both, id);
const found = (name: string, company = a) => searchTags(both, company, name);

describe('tagging in bulk', () => {
  it('adds to what is in reach and names the rest; no tag is made in another company (BULK-01, BULK-02)', async () => {
    const [ours, theirs] = [await newAd(b), await newAd()];
    const body = { resource_ids: [ours, theirs, ours, 999_999], tag_names: ['bulk-x', 'bulk-y'] };
    for (const round of ['first', 'again'])
      expect({ round, body: (await other.post<BulkResponse>('/facebook-ads/tags/bulk/add', body)).body }).toEqual({
        round,
        body: {
          success_count: 1,
          error_count: 2,
          errors: [
            { id: theirs, msg: 'Ads not found' },
            { id: 999_999, msg: 'Ads not found' },
          ],
        },
      });
    expect(await tagsOf(ours)).toEqual(['bulk-x', 'bulk-y']);
    expect(await tagsOf(theirs)).toEqual([]);
    expect(await found('bulk-', a)).toEqual([]);
    expect(await found('bulk-', b)).toMatchObject([{ usage_count: 1 }, { usage_count: 1 }]);
  });

  it('removes likewise; not to carry a tag is no error', async () => {
    const [one, two, theirs] = [await newAd(), await newAd(), await newAd(b)];
    await both.post('/facebook-ads/tags/bulk/add', { resource_ids: [one, two, theirs], tag_names: ['r-x', 'r-y'] });
    const { body } = await manager.post<BulkResponse>('/facebook-ads/tags/bulk/remove', {
      resource_ids: [one, two, theirs],
      tag_names: ['R-X', 'never'],
    });
    expect(body).toMatchObject({ success_count: 2, error_count: 1 });
    expect([await tagsOf(one), await tagsOf(two), await tagsOf(theirs)]).toEqual([['r-y'], ['r-y'], ['r-x', 'r-y']]);
  });

  it('with company_id counts the resources of the other companies as errors; a foreign company is 404', async () => {
    const [one, two] = [await newAd(), await newAd(b)];
    const body = { resource_ids: [one, two], tag_names: ['c'], company_id: b };
    expect((await both.post<BulkResponse>('/facebook-ads/tags/bulk/add', body)).body).toMatchObject({
      success_count: 1,
      errors: [{ id: one }],
    });
    for (const path of ['add', 'remove'])
      expect((await manager.post(`/facebook-ads/tags/bulk/${path}`, body)).status).toBe(404);
  });

  it('spans the companies of the caller, each with tags of its own', async () => {
    const [one, two] = [await newAd(), await newAd(b)];
    await both.post('/facebook-ads/tags/bulk/add', { resource_ids: [two, one], tag_names: ['spanning'] });
    expect(await found('spanning', a)).toMatchObject([{ company_id: a, usage_count: 1 }]);
    expect(await found('spanning', b)).toMatchObject([{ company_id: b, usage_count: 1 }]);
  });

  it('asks for confirmation only when it is refused (BULK-10)', async () => {
    const id = await newAd();
    for (const path of ['add', 'remove']) {
      const body = { resource_ids: [id], tag_names: ['z'], confirm: false };
      expect(await manager.post(`/facebook-ads/tags/bulk/${path}`, body)).toMatchObject({
        status: 400,
        body: { detail: 'Please confirm the action' },
      });
    }
    expect(await tagsOf(id)).toEqual([]);
  });

  it.each([
    { resource_ids: [], tag_names: ['x'] },
    { tag_names: ['x'] },
    { resource_ids: null, tag_names: ['x'] },
    { resource_ids: '1', tag_names: ['x'] },
    { resource_ids: [null], tag_names: ['x'] },
    { resource_ids: [{}], tag_names: ['x'] },
    { resource_ids: [[1]], tag_names: ['x'] },
    { resource_ids: Array(1001).fill(1), tag_names: ['x'] },
    { resource_ids: [1], tag_names: [] },
    { resource_ids: [1], tag_names: Array(51).fill('x') },
    { resource_ids: [1] },
    { resource_ids: [1], tag_names: ['x'], usage_count: 5 },
  ])('refuses %.60j (BULK-07)', async (body) => {
    for (const path of ['add', 'remove'])
      expect((await manager.post(`/facebook-ads/tags/bulk/${path}`, body)).status).toBe(422);
  });

  it('takes a thousand resources and fifty tags at once', async () => {
    const { rows } = await sql<{ id: number }>`
      insert into facebook_ads (company_id, ad_identifier, ad_name)
      select ${b}, 'many-' || n, 'Many' from generate_series(1, 1000) n returning id`.execute(service.database.db);
    const body = { resource_ids: rows.map(({ id }) => id), tag_names: Array.from({ length: 50 }, (_, n) => `m${n}`) };
    expect((await other.post('/facebook-ads/tags/bulk/add', body)).body).toMatchObject({ success_count: 1000 });
    expect(await found('m42', b)).toMatchObject([{ usage_count: 1000 }]);
  });
});
