import type { AdDays, AdSpend, AdTrends, SpendBy } from 'contract/ads/spend';
import { dateOf, dayOf } from 'contract/calendar';
import fc from 'fast-check';
import { sql } from 'kysely';
import { addAd, addFiveAds } from '../testing/ads';
import { saveDays } from './facebook-ad-days.queries';
import { openTwoCompanies } from '../testing/two-companies';
import type { Person, TestConsole } from '../testing/console';

let service: TestConsole;
/** AdManager of A · in no group, of A. */
let manager: Person;
let member: Person;
let a: number;
let b: number;
/** Ids of the ads of A by name, and an ad of B. */
let idOf: Record<string, number>;
let foreign: number;

const TO = '2026-11-20';
const back = (days: number) => dateOf(dayOf(TO) - days);

beforeAll(async () => {
  ({ service, a, b, manager } = await openTwoCompanies('AdManager'));
  member = await service.person('member', { companies: ['company-a'] });
  idOf = await addFiveAds(service, a, manager);
  foreign = await addAd(service, b);
  await spent('alpha', { [back(0)]: 10.1, [back(1)]: 0.2, [back(30)]: 5, [back(400)]: 9 });
  await spent('Beta', { [back(0)]: 0.01 });
  await spent('gamma_1', { [back(0)]: 9_999_999_999.99, [back(27)]: 1 });
  await spent('back\\slash', { [back(3)]: 4 });
});
afterAll(() => service.close());

/** Stores days of an ad, as a source's writing does; 0 takes one back. */
const store = (id: number, days: readonly { day: string; spend: number }[], company = a) =>
  service.database.db.transaction().execute((transaction) => saveDays(transaction, company, [{ id, days: [...days] }]));
const spent = (name: string, days: Record<string, number>) =>
  store(
    idOf[name] ?? 0,
    Object.entries(days).map(([day, spend]) => ({ day, spend })),
  );

const spend = async (query: string, of = a) =>
  (await member.get<AdSpend>(`/facebook-ads/spend?company_id=${of}&to=${TO}&${query}`)).body;
const groups = async (query: string) => (await spend(query)).groups?.map(({ name, spend }) => [name, spend]);

describe('the days of an ad', () => {
  const days = (id: number | undefined, query = '') => member.get<AdDays>(`/facebook-ads/${id}/days?${query}`);

  it('are those that are stored between two dates, both included', async () => {
    expect((await days(idOf.alpha, `from=${back(30)}&to=${TO}`)).body).toEqual({
      from: back(30),
      to: TO,
      items: [
        { day: back(30), spend: 5 },
        { day: back(1), spend: 0.2 },
        { day: TO, spend: 10.1 },
      ],
    });
    expect((await days(idOf.alpha, `from=${back(30)}&to=${back(2)}`)).body.items).toHaveLength(1);
  });

  it("end with the company's last whole day and are 28, unless the query says otherwise", async () => {
    const { rows } = await sql<{ day: string }>`
      select (now() at time zone timezone)::date - 1 as day from companies where id = ${a}`.execute(
      service.database.db,
    );
    const last = rows[0]?.day ?? '';
    expect((await days(idOf.alpha)).body).toMatchObject({ from: dateOf(dayOf(last) - 27), to: last });
    expect((await days(idOf.alpha, 'days=7')).body).toMatchObject({ from: dateOf(dayOf(last) - 6), to: last });
    expect((await days(idOf.alpha, `to=${TO}`)).body).toMatchObject({ from: back(27), to: TO });
  });

  it('of an ad out of reach are 404', async () => {
    for (const id of [foreign, 999_999]) expect((await days(id)).status).toBe(404);
  });
});

