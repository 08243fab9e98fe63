import { spokenText } from './spoken-text';

test('an answer is read out without the marks of markdown and HTML', () => {
  const answer =
    '# Spend\n\nWe spent **$12** on _two_ ads, see [the report](https://a.example/b).\n\n- `one`\n- <b>two</b>';
  expect(spokenText(answer)).toBe('Spend We spent $12 on two ads, see the report. one two');
});

test('names with such marks inside stay whole', () => {
  expect(spokenText('search_knowledge found 3 * 4 in a_b_c')).toBe('search_knowledge found 3 * 4 in a_b_c');
});

test('what is very long is cut, and hostile text takes no time', () => {
  expect(spokenText('word '.repeat(10_000)).length).toBeLessThanOrEqual(1501);
  const started = process.cpuUsage();
  for (const text of ['<', '[', '![', '*a', '[a](', '`']) spokenText(text.repeat(20_000));
  // Of the processor, not of the clock: the machine may be busy with something else.
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(1000);
});
