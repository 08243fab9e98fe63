import fc from 'fast-check';
import { dateOf, dayOf } from 'contract/calendar';
import { SourceFault, type CallLimits, type MetaClient, type MetaSpend } from '../source';
import { metaClient } from './client';
import { startMetaStandIn, type MetaStandIn, type StandInAd } from './stand-in';

const TOKEN = 'EAAGtoken0123456789abcdef';
const FROM = '2026-10-27';
const TO = '2026-11-23';
const signal = new AbortController().signal;

let meta: MetaStandIn;
let clock: number;
beforeEach(async () => {
  clock = Date.parse('2026-11-24T12:00:00Z');
  meta = await startMetaStandIn();
  meta.accounts.set('act_1', { name: 'Alpine', currency: 'USD', zone: 'Europe/Berlin', status: 1, ads: [] });
  meta.tokens.set(TOKEN, { scopes: ['ads_read'], expires: 0, accounts: ['act_1'] });
});
afterEach(() => meta.close());

const clientOf = (limits?: CallLimits, secret = TOKEN): MetaClient =>
  metaClient({
    address: meta.url,
    secret: { kind: 'token', secret },
    now: () => new Date(clock),
    account: 'act_1',
    ...(limits && { limits }),
  });

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
const ads = () => meta.accounts.get('act_1')!.ads;

/**
 * All pages, going on after `smaller` and `wait` as a run does; how often it had to is counted. Another client may read
 * what follows the first page, as a later try of a run does.
 */
async function readAll(client: MetaClient, adIds?: string[], later = client) {
  const rows = new Map<string, MetaSpend>();
  const faults: SourceFault[] = [];
  const read = async (after: string | null) => {
    for (;;)
      try {
        return await (after === null ? client : later).spendByDay(
          { from: FROM, to: TO, ...(adIds && { adIds }) },
          after,
          signal,
        );
      } catch (error) {
        if (!(error instanceof SourceFault) || !['smaller', 'wait'].includes(error.kind) || faults.length > 50)
          throw error;
        faults.push(error);
        clock = Math.max(clock, error.until?.getTime() ?? 0);
      }
  };
  let page = await read(null);
  for (;;) {
    for (const row of page.rows) rows.set(`${row.adId} ${row.day}`, row);
    if (page.next === null) break;
    page = await read(page.next);
  }
  return { rows: [...rows.values()], faults };
}

const faultOf = async (asked: Promise<unknown>): Promise<SourceFault> => {
  const error = await asked.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof SourceFault)) throw error ?? new Error('It answered');
  expect(`${error.message} ${error.trace} ${String(error.stack)}`).not.toContain(TOKEN);
  return error;
};
const spend = (client = clientOf()) => client.spendByDay({ from: FROM, to: TO }, null, signal);

