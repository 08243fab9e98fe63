import type { IngestOutcome } from 'contract/ingest/ingest';
import type { HistoryEntry } from 'contract/history';
import type { Paged } from 'contract/paging';
import { sql } from 'kysely';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';
import { machineToken, makeToken } from '../testing/machines';

let service: TestConsole;
let admin: Person;
let machine: Person;
let company: number;
let made = 0;

beforeAll(async () => {
  service = await openConsole();
  admin = await service.person('admin', { groups: ['AaasAdmin', 'CompanyAdmin', 'AdManager'] });
});
beforeEach(async () => {
  made += 1;
  company = await addTestCompany(service, `Company ${made}`, `company-${made}`);
  machine = await machineToken(admin, { name: `Pipeline ${made}`, company_ids: [company] });
});
afterAll(() => service.close());

const AT = '2026-11-20T06:00:00.000Z';
const later = (minutes: number) => new Date(Date.parse(AT) + minutes * 60_000).toISOString();
const ad = (ad_identifier: string, values: object = {}) => ({
  ad_identifier,
  ad_name: `Ad ${ad_identifier}`,
  ...values,
});
const call = (records: object[], values: object = {}) => ({
  company_id: company,
  source: 'etl',
  observed_at: AT,
  records,
  ...values,
});
const send = async (records: object[], values: object = {}, headers: Record<string, string> = {}) => {
  const { status, body } = await machine.put<IngestOutcome>('/ingest/facebook-ads', call(records, values), headers);
  expect([status, body]).toEqual([200, expect.anything()]);
  return body;
};
const refusal = async (body: object) => {
  const response = await machine.put<{ detail: { loc: string[]; msg: string }[] }>('/ingest/facebook-ads', body);
  return { status: response.status, msg: response.body.detail[0]?.msg };
};
const NOTHING = {
  success_count: 0,
  error_count: 0,
  created: 0,
  updated: 0,
  unchanged: 0,
  stale: 0,
  gone: 0,
  held_back: 0,
  errors: [],
};
const outcome = (counts: Partial<IngestOutcome>) => ({ ...NOTHING, ...counts });
const stored = async () => {
  const { rows } = await sql<Record<string, unknown> & { ad_identifier: string }>`
    select ad_identifier, ad_name, ad_type, spend_last_7d, cache_updated_at, read_from, xmin::text as version
    from facebook_ads where company_id = ${company} order by ad_identifier`.execute(service.database.db);
  return rows;
};
const audited = async () => {
  const { body } = await admin.get<Paged<HistoryEntry>>(`/audit?resource=ingest&company_id=${company}`);
  return body.items;
};

