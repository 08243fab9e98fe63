/** Shopify's answers that say no, each with how to go on (shopify.dev/docs/api/usage/response-codes). */
import { after, retryAfter, type HttpAnswer } from '../http-call';
import { listAt, numberAt, textAt, valueAt } from '../json';
import { sourceWords } from '../redact';
import { SourceFault, type FaultCode, type FaultKind } from '../source';

/** The parts of a call that a fault names or must not name. */
export interface Called {
  readonly store: string;
  readonly secrets: readonly string[];
  readonly now: Date;
}

/** The points that a store's token may spend, as an answer tells them. */
export interface Budget {
  readonly requested: number;
  readonly available: number;
  readonly maximum: number;
  /** A second. */
  readonly restored: number;
}

/** The budget in an answer; null where it tells none. */
export function budgetIn(json: unknown): Budget | null {
  const cost = valueAt(json, 'extensions', 'cost');
  const requested = numberAt(cost, 'requestedQueryCost');
  const available = numberAt(cost, 'throttleStatus', 'currentlyAvailable');
  const maximum = numberAt(cost, 'throttleStatus', 'maximumAvailable');
  const restored = numberAt(cost, 'throttleStatus', 'restoreRate');
  return requested === null || available === null || maximum === null || restored === null || restored <= 0
    ? null
    : { requested, available, maximum, restored };
}

/** The moment at which a budget has the points of its query again. */
export const restoredAt = ({ requested, available, restored }: Budget, now: Date): Date =>
  after(((requested - available) / restored) * 1000, now);

/** The fault that the answer is; null where it is data. */
export function faultIn(answer: HttpAnswer, called: Called): SourceFault | null {
  const { status, json } = answer;
  if (status !== 200) return ofStatus(answer, called);
  const errors = listAt(json, 'errors');
  if (errors.length) return ofErrors(errors, answer, called);
  // A failed authentication may answer with one text in their place.
  if (textAt(json, 'errors') !== null) return fault(answer, called, 'again', 'source_failed', 'Shopify answered');
  if (valueAt(json, 'data') instanceof Object) return null;
  return new SourceFault('again', 'invalid_response', 'Shopify’s answer was cut or is no answer of its API', {
    trace: traceOf(answer),
  });
}

/** Whether costs are all that the token is denied: the same page is then asked for without them. */
export const onlyCostsDenied = ({ status, json }: HttpAnswer): boolean => {
  const errors = listAt(json, 'errors');
  return (
    status === 200 &&
    errors.length > 0 &&
    errors.every((error) => codeOf(error) === 'ACCESS_DENIED' && listAt(error, 'path').includes('inventoryItem'))
  );
};

function ofStatus(answer: HttpAnswer, called: Called): SourceFault {
  const { status, headers } = answer;
  const { store, now } = called;
  const says = (kind: FaultKind, code: FaultCode, sentence: string, until?: Date) =>
    fault(answer, called, kind, code, sentence, until);
  switch (status) {
    case 401:
      return says(
        'reconnect',
        'credential_refused',
        'Shopify refuses the token: it is wrong or withdrawn, or the app was removed',
      );
    case 402:
      return says('refused', 'store_frozen', `Shopify has frozen the store ${store} for an unpaid bill`);
    case 403:
      return denied(answer, called, [textAt(answer.json, 'errors') ?? '']);
    case 404:
      return says('refused', 'not_found', `Shopify knows no store ${store}, or no version of its API that we ask`);
    case 423:
      return says('refused', 'store_locked', `Shopify has locked the store ${store}`);
    case 429:
    case 430:
      return says(
        'wait',
        'rate_limited',
        'Shopify takes no more calls for now',
        retryAfter(headers, now) ?? after(PAUSE, now),
      );
  }
  return status >= 500
    ? says('again', 'source_failed', `Shopify failed (${status})`)
    : says('refused', 'request_refused', `Shopify refused the call (${status})`);
}

/** Where Shopify names no pause, in milliseconds. */
const PAUSE = 2000;

function ofErrors(errors: readonly unknown[], answer: HttpAnswer, called: Called): SourceFault {
  const codes = new Set(errors.map(codeOf));
  const says = (kind: FaultKind, code: FaultCode, sentence: string, until?: Date) =>
    fault(answer, called, kind, code, sentence, until);
  const budget = budgetIn(answer.json);
  // A page beyond the whole limit would be waited for without end.
  const isTooMuch = budget !== null && budget.requested > budget.maximum;
  if (codes.has('MAX_COST_EXCEEDED') || isTooMuch)
    return says('again', 'page_too_large', 'Shopify was asked for too much at once');
  if (codes.has('THROTTLED')) {
    const until = budget ? restoredAt(budget, called.now) : after(PAUSE, called.now);
    return says('wait', 'rate_limited', 'Shopify takes no more calls for now', until);
  }
  if (codes.has('INTERNAL_SERVER_ERROR') || codes.has('TIMEOUT'))
    return says('again', 'source_failed', 'Shopify failed');
  if (codes.has('SHOP_INACTIVE')) return says('refused', 'account_inactive', `The store ${called.store} is not active`);
  if (codes.has('ACCESS_DENIED'))
    return denied(
      answer,
      called,
      errors.map((error) => `${textAt(error, 'extensions', 'requiredAccess')} ${textAt(error, 'message')}`),
    );
  // Errors beside data: a page that is not whole is not stored.
  if (valueAt(answer.json, 'data') instanceof Object)
    return says('again', 'partial_response', 'Shopify answered in part');
  return says('refused', 'request_refused', 'Shopify refused the call');
}

function denied(answer: HttpAnswer, called: Called, words: readonly string[]): SourceFault {
  const scopes = [...new Set(words.join(' ').match(/\b(?:read|write)_[a-z_]{1,40}\b/g) ?? [])];
  return scopes.length
    ? fault(answer, called, 'refused', 'scope_missing', `The app lacks the scope ${scopes.join(', ')}`)
    : fault(
        answer,
        called,
        'refused',
        'access_forbidden',
        `Shopify denies the app access to the store ${called.store}`,
      );
}

const codeOf = (error: unknown): string | null => textAt(error, 'extensions', 'code');
const traceOf = ({ headers }: HttpAnswer): string | null =>
  /^[\w-]{1,100}$/.exec(headers.get('x-request-id') ?? '')?.[0] ?? null;

/** A fault whose sentence ends with Shopify's own words. */
function fault(
  answer: HttpAnswer,
  { secrets }: Called,
  kind: FaultKind,
  code: FaultCode,
  sentence: string,
  until: Date | null = null,
): SourceFault {
  const { json } = answer;
  const words = sourceWords(
    textAt(json, 'errors') ?? textAt(json, 'errors', 0, 'message') ?? textAt(json, 'error_description'),
    secrets,
  );
  return new SourceFault(kind, code, words ? `${sentence}. Shopify says: ${words}` : sentence, {
    until,
    trace: traceOf(answer),
  });
}
