import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime';
import { load, nothingIn } from '../loading/site-code';

const OWNERS = /^remote_(\w+?)(?:_\d+)?$/;

/** The build behind a container, as it calls itself where it loads its chunks: `remote_ads` is `remote-ads`. */
const ownerOf = (globalName: string) => globalName.replace(OWNERS, 'remote-$1');

/**
 * Rules of the console for the federation's runtime: a container is fetched like every other file, and a part of the
 * platform that could not be fetched is forgotten, where the runtime would keep the failure for every later area.
 */
export const federationPlugin: ModuleFederationRuntimePlugin = {
  name: 'console',
  async loadEntry({ remoteInfo: { entry, entryGlobalName } }) {
    const page = window as unknown as Record<string, unknown>;
    // A container that an earlier release left under this name is not the one being loaded.
    page[entryGlobalName] = undefined;
    await load(entry, 'script', ownerOf(entryGlobalName));
    const container = page[entryGlobalName];
    page[entryGlobalName] = undefined;
    if (!container) throw nothingIn(entry, ownerOf(entryGlobalName));
    return container as Container;
  },
  errorLoadShare({ pkgName, shareScopeMap }) {
    for (const scope of Object.values(shareScopeMap ?? {}))
      for (const shared of Object.values(scope[pkgName] ?? {})) if (!shared.loaded) shared.loading = null;
  },
};

type Container = NonNullable<Awaited<ReturnType<NonNullable<ModuleFederationRuntimePlugin['loadEntry']>>>>;
