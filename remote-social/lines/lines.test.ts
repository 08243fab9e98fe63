import { judgeLines, linesLeft, type LineRules } from './lines';

const rules: LineRules = {
  keyOf: (text) => text.toLowerCase(),
  remarkOn: (text) => {
    if (text.length > 5) return { type: 'error', msg: 'Too long' };
    return text.startsWith('?') ? { type: 'warning', msg: 'Looks odd' } : null;
  },
};
const judged = (text: string, rejected: { text: string; msg: string }[] = []) => judgeLines(text, rules, rejected);
const words = (text: string, rejected?: { text: string; msg: string }[]) =>
  judged(text, rejected).remarks.map(({ at, type, msg }) => `${at} ${type} ${msg}`);

test('lines are trimmed, blank ones are left out and counted, and the others keep their place', () => {
  const { filled, blank, remarks } = judged(' tea \n\n\t\r\nmilk\r');
  expect(filled).toEqual([
    { at: 1, text: 'tea' },
    { at: 4, text: 'milk' },
  ]);
  expect(blank).toBe(3);
  expect(remarks).toEqual([]);
});

test('a line that means the same as one before it is a duplicate', () => {
  expect(words('tea\nTEA\n tea')).toEqual(['2 warning The same as line 1', '3 warning The same as line 1']);
});

test('a line is judged by itself, and its own fault comes before its being there twice', () => {
  expect(words('?tea\nendless\nendless')).toEqual(['1 warning Looks odd', '2 error Too long', '3 error Too long']);
});

test('what the service said about a line stands beside it until the line is mended', () => {
  const rejected = [{ text: 'tea', msg: 'Is there already' }];
  expect(words('milk\ntea', rejected)).toEqual(['2 error Is there already']);
  expect(words('milk\nteas', rejected)).toEqual([]);
});

test('what was rejected twice keeps the reason of its first line', () => {
  const rejected = [
    { text: 'tea', msg: 'Is there already' },
    { text: 'tea', msg: 'Stands in the list twice' },
  ];
  expect(words('tea\ntea', rejected)).toEqual(['1 error Is there already', '2 warning The same as line 1']);
});

test('what was not taken stays, each line as often as it was rejected, in order', () => {
  const { filled } = judged('tea\nmilk\ntea\nhoney');
  const left = linesLeft(filled, [
    { text: 'honey', msg: 'No' },
    { text: 'tea', msg: 'Twice' },
  ]);
  expect(left).toBe('tea\nhoney');
  expect(linesLeft(filled, [])).toBe('');
});

test('ten thousand lines are judged in a blink', () => {
  const text = Array.from({ length: 10_000 }, (_, at) => `t${at % 9000}`).join('\n');
  const before = process.cpuUsage();
  expect(judged(text).remarks).toHaveLength(1000);
  // Of the processor, not of the clock: the machine may be busy with something else.
  expect(process.cpuUsage(before).user / 1000).toBeLessThan(500);
});
