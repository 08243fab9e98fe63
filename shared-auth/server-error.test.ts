import { fieldErrors, fieldMessages, HttpError, requestIdOf, serverMessage } from './server-error';

describe('the message of a failed answer is the first that matches (ERR-01)', () => {
  test.each<[string, unknown, string]>([
    ['its detail', { detail: 'Slug is taken', error: 'no', name: ['x'] }, 'Slug is taken'],
    [
      'its detail as a list, flattened to field: msg',
      {
        detail: [
          { loc: ['body', 'slug'], msg: 'Slug is required', type: 'missing' },
          { loc: ['body', 'updates', 0], msg: 'Must be a record', type: 'type' },
        ],
      },
      'slug: Slug is required; 0: Must be a record',
    ],
    ['its error', { error: 'Out of stock', non_field_errors: ['no'] }, 'Out of stock'],
    ['its non_field_errors joined by a comma', { non_field_errors: ['One', 'Two'], name: ['x'] }, 'One, Two'],
    [
      'any other object as field: messages',
      { name: ['Too long', 'Odd'], slug: 'Taken', n: 3, empty: [] },
      'name: Too long, Odd; slug: Taken; n: 3',
    ],
    ['an empty detail passed over', { detail: '', error: 'Out of stock' }, 'Out of stock'],
    ['a page within detail passed over', { detail: ' <!doctype html><p>', error: 'Bad gateway' }, 'Bad gateway'],
    ['an object within detail', { detail: { code: 7 } }, 'detail: {"code":7}'],
  ])('%s', (_, body, message) => {
    expect(serverMessage(new HttpError(400, body))).toBe(message);
    expect(serverMessage(new HttpError(400, body), 'Failed to load')).toBe(message);
    expect(serverMessage({ status: 400, data: body, message: '' })).toBe(message);
  });

  test.each(['', '<html></html>', 'plain words', {}, [], null, undefined, { detail: [] }])(
    'an answer %j has none: the fallback, else Request failed: <status>',
    (body) => {
      expect(serverMessage(new HttpError(502, body), 'Failed to load companies')).toBe('Failed to load companies');
      expect(serverMessage(new HttpError(502, body))).toBe('Request failed: 502');
    },
  );

  test.each<[unknown, string]>([
    [new Error('Boom'), 'Boom'],
    [undefined, 'Request failed: Unknown error'],
    [{}, 'Request failed: Unknown error'],
    ['text', 'Request failed: Unknown error'],
    [new HttpError('TIMEOUT'), 'The server did not answer in time.'],
  ])('of %p, which no server sent, is the error message or Unknown error', (error, message) => {
    expect(serverMessage(error)).toBe(message);
  });

  test('is cut when it is no longer a sentence', () => {
    expect(serverMessage(new HttpError(400, { detail: 'x'.repeat(5000) }))).toHaveLength(1001);
  });
});

describe('a message of the form field: message separated by semicolons', () => {
  test('is mapped onto its fields', () => {
    expect(fieldMessages('name: Name is required; slug: Slug is taken')).toEqual({
      name: 'Name is required',
      slug: 'Slug is taken',
    });
  });

  test('keeps colons and semicolons of the sentences', () => {
    expect(fieldMessages('url: Must begin with https: //; or http;name: Is "a: b"')).toEqual({
      url: 'Must begin with https: //; or http',
      name: 'Is "a: b"',
    });
  });

  test('joins two messages of one field', () => {
    expect(fieldMessages('name: One; name: Two')).toEqual({ name: 'One; Two' });
  });

  test.each(['Slug is taken', '', 'Please try again; later', ': x', 'Two words: no field'])(
    'and %j is not one',
    (message) => {
      expect(fieldMessages(message)).toEqual({});
    },
  );
});

describe('the errors of fields', () => {
  test('are read off the list of a 422, whatever its sentences hold', () => {
    const detail = [
      { loc: ['body', 'url'], msg: 'Must begin with https: //; name: no', type: 'format' },
      { loc: ['body', 'updates', 0], msg: 'Must be a record', type: 'type' },
    ];
    expect(fieldErrors({ status: 422, data: { detail } })).toEqual([
      { field: 'url', message: 'Must begin with https: //; name: no' },
      { field: '0', message: 'Must be a record' },
    ]);
  });

  test('are read off the field of a 409, without its name in front of the sentence', () => {
    const body = { detail: 'slug: A company with this slug already exists', field: 'slug' };
    expect(fieldErrors(new HttpError(409, body))).toEqual([
      { field: 'slug', message: 'A company with this slug already exists' },
    ]);
  });

  test('are read off the sentence where there is nothing else', () => {
    expect(fieldErrors({ data: { detail: 'name: Is odd; slug: Is long' } })).toEqual([
      { field: 'name', message: 'Is odd' },
      { field: 'slug', message: 'Is long' },
    ]);
    expect(fieldErrors(new Error('Boom'))).toEqual([]);
  });
});

test('the request of a failure is named by the service, also where the failure is the cause of another', () => {
  const failure = new HttpError(500, undefined, '', undefined, 'abc-1');
  expect(requestIdOf(failure)).toBe('abc-1');
  expect(requestIdOf(new Error('Over', { cause: failure }))).toBe('abc-1');
  expect(requestIdOf(new HttpError('OFFLINE'))).toBeNull();
  expect(requestIdOf(undefined)).toBeNull();
});
