import { createContext, useContext } from 'react';
import type { ConsoleConfig } from 'api/contract/console-config';
import { readSiteFile } from 'shared-auth/host';

/** The run-time configuration as far as it could be read. */
export interface HostConfig extends Omit<ConsoleConfig, 'remotes'> {
  /** Null where it is not known which areas there are. */
  remotes: ConsoleConfig['remotes'] | null;
}

const Config = createContext<HostConfig | null>(null);

/** Gives the run-time configuration to everything below it. */
export const ConfigProvider = Config.Provider;

/** The run-time configuration: brand, remotes, demonstration users. */
export function useConfig(): HostConfig {
  const config = useContext(Config);
  if (!config) throw new Error('useConfig is called outside ConfigProvider.');
  return config;
}

/** Reads `/config.json`. Without it the console still lets people sign in: it knows no brand and no area. */
export async function readConfig(): Promise<HostConfig> {
  const unknown: HostConfig = { brand: 'Console', remotes: null };
  try {
    return { ...unknown, ...((await readSiteFile('/config.json', 5000)) as Partial<ConsoleConfig> | null) };
  } catch (error) {
    console.error('The configuration /config.json could not be read.', error);
    return unknown;
  }
}
