import { dateOf, dayOf } from 'contract/calendar';
import { openCogsConsole, type CogsConsole, type Dates } from '../testing/cogs';

let cogs: CogsConsole;
beforeAll(async () => {
  cogs = await openCogsConsole();
});
afterAll(() => cogs.service.close());

describe('saving at once', () => {
  it('20 clients with 25 saves each on one variant all get a response, and leave one unbroken timeline @at-length', async () => {
    const variant = await cogs.newVariant();
    const days = (client: number, save: number) => (client * 7919 + save * 104_729) % 400;
    const client = async (at: number) => {
      const statuses: number[] = [];
      for (let save = 0; save < 25; save += 1) {
        const start = 20_000 + days(at, save);
        const dates: Dates = [dateOf(start), dateOf(start + 1 + (days(save, at) % 60))];
        const made = await cogs.create(variant, 1 + at, dates);
        statuses.push(made.status);
        // Some of what was made is moved or removed again, unless another's save took it meanwhile.
        const path = `/product-variant-cogs/${String(made.body.id)}`;
        if (save % 5 === 1)
          expect([200, 404]).toContain((await cogs.admin.patch(path, { effective_end_date: null })).status);
        if (save % 5 === 3) expect([204, 404]).toContain((await cogs.admin.delete(path)).status);
      }
      return statuses;
    };
    const statuses = await Promise.all(Array.from({ length: 20 }, (_, at) => client(at)));
    expect(statuses.flat()).toEqual(Array(500).fill(201));
    const stored = (await cogs.rows(variant)).map(({ effective_start_date, effective_end_date }) => ({
      first: effective_start_date === null ? -Infinity : dayOf(effective_start_date),
      last: effective_end_date === null ? Infinity : dayOf(effective_end_date),
    }));
    const sorted = stored.sort((one, two) => one.first - two.first);
    expect(sorted.slice(1).map(({ first }) => first)).toEqual(sorted.slice(0, -1).map(({ last }) => last + 1));
  });

  it('the database itself refuses an overlap that the lock would have let through', async () => {
    const { variant } = await cogs.history();
    const insert = cogs.service.database.db
      .insertInto('product_variant_cogs')
      .values({ product_variant_id: variant, cogs_amount: 1, effective_start_date: '2026-02-15' })
      .execute();
    await expect(insert).rejects.toMatchObject({ constraint: 'product_variant_cogs_apart' });
  });
});
