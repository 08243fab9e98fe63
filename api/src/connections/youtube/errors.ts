/** YouTube's errors, as faults: by the reasons in them, for its words are HTML and change (DECISIONS §13). */
import { after, retryAfter, type HttpAnswer } from '../http-call';
import { listAt, textAt, valueAt } from '../json';
import { sourceWords } from '../redact';
import { SourceFault, type FaultCode, type FaultKind } from '../source';

interface Row {
  readonly reasons: readonly string[];
  readonly kind: FaultKind;
  readonly code: FaultCode;
  readonly words: string;
}

const ROWS: readonly Row[] = [
  {
    reasons: ['quotaExceeded', 'dailyLimitExceeded'],
    kind: 'wait',
    code: 'quota_used_up',
    words: 'The calls of the day are used up; they are counted anew at midnight in California',
  },
  {
    reasons: ['rateLimitExceeded', 'userRateLimitExceeded', 'RATE_LIMIT_EXCEEDED'],
    kind: 'wait',
    code: 'rate_limited',
    words: 'YouTube asks for a pause',
  },
  {
    reasons: ['keyExpired', 'API_KEY_EXPIRED'],
    kind: 'reconnect',
    code: 'credential_expired',
    words: 'The key has expired',
  },
  {
    reasons: ['keyInvalid', 'API_KEY_INVALID', 'authError', 'required'],
    kind: 'reconnect',
    code: 'credential_refused',
    words: 'YouTube does not accept the key',
  },
  {
    reasons: ['accessNotConfigured', 'SERVICE_DISABLED'],
    kind: 'refused',
    code: 'api_not_enabled',
    words: 'The YouTube Data API is not enabled in the project of the key',
  },
  {
    reasons: [
      'ipRefererBlocked',
      'API_KEY_SERVICE_BLOCKED',
      'API_KEY_IP_ADDRESS_BLOCKED',
      'API_KEY_HTTP_REFERRER_BLOCKED',
    ],
    kind: 'refused',
    code: 'access_forbidden',
    words: 'The key is restricted, and not for this service',
  },
  {
    reasons: ['channelNotFound', 'videoNotFound', 'notFound'],
    kind: 'refused',
    code: 'not_found',
    words: 'YouTube does not have this',
  },
  { reasons: ['backendError', 'internalError'], kind: 'again', code: 'source_failed', words: 'YouTube failed' },
];

const byStatus = (status: number): Omit<Row, 'reasons'> => {
  if (status === 401)
    return { kind: 'reconnect', code: 'credential_refused', words: 'YouTube does not accept the key' };
  if (status === 403) return { kind: 'refused', code: 'access_forbidden', words: 'YouTube forbids this' };
  if (status === 429) return { kind: 'wait', code: 'rate_limited', words: 'YouTube asks for a pause' };
  if (status >= 500) return { kind: 'again', code: 'source_failed', words: 'YouTube failed' };
  return { kind: 'refused', code: 'request_refused', words: 'YouTube refused the request' };
};

/** How long a limit that names no time is waited for, in milliseconds. */
const PAUSE = 60_000;

/** The fault of an answer; null for a good one. */
export function faultOf(
  { status, headers, json }: HttpAnswer,
  secrets: readonly string[],
  now: Date,
): SourceFault | null {
  const error = valueAt(json, 'error');
  if (error === undefined && status < 400) return null;
  // The exact reason stands in the details where there are some.
  const reasons = [...listAt(error, 'details'), ...listAt(error, 'errors')].map((one) => textAt(one, 'reason'));
  const row: Omit<Row, 'reasons'> =
    ROWS.find((one) => reasons.some((reason) => reason !== null && one.reasons.includes(reason))) ?? byStatus(status);
  const theirs = sourceWords(textAt(error, 'message'), secrets);
  const until = row.code === 'quota_used_up' ? pacificMidnight(now) : (retryAfter(headers, now) ?? after(PAUSE, now));
  return new SourceFault(row.kind, row.code, theirs ? `${row.words}: ${theirs}` : row.words, {
    until: row.kind === 'wait' ? until : null,
    // Key, project and quota belong to the credential; a request and what is not there do not.
    concerns: row.kind === 'again' || ['not_found', 'request_refused'].includes(row.code) ? 'connection' : 'credential',
  });
}

const HOUR = 3_600_000;
const PACIFIC = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Los_Angeles', dateStyle: 'short' });

/** The next midnight in California, where quotas are counted by day: after 23, 24 or 25 hours at most. */
export function pacificMidnight(now: Date): Date {
  const today = PACIFIC.format(now);
  let at = Math.floor(now.getTime() / HOUR) * HOUR + HOUR;
  // The zone's offset is whole hours.
  while (PACIFIC.format(at) === today) at += HOUR;
  return new Date(at);
}
