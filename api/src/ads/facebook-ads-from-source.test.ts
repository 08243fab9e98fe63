import type { IngestedAd, IngestOutcome } from 'contract/ingest/ingest';
import { dateOf, dayOf } from 'contract/calendar';
import fc from 'fast-check';
import { sql } from 'kysely';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';
import { machineToken } from '../testing/machines';
import { findDays, purgeAdDays, saveDays, windowsOf } from './facebook-ad-days.queries';

let service: TestConsole;
let admin: Person;
let machine: Person;
let company: number;
let made = 0;

beforeAll(async () => {
  service = await openConsole();
  admin = await service.person('admin', { groups: ['AaasAdmin'] });
});
beforeEach(async () => {
  made += 1;
  // In New York.
  company = await addTestCompany(service, `Company ${made}`, `company-${made}`);
  machine = await machineToken(admin, { company_ids: [company] });
});
afterAll(() => service.close());

/** November 22 in New York: the last whole day is the 21st. */
const AT = '2026-11-22T12:00:00.000Z';
const LAST = '2026-11-21';
const before = (days: number, last = LAST) => dateOf(dayOf(last) - days);

const send = async (records: Partial<IngestedAd>[], values: object = {}) => {
  const body = { company_id: company, source: 'etl', observed_at: AT, records, ...values };
  return (await machine.put<IngestOutcome>('/ingest/facebook-ads', body)).body;
};
const ad = (days: IngestedAd['days'], ad_identifier = '1') => ({ ad_identifier, ad_name: 'One', days });
const windows = async (identifier = '1') => {
  const { rows } = await sql<{ windows: number[] }>`
    select array[spend_last_1d, spend_last_7d, spend_last_14d, spend_last_28d]::float8[] as windows
    from facebook_ads where company_id = ${company} and ad_identifier = ${identifier}`.execute(service.database.db);
  return rows[0]?.windows;
};
const idOf = async (identifier: string) => {
  const { id } = await service.database.db
    .selectFrom('facebook_ads')
    .select('id')
    .where('company_id', '=', company)
    .where('ad_identifier', '=', identifier)
    .executeTakeFirstOrThrow();
  return id;
};
/** The stored days of all ads of the company, in their order. */
const days = async () => {
  const { db } = service.database;
  const ads = await db
    .selectFrom('facebook_ads')
    .select(['id', 'company_id'])
    .where('company_id', '=', company)
    .execute();
  const today = dayOf(new Date().toISOString().slice(0, 10));
  const range = { first: today - 1000, last: today + 1000 };
  const all = await Promise.all(ads.map((one) => findDays(db, one, range)));
  return all
    .flat()
    .map(({ day, spend }): [string, number] => [day, spend])
    .sort(([one], [other]) => one.localeCompare(other));
};

it('the windows are the sums of the days, back from the last whole one of the company’s zone', async () => {
  const eachDay = Array.from({ length: 40 }, (_, at) => ({ day: before(at - 1), spend: 1 }));
  await send([ad(eachDay)]);
  // The day that is not over is kept and not counted.
  expect(await windows()).toEqual([1, 7, 14, 28]);
  expect(await days()).toHaveLength(40);
  // The same from what is stored.
  await send([{ ...ad([]), ad_name: 'Two' }]);
  expect(await windows()).toEqual([1, 7, 14, 28]);
});

it('where the day begins is the company’s: at 04:59 UTC New York still has the day before', async () => {
  const two = [
    { day: '2026-11-20', spend: 1 },
    { day: '2026-11-21', spend: 10 },
  ];
  await send([ad(two)], { observed_at: '2026-11-22T04:59:59Z' });
  expect(await windows()).toEqual([1, 1, 1, 1]);
  await send([ad([])], { observed_at: '2026-11-22T05:00:00Z' });
  expect(await windows()).toEqual([10, 11, 11, 11]);
});

it('a day that is sent again gets its spend anew, one that is not sent stays, and the windows follow', async () => {
  await send([
    ad([
      { day: before(0), spend: 5 },
      { day: before(10), spend: 0.1 },
    ]),
  ]);
  const corrected = await send([ad([{ day: before(10), spend: 0.2 }])], { observed_at: '2026-11-22T13:00:00Z' });
  expect(corrected).toMatchObject({ updated: 1 });
  expect(await days()).toEqual([
    [before(10), 0.2],
    [before(0), 5],
  ]);
  expect(await windows()).toEqual([5, 5, 5.2, 5.2]);
});

