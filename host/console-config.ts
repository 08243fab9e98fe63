import { createContext, useContext } from 'react';
import type { ConsoleConfig } from 'api/contract/console-config';
import { readSiteFile } from 'shared-auth/host';

const Config = createContext<ConsoleConfig | null>(null);

/** Gives the run-time configuration to everything below it. */
export const ConfigProvider = Config.Provider;

/** The run-time configuration: brand, remotes, demonstration users. */
export function useConfig(): ConsoleConfig {
  const config = useContext(Config);
  if (!config) throw new Error('useConfig is called outside ConfigProvider.');
  return config;
}

/** Reads `/config.json`. Without it the console still lets people sign in: it knows no brand and no area. */
export async function readConfig(): Promise<ConsoleConfig> {
  try {
    return (await readSiteFile('/config.json', 5000)) as ConsoleConfig;
  } catch (error) {
    console.error('The configuration /config.json could not be read.', error);
    return { brand: 'Console', remotes: {} };
  }
}
