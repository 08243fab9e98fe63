import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { dataFolderError, makeDataFolder } from './data-folder';

/**
 * The key in a file, in base64. Without one, `make` says how many random bytes one is made of
 * (readable by this user alone, the same one when two processes make it at once), or null to make none:
 * then it returns null. Throws StartError when the folder cannot be used.
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

const nextOf = (file: string) => `${file}.next`;
const oldOf = (file: string) => `${file}.old`;

/** The key that a rotation has written beside the one in `file` and not yet put in its place; null without one. */
export const readNextKeyFile = (file: string): Buffer | null => {
  const text = openKeyFile(nextOf(file), { make: null });
  return text === null ? null : Buffer.from(text, 'base64');
};

/** Writes a key beside the one in `file`, for good and readable by this user alone. Throws StartError when it cannot. */
export const writeNextKeyFile = (file: string, key: Buffer): void => {
  const draft = `${nextOf(file)}.${process.pid}`;
  try {
    writeFileSync(draft, `${key.toString('base64')}\n`, { mode: 0o600, flush: true });
    renameSync(draft, nextOf(file));
    keepNames(path.dirname(file));
  } catch (error) {
    throw dataFolderError(path.dirname(file), error);
  }
};

/** Puts the next key in the place of the one in `file`, which stays as `<file>.old`. Once it is done it does nothing. */
export const adoptNextKeyFile = (file: string): void => {
  if (readNextKeyFile(file) === null) return;
  try {
    rmSync(oldOf(file), { force: true });
    linkSync(file, oldOf(file));
    renameSync(nextOf(file), file);
    keepNames(path.dirname(file));
  } catch (error) {
    // Another process did it at the same time.
    if (readNextKeyFile(file) !== null) throw dataFolderError(path.dirname(file), error);
  }
};

/** Makes what was named and renamed in a folder outlive a power cut. */
const keepNames = (folder: string): void => {
  const opened = openSync(folder, 'r');
  try {
    fsyncSync(opened);
  } finally {
    closeSync(opened);
  }
};
