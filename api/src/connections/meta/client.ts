/** Meta's Marketing API (DECISIONS §13): one ad account, its ads and what they spent by day. */
import { after as pauseOf, callSource } from '../http-call';
import { listAt, numberAt, textAt, valueAt } from '../json';
import { sourceWords } from '../redact';
import {
  SourceFault,
  type ClientOptions,
  type FaultKind,
  type Finding,
  type MetaClient,
  type Page,
  type SourceTest,
} from '../source';
import { faultOf } from './errors';
import { ACCOUNT_FIELDS, adsParameters, META_VERSION, REPORT_FIELDS, reportParameters, type Report } from './requests';
import { adOf, spendOf } from './rows';
import { fullLimits } from './usage';

/**
 * How many rows a call asks for at first, and at the least. An account of 2,000 ads has 56,000 rows of 28 days: with 500 at a
 * time they would take more calls than a small app may make in a minute.
 */
const ROWS = { report: { first: 2000, least: 25 }, ads: { first: 100, least: 10 } } as const;

/** How often a report that is being made is looked at, and for how long, before it is started once more. */
const REPORT_LOOK = 15_000;
const REPORT_DEADLINE = 60 * 60_000;

/** The pause of a limit that names none: it doubles while one follows another. */
const PAUSES = { first: 5 * 60_000, most: 60 * 60_000 } as const;

const WARNING = 'x-ad-api-version-warning';
const ACTIVE = 1;

type Parameters = Readonly<Record<string, string>>;

/** A report that Meta makes by itself, as it is asked for where no page is small enough. */
interface MadeReport {
  readonly of: string;
  readonly id: string;
  readonly since: number;
  readonly isSecond: boolean;
  isReady: boolean;
}

/**
 * A client of one account for one run.
 *
 * @param account `act_` and digits
 */