describe('one call', () => {
  it('makes what is new, writes what differs and leaves what does not', async () => {
    expect(await send([ad('1'), ad('2', { ad_type: 'video' })])).toEqual(outcome({ success_count: 2, created: 2 }));
    const second = [ad('1'), ad('2', { ad_type: 'image' }), ad('3')];
    expect(await send(second, { observed_at: later(1) })).toEqual(
      outcome({ success_count: 3, created: 1, updated: 1, unchanged: 1 }),
    );
    expect(await stored()).toMatchObject([
      { ad_identifier: '1', cache_updated_at: later(1), read_from: 'etl' },
      { ad_identifier: '2', ad_type: 'image', cache_updated_at: later(1) },
      { ad_identifier: '3', ad_name: 'Ad 3' },
    ]);
  });

  it('an absent field stays, null empties it', async () => {
    await send([ad('1', { ad_type: 'video', spend_last_7d: 12.5 })]);
    await send([{ ad_identifier: '1', ad_type: null }], { observed_at: later(1) });
    expect(await stored()).toMatchObject([{ ad_name: 'Ad 1', ad_type: null, spend_last_7d: 12.5 }]);
  });

  it('sent again, it writes nothing', async () => {
    const records = [ad('1', { spend_last_7d: 3.1 }), ad('2')];
    await send(records);
    const before = await stored();
    expect(await send(records)).toEqual(outcome({ success_count: 2, unchanged: 2 }));
    expect(await stored()).toEqual(before);
  });

  it('older than what is stored is stale: a success that changes nothing', async () => {
    await send([ad('1')], { observed_at: later(10) });
    const before = await stored();
    expect(await send([ad('1', { ad_name: 'Old' }), ad('2')])).toEqual(
      outcome({ success_count: 2, stale: 1, created: 1 }),
    );
    expect((await stored())[0]).toEqual(before[0]);
  });

  it('the second of two alike is its error, and the good ones are stored', async () => {
    const result = await send([
      ad('1', { ad_name: 'First' }),
      ad('2', { spend_last_7d: -1 }),
      ad('1'),
      { ad_name: 'x' },
      ad('3'),
    ]);
    expect(result).toEqual(
      outcome({
        success_count: 2,
        created: 2,
        error_count: 3,
        errors: [
          { index: 1, key: '2', msg: '7d Spend must be at least 0' },
          { index: 2, key: '1', msg: 'This comes twice' },
          { index: 3, key: null, msg: 'Ad ID is required' },
        ],
      }),
    );
    expect((await stored()).map(({ ad_name }) => ad_name)).toEqual(['First', 'Ad 3']);
  });

  it('a value that breaks a rule is its record’s error, in the words of the forms', async () => {
    const { errors } = await send([
      ad('1', { ad_name: ' ' }),
      ad('2', { ad_name: null }),
      ad('3', { ad_name: 'x'.repeat(501) }),
      ad('4', { spend_last_1d: '12.30' }),
      ad('5', { spend_last_1d: 0.001 }),
      { ad_identifier: 6, ad_name: 'x' },
      { ad_identifier: '7' },
    ]);
    expect(errors.map(({ key, msg }) => [key, msg])).toEqual([
      ['1', 'Ad Name is required'],
      ['2', 'Ad Name is required'],
      ['3', 'Ad Name must not exceed 500 characters'],
      ['4', '1d Spend must be a valid number'],
      ['5', '1d Spend must have at most 2 decimals'],
      [null, 'Ad ID must be text'],
      ['7', 'A new ad needs a name'],
    ]);
  });

  it('an unknown field, of the call, a record or a day, is 422, and nothing is stored (MACH-09)', async () => {
    const unknown = { status: 422, msg: 'This field cannot be set' };
    expect(await refusal(call([ad('1')], { force: true }))).toEqual(unknown);
    expect(await refusal(call([ad('1'), ad('2', { tags: ['x'] })]))).toEqual(unknown);
    expect(await refusal(call([ad('1', { days: [{ day: '2026-11-01', spend: 1, clicks: 2 }] })]))).toEqual(unknown);
    expect((await refusal(call(['1' as unknown as object]))).status).toBe(422);
    expect(await stored()).toEqual([]);
  });

  it('asks for a source, a time that is not ahead, and 1 to 1,000 records', async () => {
    const ahead = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
    expect(await refusal(call([ad('1')], { observed_at: ahead(11) }))).toEqual({
      status: 422,
      msg: 'Observed At must not be more than 10 minutes ahead',
    });
    expect(await refusal(call([ad('1')], { observed_at: '2026-11-20' }))).toEqual({
      status: 422,
      msg: 'Observed At must be a time such as 2026-11-22T09:30:00Z',
    });
    expect(await refusal(call([]))).toEqual({ status: 422, msg: 'Records must name at least 1' });
    expect(await refusal(call([], { complete: true }))).toEqual({ status: 422, msg: 'Records must name at least 1' });
    const many = Array.from({ length: 1001 }, (_, at) => ad(String(at)));
    expect(await refusal(call(many))).toEqual({ status: 422, msg: 'Records must not name more than 1000' });
    expect((await refusal(call([ad('1')], { source: 'x'.repeat(61) }))).status).toBe(422);
    expect(await send([ad('1')], { observed_at: ahead(9) })).toMatchObject({ created: 1 });
    expect(await send(many.slice(1), { observed_at: ahead(9.5) })).toMatchObject({ success_count: 1000 });
  });

  it('takes 4 MiB and 200,000 values (MACH-07)', async () => {
    const ask = (text: string) => machine.put('/ingest/facebook-ads', text);
    expect((await ask(`"${'x'.repeat(4 * 1024 * 1024)}"`)).status).toBe(413);
    expect((await ask(`[${'0,'.repeat(200_001)}0]`)).body).toEqual({
      detail: 'The request body is too large or too deep',
    });
    expect((await ask(`[${'0,'.repeat(199_000)}0]`)).status).toBe(422);
  });

  it('a time with another zone and more than milliseconds is understood', async () => {
    await send([ad('1')], { observed_at: '2026-11-20T07:00:00.123999+01:00' });
    expect(await stored()).toMatchObject([{ cache_updated_at: '2026-11-20T06:00:00.123Z' }]);
  });
});

describe('Idempotency-Key', () => {
  const key = { 'idempotency-key': 'one' };

  it('the same call has one effect and the first response, another with the key is 422', async () => {
    const first = await send([ad('1')], {}, key);
    expect(await send([ad('1')], {}, key)).toEqual(first);
    expect(await audited()).toHaveLength(1);
    expect((await machine.put('/ingest/facebook-ads', call([ad('2')]), key)).status).toBe(422);
  });

  it('belongs to the token: another one’s is its own', async () => {
    await send([ad('1')], {}, key);
    machine = await machineToken(admin, { company_ids: [company] });
    expect(await send([ad('2')], {}, key)).toMatchObject({ created: 1 });
  });
});