describe('spend', () => {
  it('by day is every day of the range, each beside the day before as many days', async () => {
    const body = await spend('by=day&days=28');
    expect(body).toMatchObject({ from: back(27), to: TO, ads: 5, total: 10_000_000_015.3, total_before: 5 });
    expect(body.groups).toBeUndefined();
    expect(body.days).toHaveLength(28);
    expect(body.days?.[0]).toEqual({ day: back(27), spend: 1, spend_before: 0 });
    expect(body.days?.[25]).toEqual({ day: back(2), spend: 0, spend_before: 5 });
    expect(body.days?.[27]).toEqual({ day: TO, spend: 10_000_000_010.1, spend_before: 0 });
  });

  it('by type, campaign and ad set has the highest first, and those without in a group of their own', async () => {
    await spent("délta's", { [back(2)]: 3 });
    expect(await groups('by=ad_type')).toEqual([
      ['IMAGE', 10_000_000_000.99],
      ['image', 10.3],
      ['carousel', 4],
      [null, 3],
      ['video', 0.01],
    ]);
    expect(await groups('by=campaign&ad_type=image')).toEqual([
      ['Summer', 10_000_000_000.99],
      ['Spring', 10.3],
    ]);
    expect(await groups('by=ad_set&days=3')).toEqual([
      ['Men', 10_000_000_000],
      ['Women', 10.3],
      [null, 3],
    ]);
    await spent("délta's", { [back(2)]: 0 });
  });

  it('by tag counts an ad for each of its tags, those without a tag apart, and the total has every ad once', async () => {
    for (const query of ['by=tag&days=2', 'by=tag&days=2&min_spend_7d=0']) {
      const body = await spend(query);
      expect(body.total).toBe(10_000_000_010.3);
      expect(body.groups?.map(({ name, spend }) => [name, spend])).toEqual([
        ['Sale', 10_000_000_010.3],
        ['a/b', 10_000_000_010.29],
        ['old & "odd"', 9_999_999_999.99],
        ['مرحبا', 0.01],
      ]);
    }
    expect(await groups('by=tag&days=4&ad_type=carousel')).toEqual([[null, 4]]);
  });

  it('without its only tag, which was deleted, an ad is without a tag', async () => {
    await manager.put(`/facebook-ads/${idOf['back\\slash']}/tags`, { tags: ['short-lived'] });
    expect(await groups('by=tag&days=4&ad_type=carousel')).toEqual([['short-lived', 4]]);
    const { rows } = await sql<{ id: number }>`select id from tags where name = 'short-lived'`.execute(
      service.database.db,
    );
    expect((await manager.delete(`/tags/${rows[0]?.id}`)).status).toBe(204);
    expect(await groups('by=tag&days=4&ad_type=carousel')).toEqual([[null, 4]]);
    expect(await groups('by=tag&days=4')).toContainEqual([null, 4]);
  });

  it('names a hundred groups, and says what the others come to', async () => {
    const { db } = service.database;
    const company = b;
    const { rows } = await sql<{ id: number; spend: number }>`
      insert into facebook_ads (company_id, ad_identifier, ad_name, campaign_name)
      select ${company}, 'many ' || n, 'Many', nullif('Campaign ' || n, 'Campaign 1') from generate_series(1, 120) as n
      returning id, substr(ad_identifier, 6)::int as spend`.execute(db);
    for (const { id, spend } of rows) await store(id, [{ day: TO, spend }], company);
    const admin = await service.person('everybody', { groups: ['AaasAdmin'] });
    const { body } = await admin.get<AdSpend>(`/facebook-ads/spend?company_id=${company}&to=${TO}&by=campaign`);
    expect(body.groups).toHaveLength(101);
    expect(body.groups?.[0]).toEqual({ name: 'Campaign 120', spend: 120 });
    // The one without a name is there though it is the lowest.
    expect(body.groups?.at(-1)).toEqual({ name: null, spend: 1 });
    expect(body.others).toEqual({ groups: 19, spend: (20 * 19) / 2 + 19 });
    expect(body.total).toBe((120 * 121) / 2);
  });

  it('says how many ads that spent something have no days, and what they spent', async () => {
    await service.database.db
      .insertInto('facebook_ads')
      .values([
        { company_id: a, ad_identifier: 'w1', ad_name: 'Windows', ad_type: 'windows', spend_last_28d: 12.34 },
        { company_id: a, ad_identifier: 'w2', ad_name: 'Windows', ad_type: 'windows', spend_last_28d: 0.66 },
        { company_id: a, ad_identifier: 'w3', ad_name: 'Nothing spent', ad_type: 'windows', spend_last_28d: 0 },
      ])
      .execute();
    for (const query of ['by=day', 'by=tag', 'by=day&ad_type=windows'])
      expect((await spend(query)).without_days).toEqual({ ads: 2, spend_last_28d: 13 });
    expect((await spend('by=day&ad_type=windows')).ads).toBe(3);
    expect((await spend('by=day&ad_type=image')).without_days).toEqual({ ads: 0, spend_last_28d: 0 });
    await sql`delete from facebook_ads where ad_type = 'windows'`.execute(service.database.db);
    expect((await spend('by=day')).without_days.ads).toBe(0);
  });

  it('of nothing that matches is nothing', async () => {
    expect(await spend('by=day&search=nothing')).toMatchObject({ ads: 0, total: 0, total_before: 0 });
    expect(await spend('by=tag&search=nothing')).toMatchObject({ groups: [], others: { groups: 0, spend: 0 } });
  });

  it.each([
    ['by=week', 'by'],
    ['', 'by'],
    ['by=day&from=2026-02-30', 'from'],
    ['by=day&from=2026-11-21', 'from'],
    ['by=day&from=2025-10-16', 'from'],
    ['by=day&days=0', 'days'],
    ['by=day&days=401', 'days'],
    ['by=day&min_spend_7d=x', 'min_spend_7d'],
  ])('refuses ?%s', async (query, field) => {
    const { status, body } = await member.get(`/facebook-ads/spend?company_id=${a}&to=${TO}&${query}`);
    expect(status).toBe(422);
    expect(body.detail).toEqual([expect.objectContaining({ loc: ['query', field] })]);
  });

  it('is asked for of one company; one out of reach is as if it did not exist', async () => {
    expect((await member.get('/facebook-ads/spend?by=day')).status).toBe(422);
    for (const company of [b, 999_999])
      expect((await member.get(`/facebook-ads/spend?company_id=${company}&by=day`)).status).toBe(404);
  });
});

