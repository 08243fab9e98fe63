import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, execute, parse, validate, type DocumentNode } from 'graphql';
import { valueAt } from '../json';
import { COUNT_QUERY, TEST_QUERY, variantsQuery } from './queries';
import { startShopifyStandIn, type ShopifyStandIn } from './stand-in';

const schema = buildSchema(readFileSync(path.join(__dirname, 'admin-2026-10.graphql'), 'utf8'));
const QUERIES: [string, object][] = [
  [TEST_QUERY, {}],
  [COUNT_QUERY, {}],
  [variantsQuery(true), { first: 2, query: 'id:>7' }],
  [variantsQuery(false), { first: 2, query: null }],
];

let shopify: ShopifyStandIn;
beforeAll(async () => {
  const picture = 'https://cdn.shopify.com/s/files/1/tea.png';
  const variants = [
    { id: 7, product: 'Tea', title: 'Default Title', cost: '1.5', picture },
    { id: 8, product: 'Tea', title: '100 g', sku: 'TEA-100', status: 'DRAFT' },
  ];
  shopify = await startShopifyStandIn({ acme: { token: 'shpat_acme', shopName: 'acme', variants } });
});
afterAll(() => shopify.close());

test.each(QUERIES)('our query is valid in the schema of the version that we ask: %s', (query) => {
  expect(validate(schema, parse(query))).toEqual([]);
  expect(validate(schema, parse(query.replace(/shop \{ name|count \}|legacyResourceId/, '$& notThere')))).not.toEqual(
    [],
  );
});

/** Runs a query over data that is there already: types, enums and what may not be null are the schema's. */
const completed = async (document: DocumentNode, rootValue: unknown, variableValues: object) =>
  execute({ schema, document, rootValue, variableValues: { ...variableValues }, typeResolver: () => 'MediaImage' });

test.each(QUERIES)('the stand-in answers as the schema promises: %s', async (query, variables) => {
  const answer = await fetch(`${shopify.url}/acme/admin/api/2026-10/graphql.json`, {
    method: 'POST',
    headers: { 'x-shopify-access-token': 'shpat_acme', 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables }),
  });
  const data = valueAt(await answer.json(), 'data');
  const result = await completed(parse(query), data, variables);
  expect(result.errors).toBeUndefined();
  expect(JSON.parse(JSON.stringify(result.data))).toEqual(data);
});
