import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '../support/test';
import { deployed } from './processes';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The files that are named by their content. */
const hashed = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /\.[0-9a-f]{12}\.(js|css)$/.test(name))
    .sort();

// The images are built in copies of the project, each in a folder of its own with packages of its own; here lies the build of
// the stage before.
for (const [image, part] of [
  ['gateway', 'host'],
  ['remote-company', 'remote-company'],
  ['remote-ads', 'remote-ads'],
  ['remote-social', 'remote-social'],
  ['remote-agents', 'remote-agents'],
] as const)
  test(`${part} has the same files wherever it is built`, () => {
    const dist = path.join(root, part, 'dist');
    const files = path.join(deployed().images, image, 'files');
    const made = hashed(files);
    expect(made.length).toBeGreaterThan(3);
    // Here lie those of earlier builds too; which ones are in use, the page or the manifest says.
    expect(hashed(dist)).toEqual(expect.arrayContaining(made));
    const named = part === 'host' ? 'index.html' : 'mf-manifest.json';
    expect(readFileSync(path.join(files, named), 'utf8')).toBe(readFileSync(path.join(dist, named), 'utf8'));
  });
