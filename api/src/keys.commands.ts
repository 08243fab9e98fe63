/** `keys rotate`: how the operator changes ENCRYPTION_KEY. */
import { randomBytes } from 'node:crypto';
import { CommandError, readArguments, type Command, type CommandContext } from './commands';
import { migrate } from './database/migrate';
import { giveUpApiKeys, RotationError, rotateEncryptionKey, withDatabaseKey } from './encryption-key';
import { KEY_BYTES } from './start/keys';

const apiKeys = (count: number) => `${count} API ${count === 1 ? 'key' : 'keys'}`;

async function rotate({ database, config, print }: CommandContext): Promise<void> {
  const present = await withDatabaseKey(database, config);
  const { encryptionKeyFile: file, newEncryptionKey } = present;
  if (file === null && newEncryptionKey === null)
    throw new CommandError(
      'NEW_ENCRYPTION_KEY is missing: set it to 32 random bytes in base64, e.g. from `openssl rand -base64 32`, and keep it: it is the next ENCRYPTION_KEY.',
    );
  const next = newEncryptionKey ?? randomBytes(KEY_BYTES);
  if (next.equals(present.encryptionKey))
    throw new CommandError('NEW_ENCRYPTION_KEY is the present key: nothing was done.');
  const count = await rotateEncryptionKey(database, present, next);
  print(`Sealed ${apiKeys(count)} with the new key.`);
  print(
    file === null
      ? 'Now set ENCRYPTION_KEY to the new key and start every process of the service again; until then they store no API key.'
      : `The new key is in ${file}, the old one in ${file}.old. Start every process of the service again; until then they store no API key.`,
  );
  print('Keep the old key for as long as there are backups from before: only it opens the API keys in them.');
}

async function clear({ database, config, print }: CommandContext): Promise<void> {
  const { companies, credentials, authenticators } = await giveUpApiKeys(database, config);
  const ofCompanies = `${companies} ${companies === 1 ? 'company' : 'companies'}`;
  const ofCredentials = `${credentials} ${credentials === 1 ? 'credential' : 'credentials'}`;
  print(`Emptied the API keys of ${ofCompanies} and the secrets of ${ofCredentials}: they have to be entered again.`);
  if (authenticators > 0) print(setUpAgain(authenticators));
}

/** The message for those whose second factor is lost with the key. */
export const setUpAgain = (count: number): string =>
  `The codes of ${count} ${count === 1 ? 'person’s app are' : 'people’s apps are'} not right any more: who has a recovery code signs in by it and sets up the app again; for the others \`user reset-second-factor\` takes the second factor away.`;

/** `keys rotate`: a new ENCRYPTION_KEY, with every API key kept, or given up where the old one is lost. */
export const rotateKeys: Command = {
  name: 'keys rotate',
  usage: 'keys rotate [--clear-api-keys]',
  summary:
    'Seal the API keys anew, with NEW_ENCRYPTION_KEY or a new key file; --clear-api-keys empties them where the key is lost',
  // It mends the key without which nothing else is brought to this version.
  leavesSchema: true,
  prepare(args) {
    const { flags } = readArguments(args, { words: [], flags: { 'clear-api-keys': 'boolean' } as const });
    return async (context) => {
      await migrate(context.database.connection);
      await (flags['clear-api-keys'] ? clear(context) : rotate(context)).catch((error: unknown) => {
        throw error instanceof RotationError ? new CommandError(error.message) : error;
      });
    };
  },
};
