import type { CogsDeletion, CogsRecord, CogsSaved, CogsTimeline } from '../../contract/company/product-variant-cogs';
import type { Paged } from '../../contract/paging';
import { dateOf, dayOf } from '../../contract/calendar';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';
import { TEST_SERVER } from '../testing/database';
import { startProcess } from '../testing/processes';

let service: TestConsole;
/** CompanyAdmin of A · Admin of A · CompanyAdmin of B · in no group, of A · SocialMediaManager of A. */
let admin: Person;
let variantsAdmin: Person;
let other: Person;
let member: Person;
let social: Person;
let a: number;

beforeAll(async () => {
  service = await openConsole();
  a = await addTestCompany(service, 'Company A', 'company-a');
  await addTestCompany(service, 'Company B', 'company-b');
  admin = await service.person('admin', { groups: ['CompanyAdmin'], companies: ['company-a'] });
  variantsAdmin = await service.person('variants-admin', { groups: ['Admin'], companies: ['company-a'] });
  other = await service.person('other', { groups: ['CompanyAdmin'], companies: ['company-b'] });
  member = await service.person('member', { companies: ['company-a'] });
  social = await service.person('social', { groups: ['SocialMediaManager'], companies: ['company-a'] });
});
afterAll(() => service.close());

let counter = 0;
const newVariant = async () => {
  counter += 1;
  const { id } = await service.database.db
    .insertInto('product_variants')
    .values({
      company_id: a,
      sales_channel: 'shopify',
      product_variant_identifier: `SKU-${counter}`,
      cached_product_name: 'Tee',
      cached_product_variant_name: 'Small',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

type Dates = [start: string | null, end: string | null];
const bodyOf = (cogs_amount: number, [start, end]: Dates) => ({
  cogs_amount,
  effective_start_date: start,
  effective_end_date: end,
});
const create = (variant: number, amount: number, dates: Dates, query = '') =>
  admin.post<CogsSaved>(`/product-variant-cogs${query}`, { product_variant_id: variant, ...bodyOf(amount, dates) });
const saved = async (variant: number, amount: number, dates: Dates) => {
  const { status, body } = await create(variant, amount, dates);
  expect(status).toBe(201);
  return body;
};
const timeline = async (variant: number, who = admin) =>
  (await who.get<CogsTimeline>(`/product-variant-cogs/timeline/${variant}`)).body;
/** The periods, newest first: amount, start, end. */
const periods = async (variant: number) =>
  (await timeline(variant)).items.map(({ cogs_record: { cogs_amount, ...dates } }) => [
    cogs_amount,
    dates.effective_start_date,
    dates.effective_end_date,
  ]);
const history = async () => {
  const variant = await newVariant();
  const first = await saved(variant, 1, [null, '2026-01-31']);
  const second = await saved(variant, 2, ['2026-02-01', '2026-03-31']);
  const third = await saved(variant, 3, ['2026-04-01', null]);
  return { variant, first, second, third };
};
const rows = (variant: number) =>
  service.database.db
    .selectFrom('product_variant_cogs')
    .selectAll()
    .where('product_variant_id', '=', variant)
    .orderBy('id')
    .execute();
const auditLength = async () => (await service.database.db.selectFrom('audit_log').select('id').execute()).length;
const detail = (loc: string, msg: string) => expect.objectContaining({ loc: ['body', loc], msg }) as unknown;

describe('saving a period', () => {
  it('answers the record; the first moves nothing', async () => {
    const variant = await newVariant();
    const { status, body } = await create(variant, 12.34, ['2026-01-01', null]);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number) as number,
      product_variant_id: variant,
      cogs_amount: 12.34,
      effective_start_date: '2026-01-01',
      effective_end_date: null,
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
      records_updated: 0,
      records_ended: 0,
    });
    const { records_updated: _, records_ended: __, ...record } = body;
    expect((await admin.get(`/product-variant-cogs/${String(body.id)}`)).body).toEqual(record);
  });

  it('takes absent dates for open ones: since for ever, and ongoing', async () => {
    const variant = await newVariant();
    const { body } = await admin.post<CogsSaved>('/product-variant-cogs', {
      product_variant_id: variant,
      cogs_amount: 1,
    });
    expect(body).toMatchObject({ effective_start_date: null, effective_end_date: null });
  });

  it('inside another ends that and resumes it after, with the same amount', async () => {
    const variant = await newVariant();
    await saved(variant, 1, ['2026-01-01', null]);
    expect(await saved(variant, 2, ['2026-02-01', '2026-02-28'])).toMatchObject({
      records_ended: 1,
      records_updated: 1,
    });
    expect(await periods(variant)).toEqual([
      [1, '2026-03-01', null],
      [2, '2026-02-01', '2026-02-28'],
      [1, '2026-01-01', '2026-01-31'],
    ]);
  });

  it('over others removes what it covers and moves what it touches, and tells both counts', async () => {
    const { variant } = await history();
    expect(await saved(variant, 9, ['2026-01-15', '2026-04-15'])).toMatchObject({
      records_ended: 2,
      records_updated: 1,
    });
    expect(await periods(variant)).toEqual([
      [3, '2026-04-16', null],
      [9, '2026-01-15', '2026-04-15'],
      [1, null, '2026-01-14'],
    ]);
  });

  it('closes a gap after it by the later period, one before it by the earlier', async () => {
    const variant = await newVariant();
    await saved(variant, 1, ['2026-03-01', '2026-03-31']);
    expect(await saved(variant, 2, ['2026-01-01', '2026-01-31'])).toMatchObject({
      records_updated: 1,
      records_ended: 0,
    });
    expect(await saved(variant, 3, ['2026-06-01', null])).toMatchObject({ records_updated: 1, records_ended: 0 });
    expect(await periods(variant)).toEqual([
      [3, '2026-06-01', null],
      [1, '2026-02-01', '2026-05-31'],
      [2, '2026-01-01', '2026-01-31'],
    ]);
  });

  it('anew by PATCH gives up its old place first; an absent date stays, null is open', async () => {
    const { variant, second } = await history();
    const { body } = await admin.patch<CogsSaved>(`/product-variant-cogs/${String(second.id)}`, {
      effective_end_date: '2026-02-10',
    });
    expect(body).toMatchObject({ effective_start_date: '2026-02-01', records_updated: 1, records_ended: 0 });
    expect((await periods(variant))[0]).toEqual([3, '2026-02-11', null]);
    const open = await admin.patch<CogsSaved>(`/product-variant-cogs/${String(second.id)}`, {
      effective_end_date: null,
    });
    expect(open.body).toMatchObject({ effective_end_date: null, records_updated: 0, records_ended: 1 });
    expect(await periods(variant)).toEqual([
      [2, '2026-02-01', null],
      [1, null, '2026-01-31'],
    ]);
  });

  it('changes an amount alone without moving anything, also on the single day that an adjustment left', async () => {
    const variant = await newVariant();
    const one = await saved(variant, 1, ['2026-01-01', '2026-01-31']);
    await saved(variant, 2, ['2026-01-02', null]);
    expect(await periods(variant)).toEqual([
      [2, '2026-01-02', null],
      [1, '2026-01-01', '2026-01-01'],
    ]);
    const body = { ...bodyOf(1.5, ['2026-01-01', '2026-01-01']) };
    const same = await admin.patch<CogsSaved>(`/product-variant-cogs/${String(one.id)}`, body);
    expect(same).toMatchObject({ status: 200, body: { cogs_amount: 1.5, records_updated: 0, records_ended: 0 } });
  });

  it('refuses with 412, who and when, if somebody saved since it was read', async () => {
    const { second, variant } = await history();
    const stale = { 'if-match': '"2026-01-01T00:00:00.000Z"' };
    const { status, body } = await admin.patch(`/product-variant-cogs/${String(second.id)}`, { cogs_amount: 9 }, stale);
    expect({ status, updated_by: body.updated_by }).toEqual({ status: 412, updated_by: 'admin' });
    const record = (await rows(variant)).find(({ id }) => id === second.id);
    const fresh = { 'if-match': `"${String(record?.updated_at)}"` };
    expect((await admin.patch(`/product-variant-cogs/${String(second.id)}`, { cogs_amount: 9 }, fresh)).status).toBe(
      200,
    );
  });

  it.each([
    [{ cogs_amount: undefined }, 'COGS amount is required'],
    [{ cogs_amount: null }, 'COGS amount is required'],
    [{ cogs_amount: 0 }, 'COGS amount must be greater than 0'],
    [{ cogs_amount: -1 }, 'COGS amount must be greater than 0'],
    [{ cogs_amount: 0.001 }, 'COGS amount must be at least 0.01'],
    [{ cogs_amount: 1.005 }, 'COGS amount must have at most 2 decimals'],
    [{ cogs_amount: 10_000_000 }, 'COGS amount must not exceed 9999999.99'],
    [{ cogs_amount: '1' }, 'COGS amount must be a valid number'],
    [{ effective_start_date: '2026-02-30' }, 'Start date must be a date (YYYY-MM-DD)'],
    [{ effective_start_date: '1969-12-31' }, 'Start date must not be before 1970-01-01'],
    [{ effective_end_date: '2200-01-01' }, 'End date must not be after 2199-12-31'],
    [{ effective_end_date: '2026-01-01T00:00:00Z' }, 'End date must be a date (YYYY-MM-DD)'],
    [{ effective_end_date: '2026-01-01' }, 'End date must be after start date'],
    [{ effective_end_date: '2025-12-31' }, 'End date must be after start date'],
    [{ id: 7 }, 'This field cannot be set'],
    [{ records_ended: 7 }, 'This field cannot be set'],
    [{ created_at: '2026-01-01T00:00:00.000Z' }, 'This field cannot be set'],
  ])('refuses %j in its own sentence, and stores nothing', async (changes, sentence) => {
    const variant = await newVariant();
    const body = { product_variant_id: variant, ...bodyOf(1, ['2026-01-01', null]), ...changes };
    const answer = await admin.post('/product-variant-cogs', body);
    expect(answer.status).toBe(422);
    expect(answer.body.detail).toEqual([detail(Object.keys(changes)[0] ?? '', sentence)]);
    expect(await rows(variant)).toEqual([]);
  });

  it('refuses by PATCH an end that is not after the start that is stored, and another variant', async () => {
    const { second } = await history();
    for (const end of ['2026-02-01', '2026-01-31']) {
      const answer = await admin.patch(`/product-variant-cogs/${String(second.id)}`, { effective_end_date: end });
      expect(answer.status).toBe(422);
      expect(answer.body.detail).toEqual([detail('effective_end_date', 'End date must be after start date')]);
    }
    expect((await admin.patch(`/product-variant-cogs/${String(second.id)}`, { product_variant_id: 1 })).status).toBe(
      422,
    );
  });

  it('keeps the smallest and the largest amount to the cent', async () => {
    const variant = await newVariant();
    for (const amount of [0.01, 0.07, 9_999_999.99])
      expect((await saved(variant, amount, [null, null])).cogs_amount).toBe(amount);
  });
});

