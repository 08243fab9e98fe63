/**
 * The federation's runtime: the one copy of the page, which the areas' containers use too, and the platform that it
 * hands to them. Fetched with the first area (`loadFederation`), for no page before that needs it. How it loads remotes
 * is left out of the build: the host fetches a container like every other file, and asks it for its screens itself.
 */
import { init, registerGlobalPlugins, satisfy } from '@module-federation/runtime';
import type { RemoteScreens } from 'shared-ui';
import { load, nothingIn } from '../loading/site-code';
import { PLATFORM } from './platform';
import type { Unmet } from './requirements';
import * as core from './runtime-core';

// Where the areas' builds look for it (`externalRuntime`).
Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: core });
// A part of the platform that could not be fetched is forgotten, where the runtime would keep the failure for every later area.
registerGlobalPlugins([
  {
    name: 'console',
    errorLoadShare({ pkgName, shareScopeMap }) {
      for (const scope of Object.values(shareScopeMap ?? {}))
        for (const shared of Object.values(scope[pkgName] ?? {})) if (!shared.loaded) shared.loading = null;
    },
  },
]);
const { shareScopeMap } = init({
  name: 'host',
  remotes: [],
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

interface Exposed {
  screens?: RemoteScreens;
}

/** A container, as the bundlers that know federation build it. */
interface Container {
  init(shareScope: object | undefined): void | Promise<unknown>;
  /** A module that awaits something is exposed as a promise. */
  get(exposed: './screens'): Promise<() => Exposed | Promise<Exposed>>;
}

/** Containers by their addresses: a release that a page goes back to is not run once more, one that failed is. */
const containers = new Map<string, Promise<Container>>();

async function startContainer(entry: string, globalName: string, owner: string): Promise<Container> {
  const page = window as unknown as Record<string, unknown>;
  // A container that an earlier release left under this name is not the one being loaded.
  page[globalName] = undefined;
  await load(entry, 'script', owner);
  const container = page[globalName] as Container | undefined;
  page[globalName] = undefined;
  if (!container) throw nothingIn(entry, owner);
  await container.init(shareScopeMap.default);
  return container;
}

/**
 * The screens in an area's container, which is fetched and started; null where it has none.
 *
 * @param entry the container's address
 * @param globalName where its script leaves it
 * @param owner the build whose file it is, such as `remote-ads`
 */
export async function openContainer(entry: string, globalName: string, owner: string): Promise<RemoteScreens | null> {
  const container = containers.get(entry) ?? startContainer(entry, globalName, owner);
  containers.set(entry, container);
  container.catch(() => containers.delete(entry));
  const expose = await (await container).get('./screens');
  return (await expose()).screens ?? null;
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
