// The packages and remotes of this project, and the compiler for what remotes build against.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** The areas: each is a remote in a folder of its own. */
export const AREAS = readdirSync(root)
  .filter((name) => name.startsWith('remote-'))
  .map((name) => name.slice('remote-'.length));

/** The packages whose version means something, each with its folder. */
export const PACKAGES = ['contract', 'shared-auth', 'shared-ui'];

export const manifestOf = (folder) => JSON.parse(readFileSync(path.join(root, folder, 'package.json'), 'utf8'));

/**
 * The files by which a package is imported, by face, from the project's folder: without the host's own, and without those
 * for tests unless `withTesting`.
 */
export function facesOf(name, { withTesting = false } = {}) {
  const faces = {};
  for (const [face, file] of Object.entries(manifestOf(name).exports)) {
    // Its version, which the host reads; no code.
    if (face === './package.json') continue;
    if (`${name}/${face}` === 'shared-auth/./host' || (face === './testing' && !withTesting)) continue;
    if (!file.includes('*')) faces[path.posix.join(name, face)] = path.posix.join(name, file);
    else
      for (const found of readdirSync(path.join(root, name), { recursive: true }).sort())
        if (found.endsWith('.ts') && !/\.test\.|node_modules/.test(found))
          faces[`${name}/${found.slice(0, -3)}`] = `${name}/${found}`;
  }
  return faces;
}

/**
 * Where the packages' faces lie. The compiler does not emit what it first meets in `node_modules`, where the packages are
 * linked to one another, nor what that imports: which files those are hangs on the order in which its threads come by.
 */
const OWN_FILES = Object.fromEntries(
  PACKAGES.flatMap((name) =>
    Object.entries(manifestOf(name).exports).map(([face, file]) => [
      path.posix.join(name, face),
      [path.join(root, name, file)],
    ]),
  ),
);

/**
 * Compiles these files, and what they import, below `folder`, where they lie as in the project.
 *
 * @throws Error with the compiler's messages
 */
export function emit(folder, files, compilerOptions) {
  const config = path.join(folder, 'tsconfig.json');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    config,
    JSON.stringify({
      extends: path.join(root, 'tsconfig.json'),
      compilerOptions: {
        noEmit: false,
        declaration: true,
        rootDir: root,
        outDir: folder,
        typeRoots: [path.join(root, 'node_modules/@types')],
        types: ['node', 'jest'],
        paths: OWN_FILES,
        ...compilerOptions,
      },
      include: [],
      files: ['build/styles.d.ts', ...files].map((file) => path.join(root, file)),
    }),
  );
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', config],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`The packages could not be compiled:\n${stdout}${stderr}`);
}
