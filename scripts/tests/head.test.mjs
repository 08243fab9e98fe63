// The document's head prefetches the rows of every list; which, the contract says.
import { expect, test } from '@jest/globals';
import path from 'node:path';
import { exportsOf } from '../../build/exports-of.mjs';
import { firstRequests } from '../../build/head.mjs';

const root = path.resolve(import.meta.dirname, '../..');
const { NOUNS } = exportsOf(path.join(root, 'contract/nouns.ts'));
const { ADDED_PREFIXES } = exportsOf(path.join(root, 'contract/console-paths.ts'), path.join(root, 'contract'));
const { ROUTES } = exportsOf(path.join(root, 'host/config/route-table.ts'));
const lists = firstRequests();

test('every noun has the first request of its list, at an address of the route table or one that an area adds', () => {
  expect(Object.keys(lists).sort()).toEqual(
    Object.values(NOUNS)
      .map(({ list }) => list)
      .sort(),
  );
  const isAdded = (list) => ADDED_PREFIXES.some((prefix) => list.startsWith(prefix));
  const own = Object.keys(lists).filter((list) => !isAdded(list));
  expect(ROUTES.map((route) => route.path)).toEqual(expect.arrayContaining(own));
});

test('a first request is of the first page, in the order of the contract, with the filters of the query and no more', () => {
  expect(lists['/knowledge']).toEqual({
    resource: '/knowledge',
    usual: { page: '1', page_size: '25', sort_by: 'name' },
    filters: ['search', 'name', 'content_contains'],
  });
});

test('a file of data that imports a package is refused', () => {
  const file = path.join(root, 'host/config/console-config.ts');
  expect(() => exportsOf(file, path.join(root, 'host'))).toThrow(`${file} imports react.`);
});
