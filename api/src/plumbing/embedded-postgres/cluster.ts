import { chown, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { StartError } from '../start-error';
import { accountName, possibleAccounts, runAs, type Account } from './account';
import { POSTGRES_MAJOR, type Binaries } from './binaries';

/** A cluster on disk and the account that its files belong to. */
export interface Cluster {
  folder: string;
  account: Account;
}

/**
 * Opens the cluster in `<dataDir>/postgres`, making it when there is none: always whole or not at
 * all, also when several processes start at once. Throws StartError with what to do.
 */
export const openCluster = async (dataDir: string, binaries: Binaries): Promise<Cluster> => {
  const folder = path.join(dataDir, 'postgres');
  const existing = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (existing) {
    await refuseOtherMajor(folder);
    const candidates = await possibleAccounts(existing, { mustBeOwner: true });
    return { folder, account: await firstThatReaches(candidates, folder, binaries) };
  }
  return { folder, account: await makeCluster(dataDir, folder, binaries) };
};

const refuseOtherMajor = async (folder: string): Promise<void> => {
  let version: string;
  try {
    version = (await readFile(path.join(folder, 'PG_VERSION'), 'utf8')).trim();
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new StartError(
      code === 'ENOENT'
        ? `${folder} is there but holds no database: move it away, or set DATA_DIR to another folder.`
        : `The database folder ${folder} cannot be read (${code}): start as the user it belongs to, or set DATA_DIR to another folder.`,
    );
  }
  if (version === String(POSTGRES_MAJOR)) return;
  throw new StartError(
    `The database in ${folder} was made by PostgreSQL ${version} and this console brings ${POSTGRES_MAJOR}: ` +
      `start the version of the console that made it, or set DATA_DIR to another folder.`,
  );
};

const makeCluster = async (dataDir: string, folder: string, binaries: Binaries): Promise<Account> => {
  await removeHalfMade(dataDir);
  const half = `${folder}.init-${process.pid}`;
  await rm(half, { recursive: true, force: true });
  await mkdir(half, { mode: 0o700 });
  try {
    const candidates = await possibleAccounts(await stat(dataDir), { mustBeOwner: false });
    const account = await firstThatReaches(candidates, half, binaries, { making: true });
    const { code, output } = await runAs(account, binaries.initdb, initdbArguments(half), {
      ...process.env,
      ...binaries.environment,
    });
    if (code !== 0) throw new StartError(`The database could not be made in ${half}: ${lastLine(output)}`);
    const won = await rename(half, folder).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') return false;
        throw error;
      },
    );
    if (won) return account;
    // Another process was first; its cluster may belong to another account than ours would have.
    const theirs = await possibleAccounts(await stat(folder), { mustBeOwner: true });
    return await firstThatReaches(theirs, folder, binaries);
  } finally {
    await rm(half, { recursive: true, force: true });
  }
};

const initdbArguments = (folder: string): string[] => [
  `--pgdata=${folder}`,
  '--username=postgres',
  '--auth=trust',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  // macOS has no C.UTF-8 of its own; what sorts and folds is the builtin provider either way.
  ...(process.platform === 'darwin' ? ['--builtin-locale=C.UTF-8', '--locale=en_US.UTF-8'] : ['--locale=C.UTF-8']),
];

// A start that was killed half way leaves its folder; one that still runs keeps it.
const removeHalfMade = async (dataDir: string): Promise<void> => {
  for (const name of await readdir(dataDir)) {
    const pid = /^postgres\.init-(\d+)$/.exec(name)?.[1];
    if (pid && !isRunning(Number(pid))) await rm(path.join(dataDir, name), { recursive: true, force: true });
  }
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
};

// Being allowed to switch says nothing about reaching the programs below somebody's private folder, so each way is tried.
const REACHES = '"$1" --version >/dev/null && "$2" --version >/dev/null && [ -r "$3" ] && [ -w "$3" ] && [ -x "$3" ]';

const firstThatReaches = async (
  candidates: Account[],
  folder: string,
  binaries: Binaries,
  { making } = { making: false },
): Promise<Account> => {
  const refusals: string[] = [];
  for (const account of candidates) {
    if (making && process.getuid?.() === 0) await chown(folder, account.uid, account.gid);
    const args = ['-c', REACHES, 'sh', binaries.postgres, binaries.initdb, folder];
    const { code, output } = await runAs(account, 'sh', args, { ...process.env, ...binaries.environment });
    if (code === 0) return account;
    refusals.push(`${accountName(account)}: ${lastLine(output) || 'no access'}`);
  }
  throw new StartError(
    `The embedded PostgreSQL cannot run on ${folder} (${refusals.join('; ')}): ` +
      `start as an ordinary user who owns the folder, or set DATABASE_URL to a PostgreSQL server.`,
  );
};

const lastLine = (output: string): string => output.trim().split('\n').at(-1) ?? '';