it('without a day in them the windows are zero, also of an ad without any', async () => {
  await send([ad([], '1'), ad([{ day: before(28), spend: 3 }], '2')]);
  expect([await windows('1'), await windows('2')]).toEqual([
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);
});

it('a corrected day beyond the windows is a change of the ad', async () => {
  await send([ad([{ day: before(100), spend: 3 }])]);
  expect(await send([ad([{ day: before(100), spend: 4 }])])).toMatchObject({ updated: 1 });
  expect(await send([ad([{ day: before(100), spend: 4 }])])).toMatchObject({ unchanged: 1 });
});

it('days or windows, not both; a day once, not ahead and of the last 400', async () => {
  const { errors } = await send([
    { ...ad([], '1'), spend_last_28d: 1 },
    ad(
      [
        { day: before(1), spend: 1 },
        { day: before(1), spend: 2 },
      ],
      '2',
    ),
    ad([{ day: before(-3), spend: 1 }], '3'),
    ad([{ day: before(400), spend: 1 }], '4'),
    ad([{ day: '2026-02-30', spend: 1 }], '5'),
    ad([{ day: before(1), spend: -1 }], '6'),
    ad([{ day: before(1), spend: 0.005 }], '7'),
    ad(
      Array.from({ length: 61 }, (_, at) => ({ day: before(at), spend: 1 })),
      '8',
    ),
  ]);
  expect(errors.map(({ msg }) => msg)).toEqual([
    'Send the days or the four windows, not both',
    'A day stands in Days twice',
    'Day must be from 2025-10-19 to 2026-11-23',
    'Day must be from 2025-10-19 to 2026-11-23',
    'Day must be a date (YYYY-MM-DD)',
    'Spend must be at least 0',
    'Spend must have at most 2 decimals',
    'Days must not name more than 60',
  ]);
  expect(await days()).toEqual([]);
});

it('the purge drops those older than 400 days, of ads that nothing reads any more too', async () => {
  await send([ad([])]);
  const { db } = service.database;
  const id = await idOf('1');
  const ago = (days: number) => dateOf(dayOf(new Date().toISOString().slice(0, 10)) - days);
  await db.transaction().execute((transaction) =>
    // A block of days goes when the last of its days is old enough.
    saveDays(transaction, company, [{ id, days: [434, 399].map((n) => ({ day: ago(n), spend: n })) }]),
  );
  await purgeAdDays(db);
  expect((await days()).map(([, spend]) => spend)).toEqual([399]);
});

it('a stale record changes no day', async () => {
  await send([ad([{ day: before(0), spend: 1 }])]);
  const stale = await send([ad([{ day: before(0), spend: 9 }])], { observed_at: '2026-11-22T11:00:00Z' });
  expect(stale).toMatchObject({ stale: 1 });
  expect(await days()).toEqual([[before(0), 1]]);
});

it('the windows of an ad that is gone are zero, and so are the days that they are the sums of', async () => {
  const five = ['1', '2', '3', '4', '5'].map((id) =>
    ad(
      [
        { day: before(40), spend: 7 },
        { day: before(2), spend: 1 },
      ],
      id,
    ),
  );
  await send(five);
  const at = '2026-11-22T13:00:00Z';
  expect(await send(five.slice(1), { observed_at: at, complete: true })).toMatchObject({ gone: 1 });
  expect(await windows('1')).toEqual([0, 0, 0, 0]);
  expect((await days()).filter(([day]) => day === before(2))).toHaveLength(4);
  expect((await days()).filter(([day]) => day === before(40))).toHaveLength(5);
});

it('tags, previews and the selection of an ad stay', async () => {
  await send([ad([])]);
  const id = await idOf('1');
  const manager = await service.person(`manager ${made}`, { groups: ['AdManager'], companies: [String(company)] });
  await manager.put(`/facebook-ads/${id}/tags`, { tags: ['winner'] });
  await send([{ ...ad([]), ad_name: 'Two' }], { observed_at: '2026-11-22T13:00:00Z' });
  expect((await manager.get(`/facebook-ads/${id}`)).body).toMatchObject({ ad_name: 'Two', tags: ['winner'] });
});

const cents = fc.integer({ min: 0, max: 999_999_999_999 }).map((of) => of / 100);

it('the sums of a new ad are reckoned in whole cents', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9_999_999 }), { maxLength: 28 }), (all) => {
      const list = all.map((of, at) => ({ day: before(at), spend: of / 100 }));
      expect(windowsOf(list, LAST).spend_last_28d).toBe(all.reduce((one, other) => one + other, 0) / 100);
    }),
    { numRuns: 1000 },
  );
});

it('sums of days are exact to the cent, in the database as here', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 99_999_999 }), { maxLength: 35 }), async (all) => {
      const list = all.map((of, at) => ({ day: before(at), spend: of / 100 }));
      const sum = (count: number) => all.slice(0, count).reduce((one, other) => one + other, 0) / 100;
      const expected = [sum(1), sum(7), sum(14), sum(28)];
      expect(Object.values(windowsOf(list, LAST))).toEqual(expected);
      const key = `p${(made += 1)}`;
      await send([ad(list, key)]);
      expect(await windows(key)).toEqual(expected);
      // From what is stored.
      await send([ad([], key)], { observed_at: '2026-11-22T13:00:00Z' });
      expect(await windows(key)).toEqual(expected);
    }),
    { numRuns: 25 },
  );
});

it('a window comes back as it was sent, to the cent', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(cents, { minLength: 1, maxLength: 20 }), async (all) => {
      const records = all.map((spend, at) => ({
        ad_identifier: `w${(made += 1)}-${at}`,
        ad_name: 'x',
        spend_last_28d: spend,
      }));
      expect(await send(records)).toMatchObject({ created: all.length });
      for (const { ad_identifier, spend_last_28d } of records)
        expect((await windows(ad_identifier))?.[3]).toBe(spend_last_28d);
      expect(await send(records)).toMatchObject({ unchanged: all.length });
    }),
    { numRuns: 15 },
  );
});
