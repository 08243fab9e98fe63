import { valueAt } from '../json';
import { type SourceFault, type Secret, type ShopifyVariant } from '../source';
import { shopifyClient } from './client';
import { startShopifyStandIn, type ShopifyStandIn, type StandInStore, type StandInVariant } from './stand-in';

const TOKEN = 'shpat_0123456789abcdef';
const app = { id: 'client-1', secret: 'shpss_0123456789abcdef' };

let shopify: ShopifyStandIn;
let time: Date;
beforeEach(async () => {
  time = new Date('2026-11-24T10:00:00Z');
  shopify = await startShopifyStandIn({ acme: { token: TOKEN, app, shopName: 'acme', variants: [] } });
});
afterEach(() => shopify.close());

const signal = new AbortController().signal;
const store = (more: Partial<StandInStore>) => shopify.stores.set('acme', { ...shopify.stores.get('acme')!, ...more });
const client = (secret: Secret = { kind: 'token', secret: TOKEN }) =>
  shopifyClient({ address: `${shopify.url}/{name}`, store: 'acme', now: () => time, secret });
const byApp = () => client({ kind: 'client', clientId: app.id, secret: app.secret });
const variants = (count: number, from = 1): StandInVariant[] =>
  Array.from({ length: count }, (_, at) => ({
    id: from + at,
    product: `Product ${from + at}`,
    title: 'Default Title',
  }));
const asked = () => shopify.calls.map(({ body }) => valueAt(body, 'variables'));

async function readAll(of = client()): Promise<ShopifyVariant[]> {
  const all: ShopifyVariant[] = [];
  let next: string | null = null;
  do {
    const page = await of.variants(next, signal);
    all.push(...page.rows);
    next = page.next;
    time = new Date(time.getTime() + 60_000);
  } while (next !== null);
  return all;
}

describe('variants', () => {
  test('are read whole by key, and the end is an empty page', async () => {
    store({ variants: variants(250) });
    expect((await readAll()).map(({ identifier }) => identifier)).toEqual(variants(250).map(({ id }) => String(id)));
    expect(asked()).toEqual([null, 'id:>100', 'id:>200', 'id:>250'].map((query) => ({ first: 100, query })));
  });

  test('begin where another client has stopped', async () => {
    store({ variants: variants(3, 9_007_199_254_740_000) });
    expect((await client().variants('9007199254740000', signal)).rows.map(({ identifier }) => identifier)).toEqual([
      '9007199254740001',
      '9007199254740002',
    ]);
  });

  test('have cents, a status, and a picture from Shopify’s own host', async () => {
    const picture = 'https://cdn.shopify.com/s/tea.png';
    store({
      variants: [
        { id: 1, product: 'Tea', title: 'Green', sku: 'TEA', cost: '12.345', picture },
        {
          id: 2,
          product: 'Tea',
          title: 'Black',
          status: 'UNLISTED',
        },
        { id: 3, product: 'Tea', title: 'Red', status: 'DRAFT', cost: '-1.00' },
        { id: 4, product: 'Tea', title: 'Old', status: 'ARCHIVED', cost: '0.0' },
        { id: 5, product: 'Tea', title: 'Next', status: 'SOMETHING_NEWER' },
      ],
    });
    expect(await readAll()).toEqual([
      {
        identifier: '1',
        productName: 'Tea',
        variantName: 'Green',
        sku: 'TEA',
        isActive: true,
        pictureUrl: `${picture}?width=96`,
        unitCost: { cents: 1235, currency: 'USD' },
      },
      expect.objectContaining({ identifier: '2', isActive: true, sku: null, unitCost: null, pictureUrl: null }),
      expect.objectContaining({ identifier: '3', isActive: false, unitCost: null, pictureUrl: null }),
      expect.objectContaining({ identifier: '4', isActive: false, unitCost: { cents: 0, currency: 'USD' } }),
      expect.objectContaining({ identifier: '5', isActive: false }),
    ]);
  });

  test('come without costs where these alone are denied, and the run goes on', async () => {
    store({ variants: [{ id: 1, product: 'Tea', title: 'Green', cost: '2' }], scopes: ['read_products'] });
    expect(await readAll()).toEqual([expect.objectContaining({ identifier: '1', unitCost: null })]);
    // The denied page once, and never again by this client.
    expect(shopify.calls.map(({ body }) => String(valueAt(body, 'query')).includes('unitCost'))).toEqual([
      true,
      false,
      false,
    ]);
  });

  test('are a fault where an id does not grow', async () => {
    const of = client();
    const page = (...ids: string[]) => ({
      status: 200,
      json: {
        data: {
          productVariants: {
            nodes: ids.map((legacyResourceId) => ({
              legacyResourceId,
              title: 'x',
              product: { title: 'y', status: 'ACTIVE' },
            })),
          },
        },
      },
    });
    shopify.follow(page('9', '10'), page('9', '10'), page('12', '11'), page('11', '12'));
    expect(await of.variants(null, signal)).toMatchObject({ next: '10' });
    await expect(of.variants('10', signal)).rejects.toMatchObject({ kind: 'again', code: 'page_repeated' });
    await expect(of.variants('10', signal)).rejects.toMatchObject({ kind: 'again', code: 'page_repeated' });
    expect(await of.variants('10', signal)).toMatchObject({ next: '12' });
  });

  test('are asked for by half after a fault that size may have caused, and by more again when it is over', async () => {
    store({ variants: variants(500) });
    const of = client();
    const tooMuch = { status: 200, json: { errors: [{ extensions: { code: 'MAX_COST_EXCEEDED' } }] } };
    shopify.follow(tooMuch, { status: 503 });
    const kinds: string[] = [];
    for (let after: string | null = null, call = 0; call < 5; call += 1)
      await of.variants(after, signal).then(
        ({ next }) => {
          after = next;
          time = new Date(time.getTime() + 60_000);
        },
        (fault: SourceFault) => kinds.push(fault.kind),
      );
    expect(kinds).toEqual(['smaller', 'smaller']);
    // 50 is the most since Shopify called 100 too much.
    expect(asked().map((variables) => valueAt(variables, 'first'))).toEqual([100, 50, 25, 50, 50]);
  });

  test('are not asked for before the points that the last answer told can be there', async () => {
    const cost = {
      requestedQueryCost: 700,
      throttleStatus: { maximumAvailable: 1000, currentlyAvailable: 300, restoreRate: 50 },
    };
    shopify.follow({ status: 200, json: { data: { productVariants: { nodes: [] } }, extensions: { cost } } });
    const of = client();
    await of.variants(null, signal);
    const until = new Date('2026-11-24T10:00:08Z');
    await expect(of.variants('1', signal)).rejects.toMatchObject({ kind: 'wait', code: 'rate_limited', until });
    expect(shopify.calls).toHaveLength(1);
    time = until;
    await of.variants('1', signal);
    expect(shopify.calls).toHaveLength(2);
  });
});

