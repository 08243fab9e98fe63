/** The key that API keys are sealed with (DECISIONS §2): that it is the database's own, and how it changes. */
import { sql, type Kysely } from 'kysely';
import { anySealedKey, clearKeys, lockKeys, resealKeys } from './company/company-keys.queries';
import { anySealedCredential, clearCredentials, resealCredentials } from './connections/sealed-credentials.queries';
import { audit, OPERATOR } from './database/audit';
import type { Database, Tables } from './database/connection';
import {
  findCheckValue,
  isKeyOf,
  lockCheckValue,
  makeFirstKey,
  opens,
  writeCheckValue,
} from './database/encryption-check';
import { secretsWith } from './database/secrets';
import type { Config } from './start/config';
import { adoptNextKeyFile, readNextKeyFile, writeNextKeyFile } from './start/key-file';
import {
  anySealedAuthenticator,
  clearAuthenticators,
  resealAuthenticators,
} from './session/sealed-authenticators.queries';
import { encryptionKeyIn, lostKeyError } from './start/keys';
import { operatorCommand } from './start/operator-command';
import { StartError } from './start/start-error';

type KeyConfig = Pick<Config, 'encryptionKey' | 'encryptionKeyFile'> & Partial<Pick<Config, 'isEncryptionKeyNew'>>;

/** One of the stored API keys and secrets, or null without one. */
const anySealed = async (db: Kysely<Tables>) =>
  (await anySealedKey(db)) ?? (await anySealedCredential(db)) ?? anySealedAuthenticator(db);

const ENTRY = { resource: 'encryption_key', recordId: 'current' } as const;

/**
 * The configuration with the key that the database's API keys are sealed with: as it was read; made, in its file, where
 * neither that nor anything sealed is there; or, where a rotation was cut off after the database had changed, from the file
 * that it left. Throws StartError for any other key, and for a file that is gone, in whose place none is made then.
 */
export async function withDatabaseKey<Settled extends KeyConfig>(
  { db }: Pick<Database, 'db'>,
  config: Settled,
): Promise<Settled> {
  const { encryptionKeyFile: file } = config;
  if (config.isEncryptionKeyNew && file !== null) {
    const made = await makeFirstKey(db, () => encryptionKeyIn(file, { make: true }), anySealed);
    // The database has a key: another process may have made it meanwhile.
    const encryptionKey = made ?? encryptionKeyIn(file, { make: false });
    if (!encryptionKey) throw lostKeyError(file);
    return withDatabaseKey({ db }, { ...config, encryptionKey, isEncryptionKeyNew: false });
  }
  const { encryptionKey } = config;
  if (await isKeyOf(db, secretsWith(encryptionKey), anySealed)) return config;
  const next = file === null ? null : readNextKeyFile(file);
  if (file !== null && next && (await isKeyOf(db, secretsWith(next), anySealed))) {
    adoptNextKeyFile(file);
    return { ...config, encryptionKey: next };
  }
  throw notTheKeyError(file);
}

/**
 * Throws the StartError of `withDatabaseKey` for a key that is not the database's, whatever version its schema has, and
 * changes nothing: so that a start that will be refused is refused before the database is migrated.
 */
export async function requireDatabaseKey(
  { db }: Pick<Database, 'db'>,
  { encryptionKey, encryptionKeyFile: file, isEncryptionKeyNew }: KeyConfig,
): Promise<void> {
  const { rows } = await sql<{ has_check: boolean; has_companies: boolean }>`
    select to_regclass('encryption_check') is not null as has_check, to_regclass('companies') is not null as has_companies`.execute(
    db,
  );
  const [there] = rows;
  const sealed =
    (there?.has_check ? await findCheckValue(db) : null) ?? (there?.has_companies ? await anySealed(db) : null);
  if (!sealed) return;
  const inFile = file === null ? null : encryptionKeyIn(file, { make: false });
  if (isEncryptionKeyNew && file !== null && !inFile) throw lostKeyError(file);
  const keys = [inFile ?? encryptionKey, file === null ? null : readNextKeyFile(file)];
  if (!keys.some((key) => key && opens(secretsWith(key), sealed))) throw notTheKeyError(file);
}

const notTheKeyError = (file: string | null): StartError =>
  new StartError(
    `${file ?? 'ENCRYPTION_KEY'} is not the key that this database's API keys are sealed with: ` +
      `bring that key back. If it is lost, \`${operatorCommand()} keys rotate --clear-api-keys\` empties the API keys and makes this key the new one.`,
  );

/** Why a key is not changed. */
export class RotationError extends Error {}

/**
 * Seals every API key again, in one transaction: with `next`, which for a key in a file is written beside it first and takes
 * its place last, so that at every moment one of the two files opens the database. Returns how many API keys there are.
 * Throws RotationError when the present key is not the database's any more.
 */
export async function rotateEncryptionKey(
  { db }: Pick<Database, 'db'>,
  config: KeyConfig,
  next: Buffer,
): Promise<number> {
  const [from, to] = [secretsWith(config.encryptionKey), secretsWith(next)];
  const file = config.encryptionKeyFile;
  const count = await db.transaction().execute(async (transaction) => {
    await lockKeys(transaction);
    const check = await lockCheckValue(transaction, 'update');
    if (!check || !opens(from, check)) throw new RotationError('The key was changed meanwhile: nothing was done.');
    if (file !== null) writeNextKeyFile(file, next);
    const resealed =
      (await resealKeys(transaction, { from, to })) +
      (await resealCredentials(transaction, { from, to })) +
      (await resealAuthenticators(transaction, { from, to }));
    await writeCheckValue(transaction, to);
    await audit(transaction, OPERATOR, { ...ENTRY, action: 'rotate' });
    return resealed;
  });
  if (file !== null) adoptNextKeyFile(file);
  return count;
}

/**
 * Empties every API key and secret, whose key is lost, and makes the configured key the database's. Returns how many companies
 * had API keys, how many credentials secrets, and how many people an app as their second factor. Throws RotationError when the configured key opens them, StartError when it is in no file yet.
 */
export const giveUpApiKeys = async (
  { db }: Pick<Database, 'db'>,
  { encryptionKey, encryptionKeyFile: file, isEncryptionKeyNew = false }: KeyConfig,
): Promise<{ companies: number; credentials: number; authenticators: number }> => {
  if (isEncryptionKeyNew && file !== null) throw lostKeyError(file);
  return db.transaction().execute(async (transaction) => {
    const secrets = secretsWith(encryptionKey);
    await lockKeys(transaction);
    await lockCheckValue(transaction, 'update');
    const known = (await findCheckValue(transaction)) ?? (await anySealed(transaction));
    if (!known || opens(secrets, known))
      throw new RotationError('The key opens the stored API keys: none is lost, and none was emptied.');
    const emptied = {
      companies: await clearKeys(transaction),
      credentials: await clearCredentials(transaction),
      authenticators: await clearAuthenticators(transaction),
    };
    await writeCheckValue(transaction, secrets);
    await audit(transaction, OPERATOR, { ...ENTRY, action: 'replace' });
    return emptied;
  });
};
