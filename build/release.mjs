// A remote's own description in its manifest, for the host to judge before any of its code runs (host/remotes).
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { exportsOf } from './exports-of.mjs';

/** The platform's packages that a remote has to name a range of. */
const NAMED = ['shared-auth', 'shared-ui', 'contract'];
const RANGE = /^\^?\d+\.\d+\.\d+$/;

/**
 * The ranges that a package.json asks for, by package. What is shared stands among the `peerDependencies`; of the
 * contract, which a remote carries, the range may stand among the dependencies too. In this repository they are
 * workspace ranges (`workspace:^1.2.0`), so that the package manager holds them against what is here.
 *
 * @throws Error with one sentence where a range is missing
 */
export function rangesOf({ name, dependencies = {}, peerDependencies = {} }) {
  const ranges = {};
  for (const [of, declared] of Object.entries({ contract: dependencies.contract, ...peerDependencies })) {
    const range = declared?.replace(/^workspace:/, '');
    if (!RANGE.test(range))
      throw new Error(
        `${name}/package.json asks for ${of} '${declared ?? ''}': name the version that it needs among the peerDependencies, such as '^1.2.0'.`,
      );
    // React is installed in one version and works with every later minor.
    ranges[of] = range.startsWith('^') ? range : `^${range}`;
  }
  for (const of of NAMED)
    if (!ranges[of])
      throw new Error(
        `${name}/package.json does not say which ${of} it needs: name it among the peerDependencies, such as '^1.2.0'.`,
      );
  return ranges;
}

/**
 * Writes into the manifest which release this is and what it needs: `version` of the package.json, `build`, which
 * follows from what was built, `requires`, the ranges by name, and where `folder` has any, `addedScreens`.
 */
export const describeRelease =
  (manifest, folder) =>
  ({ stats, compilation }) => {
    const { version } = manifest;
    const requires = rangesOf(manifest);
    const addedScreens = addedScreensOf(folder);
    // The exposed list is in the container's own file (build/plugins.mjs): behind it lie the screens' chunks alone.
    const screens = [...compilation.chunks].filter((chunk) => chunk.name && !chunk.hasRuntime());
    const files = screens.flatMap((chunk) => [...chunk.files]).sort();
    for (const { assets } of stats.exposes)
      for (const kind of ['js', 'css']) assets[kind].async = files.filter((file) => path.extname(file) === `.${kind}`);
    Object.assign(stats.metaData, {
      version,
      build: buildOf(compilation),
      requires,
      ...(addedScreens && { addedScreens }),
    });
  };

/**
 * The list that `added-screens.ts` of a remote's folder exports as `addedScreens` (shared-ui/remote-contract); null without it.
 *
 * @throws Error with one sentence where it is more than data
 */
export function addedScreensOf(folder) {
  const file = path.join(folder, 'added-screens.ts');
  if (!existsSync(file)) return null;
  let exports;
  try {
    exports = exportsOf(file);
  } catch (cause) {
    throw new Error(`${file} cannot be read as data: it may import nothing but types.`, { cause });
  }
  // Of another realm, whose Array is not ours, until it is read here.
  const screens = JSON.parse(JSON.stringify(exports.addedScreens ?? null));
  if (!Array.isArray(screens)) throw new Error(`${file} does not export a list called addedScreens.`);
  return screens;
}

/** The names of the files hold the hashes of their content; in development they do not, and nor does this. */
function buildOf(compilation) {
  const files = [...compilation.assetsInfo].filter(([, { contenthash }]) => contenthash).map(([file]) => file);
  if (files.length === 0) return 'development';
  return createHash('sha256').update(files.sort().join('\n')).digest('hex').slice(0, 12);
}
