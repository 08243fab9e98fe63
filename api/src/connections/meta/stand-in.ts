/**
 * A server on this machine that plays Meta's Marketing API as far as the console asks it: accounts, their ads, reports by
 * day and those that it makes by itself, tokens, limits. It refuses what it does not know, as Meta does, so that a field
 * or parameter with another name fails.
 */
import type { FastifyRequest } from 'fastify';
import { dateOf, dayOf } from 'contract/calendar';
import { valueAt } from '../json';
import { startStandIn, type StandInServer } from '../stand-in';

/** An ad; its spend by day in dollars, as Meta writes them. */
export interface StandInAd {
  readonly id: string;
  name: string;
  status: string;
  readonly adset: string;
  readonly campaign: string;
  readonly creative: Readonly<Record<string, unknown>>;
  readonly spend: Record<string, string>;
}

export interface StandInAccount {
  readonly name: string;
  readonly currency: string;
  readonly zone: string;
  status: number;
  /** A list that is frozen does not change any more. */
  readonly ads: StandInAd[];
}

/** `expires` in seconds since 1970; 0 for never. */
export interface StandInToken {
  readonly scopes: readonly string[];
  readonly expires: number;
  /** The accounts that are shared with it. */
  readonly accounts: readonly string[];
}

export interface MetaStandIn extends StandInServer {
  readonly accounts: Map<string, StandInAccount>;
  readonly tokens: Map<string, StandInToken>;
  /** A call for more rows is told to reduce the amount of data; a report that it makes by itself is not. */
  largestPage: number;
  /** The most calls of an account within a minute; one more is told to wait for the rest of it. */
  callsAMinute: number;
  /** Sent with every answer. */
  headers: Record<string, string>;
  /** The states of a report that it makes, one a look; the last one stays. */
  reportStates: string[];
}

/** A call, with its query and form as one. */
interface StandInRequest {
  readonly method: string;
  readonly path: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly token: string;
}

interface StandInAnswer {
  readonly status?: number;
  readonly json: unknown;
}

const VERSION = '/v26.0/';

/** Names as Meta's published specifications have them. */
const KNOWN = {
  account: ['name', 'account_status', 'currency', 'timezone_name', 'timezone_offset_hours_utc'],
  spend: ['ad_id', 'ad_name', 'adset_name', 'campaign_name', 'spend', 'account_currency', 'date_start', 'date_stop'],
  ad: ['id', 'name', 'effective_status', 'updated_time', 'adset', 'campaign', 'creative'],
  report: ['async_status', 'async_percent_completion', 'error_code', 'error_message', 'error_subcode'],
  insights: ['level', 'fields', 'time_range', 'time_increment', 'filtering', 'limit', 'after'],
  ads: ['fields', 'effective_status', 'limit', 'after'],
} as const;

const error = (code: number, message: string, more: object = {}, status = 400): StandInAnswer => ({
  status,
  json: { error: { message, type: 'OAuthException', code, fbtrace_id: 'Atrace', ...more } },
});

const TOO_MANY = error(80000, 'There have been too many calls from this ad-account', { error_subcode: 2446079 });

/** With it, the minutes until there is room again. */
const REGAIN = {
  'x-business-use-case-usage': JSON.stringify({
    account: [{ type: 'ads_insights', call_count: 100, estimated_time_to_regain_access: 1 }],
  }),
};

const REDUCE = error(1, "Please reduce the amount of data you're asking for, then retry your request", {}, 500);

class Refused extends Error {
  constructor(readonly answer: StandInAnswer) {
    super();
  }
}