describe('spend by ad and day', () => {
  it('is asked for in one report of all days, of ads in every state, with the token in its header', async () => {
    ads().push(ad(1, { [TO]: '12.34' }));
    const { rows } = await readAll(clientOf());
    expect(rows).toEqual([
      {
        adId: '120208000000000001',
        adName: 'Ad 1',
        adsetName: 'Set',
        campaignName: 'Campaign',
        day: TO,
        cents: 1234,
      },
    ]);
    const [call] = meta.calls;
    const { pathname, searchParams } = new URL(call!.url, meta.url);
    expect(pathname).toBe('/v26.0/act_1/insights');
    expect(searchParams.get('time_range')).toBe(`{"since":"${FROM}","until":"${TO}"}`);
    expect(searchParams.get('time_increment')).toBe('1');
    expect(call!.headers.authorization).toBe(`Bearer ${TOKEN}`);
    expect(meta.calls.map(({ url }) => url).join()).not.toContain(TOKEN);
  });

  it('counts deleted and archived ads', async () => {
    for (const [at, status] of ['DELETED', 'ARCHIVED', 'PAUSED', 'WITH_ISSUES'].entries())
      ads().push(ad(at, { [TO]: '1' }, { status }));
    expect((await readAll(clientOf())).rows).toHaveLength(4);
  });

  it('an ad that is deleted between two pages keeps its spend', async () => {
    for (let at = 0; at < 2100; at += 1) ads().push(ad(at, { [TO]: '1.00' }));
    const client = clientOf();
    const first = await spend(client);
    ads()[2050]!.status = 'DELETED';
    const second = await client.spendByDay({ from: FROM, to: TO }, first.next, signal);
    expect([first.rows.length, second.rows.length, second.next]).toEqual([2000, 100, null]);
  });

  it('named ads are at most 50, and the report holds no other', async () => {
    ads().push(ad(1, { [TO]: '1' }), ad(2, { [TO]: '2' }));
    expect((await readAll(clientOf(), [ads()[1]!.id])).rows.map(({ cents }) => cents)).toEqual([200]);
    const tooMany = Array.from({ length: 51 }, (_, at) => String(at));
    await expect(clientOf().spendByDay({ from: FROM, to: TO, adIds: tooMany }, null, signal)).rejects.toThrow(
      RangeError,
    );
  });

  it('adds up to the stand-in’s own sums to the cent, however small the pages must be', async () => {
    const cents = fc.integer({ min: 0, max: 99_999_99 });
    const day = fc.integer({ min: 0, max: 27 }).map((back) => dateOf(dayOf(TO) - back));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(day, cents), { minLength: 1, maxLength: 40 }),
        fc.constantFrom(Infinity, 200, 31, 25, 10),
        async (spends, largestPage) => {
          meta.largestPage = largestPage;
          const texts = (of: Record<string, number>) =>
            Object.fromEntries(Object.entries(of).map(([at, one]) => [at, (one / 100).toFixed(2)]));
          ads().splice(0, Infinity, ...spends.map((of, at) => ad(at, texts(of))));
          const { rows } = await readAll(clientOf());
          for (const [at, of] of spends.entries()) {
            const own = rows.filter(({ adId }) => adId === ads()[at]!.id);
            const sum = Object.values(of).reduce((all, one) => all + one, 0);
            expect(own.reduce((all, one) => all + one.cents, 0)).toBe(sum);
          }
        },
      ),
      { numRuns: 30 },
    );
  });

  it('a page that repeats itself, or has no cursor, is a fault', async () => {
    ads().push(ad(1, { [TO]: '1' }));
    const again = { data: [], paging: { cursors: { after: 'x' }, next: 'https://x' } };
    meta.follow({ status: 200, json: again });
    expect(await faultOf(clientOf().spendByDay({ from: FROM, to: TO }, 'x', signal))).toMatchObject({
      code: 'page_repeated',
    });
    meta.follow({ status: 200, json: { data: [], paging: { next: 'https://x' } } });
    expect(await faultOf(spend())).toMatchObject({ kind: 'again', code: 'invalid_response' });
  });

  it.each(['4,50', '-1.00', '', 'NaN', 4.5])(
    'spend that is no decimal text, %p, is a fault and no number',
    async (odd) => {
      ads().push(ad(1, { [TO]: odd as string }));
      expect(await faultOf(spend())).toMatchObject({ kind: 'again', code: 'invalid_response' });
    },
  );
});

