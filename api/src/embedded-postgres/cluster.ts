import { chown, lchown, mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { clusterFolder } from '../start/data-folder';
import { StartError } from '../start/start-error';
import { accountName, possibleAccounts, runAs, type Account } from './account';
import { POSTGRES_MAJOR, type Binaries } from './binaries';
import { lockHolder } from './lock';

/** A cluster on disk and the account that its files belong to. */
export interface Cluster {
  folder: string;
  account: Account;
}

/**
 * Opens the cluster in `<dataDir>/postgres`, making it when it is missing: always whole or not at
 * all, also when several processes start at once. Throws StartError with what to do.
 */
export const openCluster = async (dataDir: string, binaries: Binaries): Promise<Cluster> => {
  const folder = clusterFolder(dataDir);
  const existing = await stat(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!existing) return { folder, account: await makeCluster(dataDir, folder, binaries) };
  await requireSameMajor(folder);
  return { folder, account: await accountOf(folder, existing, binaries) };
};

const requireSameMajor = async (folder: string): Promise<void> => {
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
    const candidates = await possibleAccounts(await stat(dataDir));
    const account = await firstThatReaches(candidates, folder, (one) => reaches(one, half, binaries));
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
    return await accountOf(folder, await stat(folder), binaries);
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

interface Owner {
  uid: number;
  gid: number;
}

/**
 * The account that runs an existing cluster: its owner, or else, for root, another one that it is given to.
 * So a folder that was copied by root, or moved to where its owner cannot go, still starts.
 */
const accountOf = async (folder: string, owner: Owner, binaries: Binaries): Promise<Account> => {
  const candidates = await possibleAccounts(owner);
  candidates.sort((one, other) => Number(other.uid === owner.uid) - Number(one.uid === owner.uid));
  const account = await firstThatReaches(candidates, folder, async (one) => {
    if (one.uid === owner.uid) return reaches(one, folder, binaries);
    const holder = await lockHolder(folder);
    if (holder !== null && isRunning(holder)) return `process ${holder} runs it as user ${owner.uid}`;
    const beside = `${folder}.init-${process.pid}`;
    await mkdir(beside, { mode: 0o700 });
    return reaches(one, beside, binaries).finally(() => rm(beside, { recursive: true }));
  });
  if (account.uid !== owner.uid && account.how !== 'as-is') await changeOwner(account, folder);
  return account;
};

// The folder itself comes last: until then it shows the old owner, and an interrupted change is done again.
const changeOwner = async ({ uid, gid }: Owner, folder: string): Promise<void> => {
  for (const name of await readdir(folder, { recursive: true })) await lchown(path.join(folder, name), uid, gid);
  await chown(folder, uid, gid);
};

/** The first account that works; `tryOne` returns null, or why it does not. */
const firstThatReaches = async (
  candidates: Account[],
  folder: string,
  tryOne: (account: Account) => Promise<string | null>,
): Promise<Account> => {
  const reasons: string[] = [];
  for (const account of candidates) {
    const reason = await tryOne(account);
    if (reason === null) return account;
    reasons.push(`${accountName(account)}: ${reason}`);
  }
  throw new StartError(
    `The embedded PostgreSQL cannot run in ${folder} (${reasons.join('; ')}): ` +
      `start as an ordinary user who owns the folder, or set DATABASE_URL to a PostgreSQL server.`,
  );
};

const REACHES = '"$1" --version >/dev/null && "$2" --version >/dev/null && [ -r "$3" ] && [ -w "$3" ] && [ -x "$3" ]';

/** Being allowed to switch says nothing about reaching programs below somebody's private folder, so it is tried. */
const reaches = async (account: Account, folder: string, binaries: Binaries): Promise<string | null> => {
  const isRoot = process.getuid?.() === 0;
  if (isRoot && (await stat(folder)).uid !== account.uid) await chown(folder, account.uid, account.gid);
  const args = ['-c', REACHES, 'sh', binaries.postgres, binaries.initdb, folder];
  const { code, output } = await runAs(account, 'sh', args, { ...process.env, ...binaries.environment });
  return code === 0 ? null : lastLine(output) || 'no access';
};

const lastLine = (output: string): string => output.trim().split('\n').at(-1) ?? '';
