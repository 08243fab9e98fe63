/**
 * Stands in the place of what the federation's runtime does with manifests of its own, snapshots of them and preloading
 * (build/federation.mjs): the host reads the manifests itself, and asks for the files ahead. It is loaded with the
 * runtime and none of it is called, but for the plugins that are offered to it.
 */

export class SnapshotHandler {
  readonly hooks = { lifecycle: {}, registerPlugins: {}, applyPlugin: () => undefined, removePlugin: () => undefined };
}

const notHere = (): never => {
  throw new Error('The host reads manifests and preloads by itself.');
};

export const getGlobalRemoteInfo = notHere;
export const defaultPreloadArgs = notHere;
export const normalizePreloadExposes = notHere;
export const formatPreloadArgs = notHere;
export const preloadAssets = notHere;
