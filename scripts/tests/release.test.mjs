import { expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addedScreensOf, describeRelease, rangesOf } from '../../build/release.mjs';

const peers = { react: '19.3.1', 'react-dom': '^19.0.0', 'shared-auth': 'workspace:^1.0.0', 'shared-ui': '^1.2.0' };

test('a remote needs what its package.json says, and of what it installs in one version every later minor', () => {
  const manifest = {
    name: 'x',
    dependencies: { contract: 'workspace:^1.3.0', papaparse: '5.0.0' },
    peerDependencies: peers,
  };
  expect(rangesOf(manifest)).toEqual({
    contract: '^1.3.0',
    react: '^19.3.1',
    'react-dom': '^19.0.0',
    'shared-auth': '^1.0.0',
    'shared-ui': '^1.2.0',
  });
});

test('where the contract is installed from a file, its range stands among the peer dependencies', () => {
  const dependencies = { contract: 'file:../contract-1.3.0.tgz' };
  expect(rangesOf({ name: 'x', dependencies, peerDependencies: { ...peers, contract: '^1.3.0' } }).contract).toBe(
    '^1.3.0',
  );
});

test.each([
  ['says nothing of', undefined],
  ['takes any', 'workspace:*'],
  ['takes a file of', 'file:../shared-ui.tgz'],
])('a remote that %s a package of the platform is not built, and one sentence says why', (_, range) => {
  const manifest = {
    name: 'x',
    dependencies: { contract: '^1.0.0' },
    peerDependencies: { ...peers, 'shared-ui': range },
  };
  expect(() => rangesOf(manifest)).toThrow(/^x\/package\.json asks for shared-ui '.*': name the version/);
});

const BUILT = { contenthash: 'a' };

test('a manifest says which release it is: the version, what it needs, and a build that follows from its files', () => {
  const manifest = { name: 'x', version: '1.4.0', dependencies: { contract: '^1.3.0' }, peerDependencies: peers };
  const described = (files) => {
    const stats = { metaData: { name: 'x' }, exposes: [] };
    describeRelease(
      manifest,
      '/nowhere',
    )({ stats, compilation: { assetsInfo: new Map(files.map((file) => [file, BUILT])), chunks: [] } });
    return stats.metaData;
  };
  const one = described(['b.2.js', 'a.1.js']);
  expect(one).toMatchObject({ name: 'x', version: '1.4.0', build: expect.stringMatching(/^[0-9a-f]{12}$/) });
  expect(one.requires).toMatchObject({ contract: '^1.3.0', 'shared-ui': '^1.2.0' });
  expect(described(['a.1.js', 'b.2.js']).build).toBe(one.build);
  expect(described(['a.1.js', 'b.3.js']).build).not.toBe(one.build);
});

test.each(['company', 'ads', 'social', 'agents'])('remote-%s says what it needs of the platform', (area) => {
  const file = new URL(`../../remote-${area}/package.json`, import.meta.url);
  expect(Object.keys(rangesOf(JSON.parse(readFileSync(file, 'utf8')))).sort()).toEqual(
    'contract react react-dom shared-auth shared-ui'.split(' '),
  );
});

test('a manifest holds the screens that a remote adds, read from one typed file', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-remote-'));
  const file = path.join(folder, 'added-screens.ts');
  expect(addedScreensOf(folder)).toBeNull();
  writeFileSync(
    file,
    `import type { AddedScreen } from 'shared-ui';
    export const addedScreens = [{ path: '/ads/notes', title: 'Notes' }] as const satisfies readonly AddedScreen[];`,
  );
  const screens = [{ path: '/ads/notes', title: 'Notes' }];
  expect(addedScreensOf(folder)).toEqual(screens);
  const stats = { metaData: {}, exposes: [] };
  const manifest = { name: 'x', version: '1.4.0', dependencies: { contract: '^1.3.0' }, peerDependencies: peers };
  describeRelease(manifest, folder)({ stats, compilation: { assetsInfo: new Map(), chunks: [] } });
  expect(stats.metaData).toMatchObject({ addedScreens: screens });
  writeFileSync(file, `import { ROUTES } from '../host/route-table'; export const addedScreens = [...ROUTES];`);
  expect(() => addedScreensOf(folder)).toThrow('cannot be read as data: it may import nothing but types.');
  writeFileSync(file, `export const screens = [];`);
  expect(() => addedScreensOf(folder)).toThrow('does not export a list called addedScreens.');
  rmSync(folder, { recursive: true });
});
