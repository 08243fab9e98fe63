/**
 * The federation's runtime: the one copy of the page, which the areas' containers use too, and the platform that it
 * hands to them. Fetched with the first area (`loadFederation`), for no page before that needs it.
 */
import { init, loadRemote, registerGlobalPlugins, registerRemotes, satisfy } from '@module-federation/runtime';
import type { RemoteScreens } from 'shared-ui';
import { PLATFORM } from './platform';
import { federationPlugin } from './federation-plugin';
import type { Unmet } from './requirements';
import * as core from './runtime-core';

// Where the areas' builds look for it (`externalRuntime`).
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core });
// For the host's instance, and for those of the areas, which come with them.
registerGlobalPlugins([federationPlugin]);
init({
  name: 'host',
  remotes: [],
  plugins: [federationPlugin],
  shareStrategy: 'loaded-first',
  shared: Object.fromEntries(
    Object.entries(PLATFORM).map(([name, { version, lib, get }]) => [
      name,
      {
        version,
        ...(lib ? { lib } : { get }),
        shareConfig: { singleton: true, strictVersion: true, requiredVersion: `^${version}` },
      },
    ]),
  ),
});

/**
 * The screens in an area's container, which is fetched and started.
 *
 * @param name the federation's name for this release of the area, a new one for each address
 * @param entry the container's address; `entryGlobalName` where its script leaves it
 */
export async function openContainer(name: string, entry: string, entryGlobalName: string) {
  registerRemotes([{ name, entry, entryGlobalName }]);
  return (await loadRemote<{ screens: RemoteScreens }>(`${name}/screens`))?.screens ?? null;
}

/** The version of a package that the host shares; null where it shares none. */
export const sharedVersion = (name: string): string | null => PLATFORM[name]?.version ?? null;

/**
 * The first requirement that is not met, or null.
 *
 * @param requires ranges by name, such as `{ 'shared-ui': '^1.2.0' }`
 * @param have the version of a name that there is; undefined where that is not known, which refuses nothing
 */
export function unmetRequirement(
  requires: Readonly<Record<string, string>>,
  have: (name: string) => string | null | undefined,
): Unmet | null {
  for (const [name, range] of Object.entries(requires)) {
    const version = have(name);
    if (version !== undefined && (version === null || !satisfy(version, range))) return { name, range, version };
  }
  return null;
}
