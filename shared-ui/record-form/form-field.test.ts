import { object, nullable, text } from 'contract/schema';
import type { FormField } from './form-field';

const schema = object({ name: text('Name', {}), api_key: nullable(text('API Key', {})) }, ['name']);
type Field = FormField<typeof schema, { id: number; name: string; has_key: boolean }>;

// The compiler is the test: each expected error that does not come is itself an error.
test('a misspelt field does not compile', () => {
  const compiling: Field[] = [
    { key: 'name', type: 'text' },
    { key: 'api_key', type: 'secret', stored: 'has_key' },
    { key: 'id', type: 'number', excludeFromSubmit: true, label: 'ID' },
  ];
  const failing: Field[] = [
    // @ts-expect-error not a property of what is written
    { key: 'nmae', type: 'text' },
    // @ts-expect-error only of the record, and yet to be sent
    { key: 'id', type: 'number' },
    // @ts-expect-error not a flag of the record
    { key: 'api_key', type: 'secret', stored: 'has_kye' },
    // @ts-expect-error not a type of field
    { key: 'name', type: 'txt' },
  ];
  const keyOf = (field: Field) => (typeof field === 'string' ? field : field.key);
  const ofRecord = (fields: Field[]) => fields.map(keyOf).filter((key) => key in schema.properties);
  expect([ofRecord(compiling), ofRecord(failing)]).toEqual([
    ['name', 'api_key'],
    ['api_key', 'name'],
  ]);
});
