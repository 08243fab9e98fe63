import type { Area } from 'contract/console-config';
import { HttpError, readSiteFile } from 'shared-auth/host';
import { chunkOf, type ScreenPath } from 'shared-ui';
import { loadFederation } from './load-federation';
import { RemoteFailure, type Release } from './remote-failure';
import { CONTRACT } from './requirements';

/** How long an area's server may be silent before the person is told, in milliseconds. */
export const REMOTE_TIMEOUT = 5000;

/** The part of a remote's federation manifest that the host reads. */
export interface RemoteManifest extends Release {
  /** The container's global name. */
  name: string;
  /** The absolute URL of the container's script. */
  entry: string;
  /** The screens that it adds, not judged yet (added-screens). */
  addedScreens: unknown;
  /** Absolute URLs of the scripts and styles behind a screen, to be fetched beside the container. */
  filesOf(path: ScreenPath): string[];
}

interface Files {
  sync: string[];
  async: string[];
}

interface ManifestFile {
  name: string;
  metaData: {
    remoteEntry: { name: string; path: string };
    globalName: string;
    /** Version ranges of the shared packages, and of the contract, that the remote needs. */
    requires: Record<string, string>;
    version?: string;
    build?: string;
    addedScreens?: unknown;
  };
  exposes: { path: string; assets?: { js?: Files; css?: Files } }[];
}

const isManifest = (value: unknown): value is ManifestFile => {
  const file = value as Partial<ManifestFile> | null;
  return (
    typeof file?.metaData?.globalName === 'string' &&
    typeof file.metaData.remoteEntry?.name === 'string' &&
    typeof file.metaData.requires === 'object' &&
    Array.isArray(file.exposes)
  );
};

/**
 * Reads where an area's code lies. The manifest is fetched again each time, so a remote that was
 * moved, rolled back or repaired is found without a reload.
 *
 * @param limit milliseconds
 * @throws RemoteFailure in the words a person reads
 */
export async function readManifest(area: Area, url: string, limit: number): Promise<RemoteManifest> {
  const address = new URL(url, window.location.origin);
  const file = await readSiteFile(address.href, limit).catch((cause: unknown) => {
    const status = cause instanceof HttpError ? cause.status : undefined;
    if (status === 'TIMEOUT') throw new RemoteFailure(area, 'timeout', { cause, limit });
    if (cause instanceof SyntaxError) throw new RemoteFailure(area, 'corrupt', { cause });
    if (typeof status === 'number') throw new RemoteFailure(area, 'refused', { cause, status });
    throw new RemoteFailure(area, 'unreachable', { cause });
  });
  if (!isManifest(file)) throw new RemoteFailure(area, 'corrupt');
  const { remoteEntry, globalName, requires, version, build, addedScreens } = file.metaData;
  const release = { version, build, requires };
  // Before any of its code runs: half a platform is worse than none.
  const { sharedVersion, unmetRequirement } = await loadFederation();
  const unmet = unmetRequirement(requires, (name) => (name === CONTRACT ? undefined : sharedVersion(name)));
  if (unmet) throw new RemoteFailure(area, 'other-platform', { unmet, release });
  const entry = new URL(`${remoteEntry.path ?? ''}${remoteEntry.name}`, address);
  if (entry.origin !== address.origin) throw new RemoteFailure(area, 'foreign', { release });
  const screens = file.exposes.find((expose) => expose.path === './screens');
  if (!screens) throw new RemoteFailure(area, 'corrupt');
  const { js, css } = screens.assets ?? {};
  const chunks = [...(js?.async ?? []), ...(css?.async ?? [])];
  return {
    name: globalName,
    entry: entry.href,
    ...release,
    addedScreens,
    filesOf: (path) =>
      [...(js?.sync ?? []), ...chunks.filter((name) => name.startsWith(`${chunkOf(path)}.`))].map(
        (name) => new URL(name, address).href,
      ),
  };
}
