import type { Person, TestConsole } from '../testing/console';
import { addAd, addFiveAds } from '../testing/ads';
import { openTwoCompanies } from '../testing/two-companies';

let service: TestConsole;
/** AdManager of A · AdManager of B. */
let manager: Person;
let other: Person;
let a: number;
let b: number;
/** Ids of the ads of A by name, and an ad of B. */
let idOf: Record<string, number>;
let foreign: number;

beforeAll(async () => {
  ({ service, a, b, manager, other } = await openTwoCompanies('AdManager'));
  idOf = await addFiveAds(service, a, manager);
  foreign = await addAd(service, b);
});
afterAll(() => service.close());

describe('the selection', () => {
  const change = (action: string, selected_ids?: unknown[], person = manager) =>
    person.post('/facebook-ads/selection/', { action, ...(selected_ids && { selected_ids }) });

  it('is set, added to, removed from and cleared, and kept for its person alone', async () => {
    const [one = 0, two = 0, three = 0] = Object.values(idOf);
    const steps: [string, number[] | undefined, number[]][] = [
      ['set', [two, one, one], [one, two]],
      ['add', [three, two], [one, two, three]],
      ['remove', [one, 999_999], [two, three]],
      ['set', [one], [one]],
      ['add', undefined, [one]],
      ['clear', undefined, []],
      ['add', [three], [three]],
    ];
    for (const [action, ids, selected_ids] of steps) {
      expect((await change(action, ids)).body).toEqual({ selected_ids });
      expect((await manager.get('/facebook-ads/selection')).body).toEqual({ selected_ids });
    }
    expect((await other.get('/facebook-ads/selection')).body).toEqual({ selected_ids: [] });
  });

  it('does not take ads out of reach, and shows none that went out of reach', async () => {
    expect((await change('set', [foreign, idOf.alpha, 999_999])).body).toEqual({ selected_ids: [idOf.alpha] });
    const { db } = service.database;
    const leaver = await service.person('leaver', { groups: ['AdManager'], companies: ['company-a'] });
    await change('set', [idOf.alpha], leaver);
    const { id } = await db.selectFrom('users').select('id').where('username', '=', 'leaver').executeTakeFirstOrThrow();
    await db.deleteFrom('memberships').where('user_id', '=', id).execute();
    expect((await leaver.get('/facebook-ads/selection')).body).toEqual({ selected_ids: [] });
  });

  it('writes each change to the audit log', async () => {
    const chooser = await service.person('chooser', { groups: ['AdManager'], companies: ['company-a'] });
    await change('set', [idOf.alpha], chooser);
    await change('clear', undefined, chooser);
    const entries = await service.database.db
      .selectFrom('audit_log')
      .select(['action', 'before', 'after'])
      .where('resource', '=', 'facebook_ad_selection')
      .where('username', '=', 'chooser')
      .orderBy('id')
      .execute();
    const [none, one] = [{ selected_ids: [] }, { selected_ids: [idOf.alpha] }];
    expect(entries).toEqual([
      { action: 'select', before: none, after: one },
      { action: 'select', before: one, after: none },
    ]);
  });

  it('refuses what is no selection', async () => {
    for (const ids of [['1'], [null], [0], [1.5], Array(1001).fill(1)])
      expect((await change('set', ids)).status).toBe(422);
    expect((await change('replace', [1])).status).toBe(422);
    expect((await manager.post('/facebook-ads/selection', {})).status).toBe(422);
  });

  it('holds no more than a bulk call takes', async () => {
    const many = await service.database.db
      .insertInto('facebook_ads')
      .values(Array.from({ length: 1001 }, (_, n) => ({ company_id: b, ad_identifier: `many-${n}`, ad_name: 'Many' })))
      .returning('id')
      .execute();
    const ids = many.map(({ id }) => id);
    expect((await change('set', ids.slice(0, 1000), other)).status).toBe(200);
    expect(await change('add', ids.slice(1000), other)).toMatchObject({
      status: 400,
      body: { detail: 'A selection must not hold more than 1000 ads' },
    });
    expect((await other.get('/facebook-ads/selection')).body.selected_ids).toEqual(ids.slice(0, 1000));
  });
});