describe('the test call', () => {
  test('tells whose token it is, and nothing that stands in the way', async () => {
    expect(await client().test(signal)).toEqual({
      name: 'acme',
      externalId: 'acme.myshopify.com',
      currency: 'USD',
      zone: 'America/New_York',
      expiresAt: null,
      problems: [],
      notes: [],
    });
  });

  test('tells of another store, each scope that is missing, a currency and a version that differ', async () => {
    store({ domain: 'other.myshopify.com', scopes: ['write_orders'], currency: 'EUR', version: '2026-07' });
    const { problems, notes } = await client().test(signal);
    expect(problems.map(({ code, message }) => [code, message])).toEqual([
      ['other_store', 'The token is of another store: other.myshopify.com'],
      ['scope_missing', 'The app lacks the scope read_products'],
    ]);
    expect(notes.map(({ code }) => code)).toEqual(['scope_missing', 'wrong_currency', 'version_unsupported']);
  });

  test('takes the right to write for the right to read', async () => {
    store({ scopes: ['write_products', 'write_inventory'] });
    expect(await client().test(signal)).toMatchObject({ problems: [], notes: [] });
  });
});

test('the count is of all variants', async () => {
  store({ variants: variants(3) });
  expect(await client().count(signal)).toBe(3);
});

describe('an app’s own id and secret', () => {
  const grants = () => shopify.calls.filter(({ url }) => url.endsWith('/access_token')).length;

  test('fetch one token, which serves until an hour before its end', async () => {
    const of = byApp();
    await of.count(signal);
    await of.count(signal);
    expect(grants()).toBe(1);
    time = new Date('2026-11-25T08:59:58Z');
    await of.count(signal);
    expect(grants()).toBe(1);
    time = new Date('2026-11-25T09:00:00Z');
    await of.count(signal);
    expect(grants()).toBe(2);
  });

  test('fetch the next token once where one that served is refused', async () => {
    const of = byApp();
    await of.count(signal);
    shopify.follow({ status: 401 });
    expect(await of.count(signal)).toBe(0);
    expect(grants()).toBe(2);
    shopify.follow({ status: 401 }, null, { status: 401 });
    await expect(of.count(signal)).rejects.toMatchObject({ kind: 'reconnect', code: 'credential_refused' });
    expect(grants()).toBe(3);
  });

  test('are refused in words without the secret', async () => {
    const wrong = client({ kind: 'client', clientId: app.id, secret: 'shpss_wrong0123456789' });
    await expect(wrong.count(signal)).rejects.toMatchObject({
      kind: 'reconnect',
      code: 'credential_refused',
      concerns: 'credential',
      message: 'Shopify gives the app no token for the store acme. Shopify says: Client authentication failed',
    });
    shopify.follow({ status: 423, json: {} });
    await expect(byApp().count(signal)).rejects.toMatchObject({ kind: 'refused', code: 'store_locked' });
    shopify.follow({ status: 200, json: { scope: 'x' } });
    await expect(byApp().count(signal)).rejects.toMatchObject({ kind: 'again', code: 'invalid_response' });
  });
});
