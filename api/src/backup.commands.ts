/** `backup` and `restore`: all that the console holds, in one file (DECISIONS §12). */
import path from 'node:path';
import { CommandError, readArguments, UsageError, type Command, type CommandContext } from './commands';
import { pauseRestored } from './connections/pausing.queries';
import { setUpAgain } from './keys.commands';
import { canOpenKeys, clearStoredKeys } from './company/stored-keys.queries';
import { backUp } from './database/backup';
import { NotABackup, openBackup } from './database/backup-file';
import { backupName, backupsIn, DAILY, removeExpired, WEEKLY } from './database/backup-folder';
import { noteProof, ProofError, proveBackup } from './database/backup-proof';
import { restore, RestoreError } from './database/restore';
import { TablesInUse } from './database/restore-schema';
import { secretsWith } from './database/secrets';
import { forgetJobs } from './jobs/job-queue';
import { operatorCommand } from './start/operator-command';

const count = (number: number, noun: string) => `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
const sizeOf = (bytes: number) => (bytes < 1e6 ? count(bytes, 'byte') : `${(bytes / 1e6).toFixed(1)} MB`);

/** `backup`. */
export const backupCommand: Command = {
  name: 'backup',
  usage: 'backup [<file>] [--prove]',
  summary:
    'Write all data to a file, beside a running service, or into BACKUP_DIR, which keeps 7 daily and 4 weekly ones; --prove restores the newest into a throwaway database and compares',
  leavesSchema: true,
  prepare(args) {
    const isNamed = args.some((arg) => !arg.startsWith('-'));
    const { words, flags } = readArguments(args, { words: isNamed ? ['file'] : [], flags: { prove: 'boolean' } });
    const [named] = words;
    if (flags.prove) return (context) => prove(named, context);
    return async ({ database, config, print }) => {
      const folder = named === undefined ? folderOf(config) : null;
      const file = path.resolve(folder ?? '', named ?? backupName(new Date()));
      const { tables, rows, bytes } = await backUp(database.connection, file).catch(fileMistake(file));
      print(`Backed up ${count(rows, 'row')} of ${count(tables, 'table')} to ${file} (${sizeOf(bytes)}).`);
      if (folder !== null) {
        const removed = await removeExpired(folder).catch(fileMistake(folder));
        if (removed > 0)
          print(`Removed ${count(removed, 'backup')}: ${DAILY} daily and ${WEEKLY} weekly ones are kept.`);
      }
      print('It holds neither SECRET nor ENCRYPTION_KEY: keep ENCRYPTION_KEY elsewhere, or stored API keys are lost.');
    };
  },
};

/** Proves the named backup or the newest of BACKUP_DIR, and notes that for the metrics. */
async function prove(named: string | undefined, { database, config, print }: CommandContext): Promise<void> {
  const file = path.resolve(named ?? (await newestOf(folderOf(config))));
  const backup = await openBackup(file).catch(throwCommandError);
  try {
    const { head, tables, rows } = await proveBackup(database, backup, async ({ db }) => {
      if (!(await canOpenKeys(db, secretsWith(config.encryptionKey))))
        throw new CommandError(
          `${file} is whole, but ENCRYPTION_KEY does not open its API keys: keep the key of that time with it.`,
        );
    }).catch(throwCommandError);
    print(
      `Proved ${file}: ${count(rows, 'row')} of ${count(tables, 'table')}, as they were at ${head.taken_at}, are restored ` +
        'with the same counts and checksums, and ENCRYPTION_KEY opens the API keys.',
    );
    if (!(await noteProof(database.db, head.taken_at)))
      print('The metrics do not show it before the database is brought to this version.');
  } finally {
    await backup.close();
  }
}

function folderOf({ backupDir }: CommandContext['config']): string {
  if (backupDir !== null) return backupDir;
  throw new UsageError('file is missing: name one, or set BACKUP_DIR to a folder for backups.');
}

async function newestOf(folder: string): Promise<string> {
  const [newest] = await backupsIn(folder).catch(({ code, message }: NodeJS.ErrnoException) => {
    throw new CommandError(`BACKUP_DIR is ${folder}, which cannot be read (${code ?? message}).`);
  });
  if (newest !== undefined) return path.join(folder, newest);
  throw new CommandError(`There is no backup in ${folder}: make one by \`${operatorCommand()} backup\` first.`);
}

const restoreCommand: Command = {
  name: 'restore',
  usage: 'restore <file> [--replace] [--clear-api-keys]',
  summary: 'Put what a backup holds into an empty database, or with --replace in place of all data',
  leavesSchema: true,
  prepare(args) {
    const flags = { replace: 'boolean', 'clear-api-keys': 'boolean' } as const;
    const { words, flags: given } = readArguments(args, { words: ['file'], flags });
    const file = path.resolve(words[0] ?? '');
    return async ({ database, config, print }) => {
      const backup = await openBackup(file).catch(throwCommandError);
      const notes: string[] = [];
      try {
        const { head, tables, rows } = await restore(database.connection, backup, {
          replace: given.replace ?? false,
          beforeCommit: async ({ db }) => {
            if (given['clear-api-keys']) {
              const { companies, credentials, authenticators } = await clearStoredKeys(db);
              notes.push(
                `Emptied the API keys of ${companies} companies and the secrets of ${count(credentials, 'credential')}: they have to be entered again.`,
              );
              if (authenticators > 0) notes.push(setUpAgain(authenticators));
            } else if (!(await canOpenKeys(db, secretsWith(config.encryptionKey)))) throw new CommandError(OTHER_KEY);
            await forgetJobs(db);
            const paused = await pauseRestored(db);
            if (paused > 0) notes.push(`Paused ${count(paused, 'connection')}: resume those that are to be read.`);
          },
        }).catch(throwCommandError);
        print(`Restored ${count(rows, 'row')} of ${count(tables, 'table')}, as they were at ${head.taken_at}.`);
        for (const note of notes) print(note);
        print('Everybody has to sign in again.');
      } finally {
        await backup.close();
      }
    };
  },
};

const OTHER_KEY =
  'ENCRYPTION_KEY does not open the API keys of this backup: nothing was changed. Set it to the key of that time, or ' +
  'give --clear-api-keys to restore without them.';

// Only the tables' owner may create them again.
const NOT_OWNER = '42501';

function throwCommandError(error: unknown): never {
  if (
    error instanceof NotABackup ||
    error instanceof RestoreError ||
    error instanceof TablesInUse ||
    error instanceof ProofError
  )
    throw new CommandError(error.message);
  const { code, message } = error as { code?: string; message?: string };
  if (code === NOT_OWNER)
    throw new CommandError(
      `The database refuses it (${message}): restore as the user who owns the console's tables and may create in the schema.`,
    );
  throw error;
}

const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);
const FILE_CODES = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'EISDIR', 'EIO']);

const fileMistake = (file: string) => (error: unknown) => {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (NO_ROOM.has(code) && syscall !== undefined)
    throw new CommandError(`${file} cannot be written: there is no room left on its disk (${code}).`);
  if (FILE_CODES.has(code) && syscall !== 'connect')
    throw new CommandError(
      `${file} cannot be written (${code}): name a place that is there and that this user may write.`,
    );
  throw error;
};

/** `backup` and `restore`. */
export const backupCommands: Command[] = [backupCommand, restoreCommand];
