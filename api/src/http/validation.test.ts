import fc from 'fast-check';
import { calendarDate, integer, listOf, number, object, oneOf, nullable, text, url } from 'contract/schema';
import { coercePath, coerceQuery } from './query-string';
import { byId } from './route';
import { bodyValidator } from './validation';

const profile = object({ platform: oneOf('Platform', ['x', 'y']), handle: text('Handle', { maxLength: 3 }) }, [
  'handle',
]);
const schema = object(
  {
    note: nullable(text('Note', { minLength: 1 })),
    price: number('Price', { multipleOf: 0.01 }),
    platform: nullable(oneOf('Platform', ['x', 'y'])),
    link: nullable(url('Link')),
    profiles: listOf(profile, { maxItems: 2, title: 'Profiles' } as const),
  },
  ['note'],
);
const broken = bodyValidator(schema);

it('a field that must be there may be null where null is a value', () => {
  expect(broken({ note: null })).toEqual([]);
  expect(broken({})).toEqual([{ loc: ['body', 'note'], msg: 'Note is required', type: 'required' }]);
});

it.each([
  [{ handle: 'long' }, ['body', 'profiles', 'handle'], 'Handle must not exceed 3 characters'],
  [{}, ['body', 'profiles', 'handle'], 'Handle is required'],
  [{ handle: 'a', other: 1 }, ['body', 'profiles', 'other'], 'This field cannot be set'],
  [{ handle: 'a', platform: 'z' }, ['body', 'profiles', 'platform'], 'Platform must be one of x, y'],
  [{ handle: ' ' }, ['body', 'profiles', 'handle'], 'Handle is required'],
  [{ handle: 5 }, ['body', 'profiles', 'handle'], 'Handle must be text'],
  ['text', ['body', 'profiles'], 'Value must be an object'],
])('a mistake inside a list, %j, is named by its field', (entry, loc, msg) => {
  expect(broken({ note: null, profiles: [entry] })).toEqual([expect.objectContaining({ loc, msg })]);
});

it.each([
  [{ note: '' }, { msg: 'Note is required', type: 'blank' }],
  [
    { note: 'x', platform: '' },
    { msg: 'Platform must be one of x, y', type: 'enum' },
  ],
  [
    { note: 'x', link: '' },
    { msg: 'Link must be an absolute http or https URL', type: 'pattern' },
  ],
  [
    { note: 'x', price: '' },
    { msg: 'Price must be a valid number', type: 'type' },
  ],
  [
    { note: 'x', price: '5' },
    { msg: 'Price must be a valid number', type: 'type' },
  ],
])('%j is no absent value: an empty text is judged as it was sent', (body, error) => {
  expect(broken(body)).toEqual([expect.objectContaining(error)]);
});

it('a number of at most two decimals is taken whatever binary makes of it', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 999_999_999 }),
      (cents) => broken({ note: null, price: cents / 100 }).length === 0,
    ),
  );
  expect(broken({ note: null, price: 0.075 })).toHaveLength(1);
});

describe('a calendar date', () => {
  const limits = { formatMinimum: '1970-01-01', formatMaximum: '2199-12-31' };
  const broken = bodyValidator(object({ end: nullable(calendarDate('End date', limits)) }, []));

  it.each(['1970-01-01', '2024-02-29', '2199-12-31', null])('may be %s', (end) => {
    expect(broken({ end })).toEqual([]);
  });

  it.each([
    ['2026-02-30', 'End date must be a date (YYYY-MM-DD)', 'format'],
    ['2023-02-29', 'End date must be a date (YYYY-MM-DD)', 'format'],
    ['2026-13-01', 'End date must be a date (YYYY-MM-DD)', 'format'],
    ['2026-1-1', 'End date must be a date (YYYY-MM-DD)', 'format'],
    ['2026-01-01T00:00:00Z', 'End date must be a date (YYYY-MM-DD)', 'format'],
    ['1969-12-31', 'End date must not be before 1970-01-01', 'formatMinimum'],
    ['2200-01-01', 'End date must not be after 2199-12-31', 'formatMaximum'],
    [20260101, 'End date must be text', 'type'],
  ])('is not %s', (end, msg, type) => {
    expect(broken({ end })).toEqual([{ loc: ['body', 'end'], msg, type }]);
  });
});

it('a value of several types is taken in each of them', () => {
  const broken = bodyValidator(
    object({ value: { type: ['string', 'boolean', 'null'], title: 'Value', maxLength: 3 } as const }, []),
  );
  for (const value of ['', 'abc', true, false, null]) expect(broken({ value })).toEqual([]);
  for (const value of ['abcd', 1, {}, []]) expect(broken({ value })).toHaveLength(1);
});

it('no body makes validation throw, and none gets more than a handful of messages', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      expect(broken(body).length).toBeLessThanOrEqual(20);
    }),
  );
});

const query = object(
  { page: integer('Page', { minimum: 1 }), tags: listOf(text('Tag', {})), name: text('Name', {}) },
  [],
);

it('empty values of a query count as absent, repeated keys make a list where the schema has one', () => {
  expect(coerceQuery(query, { page: '2', tags: ['a', '', 'b'], name: '', other: 'x' })).toEqual({
    page: 2,
    tags: ['a', 'b'],
  });
  expect(coerceQuery(query, { tags: 'a' })).toEqual({ tags: ['a'] });
  expect(() => coerceQuery(query, { page: ['1', '2'] })).toThrow();
});

it('an id in a path is a positive number that the database can hold, or nothing is there', () => {
  expect(coercePath(byId, { id: '2147483647' })).toEqual({ id: 2147483647 });
  for (const id of ['0', '-1', '2147483648', '1.0', '0x1', '1e3', ' 1', '', '٣'])
    expect(coercePath(byId, { id })).toBeNull();
});
