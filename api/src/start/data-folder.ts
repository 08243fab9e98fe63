import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { StartError } from './start-error';

/** Where the embedded database lives in a data folder. */
export const clusterFolder = (dataDir: string): string => path.join(dataDir, 'postgres');

/** Makes the data folder when it is missing. Throws StartError when it cannot be made. */
export const makeDataFolder = (folder: string): void => {
  try {
    makeFolder(folder);
  } catch (error) {
    throw dataFolderError(folder, error);
  }
};

// Node's own `recursive` never returns where a parent is there but takes no folders, as below /proc.
const makeFolder = (folder: string): void => {
  if (existsSync(folder)) return;
  makeFolder(path.dirname(folder));
  try {
    // The embedded database's account has to pass through the folder, so it is open for entering.
    mkdirSync(folder, { mode: 0o711 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
};

/** The message for a data folder that cannot be used; any other error as it is. */
export const dataFolderError = (folder: string, error: unknown): unknown => {
  const { code } = error as NodeJS.ErrnoException;
  if (error instanceof StartError || code === undefined) return error;
  return new StartError(
    `The data folder ${folder} cannot be used (${code}): give this user the right to read and write it, or set DATA_DIR to another folder.`,
  );
};