export function metaClient({ address, secret, now, limits, account }: ClientOptions & { account: string }): MetaClient {
  if (!/^act_\d{1,20}$/.test(account))
    throw new SourceFault('refused', 'not_found', 'An ad account is named act_ and digits');
  const secrets = [secret.secret];
  const rowsAtOnce: Record<keyof typeof ROWS, number> = { report: ROWS.report.first, ads: ROWS.ads.first };
  let pauses = 0;
  let pausedUntil: { at: Date; concerns: SourceFault['concerns'] } | null = null;
  let report: MadeReport | null = null;

  const pauseFrom = (headers: Headers): Date => {
    const named = fullLimits(headers)[0]?.wait ?? 0;
    const wait = named || Math.min(PAUSES.first * 2 ** pauses, PAUSES.most);
    pauses += 1;
    return pauseOf(wait, now());
  };

  async function ask(path: string, parameters: Parameters, signal: AbortSignal, method: 'GET' | 'POST' = 'GET') {
    if (pausedUntil && pausedUntil.at > now()) {
      const { at, concerns } = pausedUntil;
      throw new SourceFault('wait', 'rate_limited', 'Nearly all calls that Meta allows are used', {
        until: at,
        concerns,
      });
    }
    const query = new URLSearchParams(parameters);
    const url = `${address}/${META_VERSION}/${path}`;
    // By its header: `paging.next`, a query and an error's path would repeat the token.
    const headers = { authorization: `Bearer ${secret.secret}` };
    const answer = await callSource(
      method === 'GET'
        ? { source: 'meta', url: `${url}?${query}`, headers }
        : { source: 'meta', url, method, headers, body: query },
      signal,
      limits,
    );
    const fault = faultOf(answer, { secrets, pause: () => pauseFrom(answer.headers) });
    // Only a page can be asked for in smaller parts.
    if (fault) throw fault.kind === 'smaller' ? another('again', fault) : fault;
    if (answer.json === null || typeof answer.json !== 'object') throw invalid('no JSON');
    pauses = 0;
    const [full] = fullLimits(answer.headers);
    pausedUntil = full ? { at: pauseOf(full.wait || PAUSES.first, now()), concerns: full.concerns } : null;
    return answer;
  }

  /** Asks for a page, and for smaller ones from now on where Meta could not answer. */
  async function askPage(
    of: keyof typeof ROWS,
    path: string,
    parameters: Parameters,
    after: string | null,
    signal: AbortSignal,
  ) {
    try {
      const { json } = await ask(
        path,
        { ...parameters, limit: String(rowsAtOnce[of]), ...(after !== null && { after }) },
        signal,
      );
      return json;
    } catch (error) {
      if (!(error instanceof SourceFault) || !SIZES.has(error.code)) throw error;
      const isLeast = rowsAtOnce[of] === ROWS[of].least;
      rowsAtOnce[of] = Math.max(ROWS[of].least, Math.floor(rowsAtOnce[of] / 2));
      throw isLeast ? new LeastFault(error) : another('smaller', error);
    }
  }

  /** The report that is ready, or a fault: it is started, or being made, or was not made twice. */
  async function madeReport(parameters: Parameters, signal: AbortSignal): Promise<MadeReport> {
    const of = JSON.stringify(parameters);
    if (report?.of !== of) report = await startReport(of, parameters, false, signal);
    if (report.isReady) return report;
    const { json } = await ask(report.id, { fields: REPORT_FIELDS.join() }, signal);
    // Not by its percentage: 100 is there before the end.
    const status = textAt(json, 'async_status');
    if (status === 'Job Completed') return Object.assign(report, { isReady: true });
    const isLate = now().getTime() - report.since > REPORT_DEADLINE;
    const isLost = status === 'Job Failed' || status === 'Job Skipped';
    if (isLate || isLost) {
      const { isSecond } = report;
      const words = sourceWords(textAt(json, 'error_message'), secrets);
      if (isSecond) report = null;
      else report = await startReport(of, parameters, true, signal);
      if (isSecond)
        throw new SourceFault('again', 'report_failed', `Meta did not make the report${words && `: ${words}`}`);
    }
    throw new SourceFault('wait', 'report_running', 'Meta makes the report', { until: pauseOf(REPORT_LOOK, now()) });
  }

  async function startReport(of: string, parameters: Parameters, isSecond: boolean, signal: AbortSignal) {
    const { json } = await ask(`${account}/insights`, parameters, signal, 'POST');
    const id = textAt(json, 'report_run_id') ?? '';
    if (!/^\d+$/.test(id)) throw invalid('a report without an id');
    return { of, id, since: now().getTime(), isSecond, isReady: false };
  }

  async function readAccount(signal: AbortSignal) {
    const { json, headers } = await ask(account, { fields: ACCOUNT_FIELDS.join() }, signal);
    const [currency, zone] = [textAt(json, 'currency'), textAt(json, 'timezone_name')];
    if (!currency || !zone || !isZone(zone)) throw invalid('an account without currency or time zone');
    const name = sourceWords(textAt(json, 'name'), secrets) || null;
    return { name, currency, zone, status: numberAt(json, 'account_status'), warning: headers.get(WARNING) };
  }

  return {
    async test(signal): Promise<SourceTest> {
      const token = await readToken(signal);
      const problems: Finding[] = [...token.problems];
      const notes: Finding[] = [...token.notes];
      let found: Awaited<ReturnType<typeof readAccount>> | null = null;
      try {
        found = await readAccount(signal);
      } catch (error) {
        if (!(error instanceof SourceFault) || error.kind !== 'refused') throw error;
        problems.push({ code: error.code, message: error.message });
      }
      if (found && found.currency !== 'USD')
        problems.push({ code: 'wrong_currency', message: otherCurrency(found.currency) });
      if (found && found.status !== ACTIVE)
        notes.push({
          code: 'account_inactive',
          message: `Meta has the account in state ${found.status ?? 'unknown'}: it delivers no ads`,
        });
      if (found?.warning) notes.push({ code: 'version_unsupported', message: sourceWords(found.warning, secrets) });
      const { name = null, currency = null, zone = null } = found ?? {};
      return { name, externalId: account, currency, zone, expiresAt: token.expiresAt, problems, notes };
    },

    async account(signal) {
      const { currency, zone } = await readAccount(signal);
      if (currency !== 'USD') throw new SourceFault('refused', 'wrong_currency', otherCurrency(currency));
      return { currency, zone };
    },

    async spendByDay(of: Report, after, signal) {
      const parameters = reportParameters(of);
      const isMade = report?.of === JSON.stringify(parameters);
      const cursorOfMade = MADE.exec(after ?? '');
      try {
        const made = isMade ? await madeReport(parameters, signal) : null;
        // A cursor of the report that was given up does not fit the one that is made: that is read from its first page.
        const [, id = made?.id, cursor = made ? null : after] = cursorOfMade ?? [];
        const path = `${id ?? account}/insights`;
        const json = await askPage('report', path, id ? {} : parameters, cursor, signal);
        for (const row of listAt(json, 'data')) {
          const currency = textAt(row, 'account_currency');
          if (currency !== null && currency !== 'USD')
            throw new SourceFault('refused', 'wrong_currency', otherCurrency(currency));
        }
        const page = pageOf(json, cursor, spendOf);
        if (page.next !== null) return id ? { ...page, next: `made:${id}:${page.next}` } : page;
        rowsAtOnce.report = ROWS.report.first;
        report = null;
        return page;
      } catch (error) {
        if (!(error instanceof LeastFault)) throw error;
        if (isMade || cursorOfMade) throw error.again;
        report = await startReport(JSON.stringify(parameters), parameters, false, signal);
        throw new SourceFault('wait', 'report_running', 'Meta makes the report', {
          until: pauseOf(REPORT_LOOK, now()),
        });
      }
    },

    async ads(after, signal) {
      try {
        const page = pageOf(await askPage('ads', `${account}/ads`, adsParameters(), after, signal), after, adOf);
        if (page.next === null) rowsAtOnce.ads = ROWS.ads.first;
        return page;
      } catch (error) {
        throw error instanceof LeastFault ? error.again : error;
      }
    },
  };

  /** The scopes and the end of the token; where Meta does not tell them, a note. */
  async function readToken(signal: AbortSignal) {
    const problems: Finding[] = [];
    let json: unknown;
    try {
      ({ json } = await ask('debug_token', { input_token: secret.secret }, signal));
    } catch (error) {
      if (!(error instanceof SourceFault) || error.kind !== 'refused') throw error;
      const message = 'Meta does not tell what the token may do, and when it ends';
      return { problems, notes: [{ code: error.code, message }], expiresAt: null };
    }
    if (valueAt(json, 'data', 'is_valid') === false)
      throw new SourceFault('reconnect', 'credential_expired', 'The token is no longer valid');
    const scopes = listAt(json, 'data', 'scopes');
    if (!['ads_read', 'ads_management'].some((scope) => scopes.includes(scope)))
      problems.push({ code: 'scope_missing', message: 'The token lacks a permission: ads_read is needed' });
    // 0 stands for never.
    const ends = ['expires_at', 'data_access_expires_at'].flatMap((name) => numberAt(json, 'data', name) || []);
    const expiresAt = ends.length ? new Date(Math.min(...ends) * 1000).toISOString() : null;
    return { problems, notes: [], expiresAt };
  }
}

