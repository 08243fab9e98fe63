import { dateOf, dayOf } from 'contract/calendar';
import type { CogsDeletion, CogsSaved, CogsTimeline } from 'contract/company/product-variant-cogs';
import { openCogsConsole, periodOf, type CogsConsole } from '../testing/cogs';

let cogs: CogsConsole;
beforeAll(async () => {
  cogs = await openCogsConsole();
});
afterAll(() => cogs.service.close());

const auditLength = async () => (await cogs.service.database.db.selectFrom('audit_log').select('id').execute()).length;

describe('the timeline', () => {
  it('is newest first and unpaged, with the total', async () => {
    const { variant, first, second, third } = await cogs.history();
    const { items, total } = await cogs.timeline(variant);
    expect(items.map(({ cogs_record }) => cogs_record.id)).toEqual([third.id, second.id, first.id]);
    expect(total).toBe(3);
    expect(items[1]).toMatchObject({ period_start: '2026-02-01', period_end: '2026-03-31', duration_days: 59 });
    expect((await cogs.timeline(await cogs.newVariant())).items).toEqual([]);
  });

  it.each(['America/New_York', 'America/Los_Angeles'])(
    "takes today from the company's time zone, %s",
    async (timezone) => {
      const { db } = cogs.service.database;
      const variant = await cogs.newVariant();
      await db
        .updateTable('companies')
        .set({ timezone: timezone as 'America/Denver' })
        .where('id', '=', cogs.companyId)
        .execute();
      const there = () =>
        new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(new Date());
      let today: string;
      let shown: CogsTimeline;
      // Once more if midnight fell between the two clocks.
      do {
        today = there();
        shown = await cogs.timeline(variant);
      } while (today !== there());
      expect(shown.today).toBe(today);
      const around = (days: number) => dateOf(dayOf(today) + days);
      await cogs.saved(variant, 1, [around(-10), around(-1)]);
      await cogs.saved(variant, 2, [around(0), around(1)]);
      await cogs.saved(variant, 3, [around(2), null]);
      const { items } = await cogs.timeline(variant);
      expect(items.map(({ is_current, duration_days }) => [is_current, duration_days])).toEqual([
        [false, null],
        [true, 2],
        [false, 10],
      ]);
    },
  );
});

describe('a dry run', () => {
  /** The timeline without what only storing gives. */
  const bare = (items: readonly { cogs_record: object; period_start: string | null }[]) =>
    items.map(({ cogs_record, ...entry }) => ({
      ...entry,
      cogs_record: { ...cogs_record, id: 0, created_at: '', updated_at: '' },
    }));

  it('returns what the save then does, and writes nothing, not even an audit row', async () => {
    const { variant, second } = await cogs.history();
    const calls: [string, string, object | undefined][] = [
      ['PATCH', `/product-variant-cogs/${String(second.id)}`, { effective_start_date: '2026-01-10', cogs_amount: 5 }],
      ['POST', '/product-variant-cogs', { product_variant_id: variant, ...periodOf(7, ['2026-01-05', '2026-03-05']) }],
      ['DELETE', `/product-variant-cogs/${String(second.id)}`, undefined],
    ];
    for (const [method, path, body] of calls) {
      const [before, logged] = [await cogs.rows(variant), await auditLength()];
      const dry = await cogs.admin.ask<CogsSaved>(method, `${path}?dry_run=true`, body);
      expect(await cogs.rows(variant)).toEqual(before);
      expect(await auditLength()).toBe(logged);
      const done = await cogs.admin.ask<CogsSaved>(method, path, body);
      expect(bare((await cogs.timeline(variant)).items)).toEqual(bare(dry.body.timeline ?? []));
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
    const { variant } = await cogs.history();
    const { status, body } = await cogs.create(variant, 9, ['2026-01-15', '2026-04-15'], '?dry_run=true');
    expect(status).toBe(201);
    expect(body).toMatchObject({ id: null, records_ended: 2, records_removed: 1, records_updated: 1 });
    expect(body.timeline?.map(({ cogs_record }) => cogs_record.id === null)).toEqual([false, true, false]);
  });

  it('of a deletion tells what moves', async () => {
    const { first, second } = await cogs.history();
    const dry = async (id: unknown) =>
      (await cogs.admin.ask<CogsDeletion>('DELETE', `/product-variant-cogs/${String(id)}?dry_run=true`)).body;
    expect(await dry(second.id)).toMatchObject({ records_updated: 1, records_ended: 0, records_removed: 0 });
    expect(await dry(first.id)).toMatchObject({ records_updated: 0, records_ended: 0, records_removed: 0 });
  });

  it('refuses what the save would refuse', async () => {
    const variant = await cogs.newVariant();
    expect((await cogs.create(variant, 1, ['2026-01-02', '2026-01-01'], '?dry_run=true')).status).toBe(422);
    expect((await cogs.create(variant, 1, [null, null], '?dry_run=perhaps')).status).toBe(422);
    expect((await cogs.create(999_999, 1, [null, null], '?dry_run=true')).status).toBe(404);
  });
});
