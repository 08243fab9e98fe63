// `pnpm pack:platform [FOLDER]` makes what a team needs to build a remote in a repository of its own: the contract,
// shared-auth, shared-ui and the remote-kit as packages that npm installs, compiled, with type declarations.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { emit, facesOf, manifestOf, PACKAGES, root } from './packages.mjs';

/** Compiled beside the faces, by the name of the import: the test set-up. */
const BESIDE = { 'shared-ui/testing/setup': 'shared-ui/testing/setup.ts' };
/** The project's own devDependencies that a remote's build and tests need. */
const TOOLS = [
  '@module-federation/enhanced',
  '@swc/core',
  '@swc/jest',
  '@testing-library/dom',
  '@testing-library/jest-dom',
  '@testing-library/react',
  '@testing-library/user-event',
  '@types/jest',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  '@typescript/native',
  'compression-webpack-plugin',
  'css-loader',
  'html-webpack-plugin',
  'http-proxy-middleware',
  'jest',
  'jest-environment-jsdom',
  'lightningcss',
  'mini-css-extract-plugin',
  'minimizer-webpack-plugin',
  'ts-loader',
  'typescript',
  'webpack',
  'webpack-dev-server',
];
const KIT = {
  'CONTRIBUTING.md': 'docs/CONTRIBUTING.md',
  'README.md': 'docs/console.md',
  ...Object.fromEntries(
    ['architecture', 'decisions', 'opening', 'remotes'].map((name) => [`docs/${name}.md`, `docs/${name}.md`]),
  ),
  'kit/README.md': 'README.md',
  'kit/example': 'example',
  'kit/cli.mjs': 'cli.mjs',
  'kit/jest.mjs': 'jest.mjs',
  'shared-ui/testing/browser-environment.cjs': 'testing/browser-environment.cjs',
  'shared-ui/testing/no-styles.cjs': 'testing/no-styles.cjs',
  // Whole, so that none of their parts is forgotten.
  'scripts/dev': 'scripts/dev',
  build: 'build',
};

const target = path.resolve(process.argv[2] ?? path.join(root, 'platform'));
const work = mkdtempSync(path.join(tmpdir(), 'console-pack-'));
try {
  mkdirSync(target, { recursive: true });
  const faces = Object.assign({}, ...PACKAGES.map((name) => facesOf(name, { withTesting: true })), BESIDE);
  const compiled = path.join(work, 'compiled');
  emit(compiled, Object.values(faces), { types: ['node', 'jest'] });
  for (const name of PACKAGES) packShared(name, compiled, faces);
  packKit();
} finally {
  rmSync(work, { recursive: true });
}

function packShared(name, compiled, faces) {
  const folder = path.join(compiled, name);
  const isStyle = (file) => !/node_modules|dist/.test(file) && (!path.extname(file) || file.endsWith('.css'));
  cpSync(path.join(root, name), folder, { recursive: true, filter: isStyle });
  const isSource = (file) =>
    !/node_modules|\/(dist|testing)(\/|$)|\.test\./.test(file) && /\/[^.]+$|\.tsx?$/.test(file);
  cpSync(path.join(root, name), path.join(folder, 'source'), { recursive: true, filter: isSource });
  const manifest = manifestOf(name);
  const exports = {};
  for (const [face, file] of Object.entries(faces).filter(([face]) => face.split('/')[0] === name)) {
    const base = `.${file.slice(name.length).replace(/\.tsx?$/, '')}`;
    exports[`.${face.slice(name.length)}`] = { types: `${base}.d.ts`, default: `${base}.js` };
  }
  const { dependencies = {}, peerDependencies = {} } = manifest;
  const isOurs = ([of]) => PACKAGES.includes(of);
  const entries = Object.entries(dependencies);
  pack(folder, {
    name,
    version: manifest.version,
    exports,
    sideEffects: manifest.sideEffects ?? false,
    dependencies: Object.fromEntries(entries.filter((entry) => !isOurs(entry))),
    // The four packages are installed side by side, from files: no registry has them.
    peerDependencies: Object.fromEntries(
      [...entries.filter(isOurs), ...Object.entries(peerDependencies)].map(([of, range]) => [
        of,
        `^${PACKAGES.includes(of) ? manifestOf(of).version : range}`,
      ]),
    ),
  });
}

function packKit() {
  const folder = path.join(work, 'remote-kit');
  for (const [from, to] of Object.entries(KIT))
    cpSync(path.join(root, from), path.join(folder, to), { recursive: true });
  const { devDependencies } = manifestOf('.');
  const read = (file) => JSON.parse(readFileSync(path.join(root, file), 'utf8')).compilerOptions;
  write(path.join(folder, 'tsconfig.json'), {
    compilerOptions: { ...read('build/tsconfig.base.json'), ...read('tsconfig.json') },
    files: ['./build/styles.d.ts'],
  });
  pack(folder, {
    name: 'remote-kit',
    version: manifestOf('shared-ui').version,
    type: 'module',
    bin: { 'remote-kit': './cli.mjs' },
    exports: { './jest': './jest.mjs', './tsconfig.json': './tsconfig.json', './webpack': './build/federation.mjs' },
    dependencies: Object.fromEntries(TOOLS.map((name) => [name, devDependencies[name]])),
    peerDependencies: Object.fromEntries(PACKAGES.map((name) => [name, `^${manifestOf(name).version}`])),
  });
}

function pack(folder, manifest) {
  write(path.join(folder, 'package.json'), { license: 'UNLICENSED', ...manifest });
  execFileSync('npm', ['pack', folder, '--pack-destination', target, '--silent'], { cwd: work });
  console.log(path.relative(process.cwd(), path.join(target, `${manifest.name}-${manifest.version}.tgz`)));
}

function write(file, value) {
  writeFileSync(file, `${JSON.stringify(value, null, 2)}\n`);
}