describe('deleting a period', () => {
  it('answers 204 and lets the one before it run on', async () => {
    const { variant, second } = await history();
    const answer = await admin.delete(`/product-variant-cogs/${String(second.id)}`);
    expect({ status: answer.status, text: answer.text }).toEqual({ status: 204, text: '' });
    expect(await periods(variant)).toEqual([
      [3, '2026-04-01', null],
      [1, null, '2026-03-31'],
    ]);
    expect((await admin.delete(`/product-variant-cogs/${String(second.id)}`)).status).toBe(404);
  });

  it('of the first moves nothing', async () => {
    const { variant, first } = await history();
    expect((await admin.delete(`/product-variant-cogs/${String(first.id)}`)).status).toBe(204);
    expect(await periods(variant)).toEqual([
      [3, '2026-04-01', null],
      [2, '2026-02-01', '2026-03-31'],
    ]);
  });
});

describe('a dry run', () => {
  /** The timeline without what only storing gives. */
  const bare = (items: readonly { cogs_record: object; period_start: string | null }[]) =>
    items.map(({ cogs_record, ...entry }) => ({
      ...entry,
      cogs_record: { ...cogs_record, id: 0, created_at: '', updated_at: '' },
    }));

  it('answers what the save then does, and writes nothing, not even an audit row', async () => {
    const { variant, second } = await history();
    const calls: [string, string, object | undefined][] = [
      ['PATCH', `/product-variant-cogs/${String(second.id)}`, { effective_start_date: '2026-01-10', cogs_amount: 5 }],
      ['POST', '/product-variant-cogs', { product_variant_id: variant, ...bodyOf(7, ['2026-01-05', '2026-03-05']) }],
      ['DELETE', `/product-variant-cogs/${String(second.id)}`, undefined],
    ];
    for (const [method, path, body] of calls) {
      const [before, logged] = [await rows(variant), await auditLength()];
      const dry = await admin.ask<CogsSaved>(method, `${path}?dry_run=true`, body);
      expect(await rows(variant)).toEqual(before);
      expect(await auditLength()).toBe(logged);
      const done = await admin.ask<CogsSaved>(method, path, body);
      expect(bare((await timeline(variant)).items)).toEqual(bare(dry.body.timeline ?? []));
      if (method === 'DELETE') expect([dry.status, done.status]).toEqual([200, 204]);
      else {
        const { records_updated, records_ended, cogs_amount, effective_start_date, effective_end_date } = dry.body;
        expect(done).toMatchObject({
          status: dry.status,
          body: { records_updated, records_ended, cogs_amount, effective_start_date, effective_end_date },
        });
        expect(done.body.timeline).toBeUndefined();
      }
    }
  });

  it('tells how many periods would go, and leaves new ones without an id', async () => {
    const { variant } = await history();
    const { status, body } = await create(variant, 9, ['2026-01-15', '2026-04-15'], '?dry_run=true');
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: null, records_ended: 2, records_removed: 1, records_updated: 1 });
    expect(body.timeline?.map(({ cogs_record }) => cogs_record.id === null)).toEqual([false, true, false]);
  });

  it('of a deletion tells what moves', async () => {
    const { first, second } = await history();
    const dry = async (id: unknown) =>
      (await admin.ask<CogsDeletion>('DELETE', `/product-variant-cogs/${String(id)}?dry_run=true`)).body;
    expect(await dry(second.id)).toMatchObject({ records_updated: 1, records_ended: 0, records_removed: 0 });
    expect(await dry(first.id)).toMatchObject({ records_updated: 0, records_ended: 0, records_removed: 0 });
  });

  it('refuses what the save would refuse', async () => {
    const variant = await newVariant();
    expect((await create(variant, 1, ['2026-01-02', '2026-01-01'], '?dry_run=true')).status).toBe(422);
    expect((await create(variant, 1, [null, null], '?dry_run=perhaps')).status).toBe(422);
    expect((await create(999_999, 1, [null, null], '?dry_run=true')).status).toBe(404);
  });
});

