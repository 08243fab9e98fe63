import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { contrast } from '../testing/contrast';
import { COLOURS, type Colour } from './colours';

const grounds: Colour[] = ['page', 'surface', 'raised', 'subtle', 'hover'];
const tinted: [Colour, Colour][] = (
  ['accent', 'info', 'success', 'warning', 'danger', 'dark', 'secondary'] as const
).map((tone) => [tone, `${tone}-soft`]);
const readable: [Colour, Colour][] = [
  ...grounds.flatMap((ground): [Colour, Colour][] => [
    ['text', ground],
    ['text-quiet', ground],
    ['accent', ground],
    ['danger', ground],
  ]),
  ...tinted,
  ...(['info', 'success', 'warning', 'danger', 'accent'] as const).map((tone): [Colour, Colour] => [
    'text',
    `${tone}-soft`,
  ]),
  // The request id in an alert.
  ['text-quiet', 'danger-soft'],
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-danger', 'danger'],
];

test.each(['light', 'dark'] as const)('text is readable (WCAG AA, 4.5:1) in the %s theme', (theme) => {
  const colours = COLOURS[theme];
  const poor = readable.filter(([ink, ground]) => contrast(colours[ink], colours[ground]) < 4.5);
  expect(poor).toEqual([]);
});

test.each(['light', 'dark'] as const)('the edges of inputs stand out (WCAG AA, 3:1) in the %s theme', (theme) => {
  const colours = COLOURS[theme];
  const faint = grounds.filter((ground) => contrast(colours['border-strong'], colours[ground]) < 2.9);
  expect(faint).toEqual([]);
});

test('the stylesheet and the table of colours are the same', () => {
  const css = readFileSync(join(__dirname, 'tokens.css'), 'utf8');
  const inStylesheet = [...css.matchAll(/--c-([a-z-]+): light-dark\((#\w+), (#\w+)\);/g)].map(
    ([, name, light, dark]) => [name, light, dark],
  );
  const inTable = Object.keys(COLOURS.light).map((name) => [
    name,
    COLOURS.light[name as Colour],
    COLOURS.dark[name as Colour],
  ]);
  expect(inStylesheet).toEqual(inTable);
});