/** The faults after which fewer rows are asked for. */
const SIZES: ReadonlySet<string> = new Set(['page_too_large', 'source_failed', 'timed_out', 'response_too_large']);

/** The cursors of a report that Meta has made by itself: its id, and its own cursor. A later try of the run goes on by them. */
const MADE = /^made:(\d+):(.*)$/s;

/** A fault at the smallest page. */
class LeastFault extends Error {
  constructor(readonly again: SourceFault) {
    super(again.message);
  }
}

/** The same fault, to be gone on after in another way. */
const another = (kind: FaultKind, { code, message, trace }: SourceFault): SourceFault =>
  new SourceFault(kind, code, message, { trace });

const invalid = (words: string): SourceFault =>
  new SourceFault('again', 'invalid_response', `Meta answered with what is no answer: ${words}`);

const otherCurrency = (currency: string): string =>
  `The ad account is in ${sourceWords(currency, [])}: the console counts in USD alone`;

const isZone = (zone: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
};

/** The rows of a page. Its `paging.next` holds the token, so that only whether it is there is looked at. */
function pageOf<Row>(json: unknown, asked: string | null, rowOf: (row: unknown) => Row | null): Page<Row> {
  if (!Array.isArray(valueAt(json, 'data'))) throw invalid('a page without rows');
  const rows = listAt(json, 'data').map((row) => {
    const read = rowOf(row);
    if (!read) throw invalid('a row that cannot be read');
    return read;
  });
  if (valueAt(json, 'paging', 'next') === undefined) return { rows, next: null };
  const next = textAt(json, 'paging', 'cursors', 'after');
  if (next === null) throw invalid('a page without a cursor');
  if (next === asked) throw new SourceFault('again', 'page_repeated', 'Meta answered with the same page again');
  return { rows, next };
}
