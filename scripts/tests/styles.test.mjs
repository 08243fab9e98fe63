// Styles are tried on every element of a page: what a rule ends in decides on how many.
import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Places with few elements, or where no one waits. */
const ELSEWHERE = /keyframes|\bprint\b|width <= 640px|forced-colors|prefers-reduced-motion/;
/** The part of a selector that a browser looks up first. */
const LOOKED_UP = /^([a-z][\w-]*|[.#[]|:root|:focus)/i;

/** All that holds on every page, or whatever an agent's answer begins and ends with. */
const MEANT = new Set(['*', '*::before', '*::after', '.agent-text > :first-child', '.agent-text > :last-child']);

/** The parts of a text between these characters, but for those inside brackets. */
function partsOf(text, ends) {
  let depth = 0;
  const parts = [''];
  for (const letter of text) {
    if ('(['.includes(letter)) depth += 1;
    if (')]'.includes(letter)) depth -= 1;
    if (depth === 0 && ends.includes(letter)) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

/** The selectors of a style, each by itself, without those that hold only where it does not matter. */
function selectorsOf(style) {
  /** The open blocks at a place of the style, from outside in. */
  const open = [];
  const selectors = [];
  for (const [, head] of style.replace(/\/\*.*?\*\//gs, '').matchAll(/([^{};]*)\{|\}/g)) {
    if (head === undefined) {
      open.pop();
      continue;
    }
    const isElsewhere = open.some((outer) => ELSEWHERE.test(outer));
    if (!isElsewhere && !head.trim().startsWith('@')) selectors.push(...partsOf(head, ','));
    open.push(head);
  }
  return selectors;
}

const stylesIn = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .map((name) => path.join(folder, name))
    .filter((name) => name.endsWith('.css') && !/node_modules|\bdist\b/.test(name));

test('a selector ends in an element or a class, so that no row of a list is tried for what is not in it', () => {
  const folders = ['host', 'shared-ui', 'remote-ads', 'remote-agents', 'remote-company', 'remote-social'];
  const all = folders
    .flatMap(stylesIn)
    .flatMap((file) =>
      selectorsOf(readFileSync(path.join(root, file), 'utf8')).map((selector) => ({ file, selector })),
    );
  expect(all.map(({ selector }) => selector)).toContain('.list-table tr');
  const ending = ({ selector }) => partsOf(selector, ' >+~').at(-1) ?? '';
  expect(all.filter((one) => !LOOKED_UP.test(ending(one)) && !MEANT.has(one.selector))).toEqual([]);
});
