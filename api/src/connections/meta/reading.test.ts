import fc from 'fast-check';
import { sql } from 'kysely';
import { dateOf, dayOf } from 'contract/calendar';
import type { Connection } from 'contract/company/connections';
import { SOURCE_ADDRESSES } from '../../start/source-addresses';
import { connect, type Clock, type Connected } from '../../testing/connected';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../../testing/console';
import { previewOf } from './preview';
import { windowOf } from './reading';
import { startMetaStandIn, type MetaStandIn, type StandInAd } from './stand-in';

const TOKEN = 'EAAGtoken0123456789abcdef';
/** The last whole day in Berlin and in New York at the clock's noon. */
const LAST = '2026-11-23';
const before = (days: number) => dateOf(dayOf(LAST) - days);
const DAY = 86_400_000;

let service: TestConsole;
let admin: Person;
let meta: MetaStandIn;
let company: number;
let account: string;
let clock: Clock;
let connected: Connected;
let made = 0;

beforeAll(async () => {
  meta = await startMetaStandIn();
  service = await openConsole({ sources: { ...SOURCE_ADDRESSES, meta: meta.url } });
  admin = await service.person('admin', { groups: ['AaasAdmin', 'CompanyAdmin', 'AdManager'] });
});
afterAll(async () => {
  await service.close();
  await meta.close();
});
beforeEach(async () => {
  made += 1;
  Object.assign(meta, { largestPage: Infinity, headers: {}, reportStates: ['Job Completed'] });
  meta.follow();
  clock = { now: Date.parse('2026-11-24T12:00:00Z') };
  company = await addTestCompany(service, `Company ${made}`, `company-${made}`);
  account = `act_${made}`;
  meta.accounts.set(account, { name: 'Alpine', currency: 'USD', zone: 'Europe/Berlin', status: 1, ads: [] });
  const shared = [...(meta.tokens.get(TOKEN)?.accounts ?? []), account];
  meta.tokens.set(TOKEN, { scopes: ['ads_read'], expires: 0, accounts: shared });
  connected = await connectTo(company, account);
});
const connectTo = (to: number, externalId: string) =>
  connect(service, admin, {
    company: to,
    source: 'meta',
    externalId,
    kind: 'token',
    secret: TOKEN,
    clock,
    addresses: { ...SOURCE_ADDRESSES, meta: meta.url },
  });

const ads = (of = account) => meta.accounts.get(of)!.ads;
const ad = (number: number, spend: StandInAd['spend'] = {}, more: Partial<StandInAd> = {}): StandInAd => {
  const id = String(120_208_000_000_000_000n + BigInt(number));
  return {
    id,
    name: `Ad ${number}`,
    status: 'ACTIVE',
    adset: 'Set',
    campaign: 'Campaign',
    creative: {},
    spend,
    ...more,
  };
};
const begin = async () => {
  const asked = await connected.preview();
  expect(asked.status).toBe('asking');
  return connected.confirm(asked.id);
};
const tomorrow = () => (clock.now += DAY);
const stored = async (of = company) => {
  const { rows } = await sql<{ ad_identifier: string; ad_name: string; ad_type: string | null; windows: number[] }>`
    select ad_identifier, ad_name, ad_type, connection_id, read_from,
      array[spend_last_1d, spend_last_7d, spend_last_14d, spend_last_28d]::float8[] as windows
    from facebook_ads where company_id = ${of} order by ad_identifier`.execute(service.database.db);
  return rows;
};
const spends = async () => (await stored()).map(({ windows }) => windows);

it('a preview counts and writes nothing; confirmed, the ads are there with windows, days and names', async () => {
  ads().push(
    ad(1, { [before(0)]: '1.10', [before(6)]: '2.20', [before(13)]: '3.30', [before(27)]: '4.40', [before(28)]: '9' }),
    ad(2, {}, { creative: { object_type: 'VIDEO' } }),
  );
  const asked = await connected.preview();
  expect(asked).toMatchObject({ status: 'asking', read: 2, created: 2, changed: 0 });
  expect(await stored()).toEqual([]);
  expect((await admin.get(`/connections/${connected.id}`)).body).toMatchObject({ spend_through: null });
  expect(await connected.confirm(asked.id)).toMatchObject({ status: 'done', read: 2, created: 2, gone: 0 });
  expect(await stored()).toMatchObject([
    { ad_name: 'Ad 1', windows: [1.1, 3.3, 6.6, 11], connection_id: connected.id, read_from: 'Meta' },
    { ad_name: 'Ad 2', ad_type: 'video', windows: [0, 0, 0, 0] },
  ]);
  const { body } = await admin.get<{ zone: string; currency: string }>(`/connections/${connected.id}`);
  expect(body).toMatchObject({ zone: 'Europe/Berlin', currency: 'USD', state: 'ok', spend_through: LAST });
});

