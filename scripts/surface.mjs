// `pnpm surface` records what the packages show to those who build remotes: their types in `<package>.api.md`, by
// api-extractor, and the contract's schemas, choices and numbers in `contract/schemas.json`. `--check`, which `pnpm check`
// calls, fails where that is not what is recorded. A surface that changed is recorded only under a version that says so;
// `--unreleased` is for a version that is not released yet, which takes one change after the other.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { manifestOf, PACKAGES, root } from './packages.mjs';
import { brokenTypes, brokenValues, versionNeeded } from './surface/judge.mjs';
import { recordsOf, versionIn } from './surface/record.mjs';

const isChecking = process.argv.includes('--check');
const isUnreleased = process.argv.includes('--unreleased');
const folder = mkdtempSync(path.join(tmpdir(), 'console-surface-'));
try {
  const { records, contractVersion } = recordsOf(folder);
  const mistakes = PACKAGES.flatMap((name) => mistakesOf(name, records[name]));
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

/** The faults of a package's record, or, unless checking, of recording it; `files` are its texts by name. */
function mistakesOf(name, files) {
  const recorded = Object.fromEntries(
    Object.keys(files).map((file) => {
      const full = path.join(root, name, file);
      return [file, existsSync(full) ? readFileSync(full, 'utf8') : null];
    }),
  );
  const changed = Object.keys(files).filter((file) => files[file] !== recorded[file]);
  if (changed.length === 0) return [];
  const { version } = manifestOf(name);
  if (!isUnreleased && !Object.values(recorded).includes(null)) {
    const former = versionIn(recorded[`${name}.api.md`]);
    const broken = changed.flatMap((file) =>
      file.endsWith('.json')
        ? brokenValues(JSON.parse(recorded[file]), JSON.parse(files[file]))
        : brokenTypes(path.join(root, name), recorded[file], files[file]),
    );
    const needed = versionNeeded(former, broken.length > 0 ? 'major' : 'minor', version);
    if (needed)
      return [
        `What ${name} shows is no longer that of ${former}; its version has to be at least ${needed}:`,
        ...broken.slice(0, 12).map((line) => `  ${line}`),
        `Write ${needed} into ${name}/package.json${name === 'contract' ? ' and contract/version.ts' : ''}, and record it by \`pnpm surface\`. Where nobody has ${version} yet: \`pnpm surface --unreleased\`.`,
      ];
  }
  if (isChecking)
    return [`What ${name} ${version} shows is not recorded: run \`pnpm surface\` and commit ${changed.join(', ')}.`];
  for (const file of changed) writeFileSync(path.join(root, name, file), files[file]);
  console.log(`Recorded ${name} ${version}: ${changed.join(', ')}.`);
  return [];
}
