/** Meta's errors, as faults: by code and subcode alone, for its words are in the reader's language (DECISIONS §13). */
import type { HttpAnswer } from '../http-call';
import { numberAt, textAt, valueAt } from '../json';
import { sourceWords } from '../redact';
import { SourceFault, type FaultCode, type FaultKind } from '../source';

interface Row {
  /** A code, or the first and the last of a range. */
  readonly codes: readonly (number | readonly [number, number])[];
  readonly subcodes?: readonly number[];
  readonly kind: FaultKind;
  readonly code: FaultCode;
  readonly concerns?: SourceFault['concerns'];
  readonly words: string;
}

const RECONNECT = { kind: 'reconnect', concerns: 'credential' } as const;
const BUSY = { kind: 'wait', code: 'rate_limited', words: 'Meta asks for a pause' } as const;
const TOO_MUCH = { kind: 'smaller', code: 'page_too_large', words: 'Meta cannot answer so much at once' } as const;
const THEIRS = { kind: 'again', code: 'source_failed', words: 'Meta failed' } as const;

/** The first row that fits counts. */
const ROWS: readonly Row[] = [
  { ...RECONNECT, codes: [190], subcodes: [463], code: 'credential_expired', words: 'The token has expired' },
  { ...RECONNECT, codes: [102, 190], code: 'credential_refused', words: 'Meta does not accept the token' },
  {
    codes: [10, 278, 294],
    kind: 'refused',
    code: 'scope_missing',
    words: 'The token lacks a permission: ads_read is needed',
  },
  {
    codes: [100],
    subcodes: [33],
    kind: 'refused',
    code: 'not_shared',
    words: 'The ad account is not there, or not shared with the owner of the token',
  },
  {
    codes: [[200, 299]],
    kind: 'refused',
    code: 'not_shared',
    words: 'The ad account is not shared with the owner of the token',
  },
  // The account's own limit, by the code that elsewhere is the token's.
  { ...BUSY, codes: [17], subcodes: [2446079] },
  { ...BUSY, codes: [4, 17, 32], concerns: 'credential' },
  { ...BUSY, codes: [613, [80000, 80014]] },
  { ...TOO_MUCH, codes: [1] },
  { ...TOO_MUCH, codes: [100], subcodes: [1504018, 1487534] },
  { ...TOO_MUCH, codes: [2], subcodes: [1504038] },
  { ...THEIRS, codes: [-2, 2, 99, 960] },
  {
    codes: [2635],
    kind: 'refused',
    code: 'version_unsupported',
    words: 'Meta no longer serves this version of its interface: the console has to be upgraded',
  },
  {
    codes: [100],
    kind: 'refused',
    code: 'request_refused',
    words: 'Meta does not understand the request: a mistake of the console',
  },
];

const has = ({ codes, subcodes }: Row, code: number, subcode: number | null): boolean =>
  codes.some((one) => (typeof one === 'number' ? one === code : code >= one[0] && code <= one[1])) &&
  (!subcodes || (subcode !== null && subcodes.includes(subcode)));

/** A status whose body names no code that is known. */
const byStatus = (status: number): Omit<Row, 'codes'> => {
  if (status === 401) return { ...RECONNECT, code: 'credential_refused', words: 'Meta does not accept the token' };
  if (status === 403) return { kind: 'refused', code: 'access_forbidden', words: 'Meta forbids this' };
  if (status === 404) return { kind: 'refused', code: 'not_found', words: 'Meta does not have this' };
  if (status === 429) return BUSY;
  if (status >= 500) return THEIRS;
  return { kind: 'refused', code: 'request_refused', words: 'Meta refused the request' };
};

/**
 * The fault of an answer; null for a good one.
 *
 * @param pause the moment until which a limit asks to wait
 */
export function faultOf(
  { status, json }: HttpAnswer,
  { secrets, pause }: { secrets: readonly string[]; pause: () => Date },
): SourceFault | null {
  const error = valueAt(json, 'error');
  if (error === undefined && status < 400) return null;
  const code = numberAt(error, 'code');
  const row: Omit<Row, 'codes'> =
    (code !== null && ROWS.find((one) => has(one, code, numberAt(error, 'error_subcode')))) ||
    (valueAt(error, 'is_transient') === true ? THEIRS : byStatus(status));
  const theirs = sourceWords(textAt(error, 'error_user_msg') ?? textAt(error, 'message'), secrets);
  const { kind, concerns, words } = row;
  return new SourceFault(kind, row.code, theirs ? `${words}: ${theirs}` : words, {
    ...(concerns && { concerns }),
    until: kind === 'wait' ? pause() : null,
    trace: sourceWords(textAt(error, 'fbtrace_id'), secrets) || null,
  });
}
