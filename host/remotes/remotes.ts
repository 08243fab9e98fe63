import { memo, type ComponentType, type MemoExoticComponent } from 'react';
import type { Area } from 'contract/console-config';
import { contractVersion, replaceEndpoints } from 'shared-auth/host';
import type { PrefetchScreen, RemoteScreens, ScreenPath } from 'shared-ui';
import { readConfig, type HostConfig } from '../config/console-config';
import { askAgain, fetchAhead } from '../loading/site-code';
import { FACES } from './faces';
import { takeAdded } from './added-screens';
import { reasonOf } from './failure-reason';
import { loadFederation } from './load-federation';
import { readManifest, REMOTE_TIMEOUT, type RemoteManifest } from './manifest';
import { RemoteFailure } from './remote-failure';
import { CONTRACT } from './requirements';

type Screen = { default: ComponentType; prefetch?: PrefetchScreen };

/** The screens that are there, by their path: they are rendered at once. */
const shown = new Map<ScreenPath, MemoExoticComponent<ComponentType>>();

/** Prefetch functions of the loaded screens, by path. */
const prefetchers = new Map<ScreenPath, PrefetchScreen>();

/** Prefetches the first data of the screen of a path, where that has been loaded and needs any. */
export const prefetcherOf = (path: ScreenPath): PrefetchScreen | undefined => prefetchers.get(path);

/** The screen of a path where it has been loaded already. */
export const loadedScreen = (path: ScreenPath): ComponentType | undefined => shown.get(path);

/** Drops the loaded screen; the next render loads it again. */
export const forgetScreen = (path: ScreenPath): void => void shown.delete(path);

/** An area's code in this page: the container it came from, and its screens. */
interface Release {
  entry: string | null;
  screens: Promise<RemoteScreens>;
}

type Addresses = HostConfig['remotes'];

let addresses: Promise<Addresses> = Promise.resolve(null);
/** The origins that the page's policy allows: those that were listed when it was opened. */
let origins: ReadonlySet<string> | null = null;
const releases = new Map<Area, Release>();
/** How long an area's manifest may take, where a Retry allowed more than the first limit. */
const manifestLimits = new Map<Area, number>();

const originOf = (address: string) => new URL(address, window.location.origin).origin;

/**
 * Takes the addresses of the areas from `/config.json`, which an area that is opened meanwhile waits for; nothing is
 * fetched before an area is opened or pointed at.
 */
export function configureRemotes(remotes: Addresses | Promise<Addresses>) {
  addresses = Promise.resolve(remotes).then((listed) => {
    origins = listed && new Set(Object.values(listed).map(originOf)).add(window.location.origin);
    return listed;
  });
}

/**
 * Loads a screen of an area (`loadedScreen`). What was loaded is kept; a failure is not, so the next call tries again. Where a file is gone
 * because the area was deployed again, the new release is loaded in the place of the old one.
 *
 * @throws RemoteFailure
 */
export async function loadScreen(area: Area, path: ScreenPath): Promise<void> {
  const { default: Screen, prefetch } = await anyScreen(area, path);
  // Pointed at or fetched ahead while it is open, it stays the one that is rendered, with all that is typed in it.
  if (shown.get(path)?.type === Screen) return;
  if (prefetch) prefetchers.set(path, prefetch);
  // The address changes with every page of a list: a screen hears of it by itself.
  shown.set(path, memo(Screen));
}

async function anyScreen(area: Area, path: ScreenPath): Promise<Screen> {
  // Nearly every screen is a list of a company's records: what renders one comes beside the remote, not after it.
  for (const part of [loadFederation, FACES.listScreen, FACES.companies]) part().catch(() => undefined);
  const screen = screenOf(area, path);
  const tried = releases.get(area);
  try {
    return await screen;
  } catch (error) {
    const failure = await reasonOf(area, error);
    const isGone = (failure.kind === 'refused' || failure.kind === 'corrupt') && failure.file;
    // A screen that a newer release has brought: the one that runs knows nothing of it.
    const isMissing = failure.kind === 'not-deployed' && tried?.entry;
    if (!(isGone || isMissing) || !(await isReplaced(area, path, tried).catch(() => false))) throw failure;
    return screenOf(area, path).catch(async (again: unknown) => {
      throw await reasonOf(area, again);
    });
  }
}

/**
 * Tries again what failed: with more time, from where the area lies now, and with its new release where there is one.
 *
 * @throws RemoteFailure
 */
export async function retryScreen(area: Area, path: ScreenPath, failure: RemoteFailure): Promise<void> {
  replaceEndpoints();
  if (failure.file) askAgain(failure.file);
  else if (failure.kind === 'timeout') manifestLimits.set(area, Math.min(2 * limitOf(area), 4 * REMOTE_TIMEOUT));
  const listed = readConfig().then(({ remotes }) => remotes);
  const known = await addresses;
  if (!known) configureRemotes(listed);
  try {
    const tried = releases.get(area);
    if (tried) await isReplaced(area, path, tried);
    await loadScreen(area, path);
  } catch (error) {
    const now = (await listed)?.[area];
    if (!known || !now || now === known[area]) throw error;
    // The page's policy knows only the servers that were listed when it was opened.
    if (!origins?.has(originOf(now))) throw new RemoteFailure(area, 'moved', { cause: error });
    addresses = Promise.resolve({ ...known, [area]: now });
    releases.delete(area);
    await loadScreen(area, path);
  }
}

/** Loads a screen that the person is likely to open; a failure, for which it ends with false, waits until it is opened. */
export const preloadScreen = (area: Area, path: ScreenPath): Promise<boolean> =>
  loadScreen(area, path).then(
    () => true,
    () => false,
  );

