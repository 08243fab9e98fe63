/** Shopify's stand-in: stores that answer our queries as the Admin API does, by their shape; a test holds it against the schema. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { textAt } from '../json';
import { startStandIn, type StandInServer } from '../stand-in';

/** A variant as a store has it. */
export interface StandInVariant {
  readonly id: number;
  readonly product: string;
  readonly title: string;
  readonly sku?: string | null;
  readonly status?: string;
  /** A decimal text, as Shopify has it; null where none is entered. */
  readonly cost?: string | null;
  readonly picture?: string | null;
}

/** A store. Its variants may be changed while it runs. */
export interface StandInStore {
  readonly token: string;
  /** The app that may fetch tokens. */
  readonly app?: { readonly id: string; readonly secret: string };
  readonly shopName: string;
  readonly domain?: string;
  readonly currency?: string;
  readonly zone?: string;
  readonly scopes?: readonly string[];
  readonly version?: string;
  variants: readonly StandInVariant[];
  /** An answer in place of the ordinary one to a query; null for none. */
  refuses?(query: string): { readonly status: number; readonly errors: string } | null;
}

export interface ShopifyStandIn extends StandInServer {
  /** The stores by name: `{url}/NAME` is `https://NAME.myshopify.com`. */
  readonly stores: Map<string, StandInStore>;
}

/** Starts a server with these stores. */
export async function startShopifyStandIn(
  stores: Readonly<Record<string, StandInStore>> = {},
): Promise<ShopifyStandIn> {
  const byName = new Map(Object.entries(stores));
  /** Tokens that apps have fetched, by store. */
  const fetched = new Map<string, string>();
  const storeOf = ({ params }: FastifyRequest) => byName.get((params as { store: string }).store);
  const missing = (reply: FastifyReply) => reply.code(404).send({ errors: 'Not Found' });

  const server = await startStandIn((routes) => {
    routes.post('/:store/admin/oauth/access_token', (request, reply) => {
      const store = storeOf(request);
      if (!store) return missing(reply);
      const { app } = store;
      const isApp =
        textAt(request.body, 'client_id') === app?.id && textAt(request.body, 'client_secret') === app?.secret;
      if (!app || !isApp || textAt(request.body, 'grant_type') !== 'client_credentials')
        return reply.code(400).send({ error: 'invalid_client', error_description: 'Client authentication failed' });
      const token = `shpat_fetched_${fetched.size + 1}_${server.calls.length}`;
      fetched.set(store.shopName, token);
      return reply.send({ access_token: token, scope: scopesOf(store).join(','), expires_in: 86_399 });
    });

    routes.post('/:store/admin/api/:version/graphql.json', (request, reply) => {
      const store = storeOf(request);
      if (!store) return missing(reply);
      const token = request.headers['x-shopify-access-token'];
      if (token !== store.token && (!token || token !== fetched.get(store.shopName)))
        return reply.code(401).send({ errors: '[API] Invalid API key or access token (unrecognized login)' });
      reply.headers({
        'x-shopify-api-version': store.version ?? (request.params as { version: string }).version,
        'x-request-id': `stand-in-${server.calls.length}`,
      });
      const query = textAt(request.body, 'query') ?? '';
      const refused = store.refuses?.(query);
      return refused
        ? reply.code(refused.status).send({ errors: refused.errors })
        : reply.send(answerOf(store, query, request.body));
    });
  });
  return { ...server, stores: byName };
}

const scopesOf = ({ scopes = ['read_products', 'read_inventory'] }: StandInStore) => scopes;

/** The points of each store; one page of 100 with costs takes most of a query's 1,000. */
const BUCKET = 4000;

function answerOf(store: StandInStore, query: string, body: unknown): object {
  if (query.includes('query Test'))
    return {
      data: {
        shop: {
          name: store.shopName,
          myshopifyDomain: store.domain ?? `${store.shopName}.myshopify.com`,
          currencyCode: store.currency ?? 'USD',
          ianaTimezone: store.zone ?? 'America/New_York',
        },
        currentAppInstallation: { accessScopes: scopesOf(store).map((handle) => ({ handle })) },
      },
    };
  if (query.includes('query Count')) return { data: { productVariantsCount: { count: store.variants.length } } };
  return pageOf(store, query, body);
}

function pageOf(store: StandInStore, query: string, body: unknown): object {
  const { first, query: filter } = (body as { variables: { first: number; query: string | null } }).variables;
  const after = Number(/^id:>(\d+)$/.exec(filter ?? '')?.[1] ?? 0);
  const withCosts = query.includes('unitCost');
  const nodes = [...store.variants]
    .sort((one, other) => one.id - other.id)
    .filter(({ id }) => id > after)
    .slice(0, first)
    .map((variant) => nodeOf(variant, store, withCosts));
  const cost = first * (withCosts ? 7 : 5) + 2;
  const throttleStatus = { maximumAvailable: BUCKET, currentlyAvailable: BUCKET - cost, restoreRate: 2000 };
  return {
    data: { productVariants: { nodes } },
    extensions: { cost: { requestedQueryCost: cost, actualQueryCost: cost, throttleStatus } },
    ...(withCosts && !scopesOf(store).includes('read_inventory') && { errors: nodes.map(deniedCost) }),
  };
}

const nodeOf = ({ id, product, title, ...rest }: StandInVariant, store: StandInStore, withCosts: boolean) => ({
  legacyResourceId: String(id),
  title,
  sku: rest.sku ?? null,
  product: {
    title: product,
    status: rest.status ?? 'ACTIVE',
    featuredMedia: rest.picture ? { preview: { image: { url: rest.picture } } } : null,
  },
  ...(withCosts && {
    inventoryItem: {
      unitCost:
        rest.cost && scopesOf(store).includes('read_inventory')
          ? { amount: rest.cost, currencyCode: store.currency ?? 'USD' }
          : null,
    },
  }),
});

const deniedCost = (_: unknown, index: number) => ({
  message: 'Access denied for unitCost field. Required access: `read_inventory` access scope.',
  path: ['productVariants', 'nodes', index, 'inventoryItem', 'unitCost'],
  extensions: { code: 'ACCESS_DENIED', requiredAccess: '`read_inventory` access scope.' },
});
