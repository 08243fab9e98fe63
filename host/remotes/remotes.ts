import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/runtime';
import type { ComponentType } from 'react';
import type { Area } from 'api/contract/console-config';
import type { RemoteScreens, ScreenPath } from 'shared-ui';
import type { HostConfig } from '../console-config';
import { FACES } from '../platform';
import { readManifest, REMOTE_TIMEOUT } from './manifest';
import { RemoteFailure } from './remote-failure';

let addresses: HostConfig['remotes'] = null;
const areas = new Map<Area, Promise<RemoteScreens>>();
/** The container that was registered for an area, by its URL. */
const entries = new Map<Area, string>();

/** Takes the addresses of the areas from `/config.json`; nothing is fetched before an area is opened or pointed at. */
export function configureRemotes(remotes: HostConfig['remotes']) {
  addresses = remotes;
  registerPlugins([{ name: 'console-timeout', createScript: () => ({ timeout: REMOTE_TIMEOUT }) }]);
}

/**
 * A screen of an area. What was loaded is kept; a failure is not, so the next call tries again.
 *
 * @throws RemoteFailure
 */
export async function loadScreen(area: Area, path: ScreenPath): Promise<{ default: ComponentType }> {
  // Nearly every screen is a list of a company's records: what draws one comes beside the remote, not after it.
  for (const face of [FACES.listScreen, FACES.companies]) face().catch(() => undefined);
  const screens = await screensOf(area, path);
  const load = screens[path];
  if (!load) throw new RemoteFailure(area, 'not-deployed');
  try {
    return await load();
  } catch (error) {
    throw await failureOfScreen(area, error);
  }
}

/** Begins to load a screen that the person is likely to open; a failure waits until it is opened. */
export function preloadScreen(area: Area, path: ScreenPath) {
  loadScreen(area, path).catch(() => undefined);
}

function screensOf(area: Area, first: ScreenPath): Promise<RemoteScreens> {
  const known = areas.get(area);
  if (known) return known;
  const screens = fetchScreens(area, first).catch((error: unknown) => {
    areas.delete(area);
    throw error;
  });
  areas.set(area, screens);
  return screens;
}

async function manifestOf(area: Area) {
  if (!addresses) throw new RemoteFailure(area, 'unlisted');
  const address = addresses[area];
  if (!address) throw new RemoteFailure(area, 'not-deployed');
  return readManifest(area, address);
}

async function fetchScreens(area: Area, first: ScreenPath): Promise<RemoteScreens> {
  const manifest = await manifestOf(area);
  for (const file of manifest.filesOf(first)) preloadFile(file);
  // Registering again is safe only while the container has not been loaded: which is when we come here twice.
  registerRemotes([{ name: manifest.name, entry: manifest.entry }], { force: entries.has(area) });
  entries.set(area, manifest.entry);
  try {
    const exposed = await loadRemote<{ screens: RemoteScreens }>(`${manifest.name}/screens`);
    if (!exposed?.screens) throw new RemoteFailure(area, 'corrupt');
    return exposed.screens;
  } catch (error) {
    throw failureOfContainer(area, error);
  }
}

function failureOfContainer(area: Area, error: unknown): RemoteFailure {
  if (error instanceof RemoteFailure) return error;
  const words = error instanceof Error ? error.message : String(error);
  if (/timed out|timeout/.test(words)) return new RemoteFailure(area, 'silent', error);
  if (/ScriptNetworkError|Loading chunk/.test(words)) return new RemoteFailure(area, 'unreachable', error);
  return new RemoteFailure(area, 'corrupt', error);
}

/** A script of a container that runs already is missing: the area was deployed anew, or its server is away. */
async function failureOfScreen(area: Area, error: unknown): Promise<RemoteFailure> {
  if (!(error instanceof Error) || error.name !== 'ChunkLoadError') return new RemoteFailure(area, 'broken', error);
  const manifest = await manifestOf(area).catch((failure: RemoteFailure) => failure);
  if (manifest instanceof RemoteFailure) return manifest;
  return new RemoteFailure(area, manifest.entry === entries.get(area) ? 'unreachable' : 'outdated', error);
}

function preloadFile(href: string) {
  if (document.head.querySelector(`link[href="${CSS.escape(href)}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = href.endsWith('.css') ? 'style' : 'script';
  link.href = href;
  document.head.append(link);
}
