// docs/upgrading.md names the releases and windows that the tests beside the previous release go by.
import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
const read = (...parts) => readFileSync(path.join(root, ...parts), 'utf8');

test('the document says how to come from the previous release, and names each migration that asks for a window', () => {
  const document = read('docs', 'upgrading.md');
  const previous = read('scripts', 'previous', 'commit').trim();
  expect(previous).toMatch(/^[0-9a-f]{40}$/);
  expect(document).toContain(`| ${previous.slice(0, 7)}`);
  for (const file of readdirSync(path.join(root, 'api', 'migrations')))
    if (/^-- window:/m.test(read('api', 'migrations', file))) expect(document).toContain(path.basename(file, '.sql'));
});
