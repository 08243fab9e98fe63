import fc from 'fast-check';
import { isText } from '../http/json-body';
import { LONGEST_PASSAGE, passagesOf } from './passages';

it('short paragraphs share a passage, in their order', () => {
  expect(passagesOf('One.\n\nTwo.\n \nThree.')).toEqual(['One.\n\nTwo.\n\nThree.']);
});

it('a long paragraph breaks behind a sentence, else at a space, else anywhere', () => {
  const sentences = `${'a'.repeat(1000)}. ${'b'.repeat(1000)}.`;
  expect(passagesOf(sentences)).toEqual([`${'a'.repeat(1000)}.`, `${'b'.repeat(1000)}.`]);
  const spaced = `${'a'.repeat(1000)} ${'b'.repeat(1000)}`;
  expect(passagesOf(spaced)).toEqual(['a'.repeat(1000), 'b'.repeat(1000)]);
  expect(passagesOf('a'.repeat(2000)).map(({ length }) => length)).toEqual([1500, 500]);
});

it('whatever the text, every passage fits, is well-formed, and no character is lost', () => {
  const texts = fc.array(
    fc.oneof(fc.string({ unit: 'grapheme', maxLength: 900 }), fc.constant('\n\n'), fc.constant('. ')),
  );
  const solid = (text: string) => text.replace(/\s/g, '');
  fc.assert(
    fc.property(texts, (parts) => {
      const content = parts.join('');
      const passages = passagesOf(content);
      expect(passages.every((passage) => passage.length <= LONGEST_PASSAGE && isText(passage))).toBe(true);
      expect(solid(passages.join(''))).toBe(solid(content));
    }),
  );
});
