import type { CogsSaved } from 'contract/company/product-variant-cogs';
import { openCogsConsole, periodOf, type CogsConsole } from '../testing/cogs';

let cogs: CogsConsole;
beforeAll(async () => {
  cogs = await openCogsConsole();
});
afterAll(() => cogs.service.close());

const detail = (loc: string, msg: string) => expect.objectContaining({ loc: ['body', loc], msg }) as unknown;

describe('saving a period', () => {
  it('returns the record; the first moves nothing', async () => {
    const variant = await cogs.newVariant();
    const { status, body } = await cogs.create(variant, 12.34, ['2026-01-01', null]);
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number) as number,
      product_variant_id: variant,
      cogs_amount: 12.34,
      effective_start_date: '2026-01-01',
      effective_end_date: null,
      source: 'admin',
      created_at: expect.any(String) as string,
      updated_at: expect.any(String) as string,
      records_updated: 0,
      records_ended: 0,
    });
    const { records_updated: _, records_ended: __, ...record } = body;
    expect((await cogs.admin.get(`/product-variant-cogs/${String(body.id)}`)).body).toEqual(record);
  });

  it('takes absent dates for open ones: since for ever, and ongoing', async () => {
    const variant = await cogs.newVariant();
    const { body } = await cogs.admin.post<CogsSaved>('/product-variant-cogs', {
      product_variant_id: variant,
      cogs_amount: 1,
    });
    expect(body).toMatchObject({ effective_start_date: null, effective_end_date: null });
  });

  it('inside another ends that and resumes it after, with the same amount', async () => {
    const variant = await cogs.newVariant();
    await cogs.saved(variant, 1, ['2026-01-01', null]);
    expect(await cogs.saved(variant, 2, ['2026-02-01', '2026-02-28'])).toMatchObject({
      records_ended: 1,
      records_updated: 1,
    });
    expect(await cogs.periods(variant)).toEqual([
      [1, '2026-03-01', null],
      [2, '2026-02-01', '2026-02-28'],
      [1, '2026-01-01', '2026-01-31'],
    ]);
  });

  it('over others removes what it covers and moves what it touches, and tells both counts', async () => {
    const { variant } = await cogs.history();
    expect(await cogs.saved(variant, 9, ['2026-01-15', '2026-04-15'])).toMatchObject({
      records_ended: 2,
      records_updated: 1,
    });
    expect(await cogs.periods(variant)).toEqual([
      [3, '2026-04-16', null],
      [9, '2026-01-15', '2026-04-15'],
      [1, null, '2026-01-14'],
    ]);
  });

  it('closes a gap after it by the later period, one before it by the earlier', async () => {
    const variant = await cogs.newVariant();
    await cogs.saved(variant, 1, ['2026-03-01', '2026-03-31']);
    expect(await cogs.saved(variant, 2, ['2026-01-01', '2026-01-31'])).toMatchObject({
      records_updated: 1,
      records_ended: 0,
    });
    expect(await cogs.saved(variant, 3, ['2026-06-01', null])).toMatchObject({ records_updated: 1, records_ended: 0 });
    expect(await cogs.periods(variant)).toEqual([
      [3, '2026-06-01', null],
      [1, '2026-02-01', '2026-05-31'],
      [2, '2026-01-01', '2026-01-31'],
    ]);
  });

  it('anew by PATCH gives up its old place first; an absent date stays, null is open', async () => {
    const { variant, second } = await cogs.history();
    const { body } = await cogs.admin.patch<CogsSaved>(`/product-variant-cogs/${String(second.id)}`, {
      effective_end_date: '2026-02-10',
    });
    expect(body).toMatchObject({ effective_start_date: '2026-02-01', records_updated: 1, records_ended: 0 });
    expect((await cogs.periods(variant))[0]).toEqual([3, '2026-02-11', null]);
    const open = await cogs.admin.patch<CogsSaved>(`/product-variant-cogs/${String(second.id)}`, {
      effective_end_date: null,
    });
    expect(open.body).toMatchObject({ effective_end_date: null, records_updated: 0, records_ended: 1 });
    expect(await cogs.periods(variant)).toEqual([
      [2, '2026-02-01', null],
      [1, null, '2026-01-31'],
    ]);
  });

  it('changes an amount alone without moving anything, also on the single day that an adjustment left', async () => {
    const variant = await cogs.newVariant();
    const one = await cogs.saved(variant, 1, ['2026-01-01', '2026-01-31']);
    await cogs.saved(variant, 2, ['2026-01-02', null]);
    expect(await cogs.periods(variant)).toEqual([
      [2, '2026-01-02', null],
      [1, '2026-01-01', '2026-01-01'],
    ]);
    const body = { ...periodOf(1.5, ['2026-01-01', '2026-01-01']) };
    const same = await cogs.admin.patch<CogsSaved>(`/product-variant-cogs/${String(one.id)}`, body);
    expect(same).toMatchObject({ status: 200, body: { cogs_amount: 1.5, records_updated: 0, records_ended: 0 } });
  });

  it('refuses with 412, who and when, if somebody saved since it was read', async () => {
    const { second, variant } = await cogs.history();
    const stale = { 'if-match': '"2026-01-01T00:00:00.000Z"' };
    const { status, body } = await cogs.admin.patch(
      `/product-variant-cogs/${String(second.id)}`,
      { cogs_amount: 9 },
      stale,
    );
    expect({ status, updated_by: body.updated_by }).toEqual({ status: 412, updated_by: 'admin' });
    const record = (await cogs.rows(variant)).find(({ id }) => id === second.id);
    const fresh = { 'if-match': `"${String(record?.updated_at)}"` };
    expect(
      (await cogs.admin.patch(`/product-variant-cogs/${String(second.id)}`, { cogs_amount: 9 }, fresh)).status,
    ).toBe(200);
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
  ])('refuses %j in its own message, and stores nothing', async (changes, message) => {
    const variant = await cogs.newVariant();
    const body = { product_variant_id: variant, ...periodOf(1, ['2026-01-01', null]), ...changes };
    const response = await cogs.admin.post('/product-variant-cogs', body);
    expect(response.status).toBe(422);
    expect(response.body.detail).toEqual([detail(Object.keys(changes)[0] ?? '', message)]);
    expect(await cogs.rows(variant)).toEqual([]);
  });

  it('refuses by PATCH an end that is not after the start that is stored, and another variant', async () => {
    const { second } = await cogs.history();
    for (const end of ['2026-02-01', '2026-01-31']) {
      const response = await cogs.admin.patch(`/product-variant-cogs/${String(second.id)}`, {
        effective_end_date: end,
      });
      expect(response.status).toBe(422);
      expect(response.body.detail).toEqual([detail('effective_end_date', 'End date must be after start date')]);
    }
    expect(
      (await cogs.admin.patch(`/product-variant-cogs/${String(second.id)}`, { product_variant_id: 1 })).status,
    ).toBe(422);
  });

  it('keeps the smallest and the largest amount to the cent', async () => {
    const variant = await cogs.newVariant();
    for (const amount of [0.01, 0.07, 9_999_999.99])
      expect((await cogs.saved(variant, amount, [null, null])).cogs_amount).toBe(amount);
  });
});

