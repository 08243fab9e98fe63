import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { readFile } from 'node:fs/promises';

/**
 * Under which account the server's programs run: PostgreSQL refuses root, so a root process runs
 * them as somebody else, or inside a user namespace in which root has another number.
 */
export interface Account {
  /** The owner that the account's files show. */
  uid: number;
  gid: number;
  /** `as-is`: this process's own user. */
  how: 'as-is' | 'switch-user' | 'user-namespace';
}

// Inside the namespace the number is not 0, and outside every file still belongs to root.
const NAMESPACE = ['--user', '--map-user=1000', '--map-group=1000'];

/**
 * The accounts to try in order: a root process prefers the folder's owner, when that is somebody else, to
 * well-known users, and those to a namespace, which not every machine allows.
 */
export const possibleAccounts = async (owner: { uid: number; gid: number }): Promise<Account[]> => {
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (own.uid !== 0) return [{ ...own, how: 'as-is' }];
  const named = await Promise.all(['postgres', 'nobody'].map(findUser));
  const switched = [owner, ...named.filter((user) => user !== null)]
    .filter(({ uid }, index, all) => uid !== 0 && all.findIndex((one) => one.uid === uid) === index)
    .map(({ uid, gid }): Account => ({ uid, gid, how: 'switch-user' }));
  return [...switched, { ...own, how: 'user-namespace' }];
};

/** Starts a program under an account, in a folder that every account can enter. */
export const spawnAs = (account: Account, command: string, args: string[], options: SpawnOptions): ChildProcess => {
  const everywhere = { cwd: '/', ...options };
  if (account.how === 'as-is') return spawn(command, args, everywhere);
  if (account.how === 'user-namespace') return spawn('unshare', [...NAMESPACE, '--', command, ...args], everywhere);
  return spawn(command, args, { ...everywhere, uid: account.uid, gid: account.gid });
};

/** Runs a program to its end and returns its exit code with all that it wrote; -1 when it could not be started. */
export const runAs = (
  account: Account,
  command: string,
  args: string[],
  environment: NodeJS.ProcessEnv,
): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const child = spawnAs(account, command, args, { env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const collect = (chunk: Buffer) => (output += chunk.toString());
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => resolve({ code: -1, output: error.message }));
    child.on('close', (code) => resolve({ code: code ?? -1, output }));
  });

/** The name of an account in a message. */
export const accountName = ({ how, uid }: Account): string =>
  ({ 'as-is': 'this user', 'switch-user': `user ${uid}`, 'user-namespace': 'a user namespace' })[how];

const findUser = async (name: string): Promise<{ uid: number; gid: number } | null> => {
  const users = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const line = users.split('\n').find((entry) => entry.startsWith(`${name}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  return uid && gid ? { uid: Number(uid), gid: Number(gid) } : null;
};