describe('a report that is too large', () => {
  beforeEach(() => {
    for (let at = 0; at < 120; at += 1) ads().push(ad(at, { [TO]: '1.00', [FROM]: '2.00' }));
  });

  it('is asked for in pages of half the size until they fit, and whole again the next time', async () => {
    meta.largestPage = 130;
    const client = clientOf();
    const { rows, faults } = await readAll(client);
    expect(rows).toHaveLength(240);
    expect(faults.map(({ kind, code }) => [kind, code])).toEqual(
      Array.from({ length: 4 }, () => ['smaller', 'page_too_large']),
    );
    meta.largestPage = Infinity;
    await spend(client);
    expect(meta.calls.at(-1)!.url).toContain('limit=2000');
  });

  it('is made by Meta itself where no page is small enough: its state counts, not its percentage', async () => {
    meta.largestPage = 10;
    meta.reportStates = ['Job Not Started', 'Job Running', 'Job Completed'];
    const { rows, faults } = await readAll(clientOf());
    expect(rows).toHaveLength(240);
    expect(faults.filter(({ code }) => code === 'report_running')).toHaveLength(3);
    expect(meta.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it('made by Meta, is read on by a later try of the run, which asks for no other', async () => {
    meta.largestPage = 10;
    const { rows } = await readAll(clientOf(), undefined, clientOf());
    expect(rows).toHaveLength(240);
    expect(meta.calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  it.each(['Job Failed', 'Job Skipped'])('%s: it is started once more, then the try has failed', async (state) => {
    meta.largestPage = 10;
    meta.reportStates = [state];
    expect(await faultOf(readAll(clientOf()))).toMatchObject({ kind: 'again', code: 'report_failed' });
    expect(meta.calls.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  it('one that is never ready ends at its deadline of an hour, twice', async () => {
    meta.largestPage = 10;
    meta.reportStates = ['Job Running'];
    const client = clientOf();
    const begin = clock;
    const next = async () => {
      const fault = await faultOf(spend(client));
      clock += 20 * 60_000;
      return fault;
    };
    let fault = await next();
    for (let tries = 0; fault.kind !== 'again' && tries < 30; tries += 1) fault = await next();
    expect(fault).toMatchObject({ code: 'report_failed' });
    expect(clock - begin).toBeGreaterThan(2 * 60 * 60_000);
    expect(meta.calls.filter(({ method }) => method === 'POST')).toHaveLength(2);
  });

  it('a report that cannot even be started is a failed try, not a loop', async () => {
    const reduce = { status: 500, json: { error: { code: 1, message: 'reduce' } } };
    meta.follow(...Array.from({ length: 40 }, () => reduce));
    expect(await faultOf(readAll(clientOf()))).toMatchObject({ kind: 'again', code: 'page_too_large' });
  });
});

describe('limits', () => {
  const usage = (entries: object[]) => ({ 'x-business-use-case-usage': JSON.stringify({ 1: entries }) });
  const entry = {
    type: 'ads_insights',
    call_count: 3,
    total_cputime: 3,
    total_time: 3,
    estimated_time_to_regain_access: 0,
  };

  it('at 90 % of any of several entries the next call waits as long as Meta says, without being sent', async () => {
    meta.headers = usage([entry, { ...entry, total_time: 95, estimated_time_to_regain_access: 19 }]);
    const client = clientOf();
    await spend(client);
    const fault = await faultOf(spend(client));
    expect(fault).toMatchObject({ kind: 'wait', code: 'rate_limited', concerns: 'connection' });
    expect(fault.until!.getTime() - clock).toBe(19 * 60_000);
    expect(meta.calls).toHaveLength(1);
    meta.headers = {};
    clock += 19 * 60_000;
    await spend(client);
  });

  it.each([
    ['x-app-usage', { call_count: 91, total_time: 1, total_cputime: 1 }, 'credential', 5],
    ['x-fb-ads-insights-throttle', { app_id_util_pct: 92, acc_id_util_pct: 1 }, 'credential', 5],
    ['x-fb-ads-insights-throttle', { app_id_util_pct: 1, acc_id_util_pct: 92 }, 'connection', 5],
    ['x-ad-account-usage', { acc_id_util_pct: 99.67, reset_time_duration: 600 }, 'connection', 10],
  ])('%s %j pauses the %s', async (name, value, concerns, minutes) => {
    meta.headers = { [name]: JSON.stringify(value) };
    const client = clientOf();
    await spend(client);
    const fault = await faultOf(spend(client));
    expect(fault).toMatchObject({ kind: 'wait', concerns });
    expect(fault.until!.getTime() - clock).toBe(minutes * 60_000);
  });

  it.each<Record<string, string>>([usage([entry]), {}, { 'x-app-usage': 'nonsense' }, { 'x-app-usage': '[1]' }])(
    '%j pauses nothing',
    async (headers) => {
      meta.headers = headers;
      const client = clientOf();
      await spend(client);
      await spend(client);
    },
  );

  it('a limit that names no time is waited for longer each time, up to an hour', async () => {
    const client = clientOf();
    meta.follow(...Array.from({ length: 6 }, () => ({ status: 400, json: { error: { code: 613 } } })));
    const waits: number[] = [];
    for (let at = 0; at < 6; at += 1) waits.push((await faultOf(spend(client))).until!.getTime() - clock);
    expect(waits.map((wait) => wait / 60_000)).toEqual([5, 10, 20, 40, 60, 60]);
  });

  it('the time that is named with the refusal counts', async () => {
    meta.follow({
      status: 400,
      headers: usage([{ ...entry, estimated_time_to_regain_access: 7 }]),
      json: { error: { code: 80000 } },
    });
    expect((await faultOf(spend())).until!.getTime() - clock).toBe(7 * 60_000);
  });
});

describe('answers that are no answers', () => {
  beforeEach(() => void ads().push(ad(1, { [TO]: '1' })));

  it('a redirect is not followed', async () => {
    meta.follow({ status: 302, headers: { location: `${meta.url}/elsewhere` } });
    expect(await faultOf(spend())).toMatchObject({ kind: 'refused', code: 'redirected' });
    expect(meta.calls).toHaveLength(1);
  });
  it('a JSON text that is cut, and a line that breaks', async () => {
    meta.follow('cut');
    expect(await faultOf(spend())).toMatchObject({ kind: 'again', code: 'invalid_response' });
    meta.follow('broken');
    expect(await faultOf(spend())).toMatchObject({ kind: 'again' });
  });
  it('no answer in time, and an answer without an end: fewer rows are asked for', async () => {
    meta.follow('silent', 'endless');
    expect(await faultOf(spend(clientOf({ time: 50, bytes: 1000 })))).toMatchObject({
      kind: 'smaller',
      code: 'timed_out',
    });
    expect(await faultOf(spend(clientOf({ time: 5000, bytes: 1000 })))).toMatchObject({
      kind: 'smaller',
      code: 'response_too_large',
    });
  });
});

describe('ads', () => {
  it('come with names, type, words and picture, deleted and archived ones too, a hundred a page', async () => {
    for (let at = 0; at < 120; at += 1) ads().push(ad(at, {}, at % 2 ? { status: 'DELETED' } : {}));
    const picture = 'https://scontent.xx.fbcdn.net/v/1.jpg';
    ads()[0] = ad(0, {}, { creative: { object_type: 'VIDEO', title: 'Hi', body: '<b>', thumbnail_url: picture } });
    const client = clientOf();
    const first = await client.ads(null, signal);
    expect(first.rows[0]).toEqual({
      adId: ads()[0]!.id,
      adName: 'Ad 0',
      adsetName: 'Set',
      campaignName: 'Campaign',
      status: 'ACTIVE',
      adType: 'video',
      title: 'Hi',
      body: '<b>',
      pictureUrl: picture,
    });
    const second = await client.ads(first.next, signal);
    expect([first.rows.length, second.rows.length, second.next]).toEqual([100, 20, null]);
  });

  it('pages that are too large become smaller, down to ten, then the try has failed', async () => {
    ads().push(ad(1));
    meta.largestPage = 5;
    const client = clientOf();
    const kinds: string[] = [];
    for (let at = 0; at < 5; at += 1) kinds.push((await faultOf(client.ads(null, signal))).kind);
    expect(kinds).toEqual(['smaller', 'smaller', 'smaller', 'smaller', 'again']);
  });
});

describe('a test', () => {
  it('names the account, its zone and currency, and when the token ends', async () => {
    meta.tokens.set(TOKEN, { scopes: ['ads_read'], expires: 1_800_000_000, accounts: ['act_1'] });
    expect(await clientOf().test(signal)).toEqual({
      name: 'Alpine',
      externalId: 'act_1',
      currency: 'USD',
      zone: 'Europe/Berlin',
      expiresAt: '2027-01-15T08:00:00.000Z',
      problems: [],
      notes: [],
    });
  });
  it('another currency than USD, a missing permission and an account that is not shared stand in the way', async () => {
    meta.accounts.set('act_1', { ...meta.accounts.get('act_1')!, currency: 'EUR', status: 2 });
    const euro = await clientOf().test(signal);
    expect(euro.problems).toEqual([
      { code: 'wrong_currency', message: 'The ad account is in EUR: the console counts in USD alone' },
    ]);
    expect(euro.notes.map(({ code }) => code)).toEqual(['account_inactive']);
    expect(await faultOf(clientOf().account(signal))).toMatchObject({ kind: 'refused', code: 'wrong_currency' });
    meta.tokens.set(TOKEN, { scopes: ['email'], expires: 0, accounts: [] });
    expect((await clientOf().test(signal)).problems.map(({ code }) => code)).toEqual(['scope_missing', 'not_shared']);
  });
  it('a token that Meta does not know is a fault of the credential, and is repeated nowhere', async () => {
    expect(await faultOf(clientOf(undefined, `${TOKEN}x`).test(signal))).toMatchObject({
      kind: 'reconnect',
      code: 'credential_refused',
      concerns: 'credential',
      trace: 'Atrace',
      message: 'Meta does not accept the token: Error validating access token ***',
    });
  });
  it('a version that is about to end is a note', async () => {
    meta.headers = { 'x-ad-api-version-warning': 'v26.0 ends soon' };
    expect((await clientOf().test(signal)).notes).toEqual([
      { code: 'version_unsupported', message: 'v26.0 ends soon' },
    ]);
  });
});