describe('deleting a period', () => {
  it('returns 204 and lets the one before it run on', async () => {
    const { variant, second } = await cogs.history();
    const response = await cogs.admin.delete(`/product-variant-cogs/${String(second.id)}`);
    expect({ status: response.status, text: response.text }).toEqual({ status: 204, text: '' });
    expect(await cogs.periods(variant)).toEqual([
      [3, '2026-04-01', null],
      [1, null, '2026-03-31'],
    ]);
    expect((await cogs.admin.delete(`/product-variant-cogs/${String(second.id)}`)).status).toBe(404);
  });

  it('of the first moves nothing', async () => {
    const { variant, first } = await cogs.history();
    expect((await cogs.admin.delete(`/product-variant-cogs/${String(first.id)}`)).status).toBe(204);
    expect(await cogs.periods(variant)).toEqual([
      [3, '2026-04-01', null],
      [2, '2026-02-01', '2026-03-31'],
    ]);
  });
});

it('writes the save and every period that it moved to the audit log', async () => {
  const { variant, second } = await cogs.history();
  const { headers } = await cogs.admin.patch(`/product-variant-cogs/${String(second.id)}`, {
    effective_end_date: null,
  });
  const entries = await cogs.service.database.db
    .selectFrom('audit_log')
    .selectAll()
    .where('resource', '=', 'product_variant_cogs')
    .where('request_id', '=', String(headers['x-request-id']))
    .orderBy('id')
    .execute();
  expect(entries.map(({ action }) => action).sort()).toEqual(['delete', 'update']);
  for (const { before } of entries) expect(before).toMatchObject({ product_variant_id: variant });
  expect(entries.map(({ after }) => after)).toContainEqual(expect.objectContaining({ effective_end_date: null }));
});
