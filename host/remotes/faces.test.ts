import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FACES } from './faces';

const { exports: faces } = JSON.parse(readFileSync(join(__dirname, '../../shared-ui/package.json'), 'utf8')) as {
  exports: Record<string, string>;
};
/** Parts of every page are in the host's core, and what opens a screen in a test is in no page. */
const OTHERS = ['.', './router', './testing', './package.json'];
const nameOf = (face: string) => face.slice(2).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

test('the host provides every face of shared-ui, for a remote carries no copy of one', () => {
  const lazy = Object.keys(faces).filter((face) => !OTHERS.includes(face));
  expect(Object.keys(FACES).sort()).toEqual(lazy.map(nameOf).sort());
});

test.each(Object.entries(FACES))('%s is the face of its name', async (name, load) => {
  const face = Object.keys(faces).find((one) => nameOf(one) === name) ?? '';
  expect(await load()).toEqual(await import(join('../../shared-ui', faces[face] ?? '')));
});