async function screenOf(area: Area, path: ScreenPath): Promise<Screen> {
  const load = (await screensOf(area, path))[path];
  if (!load) throw new RemoteFailure(area, 'not-deployed');
  const screen = await load();
  if (!screen.default) throw new RemoteFailure(area, 'broken', { cause: new Error(`${path} has no screen.`) });
  return screen;
}

function screensOf(area: Area, first: ScreenPath): Promise<RemoteScreens> {
  const known = releases.get(area);
  if (known) return known.screens;
  const screens = manifestOf(area).then((manifest) => {
    release.entry = manifest.entry;
    return fetchScreens(area, first, manifest);
  });
  const release: Release = { entry: null, screens };
  return keep(area, release);
}

function keep(area: Area, release: Release): Promise<RemoteScreens> {
  releases.set(area, release);
  release.screens = release.screens.catch((error: unknown) => {
    if (releases.get(area) === release) releases.delete(area);
    throw error;
  });
  return release.screens;
}

/**
 * Begins to load the area's new release, where its manifest names another container than the one in the page; true also
 * where another screen of the area, which failed like this one, has started that meanwhile.
 */
async function isReplaced(area: Area, path: ScreenPath, tried: Release | undefined): Promise<boolean> {
  const manifest = await manifestOf(area);
  const release = releases.get(area);
  if (release && release !== tried) return true;
  if (tried?.entry === manifest.entry) return false;
  replaceEndpoints();
  keep(area, { entry: manifest.entry, screens: fetchScreens(area, path, manifest) }).catch(() => undefined);
  return true;
}

/** The areas that are listed, in the order of the list; none while the list is not known. */
export const listedAreas = async (): Promise<Area[]> => Object.keys((await addresses) ?? {}) as Area[];

/**
 * Asks an area's manifest again, also for the screens that it adds.
 *
 * @returns the address of the container that it names, where this page runs another one; else null
 * @throws RemoteFailure
 */
export async function newerReleaseOf(area: Area): Promise<string | null> {
  const manifest = await manifestOf(area);
  await judgeScreens(area, manifest);
  const { entry } = manifest;
  const running = releases.get(area)?.entry;
  return running != null && running !== entry ? entry : null;
}

/** State of an area, for whoever has to find out why it is as it is. */
export interface AreaReport {
  /** Where its manifest is; null where it is not deployed, or not known. */
  address: string | null;
  /** Its manifest now, or why it could not be had. */
  manifest: RemoteManifest | RemoteFailure;
  /** The container that this page runs; null where the area was not opened. */
  running: string | null;
}

/** Asks an area's manifest, judges it as an opening would, and says what there is of it. Never throws. */
export async function reportOf(area: Area): Promise<AreaReport> {
  const manifest = await askForScreens(area)
    .then(async (found) => {
      await checkContract(area, found);
      return found;
    })
    .catch((failure: RemoteFailure) => failure);
  return { address: (await addresses)?.[area] ?? null, manifest, running: releases.get(area)?.entry ?? null };
}

/** Whether an area's manifest names another container than the one that this page runs. */
export async function isDeployedAnew(area: Area): Promise<boolean> {
  const entry = releases.get(area)?.entry;
  return entry != null && (await manifestOf(area)).entry !== entry;
}

const limitOf = (area: Area) => manifestLimits.get(area) ?? REMOTE_TIMEOUT;

async function manifestOf(area: Area): Promise<RemoteManifest> {
  const listed = await addresses;
  if (!listed) throw new RemoteFailure(area, 'unlisted');
  const address = listed[area];
  if (!address) throw new RemoteFailure(area, 'not-deployed');
  const manifest = await readManifest(area, address, limitOf(area));
  manifestLimits.delete(area);
  return manifest;
}

/**
 * Takes in the screens that a manifest declares, for the menu and for their addresses. Its judge is a file of its own: a
 * screen that is opened does not wait for it, the release watch does this for all areas when the page is quiet.
 */
async function judgeScreens(area: Area, { addedScreens }: RemoteManifest): Promise<void> {
  const judged = addedScreens == null ? null : (await import('./judge-added')).judgeAdded(area, addedScreens);
  takeAdded(area, judged ?? { screens: [], refused: [] });
}

/**
 * Asks an area which screens it adds (added-screens).
 *
 * @throws RemoteFailure
 */
export async function askForScreens(area: Area): Promise<RemoteManifest> {
  try {
    const manifest = await manifestOf(area);
    await judgeScreens(area, manifest);
    return manifest;
  } catch (error) {
    throw await reasonOf(area, error);
  }
}

/** Which contract the service has is known with its first response: the files come meanwhile, and do not run. */
async function checkContract(area: Area, release: RemoteManifest) {
  const served = (await contractVersion()) ?? undefined;
  const { unmetRequirement } = await loadFederation();
  const unmet = unmetRequirement(release.requires, (name) => (name === CONTRACT ? served : undefined));
  if (unmet) throw new RemoteFailure(area, 'other-platform', { unmet, release });
}

async function fetchScreens(area: Area, first: ScreenPath, manifest: RemoteManifest): Promise<RemoteScreens> {
  const owner = `remote-${area}`;
  for (const file of [manifest.entry, ...manifest.filesOf(first)]) fetchAhead(file, owner);
  await checkContract(area, manifest);
  const { openContainer } = await loadFederation();
  const screens = await openContainer(manifest.entry, manifest.name, owner);
  if (!screens) throw new RemoteFailure(area, 'corrupt');
  return screens;
}
