import { SourceFault } from '../source';
import type { Misbehaviour } from '../stand-in';
import { shopifyClient } from './client';
import { startShopifyStandIn, type ShopifyStandIn } from './stand-in';

const TOKEN = 'shpat_0123456789abcdef';
const NOW = new Date('2026-11-24T10:00:00Z');

let shopify: ShopifyStandIn;
beforeAll(async () => {
  shopify = await startShopifyStandIn({
    acme: { token: TOKEN, shopName: 'acme', variants: [{ id: 1, product: 'Tea', title: 'Green' }] },
  });
});
afterAll(() => shopify.close());

const signal = new AbortController().signal;
const client = () =>
  shopifyClient({
    address: `${shopify.url}/{name}`,
    store: 'acme',
    now: () => NOW,
    limits: { time: 300, bytes: 100_000 },
    secret: { kind: 'token', secret: TOKEN },
  });

/** A GraphQL answer with errors; Shopify sends it with 200. */
const errors = (code: string | null, more: object = {}, message = `Words of Shopify about ${TOKEN}`): Misbehaviour => ({
  status: 200,
  headers: { 'x-request-id': 'trace-1' },
  json: { errors: [{ message, ...(code !== null && { extensions: { code } }) }], ...more },
});
const cost = (requestedQueryCost: number, currentlyAvailable: number, restoreRate: number) => ({
  extensions: {
    cost: { requestedQueryCost, throttleStatus: { maximumAvailable: 2000, currentlyAvailable, restoreRate } },
  },
});
const status = (code: number, words: unknown = `Words of Shopify about ${TOKEN}`, headers = {}): Misbehaviour => ({
  status: code,
  headers: { 'x-request-id': 'trace-1', ...headers },
  json: { errors: words },
});
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);

const ROWS: [string, Misbehaviour, Partial<SourceFault>][] = [
  ['401', status(401), { kind: 'reconnect', code: 'credential_refused', concerns: 'credential' }],
  ['402', status(402), { kind: 'refused', code: 'store_frozen', concerns: 'connection' }],
  ['403', status(403), { kind: 'refused', code: 'access_forbidden' }],
  [
    '403 that names a scope',
    status(403, '[API] This action requires merchant approval for read_products scope.'),
    { kind: 'refused', code: 'scope_missing', message: expect.stringContaining('lacks the scope read_products') },
  ],
  [
    'ACCESS_DENIED in a 200',
    errors(
      'ACCESS_DENIED',
      {},
      'Access denied for productVariants field. Required access: `read_products` access scope.',
    ),
    { kind: 'refused', code: 'scope_missing', message: expect.stringContaining('lacks the scope read_products') },
  ],
  ['404', status(404), { kind: 'refused', code: 'not_found', message: expect.stringContaining('store acme') }],
  ['423', status(423), { kind: 'refused', code: 'store_locked' }],
  ['429', status(429, '', { 'retry-after': '4.0' }), { kind: 'wait', code: 'rate_limited', until: inSeconds(4) }],
  ['429 without a time', status(429), { kind: 'wait', code: 'rate_limited', until: inSeconds(2) }],
  ['430', status(430), { kind: 'wait', code: 'rate_limited', until: inSeconds(2) }],
  ['THROTTLED', errors('THROTTLED', cost(702, 2, 100)), { kind: 'wait', code: 'rate_limited', until: inSeconds(7) }],
  [
    'THROTTLED that is nearly over',
    errors('THROTTLED', cost(702, 700, 100)),
    { kind: 'wait', code: 'rate_limited', until: inSeconds(1) },
  ],
  ['THROTTLED without figures', errors('THROTTLED'), { kind: 'wait', until: inSeconds(2) }],
  [
    'THROTTLED beyond the whole limit',
    errors('THROTTLED', cost(2100, 2000, 100)),
    { kind: 'smaller', code: 'page_too_large' },
  ],
  ['MAX_COST_EXCEEDED', errors('MAX_COST_EXCEEDED'), { kind: 'smaller', code: 'page_too_large' }],
  ['INTERNAL_SERVER_ERROR in a 200', errors('INTERNAL_SERVER_ERROR'), { kind: 'smaller', code: 'source_failed' }],
  ['500', status(500), { kind: 'smaller', code: 'source_failed' }],
  ['503', status(503), { kind: 'smaller', code: 'source_failed' }],
  ['a time-out', 'silent', { kind: 'smaller', code: 'timed_out' }],
  ['a cut body', 'cut', { kind: 'smaller', code: 'invalid_response' }],
  ['a body that breaks off', 'broken', { kind: 'smaller', code: 'invalid_response' }],
  ['an endless body', 'endless', { kind: 'smaller', code: 'response_too_large' }],
  ['301', status(301, '', { location: 'https://other.myshopify.com' }), { kind: 'refused', code: 'redirected' }],
  ['302', status(302, '', { location: '/acme' }), { kind: 'refused', code: 'redirected' }],
  ['307', status(307, '', { location: '/acme' }), { kind: 'refused', code: 'redirected' }],
  [
    'data beside errors',
    errors(null, { data: { productVariants: { nodes: [] } } }),
    { kind: 'smaller', code: 'partial_response' },
  ],
  ['SHOP_INACTIVE', errors('SHOP_INACTIVE'), { kind: 'refused', code: 'account_inactive' }],
  ['a query that it does not take', errors('undefinedField'), { kind: 'refused', code: 'request_refused' }],
  ['400', status(400), { kind: 'refused', code: 'request_refused' }],
  [
    'an answer of another shape',
    { status: 200, json: { data: { productVariants: {} } } },
    { kind: 'smaller', code: 'invalid_response' },
  ],
  ['a page of something else', { status: 200, json: '<html>' }, { kind: 'smaller', code: 'invalid_response' }],
];

test.each(ROWS)('%s', async (_, misbehaviour, expected) => {
  shopify.follow(misbehaviour);
  const fault: unknown = await client()
    .variants(null, signal)
    .catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(SourceFault);
  const { kind, code, message, until, concerns, trace } = fault as SourceFault;
  expect({ kind, code, message, until, concerns, trace }).toMatchObject(expected);
  expect(JSON.stringify([message, trace, (fault as Error).stack])).not.toContain(TOKEN);
  expect(until === null).toBe(kind !== 'wait');
});

test('Shopify’s words and its id of the call stand in the fault, without the token', async () => {
  shopify.follow(status(402));
  await expect(client().variants(null, signal)).rejects.toMatchObject({
    message: 'Shopify has frozen the store acme for an unpaid bill. Shopify says: Words of Shopify about ***',
    trace: 'trace-1',
  });
});

test('a page of one row that fails is no longer halved', async () => {
  const one = client();
  shopify.follow(...Array.from({ length: 7 }, () => status(500)));
  const kinds: string[] = [];
  for (let call = 0; call < 7; call += 1)
    await one.variants(null, signal).catch((fault: SourceFault) => kinds.push(fault.kind));
  expect(kinds).toEqual([...Array.from({ length: 6 }, () => 'smaller'), 'again']);
});
