import { loadRemote, registerPlugins, registerRemotes } from '@module-federation/runtime';
import type { Area, ConsoleConfig } from 'api/contract/console-config';
import type { RemoteScreens, ScreenPath } from 'shared-ui';
import { FACES } from '../platform';
import { readManifest, REMOTE_TIMEOUT } from './manifest';
import { RemoteFailure } from './remote-failure';

let addresses: ConsoleConfig['remotes'] = {};
const loaded = new Map<Area, Promise<RemoteScreens>>();
const entries = new Map<Area, string>();

/** Takes the addresses of the areas from `/config.json`; nothing is fetched before an area is opened or pointed at. */
export function configureRemotes(remotes: ConsoleConfig['remotes']) {
  addresses = remotes;
  registerPlugins([{ name: 'console-timeout', createScript: () => ({ timeout: REMOTE_TIMEOUT }) }]);
}

/**
 * The screens of an area. A success is kept; a failure is not, so the next call tries again.
 *
 * @throws RemoteFailure
 */
export function loadScreens(area: Area): Promise<RemoteScreens> {
  const known = loaded.get(area);
  if (known) return known;
  const screens = fetchScreens(area).catch((error: unknown) => {
    loaded.delete(area);
    throw error;
  });
  loaded.set(area, screens);
  return screens;
}

/** Begins to load a screen that the person is likely to open; a failure waits until it is opened. */
export function preloadScreen(area: Area, path: ScreenPath) {
  void loadScreens(area)
    .then((screens) => screens[path]?.())
    .catch(() => undefined);
}

async function fetchScreens(area: Area): Promise<RemoteScreens> {
  // Nearly every screen is a list: its engine comes beside the remote, not after it.
  void FACES.listScreen().catch(() => undefined);
  const address = addresses[area];
  if (!address) throw new RemoteFailure(area, 'not-deployed');
  const manifest = await readManifest(area, address);
  for (const script of manifest.scripts) preloadScript(script);
  // Registering again is safe only while the container has not been loaded: which is when we come here twice.
  registerRemotes([{ name: manifest.name, entry: manifest.entry }], { force: entries.get(area) !== undefined });
  entries.set(area, manifest.entry);
  try {
    const exposed = await loadRemote<{ screens: RemoteScreens }>(`${manifest.name}/screens`);
    if (!exposed?.screens) throw new RemoteFailure(area, 'corrupt');
    return exposed.screens;
  } catch (error) {
    throw failureOf(area, error);
  }
}

function failureOf(area: Area, error: unknown): RemoteFailure {
  if (error instanceof RemoteFailure) return error;
  const words = error instanceof Error ? error.message : String(error);
  if (/does not satisfy the requirement/.test(words)) return new RemoteFailure(area, 'other-platform', error);
  if (/timed out|timeout/.test(words)) return new RemoteFailure(area, 'silent', error);
  if (/ScriptNetworkError|Loading chunk/.test(words)) return new RemoteFailure(area, 'unreachable', error);
  return new RemoteFailure(area, 'corrupt', error);
}

function preloadScript(href: string) {
  if (document.head.querySelector(`link[href="${CSS.escape(href)}"]`)) return;
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = 'script';
  link.href = href;
  document.head.append(link);
}
