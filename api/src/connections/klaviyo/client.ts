/** The client of Klaviyo (DECISIONS §13): it tells whether a key is good and whose it is, and reads nothing else. */
import { after, callSource, retryAfter, type HttpAnswer } from '../http-call';
import { textAt, valueAt } from '../json';
import { sourceWords } from '../redact';
import { SourceFault, type ClientOptions, type FaultCode, type FaultKind, type KlaviyoClient } from '../source';

/** The revision of the API; each is served for two years, and is not replaced silently by a later one. */
const REVISION = '2026-07-15';

/** Makes the client of one key. */
export const klaviyoClient = ({ address, secret: { secret }, now, limits }: ClientOptions): KlaviyoClient => ({
  async test(signal) {
    const headers = {
      authorization: `Klaviyo-API-Key ${secret}`,
      accept: 'application/vnd.api+json',
      revision: REVISION,
      'x-klaviyo-revision-fall-forward-opt-out': '1',
    };
    const answer = await callSource({ source: 'klaviyo', url: `${address}/api/accounts`, headers }, signal, limits);
    if (answer.status !== 200) throw faultOf(answer, secret, now());
    const account = valueAt(answer.json, 'data', 0);
    const externalId = textAt(account, 'id');
    if (externalId === null)
      throw new SourceFault('again', 'invalid_response', 'Klaviyo’s answer lacks fields that its API promises');
    return {
      externalId,
      name: textAt(account, 'attributes', 'contact_information', 'organization_name'),
      currency: textAt(account, 'attributes', 'preferred_currency'),
      zone: textAt(account, 'attributes', 'timezone'),
      expiresAt: null,
      problems: [],
      notes: [],
    };
  },
});

/** Where Klaviyo names no pause, in milliseconds. */
const PAUSE = 60_000;

function faultOf({ status, headers, json }: HttpAnswer, key: string, now: Date): SourceFault {
  const words = sourceWords(textAt(json, 'errors', 0, 'detail'), [key]);
  const fault = (kind: FaultKind, code: FaultCode, sentence: string, until: Date | null = null) =>
    new SourceFault(kind, code, words ? `${sentence}. Klaviyo says: ${words}` : sentence, { until });
  switch (status) {
    case 400:
    case 401:
      return fault('reconnect', 'credential_refused', 'Klaviyo refuses the key');
    case 403:
      return fault(
        'refused',
        'scope_missing',
        'The key may be good, but lacks the scope accounts:read, by which it could be tested',
      );
    case 429:
      return fault(
        'wait',
        'rate_limited',
        'Klaviyo takes no more calls for now',
        retryAfter(headers, now) ?? after(PAUSE, now),
      );
  }
  return status >= 500
    ? fault('again', 'source_failed', `Klaviyo failed (${status})`)
    : fault('refused', 'request_refused', `Klaviyo refused the call (${status})`);
}