describe('what is kept of a company', () => {
  const kept = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from facebook_spend_kept where company_id = ${a}
        and not exists (select from facebook_spend_changes where company_id = ${a})`.execute(service.database.db);
    return rows[0]?.count ?? 0;
  };

  it('is kept from the first time that it is asked for, and not while somebody writes', async () => {
    const { db } = service.database;
    await sql`update facebook_ads set campaign_name = 'Springtime' where id = ${idOf.alpha}`.execute(db);
    expect(await kept()).toBe(0);
    await db.transaction().execute(async (transaction) => {
      await sql`update facebook_ads set campaign_name = 'Spring' where id = ${idOf.alpha}`.execute(transaction);
      expect(await groups('by=campaign&days=2')).toContainEqual(['Springtime', 10.3]);
      expect(await kept()).toBe(0);
    });
    expect(await groups('by=campaign&days=2')).toContainEqual(['Spring', 10.3]);
    expect(await kept()).toBeGreaterThan(0);
    // The blocks of a longer range are kept beside it.
    const before = await kept();
    await spend('by=campaign&days=90');
    expect(await kept()).toBeGreaterThan(before);
  });
});

const BY: Record<SpendBy, string> = {
  day: `''`,
  campaign: `coalesce(campaign_name, '-')`,
  ad_set: `coalesce(adset_name, '-')`,
  ad_type: `coalesce(ad_type, '-')`,
  tag: `coalesce(tags.name, '-')`,
};

test('whatever is written, every sum is that of the days', async () => {
  const { db } = service.database;
  const ids = Object.values(idOf);
  const day = fc.integer({ min: 0, max: 120 }).map(back);
  const change = fc.oneof(
    fc.record({ is: fc.constant('spent' as const), ad: fc.constantFrom(...ids), day, cents: fc.nat(1e12 - 1) }),
    fc.record({ is: fc.constant('taken back' as const), ad: fc.constantFrom(...ids), day }),
    fc.record({ is: fc.constant('moved' as const), ad: fc.constantFrom(...ids), to: fc.constantFrom('x', 'y', null) }),
    fc.record({
      is: fc.constant('tagged' as const),
      ad: fc.constantFrom(...ids),
      tags: fc.subarray(['Sale', 'a/b', 'new']),
    }),
  );
  /** The written cents, by ad and day. */
  const written = new Map<number, Map<string, number>>();
  const spendOf = (ad: number) => written.get(ad) ?? new Map<string, number>();
  const write = async (ad: number, days: readonly { day: string; cents: number }[]) => {
    written.set(ad, new Map([...spendOf(ad), ...days.map(({ day, cents }) => [day, cents] as const)]));
    await store(
      ad,
      days.map(({ day, cents }) => ({ day, spend: cents / 100 })),
    );
  };
  for (const ad of ids) {
    const { body } = await member.get<AdDays>(`/facebook-ads/${ad}/days?to=${TO}&days=400`);
    written.set(ad, new Map(body.items.map(({ day, spend }) => [day, Math.round(spend * 100)])));
  }
  const apply = async (one: typeof change extends fc.Arbitrary<infer C> ? C : never) => {
    if (one.is === 'spent') await write(one.ad, [{ day: one.day, cents: one.cents }]);
    if (one.is === 'taken back')
      await write(
        one.ad,
        [...spendOf(one.ad).keys()].filter((day) => day <= one.day).map((day) => ({ day, cents: 0 })),
      );
    if (one.is === 'moved')
      await sql`update facebook_ads set campaign_name = ${one.to}, ad_type = ${one.to} where id = ${one.ad}`.execute(
        db,
      );
    if (one.is === 'tagged') await manager.put(`/facebook-ads/${one.ad}/tags`, { tags: one.tags });
  };
  /** The sums of the written days, in cents. */
  const sums = async (by: SpendBy, from: string, to: string, condition: string) => {
    const tags =
      by === 'tag' ? 'left join tag_uses on resource_id = facebook_ads.id left join tags on tags.id = tag_id' : '';
    const { rows } = await sql<{ name: string; id: number }>`
      select ${sql.raw(BY[by])} as name, facebook_ads.id
      from facebook_ads ${sql.raw(tags)}
      where facebook_ads.company_id = ${a} and ${sql.raw(condition)}`.execute(db);
    const spent = new Map<string, number>();
    for (const { name, id } of rows)
      for (const [day, cents] of spendOf(id))
        if (cents > 0 && day >= from && day <= to) spent.set(name, (spent.get(name) ?? 0) + cents);
    return spent;
  };
  const cents = (dollars: number | undefined) => Math.round((dollars ?? 0) * 100);
  const filters = fc.constantFrom(
    ['', 'true'],
    ['&ad_name=a', `ad_name ilike '%a%'`],
    ['&min_spend_7d=10', 'spend_last_7d >= 10'],
  );
  const range = fc.tuple(fc.integer({ min: 0, max: 100 }), fc.integer({ min: 1, max: 60 }));

  await fc.assert(
    fc.asyncProperty(
      fc.array(change, { maxLength: 6 }),
      filters,
      range,
      async (changes, [filter, condition], [end, length]) => {
        for (const one of changes) await apply(one);
        const [from, to] = [back(end + length - 1), back(end)];
        const total = (await sums('day', from, to, condition)).get('') ?? 0;
        for (const by of Object.keys(BY) as SpendBy[]) {
          const { body } = await member.get<AdSpend>(
            `/facebook-ads/spend?company_id=${a}&by=${by}&from=${from}&to=${to}${filter}`,
          );
          expect(cents(body.total)).toBe(total);
          if (by === 'day') {
            expect(body.days?.reduce((sum, one) => sum + cents(one.spend), 0)).toBe(total);
            const before = await sums('day', back(end + 2 * length - 1), back(end + length), condition);
            expect(cents(body.total_before)).toBe(before.get('') ?? 0);
          } else
            expect(new Map(body.groups?.map(({ name, spend }) => [name ?? '-', cents(spend)]))).toEqual(
              await sums(by, from, to, condition),
            );
        }
      },
    ),
    { numRuns: 40 },
  );
});

describe('the trends of a page', () => {
  it('are the 28 days until the last whole one, of those ads that spent something in them', async () => {
    const { rows } = await sql<{ day: string }>`
      select (now() at time zone timezone)::date - 1 as day from companies where id = ${a}`.execute(
      service.database.db,
    );
    const last = rows[0]?.day ?? '';
    const day = (before: number) => dateOf(dayOf(last) - before);
    const id = await addAd(service, a);
    const days = [
      { day: day(0), spend: 3.5 },
      { day: day(27), spend: 0.01 },
      { day: day(28), spend: 7 },
    ];
    await store(id, days);
    await store(foreign, days, b);
    const answer = await member.get<AdTrends>(`/facebook-ads/trends?company_id=${a}&ids=${id}&ids=${foreign}`);
    expect(answer.body).toEqual({
      from: day(27),
      to: last,
      items: [{ id, spend: [0.01, ...new Array<number>(26).fill(0), 3.5] }],
    });
  });

  it('of a company out of reach are 404', async () => {
    expect((await member.get(`/facebook-ads/trends?company_id=${b}&ids=${foreign}`)).status).toBe(404);
  });
});
