import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { takeSuperseded } from '../superseded-files.mjs';

const HOUR = 60 * 60 * 1000;
let dist;
beforeEach(() => (dist = path.join(mkdtempSync(path.join(tmpdir(), 'console-dist-')), 'dist')));
afterEach(() => rmSync(path.dirname(dist), { recursive: true }));

/** Builds as the script does: the folder is made again with these files. */
const build = (hour, ...files) => {
  const superseded = takeSuperseded(dist, hour * HOUR);
  rmSync(dist, { recursive: true, force: true });
  mkdirSync(dist);
  for (const file of files) writeFileSync(path.join(dist, file), file);
  superseded.putBack();
  return readdirSync(dist)
    .filter((name) => !name.startsWith('.'))
    .sort();
};
const ONE = ['index.html', 'main.0123456789aa.js', 'main.0123456789aa.js.br', 'main.0123456789aa.js.map'];
const TWO = ['index.html', 'main.0123456789bb.js'];
const THREE = ['index.html', 'main.0123456789cc.js'];

test('the hashed files of earlier builds stay for a day after they were superseded, and no other', () => {
  expect(build(0, ...ONE)).toEqual(ONE);
  // However old it was by then.
  const both = ['index.html', 'main.0123456789aa.js', 'main.0123456789aa.js.br', 'main.0123456789bb.js'];
  expect(build(1000, ...TWO)).toEqual(both);
  expect(build(1023, ...TWO)).toEqual(both);
  expect(build(1024, ...TWO)).toEqual(TWO);
});

test('a build that comes back is the newest again', () => {
  build(0, ...TWO);
  build(1, ...THREE);
  build(2, ...TWO);
  expect(build(30, ...THREE)).toEqual(['index.html', 'main.0123456789bb.js', 'main.0123456789cc.js']);
});
