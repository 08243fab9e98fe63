import { sql } from 'kysely';
import type { AdSpend } from 'contract/ads/spend';
import type { AttentionKind, CompaniesSpend, Summary } from 'contract/dashboard';
import type { Paged } from 'contract/paging';
import type { Group } from 'contract/session';
import { saveDays } from '../ads/facebook-ad-days.queries';
import { runBackgroundSteps } from '../database/background-steps';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';

let service: TestConsole;
/** In every group that reads a list, of company A and B. */
let person: Person;
let a: number;
let b: number;
let foreign: number;

const READERS: Group[] = ['CompanyAdmin', 'SocialMediaManager'];
const DAY = 24 * 60 * 60 * 1000;
let made = 0;

beforeAll(async () => {
  service = await openConsole();
  a = await addTestCompany(service, 'Birch', 'birch');
  b = await addTestCompany(service, 'Acorn', 'acorn');
  foreign = await addTestCompany(service, 'Cedar', 'cedar');
  person = await service.person('person', { groups: READERS, companies: ['birch', 'acorn'] });
  const social = { platform: 'tiktok' } as const;
  const { db } = service.database;
  for (const [company_id, times] of [
    [a, 2],
    [b, 1],
    [foreign, 3],
  ] as const) {
    for (let time = 0; time < times; time += 1) {
      for (const status of ['pending', 'pending', 'active', 'inactive', 'error'] as const) {
        made += 1;
        const url = `https://example.test/${made}`;
        await db
          .insertInto('social_media_posts')
          .values({ ...social, company_id, url, status })
          .execute();
        if (status !== 'pending')
          await db
            .insertInto('social_media_profiles')
            .values({ ...social, company_id, platform_username: `creator ${made}`, status })
            .execute();
      }
    }
    await addVariants(company_id);
    await addAds(company_id);
    await addConnections(company_id);
  }
});
afterAll(() => service.close());

const ago = (days: number) => new Date(Date.now() - days * DAY).toISOString();
const date = (days: number) => ago(days).slice(0, 10);

