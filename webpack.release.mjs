// What a remote says of itself in its manifest, for the host to judge before any of its code runs (host/remotes).
import { createHash } from 'node:crypto';

/** The platform's packages that a remote has to name a range of. `api` is the contract. */
const NAMED = ['shared-auth', 'shared-ui', 'api'];
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
  for (const [of, declared] of Object.entries({ api: dependencies.api, ...peerDependencies })) {
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
 * follows from what was built, and `requires`, the ranges by name.
 */
export const describeRelease =
  (manifest) =>
  ({ stats, compilation }) => {
    const { api, ...packages } = rangesOf(manifest);
    const { version } = manifest;
    Object.assign(stats.metaData, { version, build: buildOf(compilation), requires: { ...packages, contract: api } });
  };

/** The names of the files hold the hashes of their content; in development they do not, and nor does this. */
function buildOf(compilation) {
  const files = [...compilation.assetsInfo].filter(([, { contenthash }]) => contenthash).map(([file]) => file);
  if (files.length === 0) return 'development';
  return createHash('sha256').update(files.sort().join('\n')).digest('hex').slice(0, 12);
}