/** Starts it, without accounts and tokens. */
export async function startMetaStandIn(): Promise<MetaStandIn> {
  const accounts = new Map<string, StandInAccount>();
  const tokens = new Map<string, StandInToken>();
  /** Rows and looks of the reports that it makes. */
  const reports = new Map<string, { rows: object[]; looks: number }>();
  const state = {
    largestPage: Infinity,
    callsAMinute: Infinity,
    headers: {} as Record<string, string>,
    reportStates: ['Job Completed'],
  };

  function answer(call: StandInRequest): StandInAnswer {
    const secret = call.token;
    const token = tokens.get(secret);
    if (!token) return error(190, `Error validating access token ${secret}`, { error_subcode: 467 }, 401);
    if (!call.path.startsWith(VERSION)) return error(2635, 'You are calling a deprecated version');
    const [node = '', edge = ''] = call.path.slice(VERSION.length).split('/');
    if (node === 'debug_token') return debugToken(call.parameters.input_token ?? '');
    const report = reports.get(node);
    if (report) return edge ? page(call, report.rows, secret, true) : lookAt(call, report);
    const account = token.accounts.includes(node) ? accounts.get(node) : undefined;
    if (!account) return error(100, `Unsupported get request. Object '${node}' does not exist`, { error_subcode: 33 });
    if (!token.scopes.includes('ads_read'))
      return error(200, 'Ad account owner has NOT granted ads_read permission', {}, 403);
    if (isTooMany(node)) return TOO_MANY;
    if (edge === 'ads') return page(call, madeOnce(call, account, adsOf), secret);
    if (edge !== 'insights') return accountOf(call, account, node);
    const rows = madeOnce(call, account, spendOf);
    if (call.method !== 'POST') return page(call, rows, secret);
    const id = String(6_044_000_000_000 + reports.size);
    reports.set(id, { rows, looks: 0 });
    return { json: { report_run_id: id } };
  }

  /** When the last calls of each account came. */
  const called = new Map<string, number[]>();
  const isTooMany = (account: string): boolean => {
    const now = Date.now();
    const recent = (called.get(account) ?? []).filter((at) => at > now - 60_000);
    const isOver = recent.length >= state.callsAMinute;
    called.set(account, isOver ? recent : [...recent, now]);
    return isOver;
  };

  const debugToken = (input: string): StandInAnswer => {
    const token = tokens.get(input);
    const data = token
      ? { is_valid: true, expires_at: token.expires, data_access_expires_at: 0, scopes: token.scopes }
      : { is_valid: false };
    return { json: { data } };
  };

  const lookAt = ({ parameters }: StandInRequest, report: { looks: number }): StandInAnswer => {
    fieldsOf(parameters, KNOWN.report);
    const states = state.reportStates;
    const async_status = states[Math.min(report.looks, states.length - 1)];
    report.looks += 1;
    return { json: { async_status, async_percent_completion: 100 } };
  };

  function page(
    { path, parameters }: StandInRequest,
    rows: readonly object[],
    secret: string,
    isMade = false,
  ): StandInAnswer {
    const limit = Number(parameters.limit ?? 25);
    if (limit > state.largestPage && !isMade) return REDUCE;
    const from = parameters.after ? Number(Buffer.from(parameters.after, 'base64').toString()) : 0;
    const data = rows.slice(from, from + limit);
    const end = from + data.length;
    const after = Buffer.from(String(end)).toString('base64');
    const next = `http://graph.facebook.com${path}?access_token=${secret}&after=${after}`;
    return {
      json: {
        data,
        ...(data.length && { paging: { cursors: { before: 'MA==', after }, ...(end < rows.length && { next }) } }),
      },
    };
  }

  const server = await startStandIn((app) =>
    app.all('*', async (request, reply) => {
      const { status = 200, json } = answered(() => answer(readRequest(request)));
      return reply
        .code(status)
        .headers({ ...state.headers, ...(json === TOO_MANY.json && REGAIN) })
        .send(json);
    }),
  );
  return Object.assign(state, server, { accounts, tokens });
}

function readRequest({ method, url, body, headers }: FastifyRequest): StandInRequest {
  const { pathname: path, searchParams } = new URL(url, 'http://127.0.0.1');
  const parameters = { ...Object.fromEntries(searchParams), ...(body as object | null) };
  return { method, path, parameters, token: (headers.authorization ?? '').replace(/^Bearer /, '') };
}

function answered(answer: () => StandInAnswer): StandInAnswer {
  try {
    return answer();
  } catch (thrown) {
    if (thrown instanceof Refused) return thrown.answer;
    throw thrown;
  }
}

/** The names that are asked for, without those inside their braces; one that is not known is refused. */
function fieldsOf(parameters: Readonly<Record<string, string>>, known: readonly string[]): string[] {
  let names = parameters.fields ?? '';
  for (let outer = ''; outer !== names;) [outer, names] = [names, names.replace(/\{[^{}]*\}/g, '')];
  const list = names.split(',');
  for (const name of list)
    if (!known.includes(name)) throw new Refused(error(100, `(#100) Tried accessing nonexisting field (${name})`));
  return list;
}