/** One variant a line: whether it is active, when it was synchronised, and its costs as days from today. */
async function addVariants(company_id: number) {
  const lines: [is_active: boolean, last_synced_at: string | null, ...costs: [number | null, number | null][]][] = [
    // Without a cost today: never one, one that ended, one that is yet to begin.
    [true, ago(0)],
    [true, ago(0), [null, 40], [39, 3]],
    [true, ago(0), [-3, null]],
    // Not without: costs for ever, costs that go on, two that follow each other.
    [true, ago(9), [null, null]],
    [true, ago(8.5), [10, -10]],
    [true, null, [20, 11], [10, null]],
    // It is not sold.
    [false, null],
  ];
  for (const [is_active, last_synced_at, ...costs] of lines) {
    made += 1;
    const { id } = await service.database.db
      .insertInto('product_variants')
      .values({
        company_id,
        is_active,
        last_synced_at,
        sales_channel: 'amazon',
        product_variant_identifier: `SKU-${made}`,
        cached_product_name: 'Tee',
        cached_product_variant_name: 'Small',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [start, end] of costs)
      await service.database.db
        .insertInto('product_variant_cogs')
        .values({
          product_variant_id: id,
          cogs_amount: 1,
          effective_start_date: start === null ? null : date(start),
          effective_end_date: end === null ? null : date(end),
        })
        .execute();
  }
}

/** Spend of 28 and of 7 days, and whether it moved: a twelfth of 28 days is the limit, and ten dollars the least. */
const SPEND: [number | null, number | null, boolean][] = [
  [120, 40, false],
  [120, 40.01, true],
  [120, 20, false],
  [120, 19.99, true],
  [10, 0, true],
  [9.99, 9.99, false],
  [0, 0, false],
  [120, null, false],
  [null, 12, false],
];

async function addAds(company_id: number) {
  await service.database.db
    .insertInto('facebook_ads')
    .values(
      SPEND.map(([spend_last_28d, spend_last_7d], at) => ({
        company_id,
        spend_last_28d,
        spend_last_7d,
        ad_identifier: String(at),
        ad_name: `Ad ${at}`,
      })),
    )
    .execute();
}

/** Sources with their state, and in days: when they were confirmed and read whole, and when the credential ends. */
const CONNECTIONS = [
  // It needs a new key, the credential ends soon, and it was read yesterday.
  ['shopify', 'reconnect', 30, 1, 13],
  // Never read whole since it was confirmed three days ago; the credential has ended.
  ['meta', 'failing', 3, null, -1],
  // Paused on purpose. The credential ends later.
  ['youtube', 'paused', 30, 29, 15],
] as const;

async function addConnections(company_id: number) {
  const { db } = service.database;
  for (const [source, state, confirmed, success, ends] of CONNECTIONS) {
    const { id: credential_id } = await db
      .insertInto('credentials')
      .values({ company_id, source, kind: 'token', label: source, hint: null, expires_at: ago(-ends) })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db
      .insertInto('connections')
      .values({
        company_id,
        source,
        state,
        credential_id,
        external_id: null,
        external_name: source,
        failures: 0,
        settings: {},
        confirmed_at: ago(confirmed),
        last_success_at: success === null ? null : ago(success),
      })
      .execute();
  }
}

const read = async (query = '', who = person) => {
  const { status, body } = await who.get<Summary>(`/dashboard/summary${query}`);
  expect([query, status]).toEqual([query, 200]);
  return body.items;
};

/** The list that shows each kind, as the screens link it. */
const LINKS: Record<AttentionKind, (item: Summary['items'][number]) => string> = {
  posts_in_error: () => '/social-media-posts?status=error',
  posts_pending: () => '/social-media-posts?status=pending',
  profiles_in_error: () => '/social-media-profiles?status=error',
  variants_without_cost: ({ today }) => `/product-variants?without_cost_on=${today}`,
  variants_not_synced: ({ synced_before }) => `/product-variants?synced_before=${synced_before}`,
  ads_spend_moved: () => '/facebook-ads?spend_moved=true',
  connections_to_reconnect: () => '/connections?state=reconnect',
  connections_expiring: () => '/connections?attention=expires',
  connections_unread: () => '/connections?attention=unread',
};

it('counts what needs attention of each company that is asked for, in the order asked for', async () => {
  const items = await read(`?company_id=${a}&company_id=${b}&company_id=${a}`);
  expect(items.map(({ company_id, company_name }) => [company_id, company_name])).toEqual([
    [a, 'Birch'],
    [b, 'Acorn'],
  ]);
  expect(items[0]?.counts).toEqual({
    posts_in_error: 2,
    posts_pending: 4,
    profiles_in_error: 2,
    variants_without_cost: 3,
    variants_not_synced: 4,
    ads_spend_moved: 3,
    connections_to_reconnect: 1,
    connections_expiring: 2,
    connections_unread: 1,
  });
  expect(items[1]?.counts).toMatchObject({ posts_in_error: 1, posts_pending: 2, profiles_in_error: 1 });
});

it('without a pin the company with the most to do comes first', async () => {
  expect((await read()).map(({ company_name }) => company_name)).toEqual(['Birch', 'Acorn']);
});

it('of the pending posts it says how many are from today and yesterday, and the day of the oldest, to whoever reads posts', async () => {
  const id = await addTestCompany(service, 'Dogwood', 'dogwood');
  const reader = await service.person('reader', { groups: ['SocialMediaManager'], companies: ['dogwood'] });
  const of = async (who: Person) => (await who.get<Summary>(`/dashboard/summary?company_id=${id}`)).body.items[0];
  // In New York, where the company is, the day before yesterday has ended 47 hours ago at the latest.
  const post = (days: number, status: 'pending' | 'active' = 'pending') => ({
    company_id: id,
    platform: 'tiktok' as const,
    status,
    created_at: ago(days),
    url: `https://example.test/${status}/${days}`,
  });
  await service.database.db
    .insertInto('social_media_posts')
    .values([post(0), post(2.1), post(12.5), post(40, 'active')])
    .execute();
  const { rows } = await sql<{ day: string }>`
    select (${ago(12.5)}::timestamptz at time zone 'America/New_York')::date as day`.execute(service.database.db);
  expect(await of(reader)).toMatchObject({ new_pending: 1, oldest_pending: rows[0]?.day });
  const other = await service.person('other', { groups: ['AdManager'], companies: ['dogwood'] });
  expect(await of(other)).not.toHaveProperty('new_pending');
});

it('each count is the total of the list that its link shows', async () => {
  for (const item of await read()) {
    const totals: Record<string, number> = {};
    for (const [kind, link] of Object.entries(LINKS)) {
      const { status, body } = await person.get<Paged<object>>(`${link(item)}&company_id=${item.company_id}`);
      expect([kind, status]).toEqual([kind, 200]);
      totals[kind] = body.total;
    }
    expect(item.counts).toEqual(totals);
  }
});

it('says what the ads of each company spent in 28 days, as the picture of it does', async () => {
  const { db } = service.database;
  const { body: before } = await person.get<CompaniesSpend>(`/dashboard/spend?company_id=${b}&company_id=${a}`);
  expect(before).toEqual({ items: [] });
  const ad = await db
    .selectFrom('facebook_ads')
    .select('id')
    .where('company_id', '=', b)
    .limit(1)
    .executeTakeFirstOrThrow();
  const days = [date(3), date(5)].map((day, at) => ({ day, spend: 1.25 + at }));
  await db.transaction().execute((transaction) => saveDays(transaction, b, [{ id: ad.id, days }]));
  const { body } = await person.get<CompaniesSpend>('/dashboard/spend');
  const picture = await person.get<AdSpend>(`/facebook-ads/spend?company_id=${b}&by=day`);
  expect(body.items).toEqual([
    {
      company_id: b,
      total: 3.5,
      total_before: 0,
      days: picture.body.days?.map(({ spend }) => spend),
    },
  ]);
  expect(body.items[0]?.days.filter((spend) => spend > 0)).toEqual([2.25, 1.25]);
});

it('an ad whose spend did not move is of the others', async () => {
  const names = async (moved: boolean) =>
    (
      await person.get<Paged<{ ad_name: string }>>(
        `/facebook-ads?company_id=${a}&spend_moved=${moved}&sort_by=cached_ad_name`,
      )
    ).body.items.map(({ ad_name }) => ad_name);
  const expected = (moved: boolean) => SPEND.flatMap(([, , is], at) => (is === moved ? [`Ad ${at}`] : []));
  expect(await names(true)).toEqual(expected(true));
  expect(await names(false)).toEqual(expected(false));
});

it('the days that a variant’s costs cover are kept through every change of them', async () => {
  const variantAdmin = await service.person('variant admin', { groups: ['Admin'], companies: ['acorn'] });
  const { body: variant } = await variantAdmin.post<{ id: number }>('/product-variants', {
    company_id: b,
    sales_channel: 'tiktok',
    product_variant_identifier: 'changing',
    cached_product_name: 'Changing',
    cached_product_variant_name: 'One',
  });
  const listed = async (day: string) => {
    const query = `company_id=${b}&product_variant_identifier=changing&without_cost_on=${day}`;
    return (await variantAdmin.get<Paged<object>>(`/product-variants?${query}`)).body.total === 1;
  };
  const save = async (body: object) =>
    (await variantAdmin.post<{ id: number }>('/product-variant-cogs', { product_variant_id: variant.id, ...body }))
      .body;
  expect(await listed('2026-01-01')).toBe(true);
  const first = await save({ cogs_amount: 1, effective_start_date: '2026-01-01', effective_end_date: '2026-01-31' });
  const found = async () => {
    const days = ['2025-12-31', '2026-01-01', '2026-01-31', '2026-02-01', '2199-12-31'];
    return Promise.all(days.map(listed));
  };
  expect(await found()).toEqual([true, false, false, true, true]);
  await variantAdmin.patch(`/product-variant-cogs/${first.id}`, { effective_start_date: null });
  expect(await found()).toEqual([false, false, false, true, true]);
  const second = await save({ cogs_amount: 2, effective_start_date: '2026-02-01' });
  expect(await found()).toEqual([false, false, false, false, false]);
  await variantAdmin.delete(`/product-variant-cogs/${first.id}`);
  expect(await found()).toEqual([true, true, true, false, false]);
  await variantAdmin.delete(`/product-variant-cogs/${second.id}`);
  expect(await found()).toEqual([true, true, true, true, true]);
  await variantAdmin.patch(`/product-variants/${variant.id}`, { is_active: false });
  expect(await found()).toEqual([false, false, false, false, false]);
});

it('today is the company’s calendar day, and a week before it a synchronisation counts as long ago', async () => {
  const company = await addTestCompany(service, 'Zones', 'zones');
  const admin = await service.person('zones', { groups: ['CompanyAdmin'], companies: ['zones'] });
  const { rows } = await sql<{ today: string; start: string }>`
    select day as today, (day - 7)::timestamp at time zone 'America/Los_Angeles' as start
    from (select (clock_timestamp() at time zone 'America/Los_Angeles')::date as day) as here`.execute(
    service.database.db,
  );
  const [here] = rows;
  const start = Date.parse(here?.start ?? '');
  await service.database.db
    .updateTable('companies')
    .set({ timezone: 'America/Los_Angeles' })
    .where('id', '=', company)
    .execute();
  for (const [at, time] of [start - 1, start].entries())
    await service.database.db
      .insertInto('product_variants')
      .values({
        company_id: company,
        last_synced_at: new Date(time).toISOString(),
        sales_channel: 'amazon',
        product_variant_identifier: String(at),
        cached_product_name: 'Tee',
        cached_product_variant_name: 'Small',
      })
      .execute();
  const [item] = await read(`?company_id=${company}`, admin);
  expect(item).toMatchObject({ today: here?.today, counts: { variants_not_synced: 1 } });
  const list = await admin.get<Paged<{ product_variant_identifier: string }>>(
    `/product-variants?company_id=${company}&synced_before=${item?.synced_before}`,
  );
  expect(list.body.items.map(({ product_variant_identifier }) => product_variant_identifier)).toEqual(['0']);
});

const CONNECTION_KINDS: AttentionKind[] = ['connections_to_reconnect', 'connections_expiring', 'connections_unread'];

it.each<[string, Group[], AttentionKind[]]>([
  ['nobody’s group', [], ['ads_spend_moved']],
  ['Admin', ['Admin'], ['variants_without_cost', 'variants_not_synced', 'ads_spend_moved']],
  [
    'CompanyAdmin',
    ['CompanyAdmin'],
    ['variants_without_cost', 'variants_not_synced', 'ads_spend_moved', ...CONNECTION_KINDS],
  ],
  [
    'SocialMediaManager',
    ['SocialMediaManager'],
    ['posts_in_error', 'posts_pending', 'profiles_in_error', 'ads_spend_moved'],
  ],
  ['AaasAdmin', ['AaasAdmin'], ['ads_spend_moved', ...CONNECTION_KINDS]],
])(
  '%s is told only the kinds that the group may read, and of connections those that it may change',
  async (name, groups, kinds) => {
    const reader = await service.person(`reader ${name}`, { groups, companies: ['birch'] });
    const [item] = await read(`?company_id=${a}`, reader);
    expect(Object.keys(item?.counts ?? {}).sort()).toEqual([...kinds].sort());
  },
);

it.each(['without_cost_on', 'synced_before'])(
  '%s that is no day, or out of the calendar’s range, is 422',
  async (name) => {
    for (const value of ['yesterday', '2026-02-30', '1969-12-31', '2200-01-01', "2026-01-01'", '2026-01-01T00:00:00Z'])
      expect((await person.get(`/product-variants?company_id=${a}&${name}=${encodeURIComponent(value)}`)).status).toBe(
        422,
      );
  },
);

it('tells an AaasAdmin, and nobody else, what an upgrade still does in the background', async () => {
  const { db, connection } = service.database;
  const admin = await service.person('operator', { groups: ['AaasAdmin'] });
  const background = async (of: Person) => (await of.get<Summary>('/dashboard/summary')).body.background;
  await db.deleteFrom('background_steps').execute();
  const [step] = (await background(admin)) ?? [];
  expect(step).toEqual({
    title: expect.stringMatching(/^History of companies/) as string,
    progress: 0,
    has_failed: false,
  });
  expect(await background(person)).toBeUndefined();
  await runBackgroundSteps(connection);
  expect(await background(admin)).toBeUndefined();
});

it('tells an AaasAdmin, and nobody else, which first steps are done, until all of them are', async () => {
  const fresh = await openConsole();
  try {
    const admin = await fresh.person('first', { groups: ['AaasAdmin'] });
    const steps = async (of = admin) => (await of.get<Summary>('/dashboard/summary')).body.first_steps;
    expect(await steps()).toEqual({ company: false, records: false, people: false });
    const company_id = await addTestCompany(fresh, 'First', 'first');
    expect(await steps()).toEqual({ company: true, records: false, people: false });
    const staff = await fresh.person('second', { groups: ['CompanyAdmin'], companies: ['first'] });
    expect(await steps()).toEqual({ company: true, records: false, people: true });
    expect(await steps(staff)).toBeUndefined();
    const post = { company_id, platform: 'tiktok', url: 'https://example.test/first', status: 'pending' } as const;
    await fresh.database.db.insertInto('social_media_posts').values(post).execute();
    expect(await steps()).toBeUndefined();
  } finally {
    await fresh.close();
  }
});