describe('a complete reading', () => {
  const ten = Array.from({ length: 10 }, (_, at) => ad(`1${at}`, { spend_last_7d: 5 }));
  const spends = async () => (await stored()).map(({ spend_last_7d }) => spend_last_7d);

  it('what was not in it spent nothing', async () => {
    await send(ten, { complete: true });
    expect(await send(ten.slice(2), { observed_at: later(1), complete: true })).toMatchObject({
      gone: 2,
      held_back: 0,
    });
    expect(await spends()).toEqual([0, 0, 5, 5, 5, 5, 5, 5, 5, 5]);
    expect((await stored())[0]).toMatchObject({ cache_updated_at: later(1) });
  });

  it('never of more than 20 % at once (MACH-08)', async () => {
    await send(ten, { complete: true });
    expect(await send(ten.slice(3), { observed_at: later(1), complete: true })).toMatchObject({
      gone: 0,
      held_back: 3,
    });
    expect(await spends()).toEqual(ten.map(() => 5));
  });

  it('only what the same source had brought is missing', async () => {
    await send(ten);
    await send([ad('20', { spend_last_7d: 5 })], { source: 'other' });
    await sql`insert into facebook_ads (company_id, ad_identifier, ad_name, spend_last_7d) values (${company}, '30', 'x', 5)`.execute(
      service.database.db,
    );
    expect(await send(ten, { observed_at: later(1), complete: true })).toMatchObject({ gone: 0, held_back: 0 });
    expect(await spends()).toEqual([...ten, 0, 0].map(() => 5));
  });

  it('may come in several calls with one snapshot_id, the last of which may be empty', async () => {
    await send(ten);
    const part = { observed_at: later(1), snapshot_id: 'night 1' };
    await send(ten.slice(0, 4), part);
    await send(ten.slice(4, 8), part);
    expect(await send([], { ...part, complete: true })).toMatchObject({ success_count: 0, gone: 2 });
    // Once more: nothing is left to do.
    expect(await send([], { ...part, complete: true })).toMatchObject({ gone: 0, held_back: 0 });
  });

  it('all calls of a snapshot have one time: 400 for another', async () => {
    await send(ten, { snapshot_id: 'night 1' });
    const body = call(ten, { snapshot_id: 'night 1', observed_at: later(1), complete: true });
    const { status, body: refused } = await machine.put('/ingest/facebook-ads', body);
    expect([status, refused]).toEqual([
      400,
      { detail: `The other calls of this snapshot were observed at ${AT}: send the same time.` },
    ]);
    expect((await stored())[0]).toMatchObject({ cache_updated_at: AT });
  });

  it('a record that was in it with a mistake is not gone', async () => {
    await send(ten);
    const part = { observed_at: later(1), snapshot_id: 'night 1' };
    await send([{ ...ten[0], spend_last_7d: -1 }, ...ten.slice(2, 5)], part);
    expect(await send(ten.slice(5), { ...part, complete: true })).toMatchObject({ gone: 1 });
    expect((await spends()).slice(0, 2)).toEqual([5, 0]);
  });

  it('after a complete one without any spend nothing is zeroed: it is more than 20 %', async () => {
    await send(ten);
    expect(await send([], { observed_at: later(1), complete: true, snapshot_id: 'x' })).toMatchObject({
      gone: 0,
      held_back: 10,
    });
  });
});

describe('what it leaves', () => {
  it('one entry in the log with its counts, none a record, and no undo', async () => {
    const { name } = await makeToken(admin, { name: 'Other', company_ids: [company] });
    expect(name).toBe('Other');
    await send([ad('1'), ad('2'), ad('1')]);
    const entries = await audited();
    expect(entries).toHaveLength(1);
    const [entry] = entries;
    expect(entry).toMatchObject({
      username: `token Pipeline ${made}`,
      action: 'ingest',
      company_id: company,
      can_undo: false,
    });
    expect(Object.fromEntries((entry?.changes ?? []).map(({ field, after }) => [field, after]))).toMatchObject({
      resource: 'facebook-ads',
      source: 'etl',
      observed_at: AT,
      success_count: 2,
      error_count: 1,
      created: 2,
      updated: 0,
    });
    expect((await admin.post(`/history/${entry?.operation_id}/undo`)).status).toBe(400);
  });

  it('a record’s history says from which source it was read last, and when', async () => {
    await send([ad('1')]);
    const { rows } = await sql<{ id: number }>`select id from facebook_ads where company_id = ${company}`.execute(
      service.database.db,
    );
    const path = `/facebook-ads/${rows[0]?.id}/history`;
    expect((await admin.get(path)).body).toMatchObject({ items: [], total: 0, read_from: 'etl', read_at: AT });
    await send([ad('1')], { source: 'Other', observed_at: later(1) });
    expect((await admin.get(path)).body).toMatchObject({ read_from: 'Other', read_at: later(1) });
  });

  it('the log of the service names no token', async () => {
    expect(machine.access).toMatch(/^swi_/);
    const { rows } =
      await sql`select from audit_log where audit_log::text like ${`%${machine.access?.slice(13)}%`}`.execute(
        service.database.db,
      );
    expect(rows).toEqual([]);
  });
});

it('two calls at once with the same new records make each once', async () => {
  const records = Array.from({ length: 200 }, (_, at) => ad(String(at)));
  const outcomes = await Promise.all([send(records), send(records)]);
  expect(outcomes.map(({ created, unchanged, error_count }) => [created + unchanged, error_count])).toEqual([
    [200, 0],
    [200, 0],
  ]);
  expect(outcomes.reduce((sum, { created }) => sum + created, 0)).toBe(200);
});