describe('the timeline', () => {
  it('is newest first and unpaged, with the total', async () => {
    const { variant, first, second, third } = await history();
    const { items, total } = await timeline(variant);
    expect(items.map(({ cogs_record }) => cogs_record.id)).toEqual([third.id, second.id, first.id]);
    expect(total).toBe(3);
    expect(items[1]).toMatchObject({ period_start: '2026-02-01', period_end: '2026-03-31', duration_days: 59 });
    expect((await timeline(await newVariant())).items).toEqual([]);
  });

  it.each(['America/New_York', 'America/Los_Angeles'])(
    "takes today from the company's time zone, %s",
    async (timezone) => {
      const { db } = service.database;
      const variant = await newVariant();
      await db
        .updateTable('companies')
        .set({ timezone: timezone as 'America/Denver' })
        .where('id', '=', a)
        .execute();
      const there = () =>
        new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(new Date());
      let today: string;
      let shown: CogsTimeline;
      // Once more if midnight fell between the two clocks.
      do {
        today = there();
        shown = await timeline(variant);
      } while (today !== there());
      expect(shown.today).toBe(today);
      const around = (days: number) => dateOf(dayOf(today) + days);
      await saved(variant, 1, [around(-10), around(-1)]);
      await saved(variant, 2, [around(0), around(1)]);
      await saved(variant, 3, [around(2), null]);
      const { items } = await timeline(variant);
      expect(items.map(({ is_current, duration_days }) => [is_current, duration_days])).toEqual([
        [false, null],
        [true, 2],
        [false, 10],
      ]);
    },
  );
});

