/** The client of Shopify's Admin API (DECISIONS §13): a token or an app's own id and secret, one store, one run. */
import { callSource, type HttpAnswer } from '../http-call';
import { centsOf } from '../decimal';
import { listAt, numberAt, textAt, valueAt } from '../json';
import { sourceWords } from '../redact';
import {
  SourceFault,
  type ClientOptions,
  type FaultCode,
  type Finding,
  type Page,
  type ShopifyClient,
  type ShopifyVariant,
  type SourceTest,
} from '../source';
import { budgetIn, faultIn, onlyCostsDenied, restoredAt, type Budget, type Called } from './errors';
import { COUNT_QUERY, MAX_PAGE, TEST_QUERY, VERSION, variantsQuery } from './queries';

/** The options of a client: `store` is the NAME of NAME.myshopify.com. */
export interface ShopifyOptions extends ClientOptions {
  readonly store: string;
}

/** A token that an app fetched is replaced an hour before its end, in milliseconds. */
const BEFORE_END = 3_600_000;

/** Makes the client of one store for one run. */
export function shopifyClient({ address, secret, now, limits, store }: ShopifyOptions): ShopifyClient {
  const base = address.replace('{name}', store);
  /** The token that an app fetched with its id and secret. */
  let fetched: { readonly token: string; readonly expiresAt: number } | null = null;
  let budget: (Budget & { readonly rows: number; readonly at: Date }) | null = null;
  let costs = true;
  let most = MAX_PAGE;
  let rows = MAX_PAGE;

  const called = (): Called => ({
    store,
    now: now(),
    secrets: [secret.secret, ...(fetched ? [fetched.token] : [])],
  });

  async function token(signal: AbortSignal): Promise<string> {
    if (secret.kind !== 'client') return secret.secret;
    if (fetched && fetched.expiresAt - BEFORE_END > now().getTime()) return fetched.token;
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: secret.clientId,
      client_secret: secret.secret,
    });
    const url = `${base}/admin/oauth/access_token`;
    const answer = await callSource({ source: 'shopify', url, method: 'POST', headers: {}, body }, signal, limits);
    const access = textAt(answer.json, 'access_token');
    if (answer.status === 400) {
      const words = sourceWords(textAt(answer.json, 'error_description') ?? textAt(answer.json, 'error'), [
        secret.secret,
      ]);
      const message = `Shopify gives the app no token for the store ${store}${words && `. Shopify says: ${words}`}`;
      throw new SourceFault('reconnect', 'credential_refused', message);
    }
    if (answer.status !== 200) throw faultIn(answer, called())!;
    if (!access) throw new SourceFault('again', 'invalid_response', 'Shopify gave the app no token that can be read');
    fetched = { token: access, expiresAt: now().getTime() + (numberAt(answer.json, 'expires_in') ?? 0) * 1000 };
    return access;
  }

  async function ask(query: string, variables: object, signal: AbortSignal): Promise<HttpAnswer> {
    const call = async () =>
      callSource(
        {
          source: 'shopify',
          url: `${base}/admin/api/${VERSION}/graphql.json`,
          method: 'POST',
          headers: { 'x-shopify-access-token': await token(signal) },
          body: { query, variables },
        },
        signal,
        limits,
      );
    const isOld = fetched !== null;
    const answer = await call();
    if (answer.status !== 401 || !isOld) return answer;
    // A token that served before was replaced: the app fetches the next one.
    fetched = null;
    return call();
  }

  /** The data of an answer, and the answer. */
  async function read(query: string, variables: object, signal: AbortSignal) {
    const answer = await ask(query, variables, signal);
    const fault = faultIn(answer, called());
    if (fault) throw fault;
    return { data: valueAt(answer.json, 'data'), answer };
  }

  /** The fault as the next call on this client will go on: with half the rows, where it may have been too much. */
  function halved(fault: unknown): unknown {
    if (!(fault instanceof SourceFault) || fault.kind !== 'again' || !HALVED.has(fault.code) || rows === 1)
      return fault;
    rows = Math.floor(rows / 2);
    if (fault.code === 'page_too_large') most = rows;
    return new SourceFault('smaller', fault.code, fault.message, { trace: fault.trace });
  }

  async function page(after: string | null, signal: AbortSignal): Promise<HttpAnswer> {
    const variables = { first: rows, query: after === null ? null : `id:>${after}` };
    const answer = await ask(variantsQuery(costs), variables, signal);
    const told = budgetIn(answer.json);
    budget = told && { ...told, rows, at: now() };
    if (costs && onlyCostsDenied(answer)) {
      costs = false;
      return page(after, signal);
    }
    const fault = faultIn(answer, called());
    if (fault) throw fault;
    return answer;
  }

  /** Asks for a pause before a call of which Shopify has said that it could not pay it. */
  function requireBudget(): void {
    if (!budget) return;
    const { available, maximum, restored, at } = budget;
    const time = now();
    const next = {
      maximum,
      restored,
      requested: (budget.requested / budget.rows) * rows,
      available: available + ((time.getTime() - at.getTime()) / 1000) * restored,
    };
    if (next.available < next.requested && next.requested <= maximum) {
      const until = restoredAt(next, time);
      throw new SourceFault('wait', 'rate_limited', 'Shopify’s limit for this store is used up for now', { until });
    }
  }

  return {
    async test(signal): Promise<SourceTest> {
      const { data, answer } = await read(TEST_QUERY, {}, signal);
      const shop = valueAt(data, 'shop');
      const scopes = listAt(data, 'currentAppInstallation', 'accessScopes').map((scope) => textAt(scope, 'handle'));
      const lacks = (scope: string) => !scopes.includes(`read_${scope}`) && !scopes.includes(`write_${scope}`);
      const domain = textAt(shop, 'myshopifyDomain');
      const currency = textAt(shop, 'currencyCode');
      if (domain === null) throw invalid();
      const served = answer.headers.get('x-shopify-api-version');
      const problems: Finding[] = [];
      const notes: Finding[] = [];
      const add = (to: Finding[], code: FaultCode, message: string) => to.push({ code, message });
      if (domain.toLowerCase() !== `${store.toLowerCase()}.myshopify.com`)
        add(problems, 'other_store', `The token is of another store: ${sourceWords(domain, called().secrets)}`);
      if (lacks('products')) add(problems, 'scope_missing', 'The app lacks the scope read_products');
      if (lacks('inventory')) add(notes, 'scope_missing', 'The app lacks the scope read_inventory: costs are not read');
      if (currency !== 'USD') add(notes, 'wrong_currency', 'The store does not sell in USD: costs are not proposed');
      if (served !== VERSION)
        add(notes, 'version_unsupported', `Shopify answers with another version of its API than ${VERSION}`);
      return {
        name: textAt(shop, 'name'),
        externalId: domain,
        currency,
        zone: textAt(shop, 'ianaTimezone'),
        expiresAt: null,
        problems,
        notes,
      };
    },

    async count(signal) {
      const { data } = await read(COUNT_QUERY, {}, signal);
      const count = numberAt(data, 'productVariantsCount', 'count');
      if (count === null) throw invalid();
      return count;
    },

    async variants(after, signal): Promise<Page<ShopifyVariant>> {
      requireBudget();
      try {
        const { json } = await page(after, signal);
        const nodes = valueAt(json, 'data', 'productVariants', 'nodes');
        if (!Array.isArray(nodes)) throw invalid();
        const found = nodes.map(variantIn);
        let last = after;
        for (const { identifier } of found) {
          if (last !== null && BigInt(identifier) <= BigInt(last))
            throw new SourceFault('again', 'page_repeated', 'Shopify sent variants again that it had sent before');
          last = identifier;
        }
        rows = Math.min(2 * rows, most);
        return { rows: found, next: found.length ? last : null };
      } catch (fault) {
        throw halved(fault);
      }
    },
  };
}

