import { render } from '@testing-library/react';
import { AgentText } from './agent-text';
import { blocksOf } from './blocks';

const texts = (answer: string) => blocksOf(answer).map(({ text }) => text);
const kinds = (answer: string) => blocksOf(answer).map(({ kind }) => kind);

test('a blank line ends a block', () => {
  expect(texts('# One\n\nTwo\nlines\n\n\nThree')).toEqual(['# One', 'Two\nlines', 'Three']);
});

test('a fence is code of its own, with its language and its blank lines, finished or not', () => {
  expect(blocksOf('See:\n```ts\na\n\nb\n```\nafter')).toEqual([
    { kind: 'markdown', text: 'See:' },
    { kind: 'code', text: 'a\n\nb', language: 'ts' },
    { kind: 'markdown', text: 'after' },
  ]);
  expect(blocksOf('~~~\na\n```\nb')).toEqual([{ kind: 'code', text: 'a\n```\nb', language: '' }]);
});

test('a list stays one block over blank lines, and HTML until it is closed', () => {
  expect(texts('- a\n\n- b\n\n  more of b\n\nafter')).toEqual(['- a\n\n- b\n\n  more of b', 'after']);
  expect(texts('- a\n\n  ```\n  x\n\n  y\n  ```\n\nafter')).toEqual(['- a\n\n  ```\n  x\n\n  y\n  ```', 'after']);
  expect(texts('<details>\n\nin it\n\n</details>\n\nafter')).toEqual(['<details>\n\nin it\n\n</details>', 'after']);
});

test('a table of twenty rows is one table', () => {
  const row = '| Ripstop Trail Trousers – Free Shipping v6 | image | Holiday Gifts | Brand | $732.93 |\n';
  expect(texts(`| Ad | Type | Campaign | Ad Set | Spend |\n|-|-|-|-|-|\n${row.repeat(20)}`)).toHaveLength(1);
});

test('a long list and a long table are cut between their entries', () => {
  const list = Array.from({ length: 200 }, (_, at) => `${at + 1}. The entry of this number`).join('\n');
  const table = `|a|b|\n|-|-|\n${'| some words | others |\n'.repeat(200)}`;
  for (const answer of [list, table]) {
    expect(blocksOf(answer).length).toBeGreaterThan(2);
    expect(new Set(kinds(answer))).toEqual(new Set(['markdown']));
  }
  expect(texts(table).every((text) => text.startsWith('|a|b|\n|-|-|\n'))).toBe(true);
});

test('a link may be defined after the block that refers to it', () => {
  const { container } = render(<AgentText text={'See [the page][p].\n\nMore.\n\n[p]: https://a.example/b'} />);
  expect(container.querySelector('a')).toHaveAttribute('href', 'https://a.example/b');
});

test('more text changes only the last blocks', () => {
  const answer =
    '# A\n\nText *with* words\n\n- one\n- two\n\n```js\nx\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nThe end.';
  let before = blocksOf('');
  for (let end = 1; end <= answer.length; end += 1) {
    const now = blocksOf(answer.slice(0, end));
    expect(now.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
    before = now;
  }
});

const repeated = (text: string) => text.repeat(Math.ceil(10_000 / text.length));

test.each([
  ['nested lists', repeated('- ')],
  ['nested quotes', repeated('> ')],
  ['quotes in lists', repeated('> 1. ')],
  ['nested tags', repeated('<b>')],
  ['nested blocks', repeated('<div>')],
  ['brackets', repeated('[')],
  ['images', repeated('![')],
  ['emphasis', repeated('*a_ ')],
  ['emphasis of two kinds', repeated('_a __a ')],
  ['code', Array.from({ length: 140 }, (_, at) => `${'`'.repeat(at + 1)}a`).join('')],
  ['angles', repeated('<')],
  ['columns', `${repeated('|a')}\n${repeated('|-')}\n|b`],
  ['indented lists', Array.from({ length: 140 }, (_, at) => `${'  '.repeat(at)}- a`).join('\n')],
  [
    'formatting across paragraphs',
    `${Array.from({ length: 300 }, (_, at) => `<b x=${at}>`).join('')}${'<p>'.repeat(1000)}`,
  ],
])('10 kB of %s is shown as plain text instead of freezing', (_, answer) => {
  const started = process.cpuUsage();
  const { container } = render(<AgentText text={answer} />);
  // Of the processor, not of the clock: the machine may be busy with something else.
  expect(process.cpuUsage(started).user / 1000).toBeLessThan(1000);
  expect(container.textContent).toContain(answer.trim().slice(0, 500));
});