describe('the list', () => {
  it('answers the periods of all variants in reach, of a company or of one variant', async () => {
    const { variant, first, second, third } = await history();
    const ids = async (query: string, who = admin) =>
      (await who.get<Paged<CogsRecord>>(`/product-variant-cogs?page_size=100&${query}`)).body.items.map(({ id }) => id);
    const of = `product_variant_id=${variant}`;
    // The latest start first; an open one is last.
    expect(await ids(of)).toEqual([third.id, second.id, first.id]);
    expect(await ids(`${of}&sort_by=cogs_amount`)).toEqual([first.id, second.id, third.id]);
    expect(await ids(`${of}&sort_by=effective_end_date`)).toEqual([first.id, second.id, third.id]);
    expect(await ids(`${of}&company_id=${a}&sort_by=-updated_at`)).toHaveLength(3);
    expect(await ids(of, other)).toEqual([]);
    expect((await other.get('/product-variant-cogs')).body.total).toBe(0);
    expect((await other.get(`/product-variant-cogs?company_id=${a}`)).status).toBe(404);
    expect((await admin.get('/product-variant-cogs?sort_by=id')).status).toBe(422);
  });
});

describe('reach', () => {
  it('answers every call out of reach as if nothing were there (SCOPE-09, SCOPE-10)', async () => {
    const { variant, second } = await history();
    const before = await rows(variant);
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
    expect(await rows(variant)).toEqual(before);
  });

  it('lets Admin in as CompanyAdmin, and nobody else (ROLE-04, ROLE-05)', async () => {
    const { variant, second } = await history();
    expect((await timeline(variant, variantsAdmin)).total).toBe(3);
    expect((await variantsAdmin.patch(`/product-variant-cogs/${String(second.id)}`, { cogs_amount: 2 })).status).toBe(
      200,
    );
    const before = await rows(variant);
    for (const who of [member, social]) {
      const answers = [
        await who.get(`/product-variant-cogs/timeline/${variant}`),
        await who.post('/product-variant-cogs', { product_variant_id: variant, cogs_amount: 9 }),
        await who.delete(`/product-variant-cogs/${String(second.id)}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    expect(await rows(variant)).toEqual(before);
  });
});

describe('saving at once', () => {
  it('20 clients with 25 saves each on one variant are all answered, and leave one unbroken timeline', async () => {
    const variant = await newVariant();
    const days = (client: number, save: number) => (client * 7919 + save * 104_729) % 400;
    const client = async (at: number) => {
      const statuses: number[] = [];
      for (let save = 0; save < 25; save += 1) {
        const start = 20_000 + days(at, save);
        const dates: Dates = [dateOf(start), dateOf(start + 1 + (days(save, at) % 60))];
        const made = await create(variant, 1 + at, dates);
        statuses.push(made.status);
        // Some of what was made is moved or removed again, unless another's save took it meanwhile.
        const path = `/product-variant-cogs/${String(made.body.id)}`;
        if (save % 5 === 1)
          expect([200, 404]).toContain((await admin.patch(path, { effective_end_date: null })).status);
        if (save % 5 === 3) expect([204, 404]).toContain((await admin.delete(path)).status);
      }
      return statuses;
    };
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, at) => client(at)));
    expect(statuses.flat()).toEqual(Array(500).fill(201));
    const stored = (await rows(variant)).map(({ effective_start_date, effective_end_date }) => ({
      first: effective_start_date === null ? -Infinity : dayOf(effective_start_date),
      last: effective_end_date === null ? Infinity : dayOf(effective_end_date),
    }));
    const sorted = stored.sort((one, two) => one.first - two.first);
    expect(sorted.slice(1).map(({ first }) => first)).toEqual(sorted.slice(0, -1).map(({ last }) => last + 1));
  }, 60_000);

  it('the database itself refuses an overlap that the lock would have let through', async () => {
    const { variant } = await history();
    const insert = service.database.db
      .insertInto('product_variant_cogs')
      .values({ product_variant_id: variant, cogs_amount: 1, effective_start_date: '2026-02-15' })
      .execute();
    await expect(insert).rejects.toMatchObject({ constraint: 'product_variant_cogs_apart' });
  });
});

it.each([
  ['Pacific/Kiritimati', '640'],
  ['America/Los_Angeles', '480'],
])(
  'no date shifts by a day in %s',
  async (TZ, offset) => {
    const { [TEST_SERVER]: server } = process.env;
    const one = startProcess('testing/cogs-in-a-time-zone.ts', [], { TZ, [TEST_SERVER]: server });
    const [, shownOffset, json] = await one.says(/^(-?\d+) (\[.*\])$/m);
    expect(await one.ends()).toBe(0);
    expect(shownOffset).toBe(offset);
    expect(JSON.parse(json ?? '')).toEqual([
      '2199-12-29',
      ['2200-01-01', null, null],
      ['2199-12-29', '2199-12-31', null],
      ['2027-01-01', '2199-12-28', null],
      ['2026-11-01', '2026-12-31', expect.anything()],
      ['2024-03-11', '2026-10-31', 965],
      ['2024-02-29', '2024-03-10', 11],
      ['1970-01-01', '2024-02-28', 19_782],
    ]);
  },
  30_000,
);

it('writes the save and every period that it moved to the audit log', async () => {
  const { variant, second } = await history();
  const { headers } = await admin.patch(`/product-variant-cogs/${String(second.id)}`, { effective_end_date: null });
  const deeds = await service.database.db
    .selectFrom('audit_log')
    .selectAll()
    .where('resource', '=', 'product_variant_cogs')
    .where('request_id', '=', String(headers['x-request-id']))
    .orderBy('id')
    .execute();
  expect(deeds.map(({ action }) => action).sort()).toEqual(['delete', 'update']);
  for (const { before } of deeds) expect(before).toMatchObject({ product_variant_id: variant });
  expect(deeds.map(({ after }) => after)).toContainEqual(expect.objectContaining({ effective_end_date: null }));
});
