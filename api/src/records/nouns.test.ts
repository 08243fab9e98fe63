/** What holds of every noun, read off the service's own description of its calls: a new field or noun is in it by itself. */
import { isNullable } from '../../contract/noun';
import type { PropertySchema, RecordSchema } from '../../contract/schema';
import { GROUPS } from '../../contract/session';
import { addTestCompany, openConsole, type Person, type TestConsole } from '../testing/console';

interface Operation {
  parameters?: { in: string; name: string; required?: boolean }[];
  requestBody?: { content: { 'application/json': { schema: RecordSchema } } };
  responses: Record<string, { content?: { 'application/json'?: { schema: RecordSchema } } }>;
}
type Operations = Readonly<Record<string, Operation>>;
type Json = Record<string, unknown>;

let service: TestConsole;
let person: Person;
let paths: [path: string, operations: Operations][];
let made = 0;

beforeAll(async () => {
  service = await openConsole();
  person = await service.person('everybody', { groups: [...GROUPS] });
  paths = Object.entries(service.app.swagger().paths ?? {}).map(([path, operations]) => [
    path,
    operations as Operations,
  ]);
});
afterAll(() => service.close());

const bodyOf = (operation: Operation | undefined) => operation?.requestBody?.content['application/json'].schema;
const writtenIn = (schema: RecordSchema | undefined) =>
  Object.entries(schema?.properties ?? {}).filter(([, { written }]) => written !== undefined);

/** A value of a property that is neither null nor its default; text and URLs are never the same twice. */
function sampleOf(schema: PropertySchema, companyId: number) {
  const { kind, enum: words, minimum = 1, minLength = 0, maxLength = 255, ...property } = schema;
  made += 1;
  if (kind === 'company') return companyId;
  if (kind === 'choice') return words?.find((word) => word !== property.default);
  if (kind === 'flag') return property.default !== true;
  if (kind === 'url') return `https://example.test/${made}`;
  if (kind === 'number' || kind === 'money') return minimum;
  if (kind === 'date') return '2026-01-31';
  return `sample-${made}`.padEnd(minLength, 'x').slice(-maxLength);
}

/** The nouns: each path where records are created by what is written of them, and a body with all of it. */
const nouns = () =>
  paths.flatMap(([path, { post }]) => {
    const schema = bodyOf(post);
    const collection = path.replace('/api', '');
    return schema && !collection.slice(1).includes('/') && writtenIn(schema).length
      ? [{ path: collection, schema }]
      : [];
  });

/** Creates a record with every field, in a company of its own. */
async function createFull(path: string, schema: RecordSchema) {
  made += 1;
  const company = await addTestCompany(service, `Company ${made}`, `company-${made}`);
  const body = Object.fromEntries(
    writtenIn(schema).map(([name, property]) => [name, sampleOf(property, company)]),
  ) as Json;
  const { status, body: record } = await person.post<Json>(path, body);
  expect([path, status, status === 201 ? '' : record]).toEqual([path, 201, '']);
  return { body, record, company };
}

const shownIn = (schema: RecordSchema, body: Json) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => schema.properties[name]?.kind !== 'secret'));

it('a new record has every field that was sent', async () => {
  const found: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const { path, schema } of nouns()) {
    const { body, record } = await createFull(path, schema);
    expected[path] = shownIn(schema, body);
    found[path] = Object.fromEntries(Object.keys(shownIn(schema, body)).map((name) => [name, record[name]]));
  }
  expect(Object.keys(expected).length).toBeGreaterThanOrEqual(8);
  expect(found).toEqual(expected);
});

it('PUT leaves every optional field that it is not sent null, or its default (DECISIONS §1)', async () => {
  const found: Record<string, unknown> = {};
  const expected: Record<string, unknown> = {};
  for (const [template, { put }] of paths) {
    const schema = bodyOf(put);
    const noun = nouns().find(({ path }) => `/api${path}/{id}` === template);
    if (!schema || !noun || !put) continue;
    const { body, record, company } = await createFull(noun.path, noun.schema);
    const required = Object.fromEntries(schema.required.map((name) => [name, body[name]]));
    const asked = put.parameters?.some(({ in: place, required: must }) => place === 'query' && must);
    const query = asked ? `?company_id=${company}` : '';
    const { status, body: replaced } = await person.put<Json>(`${noun.path}/${String(record['id'])}${query}`, required);
    expect(status).toBe(200);
    const optional = writtenIn(schema).filter(
      ([name, { kind }]) => !schema.required.includes(name) && kind !== 'secret',
    );
    for (const [name, property] of optional) {
      expect(isNullable(property) || property.default !== undefined).toBe(true);
      expected[`${noun.path} ${name}`] = property.default ?? null;
      found[`${noun.path} ${name}`] = replaced[name];
    }
  }
  expect(Object.keys(expected).length).toBeGreaterThan(8);
  expect(found).toEqual(expected);
});

it('PATCH that sends nothing returns the record as it was', async () => {
  for (const [template, { patch }] of paths) {
    const noun = nouns().find(({ path }) => `/api${path}/{id}` === template);
    if (!noun || !patch) continue;
    const { record } = await createFull(noun.path, noun.schema);
    const { status, body } = await person.patch<Json>(`${noun.path}/${String(record['id'])}`, {});
    expect([template, status]).toEqual([template, 200]);
    const { updated_at: _, last_updated_by_username: __, ...rest } = record;
    expect(body).toMatchObject(rest);
  }
});

it('a copy has every field of its original but secrets, and what must differ (DECISIONS §4)', async () => {
  const copying = paths.filter(([path]) => path.endsWith('/{id}/duplicate'));
  expect(copying).not.toHaveLength(0);
  for (const [template] of copying) {
    const noun = nouns().find(({ path }) => template === `/api${path}/{id}/duplicate`);
    if (!noun) throw new Error(`${template} copies what nobody creates`);
    const { body, record } = await createFull(noun.path, noun.schema);
    const { status, body: copy } = await person.post<Json>(`${noun.path}/${String(record['id'])}/duplicate`);
    expect(status).toBe(201);
    const must = Object.entries(shownIn(noun.schema, body)).filter(([name]) => !noun.schema.properties[name]?.unique);
    expect(copy).toMatchObject({ ...Object.fromEntries(must), name: `${String(body['name'])} (Copy)` });
  }
});

it('every time of a record is described as one', () => {
  for (const { path } of nouns()) {
    const response = paths.find(([template]) => template === `/api${path}`)?.[1]['post']?.responses['201'];
    const properties = response?.content?.['application/json']?.schema.properties ?? {};
    const times = Object.entries(properties).filter(([name]) => name.endsWith('_at'));
    expect(times.length).toBeGreaterThan(1);
    for (const [, { kind, format }] of times)
      expect({ kind, format }).toEqual({ kind: 'dateTime', format: 'date-time' });
  }
});