it('a day that Meta corrects is corrected, to nothing too, and an ad out of the window is zero without a question', async () => {
  ads().push(ad(1, { [before(0)]: '5', [before(3)]: '7' }), ad(2, { [before(27)]: '1' }));
  await begin();
  ads()[0]!.spend[before(0)] = '6';
  delete ads()[0]!.spend[before(3)];
  tomorrow();
  expect(await connected.sync()).toMatchObject({ status: 'done', changed: 2, gone: 0 });
  expect(await spends()).toEqual([
    [0, 6, 6, 6],
    [0, 0, 0, 0],
  ]);
});

it('deleted and archived ads count', async () => {
  ads().push(ad(1, { [LAST]: '1' }, { status: 'DELETED' }), ad(2, { [LAST]: '2' }, { status: 'ARCHIVED' }));
  await begin();
  expect((await spends()).map(([one]) => one)).toEqual([1, 2]);
});

it('28 days of every ad come to the stand-in’s sum, to the cent, in pages or made by Meta @at-length', async () => {
  const [sizes, cents] = [[200, 40, 10], fc.integer({ min: 1, max: 9_999_999 })];
  const spend = fc.dictionary(
    fc.integer({ min: 0, max: 27 }).map(before),
    cents.map((of) => (of / 100).toFixed(2)),
  );
  const [sample] = fc.sample(fc.array(spend, { minLength: 60, maxLength: 60 }), 1);
  ads().push(...sample!.map((of, at) => ad(at, of)));
  await begin();
  for (const size of sizes) {
    meta.largestPage = size;
    await connected.sync();
    const sums = ads().map((one) =>
      Object.values(one.spend).reduce((sum, of) => sum + Math.round(Number(of) * 100), 0),
    );
    expect((await spends()).map(([, , , all]) => Math.round(all! * 100))).toEqual(sums);
  }
});

it('a report that ends before its end zeroes nothing and stores nothing', async () => {
  for (let at = 0; at < 2100; at += 1) ads().push(ad(at, { [LAST]: '1.00' }));
  await begin();
  const was = await spends();
  for (const one of ads()) one.spend[LAST] = '2.00';
  const cut = { status: 400, json: { error: { code: 2635, message: 'no' } } };
  // Account, names of the day are read already, first page.
  meta.follow(null, null, cut);
  expect(await connected.sync()).toMatchObject({ status: 'failed', error_code: 'version_unsupported' });
  expect(await spends()).toEqual(was);
});

describe('ads that are not in the report any more', () => {
  beforeEach(async () => {
    for (let at = 0; at < 10; at += 1) ads().push(ad(at, { [LAST]: '1.00' }));
    await begin();
  });

  it('up to 20 % become zero', async () => {
    for (const one of ads().slice(0, 2)) delete one.spend[LAST];
    const run = await connected.sync();
    expect(run).toMatchObject({ status: 'done', gone: 2 });
    expect(run.findings.map(({ kind, label }) => [kind, label])).toEqual(
      ads()
        .slice(0, 2)
        .map(({ name }) => ['gone', name]),
    );
    expect((await spends()).filter(([one]) => one === 0)).toHaveLength(2);
  });
  it('more than that are asked about, and zero once a person has agreed', async () => {
    for (const one of ads().slice(0, 3)) delete one.spend[LAST];
    ads()[9]!.spend[LAST] = '4.00';
    const asked = await connected.sync();
    expect(asked).toMatchObject({ status: 'asking', gone: 3 });
    expect((await spends()).map(([one]) => one)).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 1, 4]);
    expect(asked.findings).toHaveLength(3);
    const confirmed = await connected.confirm(asked.id);
    expect(confirmed).toMatchObject({ status: 'done', gone: 3, read: 7 });
    expect((await spends()).filter(([one]) => one === 0)).toHaveLength(3);
    // Killed once all was stored: nothing is read or counted again.
    await sql`update sync_runs set status = 'running', ended_at = null where id = ${asked.id}`.execute(
      service.database.db,
    );
    const calls = meta.calls.length;
    expect({ ...(await connected.end(asked.id)), ended_at: null }).toEqual({ ...confirmed, ended_at: null });
    expect(meta.calls).toHaveLength(calls);
  });
  it('rows that were expected, and none that came: the run fails and nothing is zero', async () => {
    for (const one of ads()) delete one.spend[LAST];
    expect(await connected.sync()).toMatchObject({ status: 'failed', error_code: 'partial_response' });
    expect((await spends()).every(([one]) => one === 1)).toBe(true);
  });
});

