import fc from 'fast-check';
import { diffOf, foldedDiff, type DiffLine } from './text-diff';

const SIGNS = { same: ' ', removed: '-', added: '+' };
/** As people write a diff, marked words in brackets. */
const written = (lines: readonly DiffLine[]) =>
  lines.map(
    ({ kind, pieces }) => SIGNS[kind] + pieces.map(({ text, isMarked }) => (isMarked ? `[${text}]` : text)).join(''),
  );

test('lines that were removed, added and kept are told apart', () => {
  expect(written(diffOf('one\ntwo\nthree', 'one\nthree\nfour'))).toEqual([' one', '-two', ' three', '+four']);
});

test('of a line that was changed the words that differ are marked', () => {
  expect(written(diffOf('You answer in short words.', 'You answer in kind words.'))).toEqual([
    '-You answer in [short] words.',
    '+You answer in [kind] words.',
  ]);
});

test('of lines that have little in common no word is marked', () => {
  expect(written(diffOf('Returns take 30 days', 'Nothing like it here, or anywhere'))).toEqual([
    '-Returns take 30 days',
    '+Nothing like it here, or anywhere',
  ]);
});

test('neither the end of the last line nor the kind of line ends is a difference', () => {
  expect(written(diffOf('one\r\ntwo\r\n', 'one\ntwo'))).toEqual([' one', ' two']);
});

test('lines far from any difference are folded, three stay around it', () => {
  const numbers = Array.from({ length: 20 }, (_, at) => `line ${at + 1}`);
  const rows = foldedDiff(diffOf(numbers.join('\n'), numbers.with(9, 'changed').join('\n')));
  expect(rows.map((row) => (row.kind === 'fold' ? row.lines.length : row.kind))).toEqual([
    6,
    'same',
    'same',
    'same',
    'removed',
    'added',
    'same',
    'same',
    'same',
    7,
  ]);
});

test('two long texts with nothing in common are shown whole, one after the other', () => {
  const lines = (word: string) => Array.from({ length: 4000 }, (_, at) => `${word} ${at}`).join('\n');
  const diff = diffOf(lines('a'), lines('b'));
  expect(diff).toHaveLength(8000);
  expect(diff[0]?.kind).toBe('removed');
  expect(diff[4000]?.kind).toBe('added');
});

test('what was there and what came can be read off every diff', () => {
  const text = fc.array(fc.constantFrom('a', 'b c', 'b d', '', 'e'), { minLength: 1, maxLength: 8 });
  const side = (lines: readonly DiffLine[], without: DiffLine['kind']) =>
    lines.filter(({ kind }) => kind !== without).map(({ pieces }) => pieces.map((piece) => piece.text).join(''));
  fc.assert(
    fc.property(text, text, (one, other) => {
      // A text with an empty line at its end ends like one without.
      const [before, after] = [
        [...one, 'end'],
        [...other, 'end'],
      ];
      const diff = diffOf(before.join('\n'), after.join('\n'));
      expect(side(diff, 'added')).toEqual(before);
      expect(side(diff, 'removed')).toEqual(after);
    }),
  );
});
