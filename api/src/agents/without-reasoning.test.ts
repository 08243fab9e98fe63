import { withoutReasoning } from './without-reasoning';

const read = (...chunks: string[]) => {
  const filter = withoutReasoning();
  return [...chunks.map((chunk) => filter(chunk)), filter()].join('');
};

it.each([
  ['<think>Hm.</think>\n\nYes.', 'Yes.'],
  ['<THINK>Hm.</Think>Yes.', 'Yes.'],
  ['Yes. <think>Hm.</think>No.', 'Yes. No.'],
  ['<think>a</think><think>b</think>Yes', 'Yes'],
  ['<think>never closed', ''],
  ['  indented', '  indented'],
  ['2 < 3, <thin> and <th', '2 < 3, <thin> and <th'],
  ['', ''],
])('of %j is shown %j, however it is cut', (text, shown) => {
  for (let at = 0; at <= text.length; at += 1) expect(read(text.slice(0, at), text.slice(at))).toBe(shown);
  expect(read(...text)).toBe(shown);
});

it('what cannot be the beginning of a tag is not held back', () => {
  const filter = withoutReasoning();
  expect(['a <', 'b', ' <t', 'think'].map((piece) => filter(piece))).toEqual(['a ', '<b', ' ', '<tthink']);
});