it('names and types are read once a day', async () => {
  ads().push(ad(1, { [LAST]: '1' }));
  await begin();
  const calls = () => meta.calls.filter(({ url }) => url.includes(`${account}/ads`)).length;
  const once = calls();
  await connected.sync();
  expect(calls()).toBe(once);
  tomorrow();
  await connected.sync();
  expect(calls()).toBe(once + 1);
});

it('a refresh reads the named ads alone, and zeroes no other', async () => {
  ads().push(ad(1, { [LAST]: '1' }), ad(2, { [LAST]: '1' }));
  await begin();
  for (const one of ads()) one.spend[LAST] = '9';
  const { rows } = await sql<{ id: number }>`
    select id from facebook_ads where company_id = ${company} order by ad_identifier`.execute(service.database.db);
  expect(await admin.post('/facebook-ads/refresh', { ad_ids: [rows[1]!.id] })).toMatchObject({ body: { queued: 1 } });
  expect(await connected.queued()).toMatchObject({ status: 'done', read: 1, changed: 1, is_whole: false });
  expect((await spends()).map(([one]) => one)).toEqual([1, 9]);
});

it('the last whole day of the spend moves with a reading of all, not of some ads', async () => {
  ads().push(ad(1, { [LAST]: '1' }));
  await begin();
  const through = async () => (await admin.get<Connection>(`/connections/${connected.id}`)).body.spend_through;
  expect(await through()).toBe(LAST);
  tomorrow();
  const { rows } = await sql<{ id: number }>`select id from facebook_ads where company_id = ${company}`.execute(
    service.database.db,
  );
  await admin.post('/facebook-ads/refresh', { ad_ids: rows.map(({ id }) => id) });
  await connected.queued();
  expect(await through()).toBe(LAST);
  await connected.sync();
  expect(await through()).toBe(before(-1));
});

it('one token serves several companies, each with its own account', async () => {
  ads().push(ad(1, { [LAST]: '1' }));
  await begin();
  const other = await addTestCompany(service, `Other ${made}`, `other-${made}`);
  const [second, its] = [`act_9${made}`, [ad(1, { [LAST]: '8' })]];
  meta.accounts.set(second, { name: 'B', currency: 'USD', zone: 'America/New_York', status: 1, ads: its });
  meta.tokens.set(TOKEN, { scopes: ['ads_read'], expires: 0, accounts: [account, second] });
  const there = await connectTo(other, second);
  await there.confirm((await there.preview()).id);
  expect((await stored(other)).map(({ windows }) => windows[0])).toEqual([8]);
  expect((await spends()).map(([one]) => one)).toEqual([1]);
});

it('a token that is dead stops the connection: no second call, and no token in what is kept', async () => {
  ads().push(ad(1, { [LAST]: '1' }));
  await begin();
  meta.tokens.delete(TOKEN);
  const asked = meta.calls.length;
  expect(await connected.sync()).toMatchObject({ status: 'failed', error_code: 'credential_refused', trace: 'Atrace' });
  expect(meta.calls).toHaveLength(asked + 1);
  const { body } = await admin.get<{ state: string }>(`/connections/${connected.id}`);
  expect(body.state).toBe('reconnect');
  const { rows } = await sql<{ all: string }>`
    select (select coalesce(string_agg(sync_runs::text, ''), '') from sync_runs) || (select string_agg(connections::text, '') from connections)
      || (select string_agg(audit_log::text, '') from audit_log) || (select string_agg(c.state_message, '') from credentials c) as all`.execute(
    service.database.db,
  );
  expect(rows[0]!.all).not.toContain(TOKEN);
});

it('an account in another currency is refused in words', async () => {
  meta.accounts.set(account, { ...meta.accounts.get(account)!, currency: 'EUR' });
  expect(await connected.preview()).toMatchObject({
    status: 'failed',
    error_code: 'wrong_currency',
    message: 'The ad account is in EUR: the console counts in USD alone',
  });
});

it('a limit is waited for, and costs no try', async () => {
  ads().push(ad(1, { [LAST]: '1' }));
  meta.follow(null, { status: 400, json: { error: { code: 80000 } } });
  const asked = await connected.preview();
  expect(asked).toMatchObject({ status: 'asking', attempts: 0, read: 1 });
});

