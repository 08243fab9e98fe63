import { SourceFault } from '../source';
import { klaviyoClient } from './client';
import { startKlaviyoStandIn, type KlaviyoStandIn } from './stand-in';

const KEY = 'pk_0123456789abcdef';
const NOW = new Date('2026-11-24T10:00:00Z');

let klaviyo: KlaviyoStandIn;
beforeAll(async () => {
  klaviyo = await startKlaviyoStandIn({
    [KEY]: { id: 'AbC123', organization: 'Acme Tea' },
    pk_other: { id: 'XyZ', organization: 'Other', mayReadAccounts: false },
  });
});
afterAll(() => klaviyo.close());

const testOf = (secret = KEY) =>
  klaviyoClient({
    address: klaviyo.url,
    now: () => NOW,
    limits: { time: 300, bytes: 100_000 },
    secret: { kind: 'key', secret },
  }).test(new AbortController().signal);

test('a good key tells whose it is', async () => {
  expect(await testOf()).toEqual({
    externalId: 'AbC123',
    name: 'Acme Tea',
    currency: 'USD',
    zone: 'America/New_York',
    expiresAt: null,
    problems: [],
    notes: [],
  });
  expect(klaviyo.calls.at(-1)?.headers).toMatchObject({
    revision: '2026-07-15',
    accept: 'application/vnd.api+json',
    authorization: `Klaviyo-API-Key ${KEY}`,
    'x-klaviyo-revision-fall-forward-opt-out': '1',
  });
});

test('a wrong key is refused, and one that lacks the scope may still be good', async () => {
  await expect(testOf('pk_wrong')).rejects.toMatchObject({
    kind: 'reconnect',
    code: 'credential_refused',
    concerns: 'credential',
    message: 'Klaviyo refuses the key. Klaviyo says: Incorrect authentication credentials.',
  });
  await expect(testOf('pk_other')).rejects.toMatchObject({
    kind: 'refused',
    code: 'scope_missing',
    message: expect.stringContaining('may be good'),
  });
});

const words = { errors: [{ detail: `Words about ${KEY}` }] };
test.each([
  ['400', { status: 400, json: words }, { kind: 'reconnect', code: 'credential_refused' }],
  [
    '429',
    { status: 429, headers: { 'retry-after': '7' }, json: words },
    { kind: 'wait', code: 'rate_limited', until: new Date('2026-11-24T10:00:07Z') },
  ],
  ['429 without a time', { status: 429 }, { kind: 'wait', until: new Date('2026-11-24T10:01:00Z') }],
  ['404', { status: 404, json: words }, { kind: 'refused', code: 'request_refused' }],
  ['503', { status: 503 }, { kind: 'again', code: 'source_failed' }],
  ['302', { status: 302, headers: { location: '/api' } }, { kind: 'refused', code: 'redirected' }],
  ['no account', { status: 200, json: { data: [] } }, { kind: 'again', code: 'invalid_response' }],
  ['a cut body', 'cut' as const, { kind: 'again', code: 'invalid_response' }],
  ['a time-out', 'silent' as const, { kind: 'again', code: 'timed_out' }],
  ['an endless body', 'endless' as const, { kind: 'again', code: 'response_too_large' }],
])('%s', async (_, misbehaviour, expected) => {
  klaviyo.follow(misbehaviour);
  const fault = await testOf().catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(SourceFault);
  expect(fault).toMatchObject(expected);
  expect(String(fault)).not.toContain(KEY);
});
