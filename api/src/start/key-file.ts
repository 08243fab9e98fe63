import { randomBytes } from 'node:crypto';
import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataFolderError, makeDataFolder } from './data-folder';

/**
 * The key in a file, in base64. When there is none, `make` says how many random bytes one is made of
 * (readable by this user alone, the same one when two processes make it at once), or null to make none:
 * then the answer is null. Throws StartError when the folder cannot be used.
 */
export const openKeyFile = (file: string, { make }: { make: number | null }): string | null => {
  try {
    return readKey(file) ?? (make === null ? null : makeKey(file, make));
  } catch (error) {
    throw dataFolderError(path.dirname(file), error);
  }
};

const readKey = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
};

const makeKey = (file: string, bytes: number): string | null => {
  makeDataFolder(path.dirname(file));
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(bytes).toString('base64')}\n`, { mode: 0o600, flush: true });
  try {
    // A link, unlike a rename, never replaces a key that somebody else has just made.
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  return readKey(file);
};
