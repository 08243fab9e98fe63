/** The rules of every noun, read off the service's own description of its calls: a new field or noun is in it by itself. */
import { isNullable } from 'contract/noun';
import type { RecordSchema } from 'contract/schema';
import { GROUPS } from 'contract/session';
import { openConsole, type Person, type TestConsole } from '../testing/console';
import {
  asksForCompany,
  bodyOf,
  createFull as createNoun,
  describedNouns,
  describedPaths,
  writtenIn,
  type Json,
} from '../testing/nouns';

let service: TestConsole;
let person: Person;
let paths: ReturnType<typeof describedPaths>;

beforeAll(async () => {
  service = await openConsole();
  person = await service.person('everybody', { groups: [...GROUPS] });
  paths = describedPaths(service);
});
afterAll(() => service.close());

const nouns = () => describedNouns(service);
const createFull = (path: string, schema: RecordSchema) => createNoun(service, person, { path, schema });

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
    const query = asksForCompany(put) ? `?company_id=${company}` : '';
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