/** The faults after which a page of half the rows may come. */
const HALVED = new Set<FaultCode>([
  'page_too_large',
  'source_failed',
  'timed_out',
  'invalid_response',
  'response_too_large',
  'partial_response',
]);

const invalid = () =>
  new SourceFault('again', 'invalid_response', 'Shopify’s answer lacks fields that its API promises');

function variantIn(node: unknown): ShopifyVariant {
  const identifier = textAt(node, 'legacyResourceId');
  const productName = textAt(node, 'product', 'title');
  const variantName = textAt(node, 'title');
  const status = textAt(node, 'product', 'status');
  if (identifier === null || !/^\d{1,20}$/.test(identifier)) throw invalid();
  if (productName === null || variantName === null || status === null) throw invalid();
  const cents = centsOf(valueAt(node, 'inventoryItem', 'unitCost', 'amount'));
  const currency = textAt(node, 'inventoryItem', 'unitCost', 'currencyCode');
  return {
    identifier,
    productName,
    variantName,
    sku: textAt(node, 'sku'),
    // A status that is newer than this list is no reason to show a variant as active.
    isActive: status === 'ACTIVE' || status === 'UNLISTED',
    unitCost: cents === null || currency === null ? null : { cents, currency },
    pictureUrl: smallOf(textAt(node, 'product', 'featuredMedia', 'preview', 'image', 'url')),
  };
}

/** The address of the small version, which Shopify makes of any picture. */
function smallOf(address: string | null): string | null {
  if (address === null || !URL.canParse(address)) return null;
  const url = new URL(address);
  url.searchParams.set('width', '96');
  return url.href;
}
