import { longText, number, object, nullable, text, type RecordSchema } from 'contract/schema';
import fc from 'fast-check';
import type { AnyField } from './form-field';
import { brokenRules, isChanged, standingErrors, submittedValues, valuesOf, type Form } from './form-values';

const schema = object(
  {
    name: text('Name', { minLength: 2, maxLength: 5, pattern: '^[a-z ]+$' }),
    code: text('Code', { pattern: '^x', formatMessage: 'Code must start with x' }),
    note: nullable(longText('Note')),
    fee: nullable(number('Fee', { minimum: 0.5, maximum: 1, multipleOf: 0.01 })),
    options: nullable({ type: 'object', title: 'Options' } as const),
    is_open: { type: 'boolean', title: 'Open' } as const,
    api_key: nullable(text('API Key', { minLength: 1, maxLength: 8 })),
  },
  ['name', 'is_open'],
);

const fields: AnyField[] = [
  { key: 'name', type: 'text' },
  { key: 'code', type: 'text' },
  { key: 'note', type: 'textarea' },
  { key: 'fee', type: 'number' },
  { key: 'options', type: 'json' },
  { key: 'is_open', type: 'checkbox' },
  { key: 'api_key', type: 'secret', stored: 'has_key' },
];
const form: Form = { schema: schema as RecordSchema, fields, mode: 'create' };
const good = { ...valuesOf(fields, {}), name: 'abc' };
const sentence = (key: string, value: unknown, over: Partial<Form> = {}) =>
  brokenRules({ ...form, ...over }, { ...good, [key]: value })[key];

test.each([
  ['required: empty', 'name', '', 'Name is required'],
  ['required: whitespace', 'name', ' \t ', 'Name is required'],
  ['minLength', 'name', 'a', 'Name must be at least 2 characters'],
  ['maxLength', 'name', 'abcdef', 'Name must not exceed 5 characters'],
  ['pattern', 'name', 'ABC', 'Name format is invalid'],
  ["pattern: the field's own message", 'code', 'y', 'Code must start with x'],
  ['number', 'fee', '1,2', 'Fee must be a valid number'],
  ['number: at least', 'fee', '0.4', 'Fee must be at least 0.5'],
  ['number: not more than', 'fee', '1.01', 'Fee must not exceed 1'],
  ['json', 'options', '{a', 'Must be valid JSON format'],
  ['a key too long', 'api_key', '123456789', 'API Key must not exceed 8 characters'],
])('%s', (_, key, value, expected) => {
  expect(sentence(key, value)).toBe(expected);
});

test('a form that breaks no rule has no sentences', () => {
  expect(brokenRules(form, { ...good, fee: '0.75', options: '[1]', code: 'xy', api_key: 'k' })).toEqual({});
  // Blanks at the ends are no part of a line.
  expect(brokenRules(form, { ...good, code: '  xy ' })).toEqual({});
});

test('a message goes when another field is mended that it was about; what the server said stays', () => {
  const validate = (code: unknown, { name }: { name?: unknown }) =>
    String(code) > `x${String(name)}` ? null : 'Code must follow the name';
  const judging = { ...form, fields: fields.map((field) => (field.key === 'code' ? { ...field, validate } : field)) };
  const before = { ...good, name: 'cc', code: 'xb' };
  const errors = { name: 'Name is odd', code: 'Code must follow the name', fee: 'Says the server' };
  const standing = (name: string) => standingErrors(judging, errors, before, { ...before, name });
  expect(standing('aa')).toEqual({ fee: 'Says the server' });
  expect(standing('dd')).toEqual({ code: 'Code must follow the name', fee: 'Says the server' });
});

test("a custom validation function's message is shown as given, after the generic rules", () => {
  const validate = (value: unknown) => (value === 'abc' ? 'Taken, says the screen' : null);
  const over = { fields: [{ ...fields[0], validate } as AnyField] };
  expect(sentence('name', 'abc', over)).toBe('Taken, says the screen');
  expect(sentence('name', '', over)).toBe('Name is required');
  expect(sentence('name', 'abcd', over)).toBeUndefined();
});

test('the rules apply to fields that are not excluded from submission', () => {
  const over = { fields: [{ key: 'name', type: 'text', excludeFromSubmit: true } as AnyField] };
  expect(sentence('name', '', over)).toBeUndefined();
  expect(submittedValues({ ...form, ...over }, good)).toEqual({});
});

test('a field that is read-only in edit mode is neither checked nor sent there', () => {
  const over: Partial<Form> = { mode: 'edit', fields: [{ key: 'name', type: 'text', readOnlyInEdit: true }] };
  expect(sentence('name', 'WRONG', over)).toBeUndefined();
  expect(submittedValues({ ...form, ...over }, { name: 'WRONG' })).toEqual({});
  expect(submittedValues({ ...form, ...over, mode: 'create' }, { name: 'RIGHT' })).toEqual({ name: 'RIGHT' });
});

test('on submit, empty json or number fields and empty nullable fields become null', () => {
  expect(submittedValues(form, { ...good, note: '  ', fee: '', options: ' ' })).toMatchObject({
    note: null,
    fee: null,
    options: null,
  });
});

test('numbers, json and checkboxes are sent as what they mean', () => {
  expect(submittedValues(form, { ...good, fee: ' 0.75 ', options: '{"a":[1]}', is_open: true })).toMatchObject({
    fee: 0.75,
    options: { a: [1] },
    is_open: true,
  });
});

test('a key is sent only if it was touched, and null when it was cleared', () => {
  expect(submittedValues(form, good)).not.toHaveProperty('api_key');
  expect(submittedValues(form, { ...good, api_key: '' })).not.toHaveProperty('api_key');
  expect(submittedValues(form, { ...good, api_key: 'new' })).toHaveProperty('api_key', 'new');
  expect(submittedValues(form, { ...good, api_key: null })).toHaveProperty('api_key', null);
});

test('a record that nobody changed is sent as it was read, and counts as unchanged', () => {
  const record = fc.record({
    name: fc.stringMatching(/^[a-z]{2,5}$/),
    code: fc.stringMatching(/^x\w*$/),
    note: fc.option(fc.stringMatching(/^\S.*$/)),
    fee: fc.option(fc.integer({ min: 50, max: 100 }).map((cents) => cents / 100)),
    options: fc.option(
      fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string(), fc.boolean()), { noNullPrototype: true }),
    ),
    is_open: fc.boolean(),
  });
  fc.assert(
    fc.property(record, (read) => {
      const values = valuesOf(fields, { ...read, has_key: true });
      expect(brokenRules(form, values)).toEqual({});
      expect(submittedValues(form, values)).toEqual(read);
      expect(isChanged(valuesOf(fields, read), values)).toBe(false);
      expect(isChanged(values, { ...values, name: `${read.name}!` })).toBe(true);
    }),
  );
});