function requireKnown(parameters: Readonly<Record<string, string>>, known: readonly string[]) {
  for (const name of Object.keys(parameters))
    if (!known.includes(name)) throw new Refused(error(100, `(#100) Unknown parameter ${name}`));
}

const picked = (fields: readonly string[], row: Readonly<Record<string, unknown>>): object =>
  Object.fromEntries(fields.filter((name) => row[name] !== undefined).map((name) => [name, row[name]]));

const accountOf = (
  { parameters }: StandInRequest,
  { name, currency, zone, status }: StandInAccount,
  id: string,
): StandInAnswer => {
  const fields = fieldsOf(parameters, KNOWN.account);
  return { json: { ...picked(fields, { name, currency, timezone_name: zone, account_status: status }), id } };
};

/** The rows of lists that are frozen, by what was asked for: a bench measures who reads them, not who makes them. */
const made = new WeakMap<readonly StandInAd[], Map<string, object[]>>();

function madeOnce(
  call: StandInRequest,
  account: StandInAccount,
  make: (call: StandInRequest, account: StandInAccount) => object[],
): object[] {
  if (!Object.isFrozen(account.ads)) return make(call, account);
  const { limit: _, after: __, ...asked } = call.parameters;
  const ofAds = made.get(account.ads) ?? new Map<string, object[]>();
  made.set(account.ads, ofAds);
  const key = JSON.stringify(asked);
  const rows = ofAds.get(key) ?? make(call, account);
  ofAds.set(key, rows);
  return rows;
}

/** Ads without a state that is named are left out: so are deleted and archived ones where none is. */
const HIDDEN = ['DELETED', 'ARCHIVED'];

function adsOf({ parameters }: StandInRequest, { ads }: StandInAccount): object[] {
  requireKnown(parameters, KNOWN.ads);
  const fields = fieldsOf(parameters, KNOWN.ad);
  const states = parameters.effective_status ? (JSON.parse(parameters.effective_status) as string[]) : null;
  return ads
    .filter(({ status }) => (states ? states.includes(status) : !HIDDEN.includes(status)))
    .map(({ id, name, status, adset, campaign, creative }) =>
      picked(fields, {
        id,
        name,
        effective_status: status,
        adset: { name: adset },
        campaign: { name: campaign },
        creative,
      }),
    );
}

/** A row an ad and day, or where no day is asked for an ad. A day without spend has none. */
function spendOf({ parameters }: StandInRequest, { ads, currency }: StandInAccount): object[] {
  requireKnown(parameters, KNOWN.insights);
  const fields = [...fieldsOf(parameters, KNOWN.spend), 'date_start', 'date_stop'];
  if (parameters.level !== 'ad') throw new Refused(error(100, '(#100) level'));
  const range: unknown = JSON.parse(parameters.time_range ?? '{}');
  const [since, until] = [String(valueAt(range, 'since')), String(valueAt(range, 'until'))];
  const filters = JSON.parse(parameters.filtering ?? '[]') as { field: string; operator: string; value: string[] }[];
  const named = (field: string) => filters.find((one) => one.field === field && one.operator === 'IN')?.value;
  const [states, ids] = [named('ad.effective_status'), named('ad.id')];
  const isDaily = parameters.time_increment === '1';
  return ads
    .filter(
      ({ id, status }) => (states ? states.includes(status) : !HIDDEN.includes(status)) && (!ids || ids.includes(id)),
    )
    .flatMap(({ id, name, adset, campaign, spend }) => {
      const row = { ad_id: id, ad_name: name, adset_name: adset, campaign_name: campaign, account_currency: currency };
      const days = Array.from({ length: dayOf(until) - dayOf(since) + 1 }, (_, at) => dateOf(dayOf(since) + at));
      const delivered = days.filter((day) => spend[day] !== undefined);
      if (isDaily)
        return delivered.map((day) => picked(fields, { ...row, spend: spend[day], date_start: day, date_stop: day }));
      const sum = delivered.reduce((all, day) => all + Math.round(Number(spend[day]) * 100), 0) / 100;
      return delivered.length
        ? [picked(fields, { ...row, spend: String(sum), date_start: since, date_stop: until })]
        : [];
    });
}