describe('an account of more pages than Meta allows calls', () => {
  const BUSY = { status: 400, json: { error: { code: 80000 } } };
  const GONE = { status: 400, json: { error: { code: 100, message: 'Invalid cursors' } } };
  const pagesOf = (path: string) => meta.calls.filter(({ url }) => url.includes(path) && url.includes('limit='));
  const keptBytes = async () =>
    (
      await sql<{ kept: number }>`
        select coalesce(sum(octet_length(kept_pages)), 0)::int as kept from sync_runs`.execute(service.database.db)
    ).rows[0]!.kept;
  beforeEach(() => {
    for (let at = 0; at < 2500; at += 1) ads().push(ad(at, { [LAST]: '1.00' }));
  });

  it('is read on after a long wait, by another process too: no page twice, and nothing is kept at the end', async () => {
    // The account, 25 pages of names, a page of the report.
    meta.follow(...Array<null>(27).fill(null), BUSY);
    const asked = await connected.preview();
    expect(asked).toMatchObject({ status: 'asking', attempts: 0, read: 2500, created: 2500 });
    expect(pagesOf(`${account}/ads`)).toHaveLength(25);
    // The first page, the one that was refused, and that one again.
    expect(pagesOf(`${account}/insights`)).toHaveLength(3);
    expect(await keptBytes()).toBe(0);
  });
  it('begins again where Meta does not know the place any more', async () => {
    meta.follow(...Array<null>(27).fill(null), BUSY, null, GONE);
    expect(await connected.preview()).toMatchObject({ status: 'asking', attempts: 1, read: 2500 });
    expect(await keptBytes()).toBe(0);
  });
});

it('the window is 28 whole days of the zone, on the days of 23 and 25 hours too', () => {
  expect(windowOf('Europe/Berlin', '2026-11-23T22:59:59Z')).toEqual({ from: '2026-10-26', to: '2026-11-22' });
  expect(windowOf('Europe/Berlin', '2026-11-23T23:00:00Z')).toEqual({ from: '2026-10-27', to: '2026-11-23' });
  const zones = fc.constantFrom('America/New_York', 'Europe/Berlin', 'Pacific/Auckland', 'Asia/Kolkata', 'UTC');
  const moments = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true });
  fc.assert(
    fc.property(zones, moments, (timeZone, at) => {
      const { from, to } = windowOf(timeZone, at.toISOString());
      expect(dayOf(to) - dayOf(from)).toBe(27);
      const local = Object.fromEntries(
        new Intl.DateTimeFormat('en-US', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
          .formatToParts(at)
          .map(({ type, value }) => [type, value]),
      );
      expect(dateOf(dayOf(to) + 1)).toBe(`${local.year}-${local.month}-${local.day}`);
    }),
  );
});

describe('the preview of an ad', () => {
  it('is its own words, and nothing in them is markup (PREV-06)', () => {
    const hostile = fc.oneof(
      fc.string(),
      fc.constantFrom(
        '<script>alert(1)</script>',
        '"><img src=x onerror=alert(1)>',
        '&lt;script&gt;',
        '</style><svg onload=x>',
      ),
    );
    fc.assert(
      fc.property(hostile, hostile, (title, body) => {
        const { preview_html } = previewOf({ ...NO_AD, title, body });
        const tags = [...(preview_html ?? '').matchAll(/<\/?(\w+)/g)].map(([, name]) => name);
        expect(tags.filter((name) => !['meta', 'style', 'div'].includes(name!))).toEqual([]);
        expect(preview_html ?? '').not.toMatch(/javascript:|on\w+=|src=|href=/i);
      }),
    );
  });
  it('without words is the reason why there is none', () => {
    expect(previewOf(NO_AD)).toEqual({
      ad_identifier: '1',
      preview_html: null,
      error: 'Meta has no words of this ad.',
    });
  });
  it('is read with the ad', async () => {
    ads().push(ad(1, {}, { creative: { title: 'Fleece', body: '<b>Warm</b> & dry' } }));
    await begin();
    const { rows } = await sql<{ id: number }>`select id from facebook_ads where company_id = ${company}`.execute(
      service.database.db,
    );
    const { body } = await admin.get<{ preview_html: string }>(`/facebook-ads/${rows[0]!.id}/preview`);
    expect(body.preview_html).toContain('&#60;b&#62;Warm&#60;/b&#62; &#38; dry');
  });
});
const NO_AD = {
  adId: '1',
  adName: 'x',
  adsetName: null,
  campaignName: null,
  status: 'ACTIVE',
  adType: null,
  title: null,
  body: null,
  pictureUrl: null,
};
