/** Taking back saves and deletions of cost periods: all that they moved, or none of it (DECISIONS §5, §10). */
import type { CogsSaved } from 'contract/company/product-variant-cogs';
import type { TestResponse } from '../testing/console';
import { openCogsConsole, periodOf, type CogsConsole, type Dates } from '../testing/cogs';
import { newestEntry, undo } from '../testing/undo';

let cogs: CogsConsole;
beforeAll(async () => {
  cogs = await openCogsConsole();
});
afterAll(() => cogs.service.close());

const stored = async (variant: number) =>
  (await cogs.rows(variant)).map(({ updated_at: _, updated_by: __, ...row }) => row);

/** Each change on a variant with three periods: until January, February and March, from April on. */
const CHANGES: [
  what: string,
  change: (made: Awaited<ReturnType<CogsConsole['history']>>) => Promise<Pick<TestResponse, 'status' | 'headers'>>,
][] = [
  [
    'a new period in the middle, which another resumes after',
    ({ variant }) => save(variant, ['2026-02-10', '2026-02-20']),
  ],
  ['a new period over two, one of which goes', ({ variant }) => save(variant, ['2026-01-15', '2026-04-15'])],
  ['a new period over everything', ({ variant }) => save(variant, [null, null])],
  ['a new amount', ({ second }) => patch(second, { cogs_amount: 99 })],
  [
    'new dates',
    ({ second }) => patch(second, { effective_start_date: '2026-01-10', effective_end_date: '2026-05-01' }),
  ],
  ['a deletion, the period before running on', ({ second }) => remove(second)],
  ['a deletion of the first period', ({ first }) => remove(first)],
  ['a deletion of the last one', ({ third }) => remove(third)],
];
const save = (variant: number, dates: Dates) => cogs.create(variant, 7, dates);
const patch = ({ id }: CogsSaved, body: object) => cogs.admin.patch(`/product-variant-cogs/${id}`, body);
const remove = ({ id }: CogsSaved) => cogs.admin.delete(`/product-variant-cogs/${id}`);

it.each(CHANGES)('%s goes back to the very periods that were there, and forth again', async (_, change) => {
  const made = await cogs.history();
  const before = await stored(made.variant);
  const response = await change(made);
  expect(response.status).toBeLessThan(300);
  const after = await cogs.periods(made.variant);
  expect(after).not.toEqual(await periodsOf(before));
  const undone = await undo(cogs.admin, response);
  expect(undone.status).toBe(200);
  expect(undone.body).toMatchObject({ error_count: 0 });
  expect(await stored(made.variant)).toEqual(before);
  const redone = await undo(cogs.admin, undone);
  expect(redone.status).toBe(200);
  expect(await cogs.periods(made.variant)).toEqual(after);
  expect((await undo(cogs.admin, redone)).status).toBe(200);
  expect(await stored(made.variant)).toEqual(before);
});

const periodsOf = async (rows: Awaited<ReturnType<typeof stored>>) =>
  rows.map((row) => [row.cogs_amount, row.effective_start_date, row.effective_end_date]).reverse();

it('all or none: a period of the operation that changed since is 409, and no other moves', async () => {
  for (const touched of ['first', 'third'] as const) {
    const made = await cogs.history();
    const response = await save(made.variant, ['2026-01-15', '2026-04-15']);
    await patch(made[touched], { cogs_amount: 55 });
    const before = await stored(made.variant);
    expect(await undo(cogs.admin, response)).toMatchObject({
      status: 409,
      body: { detail: 'This COGS record has been changed since. Nothing was undone.' },
    });
    expect(await stored(made.variant)).toEqual(before);
  }
});

it('a change of a period that the operation did not touch does not stand in the way', async () => {
  const made = await cogs.history();
  const response = await patch(made.second, { cogs_amount: 99 });
  await patch(made.third, { cogs_amount: 77 });
  expect((await undo(cogs.admin, response)).status).toBe(200);
  expect((await cogs.periods(made.variant)).map(([amount]) => amount)).toEqual([
    77,
    made.second.cogs_amount,
    made.first.cogs_amount,
  ]);
});

it('what would overlap or leave a gap by now stays: 409', async () => {
  const variant = await cogs.newVariant();
  const first = await cogs.saved(variant, 1, ['2026-01-01', '2026-01-31']);
  const deleted = await remove(first);
  await cogs.saved(variant, 2, ['2026-03-01', '2026-03-31']);
  const before = await stored(variant);
  expect(await undo(cogs.admin, deleted)).toMatchObject({
    status: 409,
    body: { detail: 'Other COGS records of this product variant have been changed since.' },
  });
  await cogs.saved(variant, 3, ['2026-01-10', '2026-02-28']);
  expect((await undo(cogs.admin, deleted)).status).toBe(409);
  expect((await stored(variant)).length).toBe(before.length + 1);
});

it('the history of a period says whether it can be taken back', async () => {
  const made = await cogs.history();
  await patch(made.second, { cogs_amount: 99 });
  const path = '/product-variant-cogs';
  expect(await newestEntry(cogs.admin, path, made.second.id)).toMatchObject({ can_undo: true });
  const { body } = await cogs.admin.get<{ items: object[] }>(`${path}/timeline/${made.variant}/history`);
  expect(body.items[0]).toMatchObject({ can_undo: true, changes: [{ label: 'COGS amount', after: 99 }] });
});

it('whoever may not write the costs of the company gets 404, and nothing moves', async () => {
  const made = await cogs.history();
  const response = await patch(made.second, { cogs_amount: 99 });
  const before = await stored(made.variant);
  const stranger = await cogs.service.person('stranger', { groups: ['CompanyAdmin'] });
  const reader = await cogs.service.person('reader', { groups: ['AdManager'], companies: ['company-a'] });
  for (const person of [stranger, reader])
    expect(await undo(person, response)).toMatchObject({ status: 404, body: { detail: 'Operation not found' } });
  expect(await stored(made.variant)).toEqual(before);
});

it('two people at once, one saving and one undoing, leave one unbroken timeline', async () => {
  const made = await cogs.history();
  for (let round = 0; round < 5; round += 1) {
    const response = await patch(made.second, { cogs_amount: 10 + round });
    const dates: Dates = [`2026-0${round + 1}-11`, `2026-0${round + 1}-20`];
    const [undone, saved] = await Promise.all([
      undo(cogs.admin, response),
      cogs.admin.post('/product-variant-cogs', { product_variant_id: made.variant, ...periodOf(5, dates) }),
    ]);
    expect([200, 409]).toContain(undone.status);
    expect(saved.status).toBe(201);
    const periods = (await cogs.periods(made.variant)).reverse();
    for (const [at, [, start]] of periods.entries()) {
      const end = periods[at - 1]?.[2];
      if (at) expect(Date.parse(String(start)) - Date.parse(String(end))).toBe(24 * 60 * 60 * 1000);
    }
    if ((await cogs.admin.get(`/product-variant-cogs/${made.second.id}`)).status === 404) break;
  }
});
