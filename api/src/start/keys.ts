/** The service's two keys: from the environment, else from files that a first start may make. */
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { openKeyFile } from './key-file';
import { operatorCommand } from './operator-command';
import { StartError } from './start-error';

/** How long an encryption key is, in bytes. */
export const KEY_BYTES = 32;
const SECRET_LENGTH = 32;
const RANDOM = 'e.g. from `openssl rand -base64 32`';

/** The keys in the configuration. */
export interface Keys {
  /** Signs the tokens; at least 32 characters. */
  secret: string;
  /** Encrypts the write-only keys; 32 bytes. */
  encryptionKey: Buffer;
  /** The file that the encryption key came from; null when it came from the environment. */
  encryptionKeyFile: string | null;
  /**
   * True while that file is not there: then the key is made up and kept nowhere, and whether it may become the file's is
   * for the database to say, which may hold what another key has sealed (encryption-key).
   */
  isEncryptionKeyNew: boolean;
  /** The key for `keys rotate` to encrypt with; null when it is not given. */
  newEncryptionKey: Buffer | null;
}

/** The settings by which keys are read. */
export interface KeySource {
  /** A variable of the environment. */
  readonly value: (name: string) => string | undefined;
  /** Does something, and keeps its StartError among the mistakes. */
  readonly attempt: <T>(read: () => T) => T | undefined;
  readonly production: boolean;
  readonly dataDir: string;
}

/**
 * Reads the keys; what cannot be read is undefined, and among the mistakes. They are made on first use in the folder that
 * KEY_DIR names, else, for the embedded database outside production, in the data folder: the secret here, the encryption
 * key once the database is open.
 */
export function readKeys({ value, attempt, production, dataDir }: KeySource): {
  [Key in keyof Keys]: Keys[Key] | undefined;
} {
  const isEmbedded = value('DATABASE_URL') === undefined;
  const keyDir = value('KEY_DIR');
  // Keys that lie about in the data folder were made for the embedded database, not for somebody's own.
  const folder = keyDir !== undefined ? path.resolve(keyDir) : isEmbedded ? dataDir : null;
  const mayMake = keyDir !== undefined || (isEmbedded && !production);
  const inFile = (name: string, isMade: boolean): string | null =>
    folder === null ? null : openKeyFile(path.join(folder, name), { make: isMade ? KEY_BYTES : null });
  const missing = (name: string, advice: string): StartError => {
    const because = isEmbedded ? 'in production' : 'with DATABASE_URL';
    return new StartError(`${name} is missing and ${because} none is made up: set it to ${advice}.`);
  };

  const given = value('ENCRYPTION_KEY');
  const file = given === undefined && folder !== null ? path.join(folder, KEY_FILE) : null;
  const keyText = given ?? (file === null ? null : attempt(() => openKeyFile(file, { make: null })));
  const isEncryptionKeyNew = keyText === null && mayMake && file !== null;
  return {
    secret: attempt(() => {
      const advice = `at least ${SECRET_LENGTH} random characters, the same for every process, ${RANDOM}`;
      const secret = value('SECRET') ?? inFile(SECRET_FILE, mayMake);
      if (secret === null) throw missing('SECRET', advice);
      if (secret.length >= SECRET_LENGTH) return secret;
      throw new StartError(`SECRET has ${secret.length} characters: set it to ${advice}.`);
    }),
    encryptionKey: attempt(() => {
      const advice = `${KEY_BYTES} random bytes in base64, the same for ever, ${RANDOM}`;
      if (keyText === undefined) return undefined;
      if (keyText !== null) return keyOf('ENCRYPTION_KEY', keyText, advice);
      if (isEncryptionKeyNew) return randomBytes(KEY_BYTES);
      throw missing('ENCRYPTION_KEY', advice);
    }),
    encryptionKeyFile: file,
    isEncryptionKeyNew,
    newEncryptionKey: attempt(() => {
      const text = value('NEW_ENCRYPTION_KEY');
      return text === undefined ? null : keyOf('NEW_ENCRYPTION_KEY', text, `${KEY_BYTES} random bytes in base64`);
    }),
  };
}

const KEY_FILE = 'encryption-key';
const SECRET_FILE = 'signing-secret';

const keyOf = (name: string, text: string, advice: string): Buffer => {
  const key = Buffer.from(text, 'base64');
  if (key.length === KEY_BYTES) return key;
  throw new StartError(`${name} holds ${key.length} bytes in base64: set it to ${advice}.`);
};

/** The encryption key in a file, or null where it is missing and `make` does not say to make one. Throws StartError. */
export const encryptionKeyIn = (file: string, { make }: { make: boolean }): Buffer | null => {
  const text = openKeyFile(file, { make: make ? KEY_BYTES : null });
  return text === null ? null : keyOf('ENCRYPTION_KEY', text, `${KEY_BYTES} random bytes in base64`);
};

/** The advice for a missing key file, while the database holds what its key has sealed. */
export const lostKeyError = (file: string): StartError =>
  new StartError(
    `ENCRYPTION_KEY is missing: ${file} is gone, and no other key opens the API keys in the database. ` +
      'Put it back, or set ENCRYPTION_KEY to that key; if it is lost, set ENCRYPTION_KEY to a new one and run ' +
      `\`${operatorCommand()} keys rotate --clear-api-keys\`.`,
  );
