/** Every noun that records are created of, read off the service's own description of its calls. */
import type { PropertySchema, RecordSchema } from 'contract/schema';
import { addTestCompany, type Person, type TestConsole } from './console';

/** One call as it is described. */
export interface Operation {
  parameters?: { in: string; name: string; required?: boolean }[];
  requestBody?: { content: { 'application/json': { schema: RecordSchema } } };
  responses: Record<string, { content?: { 'application/json'?: { schema: RecordSchema } } }>;
}
type Operations = Readonly<Record<string, Operation>>;
export type Json = Record<string, unknown>;

/** A noun: the path where its records are created, and the body of that. */
export interface DescribedNoun {
  readonly path: string;
  readonly schema: RecordSchema;
}

/** The calls of a service by their paths. */
export const describedPaths = (service: TestConsole): [path: string, operations: Operations][] =>
  Object.entries(service.app.swagger().paths ?? {}).map(([path, operations]) => [path, operations as Operations]);

/** The body that a call takes. */
export const bodyOf = (operation: Operation | undefined) => operation?.requestBody?.content['application/json'].schema;

/** The properties that a person writes. */
export const writtenIn = (schema: RecordSchema | undefined) =>
  Object.entries(schema?.properties ?? {}).filter(([, { written }]) => written !== undefined);

/** Whether a call asks for the company in its query. */
export const asksForCompany = (operation: Operation | undefined) =>
  operation?.parameters?.some(
    ({ in: place, required, name }) => place === 'query' && required && name === 'company_id',
  );

/** The nouns: each path where records are created by what is written of them, and a body with all of it. */
export const describedNouns = (service: TestConsole): DescribedNoun[] =>
  describedPaths(service).flatMap(([path, { post }]) => {
    const schema = bodyOf(post);
    const collection = path.replace('/api', '');
    return schema && !collection.slice(1).includes('/') && writtenIn(schema).length
      ? [{ path: collection, schema }]
      : [];
  });

let made = 0;

const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString();
const isNumber = (kind: unknown) => kind === 'number' || kind === 'money' || kind === 'rate';

/** A value of a property that is neither null nor its default; text and URLs are never the same twice. */
function sampleOf(schema: PropertySchema, companyId: number): unknown {
  const { kind, enum: words, minimum = 1, minLength = 0, maxLength = 255, ...property } = schema;
  made += 1;
  if (property.items) return [sampleOf(property.items, companyId)];
  if (kind === 'company') return companyId;
  if (kind === 'choice') return words?.find((word) => word !== property.default);
  if (kind === 'flag') return property.default !== true;
  if (kind === 'url') return `https://example.test/${made}`;
  if (isNumber(kind)) return minimum;
  if (kind === 'date') return '2026-01-31';
  if (kind === 'dateTime') return inDays(30);
  const sample = `sample-${made}`.padEnd(minLength, 'x').slice(-maxLength);
  // The one pattern that it breaks wants parts in braces.
  return new RegExp(property.pattern ?? '', 'u').test(sample) ? sample : `{${sample}}`;
}

/** A value of a property that is neither null nor `value`. */
export function anotherThan(value: unknown, schema: PropertySchema, companyId: number): unknown {
  const { kind, enum: words, multipleOf = 1, items } = schema;
  if (items) return [anotherThan((value as readonly unknown[])[0], items, companyId)];
  if (kind === 'company') return value === companyId ? companyId - 1 : companyId;
  if (kind === 'choice') return words?.find((word) => word !== value && word !== null);
  if (kind === 'flag') return value !== true;
  if (isNumber(kind)) return Number((Number(value) + multipleOf).toFixed(4));
  if (kind === 'date') return '2026-02-28';
  if (kind === 'dateTime') return inDays(60);
  return sampleOf(schema, companyId);
}

/** Creates a record with every field, in a company of its own. */
export async function createFull(service: TestConsole, person: Person, { path, schema }: DescribedNoun) {
  made += 1;
  const company = await addTestCompany(service, `Company ${made}`, `company-${made}`);
  const body = Object.fromEntries(
    writtenIn(schema).map(([name, property]) => [name, sampleOf(property, company)]),
  ) as Json;
  const { status, body: record } = await person.post<Json>(path, body);
  if (status !== 201) throw new Error(`POST ${path} responded with ${status}: ${JSON.stringify(record)}`);
  // A secret is in this response alone.
  const { token: _, ...rest } = record;
  return { body, record: rest, company };
}
