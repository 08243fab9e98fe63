// The benches' results: bench/results.md, and the README's figures that come from there.
import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { figuresIn, figuresOf, withFigures } from '../../bench/figures.mjs';
import { fasterThanLogarithm } from '../../bench/growth/tell.mjs';
import { sectionsOf, table, withSection } from '../../bench/sections.mjs';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const read = (file) => readFileSync(path.join(root, file), 'utf8');

test('the README says of speed what bench/results.md says, each figure with its command', () => {
  const figures = figuresOf(read('bench/results.md'));
  expect(figures.length).toBeGreaterThan(0);
  expect(figuresIn(read('README.md'))).toEqual(figures);
});

test('a bench writes its own section and leaves those of the others', () => {
  const head = ['milliseconds', 'median'];
  const one = withSection('', 'Posts', table(head, [['the first page', '3.2']]));
  const two = withSection(one, 'Ads', table(head, [['the first page', '4.5']]));
  const again = withSection(two, 'Posts', table(head, [['the first page', '2.9']]));
  expect([...sectionsOf(again)]).toEqual([
    ['Ads', '| milliseconds | median |\n| --- | ---: |\n| the first page | 4.5 |'],
    ['Posts', '| milliseconds | median |\n| --- | ---: |\n| the first page | 2.9 |'],
  ]);
  expect(() => withSection(again, 'Elsewhere', '')).toThrow("bench/results.md has no place for 'Elsewhere'.");
});

test('what a bench measured stands in the README from then on', () => {
  const command = 'By `pnpm bench:browser`, today';
  const row = table(['median', 'console', 'plain table', 'ratio'], [['first list, cold', '300 ms', '100 ms', '3.0 ×']]);
  const written = withFigures(read('README.md'), withSection('', 'In a browser', `${command}\n\n${row}`));
  expect(figuresIn(written)).toEqual([
    ['the first list beside a plain React table, cold', '3.0 ×', '`pnpm bench:browser`'],
  ]);
});

test('what grew faster than the logarithm of its table is named, with the rows that it counts more', () => {
  const line = (company, totals, medians) => ({
    company,
    name: 'a common word',
    points: [10_000, 1_000_000].map((rows, at) => ({ rows, total: totals[at], ms: medians[at] })),
  });
  const within = line('steady', [400, 400], [4, 5.9]);
  expect(fasterThanLogarithm([within])).toEqual(['Nothing grew faster than the logarithm of the table.']);
  const counting = line('growing', [100, 10_100], [4, 9]);
  const reading = line('steady', [400, 400], [4, 8]);
  expect(fasterThanLogarithm([within, counting, reading])).toEqual([
    'Faster than the logarithm of the table grew:',
    '- growing, a common word: 2.3 ×; its matches grew from 100 to 10,100, 0.50 ms for each thousand more that the exact total counts.\n' +
      '- steady, a common word: 2.0 ×; its matches hardly grew (400, 400): what it reads of the table did.',
  ]);
});
