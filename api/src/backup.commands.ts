/** `backup` and `restore`: all that the console holds, in one file (DECISIONS §12). */
import path from 'node:path';
import { CommandError, readArguments, type Command } from './commands';
import { canOpenKeys, clearStoredKeys } from './company/stored-keys.queries';
import { backUp } from './database/backup';
import { NotABackup, openBackup } from './database/backup-file';
import { restore, RestoreError } from './database/restore';
import { TablesInUse } from './database/restore-schema';
import { secretsWith } from './database/secrets';

const count = (number: number, noun: string) => `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`;
const sizeOf = (bytes: number) => (bytes < 1e6 ? count(bytes, 'byte') : `${(bytes / 1e6).toFixed(1)} MB`);

const backupCommand: Command = {
  name: 'backup',
  usage: 'backup <file>',
  summary: 'Write all data to a file, as it is at one moment, beside a running service',
  leavesSchema: true,
  prepare(args) {
    const { words } = readArguments(args, { words: ['file'], flags: {} });
    const file = path.resolve(words[0] ?? '');
    return async ({ database, print }) => {
      const { tables, rows, bytes } = await backUp(database.connection, file).catch(fileMistake(file));
      print(`Backed up ${count(rows, 'row')} of ${count(tables, 'table')} to ${file} (${sizeOf(bytes)}).`);
      print('It holds neither SECRET nor ENCRYPTION_KEY: keep ENCRYPTION_KEY elsewhere, or stored API keys are lost.');
    };
  },
};

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
            if (given['clear-api-keys'])
              notes.push(
                `Emptied the API keys of ${await clearStoredKeys(db)} companies: they have to be entered again.`,
              );
            else if (!(await canOpenKeys(db, secretsWith(config.encryptionKey)))) throw new CommandError(OTHER_KEY);
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

// Only who owns the tables may make them anew.
const NOT_OWNER = '42501';

function throwCommandError(error: unknown): never {
  if (error instanceof NotABackup || error instanceof RestoreError || error instanceof TablesInUse)
    throw new CommandError(error.message);
  const { code, message } = error as { code?: string; message?: string };
  if (code === NOT_OWNER)
    throw new CommandError(
      `The database refuses it (${message}): restore as the user who owns the console's tables and may create in the schema.`,
    );
  throw error;
}

const FILE_CODES = new Set(['ENOENT', 'ENOTDIR', 'EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'EISDIR', 'EIO']);

const fileMistake = (file: string) => (error: unknown) => {
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (FILE_CODES.has(code) && syscall !== 'connect') throw new CommandError(`${file} cannot be written (${code}).`);
  throw error;
};

/** `backup` and `restore`. */
export const backupCommands: Command[] = [backupCommand, restoreCommand];
