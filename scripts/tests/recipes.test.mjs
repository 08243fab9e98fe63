import { expect, test } from '@jest/globals';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (file) => readFileSync(path.join(root, file), 'utf8');

// `pnpm test:all` follows the recipes in a copy; that they still fit what is there is looked at with every change.
test("each change of CONTRIBUTING's recipes has its one place in the file that it names", () => {
  const diffs = [...read('CONTRIBUTING.md').matchAll(/^```diff (\S+)\n([^]*?)^```$/gm)];
  expect(diffs.length).toBeGreaterThan(10);
  const misfits = diffs.flatMap(([, file, diff]) => {
    const before = diff.match(/^[^+\n].*\n/gm)?.map((line) => line.slice(1)) ?? [];
    const places = existsSync(path.join(root, file)) ? read(file).split(before.join('')).length - 1 : 0;
    return places === 1 ? [] : [{ file, places }];
  });
  expect(misfits).toEqual([]);
});
