// `pnpm surface` records what the packages show to those who build remotes: the exports of shared-auth and shared-ui,
// and the contract with its schemas. `--check`, which `pnpm check` calls, fails where that is not what is recorded.
// What is there for tests alone is no part of it. A surface that changed is recorded only under a version that says so; `--unreleased` is for a version that nobody has
// yet, which takes one change after the other.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { changeOf, versionNeeded } from './surface/change.mjs';
import { surfaceOf } from './surface/declarations.mjs';
import { emit, facesOf, manifestOf, PACKAGES, root } from './surface/emit.mjs';
import { isData, linesOf } from './surface/values.mjs';

const isChecking = process.argv.includes('--check');
const isUnreleased = process.argv.includes('--unreleased');
const folder = mkdtempSync(path.join(tmpdir(), 'console-surface-'));
try {
  const { surfaces, contractVersion } = surfacesBelow(folder);
  const mistakes = PACKAGES.flatMap((name) => mistakesOf(name, surfaces[name]));
  const { version } = manifestOf('contract');
  if (contractVersion !== version)
    mistakes.push(
      `The contract has two versions: write ${version} of contract/package.json or ${contractVersion} of contract/version.ts in both.`,
    );
  for (const mistake of mistakes) console.error(mistake);
  process.exitCode = mistakes.length > 0 ? 1 : 0;
} finally {
  rmSync(folder, { recursive: true });
}

/** The lines of each package's surface, which is compiled below `below`. */
function surfacesBelow(below) {
  const [types, values] = [path.join(below, 'types'), path.join(below, 'values')];
  const files = PACKAGES.flatMap((name) => Object.values(facesOf(name)));
  emit(types, files, { emitDeclarationOnly: true });
  emit(values, Object.values(facesOf('contract')), { module: 'commonjs', declaration: false });
  const compiled = (file, folder, ending) => path.join(folder, file.replace(/\.tsx?$/, ending));
  const require = createRequire(path.join(values, 'surface.js'));
  const data = {};
  for (const [face, file] of Object.entries(facesOf('contract')))
    data[face] = Object.entries(require(compiled(file, values, '.js'))).filter(([, value]) => isData(value));
  const { CONTRACT_VERSION: contractVersion } = Object.fromEntries(data['contract/version']);
  delete data['contract/version'];
  const surfaces = {};
  for (const name of PACKAGES) {
    const faces = Object.entries(facesOf(name)).map(([face, file]) => [face, compiled(file, types, '.d.ts')]);
    const isData = (face, exported) => data[face]?.some(([known]) => known === exported) ?? false;
    surfaces[name] = surfaceOf(Object.fromEntries(faces), path.join(types, name) + path.sep, isData);
  }
  for (const [face, exports] of Object.entries(data)) {
    const known = new Map(exports.filter(([, value]) => value instanceof Object).map(([name, value]) => [value, name]));
    for (const [name, value] of exports)
      surfaces.contract.push(...linesOf(name, value, known).map((line) => `${face} ${line}`));
  }
  surfaces.contract = [...new Set(surfaces.contract)].sort();
  return { surfaces, contractVersion };
}

/** What is wrong with the record of a package, or, unless checking, with recording it. */
function mistakesOf(name, now) {
  const file = path.join(root, name, 'surface.txt');
  const { version } = manifestOf(name);
  const text = `${name} ${version}, as \`pnpm surface\` wrote it\n\n${now.join('\n')}\n`;
  if (existsSync(file) && (isChecking || !isUnreleased)) {
    const recorded = readFileSync(file, 'utf8');
    if (recorded === text) return [];
    const [head = '', , ...before] = recorded.trimEnd().split('\n');
    const { level, breaking, added } = changeOf(before, now);
    const [, recordedVersion = version] = /^\S+ (\d+\.\d+\.\d+),/.exec(head) ?? [];
    const needed = versionNeeded(recordedVersion, level, version);
    const shown = (level === 'major' ? breaking : added).slice(0, 12);
    if (needed)
      return [
        `What ${name} shows is no longer that of ${recordedVersion}; its version has to be at least ${needed}:`,
        ...shown.map((line) => `  ${line.slice(0, 300)}`),
        `Write ${needed} into ${name}/package.json${name === 'contract' ? ' and contract/version.ts' : ''}, and record it by \`pnpm surface\`. Where nobody has ${version} yet: \`pnpm surface --unreleased\`.`,
      ];
  }
  if (isChecking)
    return [`What ${name} ${version} shows is not recorded: run \`pnpm surface\` and commit ${name}/surface.txt.`];
  writeFileSync(file, text);
  console.log(`Recorded ${now.length} lines in ${name}/surface.txt.`);
  return [];
}
