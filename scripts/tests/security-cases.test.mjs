// Every case of docs/security-cases.md is held by a test whose title names it, or stands there with the reason why not.
import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const CASE = /\b[A-Z]{2,6}-\d{2}\b/g;

function* testsBelow(folder) {
  for (const entry of readdirSync(path.join(root, folder), { withFileTypes: true })) {
    const name = path.join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!/^(node_modules|dist|data|\..*)$/.test(entry.name)) yield* testsBelow(name);
    } else if (/\.(test|spec)\.(ts|tsx|mjs)$/.test(entry.name)) yield name;
  }
}

/** The cases that test titles name: in parentheses at their end, as in `… (SCOPE-18, SCOPE-20)`. */
const held = new Set();
for (const file of testsBelow('.'))
  for (const [, named] of readFileSync(path.join(root, file), 'utf8').matchAll(
    /\(([A-Z]{2,6}-\d{2}(?:, [A-Z]{2,6}-\d{2})*)\)['"`]/g,
  ))
    for (const id of named.split(', ')) held.add(id);

const [tables, reasons] = readFileSync(path.join(root, 'docs/security-cases.md'), 'utf8').split(
  '## Held without a test',
);
const cases = [...tables.matchAll(/^\| ([A-Z]{2,6}-\d{2}) /gm)].map(([, id]) => id);
const explained = new Set(reasons?.match(CASE));

test('every case is named by the title of a test, or has a reason why not', () => {
  expect(cases.length).toBeGreaterThan(90);
  expect(cases.filter((id) => !held.has(id) && !explained.has(id))).toEqual([]);
});

test('no case has a reason why it has no test, and a test', () => {
  expect([...explained].filter((id) => held.has(id) || !cases.includes(id))).toEqual([]);
});

test('a fresh version of a package waits for three days, comes with its checksum, and runs nothing at its installation (FED-06)', () => {
  const read = (file) => parse(readFileSync(path.join(root, file), 'utf8'));
  const { minimumReleaseAge, minimumReleaseAgeExclude, allowBuilds } = read('pnpm-workspace.yaml');
  // Minutes.
  expect([minimumReleaseAge, minimumReleaseAgeExclude]).toEqual([3 * 24 * 60, undefined]);
  expect(Object.values(allowBuilds).filter((isAllowed) => isAllowed)).toEqual([]);
  const packages = Object.entries(read('pnpm-lock.yaml').packages);
  expect(packages.length).toBeGreaterThan(500);
  const unchecked = packages.filter(
    ([, { resolution }]) => !/^sha512-/.test(resolution.integrity ?? '') || resolution.tarball,
  );
  expect(unchecked.map(([name]) => name)).toEqual([]);
});
