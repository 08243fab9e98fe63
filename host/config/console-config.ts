import { useSyncExternalStore } from 'react';
import type { ConsoleConfig } from 'contract/console-config';
import { readSiteFile } from 'shared-auth/host';

/** The run-time configuration as far as it could be read. */
export interface HostConfig extends Omit<ConsoleConfig, 'remotes'> {
  /** Null where it is not known which areas there are. */
  remotes: ConsoleConfig['remotes'] | null;
}

/** How long `/config.json` may take, in milliseconds; each try after a failure has twice the time, up to the last. */
const FIRST_LIMIT = 5000;
const LAST_LIMIT = 20_000;

const UNKNOWN: HostConfig = { brand: 'Console', remotes: null };

let known = UNKNOWN;
let failures = 0;
const listeners = new Set<() => void>();

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The run-time configuration as it is known now: brand, remotes, demonstration users. Components that show it render again. */
export const useConfig = (): HostConfig => useSyncExternalStore(subscribe, () => known);

/** Where the areas are, as far as it is known now. */
export const knownRemotes = (): HostConfig['remotes'] => known.remotes;

/** Has everybody use this configuration from now on. */
export function takeConfig(config: HostConfig) {
  known = config;
  for (const listener of listeners) listener();
}

/**
 * Reads `/config.json`; each call asks the network again, also while an earlier request hangs. Never throws: without it
 * the console still lets people sign in, and knows no brand and no area.
 */
export async function readConfig(): Promise<HostConfig> {
  // A request that hangs would be joined under the same address.
  const address = failures === 0 ? '/config.json' : `/config.json?again=${Date.now().toString(36)}`;
  try {
    const file = await readSiteFile(address, Math.min(LAST_LIMIT, FIRST_LIMIT * 2 ** failures));
    failures = 0;
    const config = { ...UNKNOWN, ...(file as Partial<ConsoleConfig> | null) };
    takeConfig(config);
    return config;
  } catch (error) {
    failures += 1;
    console.error('The configuration /config.json could not be read.', error);
    return UNKNOWN;
  }
}
