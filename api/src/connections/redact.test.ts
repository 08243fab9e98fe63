import fc from 'fast-check';
import { MAX_SOURCE_WORDS, sourceWords } from './redact';

test('a secret appears in no form in the words of a source, wherever they repeat it', () => {
  const secret = fc
    .string({ unit: 'grapheme-ascii', minLength: 8, maxLength: 40 })
    .filter((text) => /\w{6}/.test(text));
  fc.assert(
    fc.property(secret, fc.string(), fc.string(), (key, before, behind) => {
      for (const form of [key, encodeURIComponent(key), JSON.stringify(key), Buffer.from(key).toString('base64')]) {
        const words = sourceWords(`${before} ${form} ${behind}`, [key]);
        expect(words).not.toContain(key);
        expect(words).not.toContain(form);
      }
    }),
  );
});

test.each([
  ['Invalid token shpat_0123456789abcdef given', 'shpat_0123456789abcdef'],
  ['Error validating EAABsbCS1iHgBAKZCd0123456789', 'EAABsbCS1iHgBAKZCd0123456789'],
  ['GET https://x/y?fields=id&access_token=abc.def', 'abc.def'],
  ['GET https://x/y?key=plain1234&part=id', 'plain1234'],
  ['{"client_secret":"hush-hush","a":1}', 'hush-hush'],
  ['Authorization: Bearer abc.def.ghi', 'abc.def.ghi'],
  ['Klaviyo-API-Key pk_0123456789abcdef', 'pk_0123456789abcdef'],
  ['API key not valid: AIzaSyA-0123456789', 'AIzaSyA-0123456789'],
  ['set-cookie: session=one; other=two', 'two'],
])('a secret of whoever it is does not appear: %s', (words, secret) => {
  expect(sourceWords(words, [])).not.toContain(secret);
});

test('words are one line without markup or direction marks, and ordinary ones stay as they are', () => {
  expect(sourceWords('<b onclick="x()">Not</b>\r\n\u0000found \u202Ehere', [])).toBe('Not found here');
  const plain = 'The cost of this query is 1,204 points; the limit is 1,000.';
  expect(sourceWords(plain, ['secret-of-this-call'])).toBe(plain);
});

test('words are cut at 300 characters, never through one, and anything but text is empty', () => {
  const words = sourceWords('🌵'.repeat(400), []);
  expect([...words]).toHaveLength(MAX_SOURCE_WORDS);
  expect(words.endsWith('🌵…')).toBe(true);
  expect(sourceWords({ toString: () => 'x' }, [])).toBe('');
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 1000 }), (text) => {
      const cut = sourceWords(text, []);
      expect([...cut].length).toBeLessThanOrEqual(MAX_SOURCE_WORDS);
      expect(cut).not.toMatch(/[\p{Cs}\p{Cc}<>]/u);
    }),
  );
});
