import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { keyPlace, sealedKeys } from './company/company-keys';
import { COMMAND_LIMITS, openConnection, type Database } from './database/connection';
import { secretsWith } from './database/secrets';
import { withDatabaseKey, giveUpApiKeys, RotationError, rotateEncryptionKey } from './encryption-key';
import { rotateKeys } from './keys.commands';
import { writeNextKeyFile } from './start/key-file';
import { buildApp } from './app';
import { restoreClock, setUpAuthenticator, signInWith } from './testing/authenticator';
import { addTestCompany, CHEAP, openConsole, Person, type TestConsole } from './testing/console';
import { eventually } from './testing/eventually';

let folder: string;
let service: TestConsole;
let admin: Person;
let companyId: number;
const keys = { shopify_api_key: 'shpat_one', klaviyo_api_key: 'pk_two' };

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'console-keys-'));
  service = await openConsole();
  admin = await service.person('admin', { groups: ['AaasAdmin'] });
  companyId = await addTestCompany(service, 'Company A', 'a');
});
afterEach(async () => {
  await service.close();
  await rm(folder, { recursive: true });
});

const store = () => admin.patch(`/companies/${companyId}`, keys);
const fromEnvironment = (encryptionKey: Buffer) => ({ encryptionKey, encryptionKeyFile: null });
const present = () => fromEnvironment(service.config.encryptionKey);
const stored = () =>
  service.database.db
    .selectFrom('companies')
    .select(['shopify_api_key', 'klaviyo_api_key'])
    .where('id', '=', companyId)
    .executeTakeFirstOrThrow();
/** The stored API keys, as this key opens them. */
const openedBy = async (key: Buffer) => {
  const { shopify_api_key, klaviyo_api_key } = await stored();
  const secrets = secretsWith(key);
  const open = (name: keyof typeof keys, sealed: Buffer | null) =>
    sealed && secrets.open(sealed, keyPlace(companyId, name));
  return {
    shopify_api_key: open('shopify_api_key', shopify_api_key),
    klaviyo_api_key: open('klaviyo_api_key', klaviyo_api_key),
  };
};
const NOT_THE_KEY =
  /^ENCRYPTION_KEY is not the key that this database's API keys are sealed with: bring that key back\./;

describe('the first start settles the key of a database', () => {
  it('and every later one with another key is refused with what to do, before anything is sealed with it', async () => {
    await expect(withDatabaseKey(service.database, present())).resolves.toEqual(present());
    await expect(withDatabaseKey(service.database, present())).resolves.toEqual(present());
    await expect(withDatabaseKey(service.database, fromEnvironment(randomBytes(32)))).rejects.toThrow(NOT_THE_KEY);
  });

  it('by what it holds, where an older version has stored API keys', async () => {
    expect((await store()).status).toBe(200);
    await expect(withDatabaseKey(service.database, fromEnvironment(randomBytes(32)))).rejects.toThrow(NOT_THE_KEY);
    await expect(withDatabaseKey(service.database, present())).resolves.toEqual(present());
  });

  it('once, however many begin at once with keys of their own', async () => {
    const starts = Array.from({ length: 4 }, () => withDatabaseKey(service.database, fromEnvironment(randomBytes(32))));
    const outcomes = await Promise.allSettled(starts);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('a key file that is not there', () => {
  const missing = () => {
    const encryptionKeyFile = path.join(folder, 'encryption-key');
    return { encryptionKey: randomBytes(32), encryptionKeyFile, isEncryptionKeyNew: true };
  };
  const inFile = async () => Buffer.from(await readFile(path.join(folder, 'encryption-key'), 'utf8'), 'base64');

  it('is made for a database that holds nothing sealed, readable by this user alone', async () => {
    const settled = await withDatabaseKey(service.database, missing());
    expect(settled).toMatchObject({ encryptionKey: await inFile(), isEncryptionKeyNew: false });
    expect((await stat(path.join(folder, 'encryption-key'))).mode & 0o777).toBe(0o600);
    await expect(withDatabaseKey(service.database, settled)).resolves.toEqual(settled);
  });

  it('is made once, and is the key of all, however many begin at once', async () => {
    const settled = await Promise.all([1, 2, 3, 4].map(() => withDatabaseKey(service.database, missing())));
    for (const { encryptionKey } of settled) expect(encryptionKey).toEqual(await inFile());
  });

  it.each([
    ['a check value', async () => void (await withDatabaseKey(service.database, present()))],
    ['an API key of an older version', async () => void (await store())],
  ])('is not made beside %s: the start is refused with what to do, and the folder stays empty', async (_, fill) => {
    await fill();
    const sentence = /^ENCRYPTION_KEY is missing: .*encryption-key is gone, and no other key opens the API keys/;
    await expect(withDatabaseKey(service.database, missing())).rejects.toThrow(sentence);
    await expect(giveUpApiKeys(service.database, missing())).rejects.toThrow(sentence);
    expect(await readdir(folder)).toEqual([]);
    await expect(withDatabaseKey(service.database, present())).resolves.toEqual(present());
  });
});

describe('changing the key', () => {
  const next = randomBytes(32);
  beforeEach(async () => {
    await withDatabaseKey(service.database, present());
    await store();
  });

  it('keeps every API key, also of deleted companies, and the companies as they were', async () => {
    const { db } = service.database;
    const before = (await admin.get(`/companies/${companyId}`)).body;
    await db.updateTable('companies').set({ deleted_at: '2030-01-01T00:00:00Z' }).execute();
    expect(await rotateEncryptionKey(service.database, present(), next)).toBe(2);
    await db.updateTable('companies').set({ deleted_at: null }).execute();
    expect(await openedBy(next)).toEqual(keys);
    await expect(openedBy(service.config.encryptionKey)).rejects.toThrow();
    expect((await admin.get(`/companies/${companyId}`)).body).toEqual(before);
    await expect(withDatabaseKey(service.database, present())).rejects.toThrow(NOT_THE_KEY);
    await expect(withDatabaseKey(service.database, fromEnvironment(next))).resolves.toEqual(fromEnvironment(next));
    const entry = await db.selectFrom('audit_log').selectAll().where('resource', '=', 'encryption_key').execute();
    expect(entry).toMatchObject([{ username: 'operator', action: 'rotate', before: null, after: null }]);
  });

  it('leaves a process that has the old one unable to store a key that nobody could open, and to do all else', async () => {
    await rotateEncryptionKey(service.database, present(), next);
    const refused = await admin.patch(`/companies/${companyId}`, { shopify_api_key: 'shpat_three' });
    expect([refused.status, refused.body]).toEqual([
      503,
      { detail: 'API keys cannot be stored until the service has been started again with its new encryption key.' },
    ]);
    const created = { name: 'B', slug: 'b', logo_url: 'https://b.test/b.png', timezone: 'America/Denver', ...keys };
    expect((await admin.post('/companies', created)).status).toBe(503);
    expect(await openedBy(next)).toEqual(keys);
    expect((await admin.patch(`/companies/${companyId}`, { name: 'Renamed' })).status).toBe(200);
    expect((await admin.patch(`/companies/${companyId}`, { shopify_api_key: null })).status).toBe(200);
    expect((await openedBy(next)).shopify_api_key).toBeNull();
  });

  it('loses nothing that is stored in the same moment', async () => {
    const ids = await Promise.all(
      Array.from({ length: 6 }, (_, at) => addTestCompany(service, `Company ${at}`, `company-${at}`)),
    );
    const writes = ids.map((id) => admin.patch(`/companies/${id}`, { shopify_api_key: `key of ${id}` }));
    const [, ...responses] = await Promise.all([rotateEncryptionKey(service.database, present(), next), ...writes]);
    const rows = await service.database.db.selectFrom('companies').select(['id', 'shopify_api_key']).execute();
    const secrets = secretsWith(next);
    ids.forEach((id, at) => {
      const sealed = rows.find((row) => row.id === id)?.shopify_api_key;
      const opened = sealed ? secrets.open(sealed, keyPlace(id, 'shopify_api_key')) : null;
      expect([responses[at]?.status, opened]).toEqual(opened === null ? [503, null] : [200, `key of ${id}`]);
    });
  });

  it('waits for whoever has begun to store one, and is in nobody’s way', async () => {
    const [writer, patient] = [{}, { limits: COMMAND_LIMITS }].map((options) =>
      openConnection(service.database.connection, options),
    ) as [Database, Database];
    const isWaitedFor = async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        service.database.db,
      );
      return rows.length > 0;
    };
    let rotation = Promise.resolve(0);
    await writer.db.transaction().execute(async (transaction) => {
      await transaction.selectFrom('companies').select('id').where('id', '=', companyId).forUpdate().execute();
      rotation = rotateEncryptionKey(patient, present(), next);
      await eventually(isWaitedFor);
      const sent = { shopify_api_key: 'shpat_three' };
      const sealed = await sealedKeys(transaction, secretsWith(service.config.encryptionKey), companyId, sent);
      await transaction.updateTable('companies').set(sealed).where('id', '=', companyId).execute();
    });
    expect(await rotation).toBe(2);
    expect(await openedBy(next)).toEqual({ ...keys, shopify_api_key: 'shpat_three' });
    await Promise.all([writer.close(), patient.close()]);
  });

  it('twice at once is done once', async () => {
    const other = randomBytes(32);
    const outcomes = await Promise.allSettled(
      [next, other].map((key) => rotateEncryptionKey(service.database, present(), key)),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const winner = outcomes[0]?.status === 'fulfilled' ? next : other;
    expect(await openedBy(winner)).toEqual(keys);
  });
});

describe('a key in a file', () => {
  const next = randomBytes(32);
  const inFile = async () => {
    const encryptionKeyFile = path.join(folder, 'encryption-key');
    await writeFile(encryptionKeyFile, service.config.encryptionKey.toString('base64'), { mode: 0o600 });
    const config = { encryptionKey: service.config.encryptionKey, encryptionKeyFile };
    await withDatabaseKey(service.database, config);
    await store();
    return config;
  };
  const keyIn = async (name: string) => Buffer.from(await readFile(path.join(folder, name), 'utf8'), 'base64');

  it('is replaced when the database has changed, and stays beside it', async () => {
    await rotateEncryptionKey(service.database, await inFile(), next);
    expect((await readdir(folder)).sort()).toEqual(['encryption-key', 'encryption-key.old']);
    expect(await keyIn('encryption-key')).toEqual(next);
    expect(await keyIn('encryption-key.old')).toEqual(service.config.encryptionKey);
    expect((await stat(path.join(folder, 'encryption-key'))).mode & 0o777).toBe(0o600);
    expect(await openedBy(next)).toEqual(keys);
  });

  it('is still there after a crash before the database has changed, and the next rotation begins anew', async () => {
    const config = await inFile();
    writeNextKeyFile(config.encryptionKeyFile, randomBytes(32));
    await expect(withDatabaseKey(service.database, config)).resolves.toEqual(config);
    expect(await openedBy(service.config.encryptionKey)).toEqual(keys);
    await rotateEncryptionKey(service.database, config, next);
    expect(await keyIn('encryption-key')).toEqual(next);
    expect(await openedBy(next)).toEqual(keys);
  });

  it('is still there when the database refuses', async () => {
    const config = await inFile();
    const { db } = service.database;
    // A key that cannot be opened stops the whole of it.
    await db
      .insertInto('companies')
      .values({ ...OTHER, klaviyo_api_key: Buffer.from('garbled') })
      .execute();
    await expect(rotateEncryptionKey(service.database, config, next)).rejects.toThrow();
    expect(await keyIn('encryption-key')).toEqual(service.config.encryptionKey);
    expect(await openedBy(service.config.encryptionKey)).toEqual(keys);
  });

  it('is replaced by the next start after a crash between the database and the file', async () => {
    const config = await inFile();
    // After a crash there the database has changed, the file has not.
    await rotateEncryptionKey(service.database, fromEnvironment(config.encryptionKey), next);
    writeNextKeyFile(config.encryptionKeyFile, next);
    const again = await withDatabaseKey(service.database, config);
    expect(again).toEqual({ ...config, encryptionKey: next });
    expect(await keyIn('encryption-key')).toEqual(next);
    expect((await readdir(folder)).sort()).toEqual(['encryption-key', 'encryption-key.old']);
  });
});
const OTHER = { name: 'Other', slug: 'other', logo_url: 'https://b.test/b.png', timezone: 'America/Denver' } as const;

describe('second factors', () => {
  afterEach(restoreClock);
  const signInBy = async (code: string) => (await signInWith(service, 'admin', code)).status;
  const app = async () => {
    await withDatabaseKey(service.database, present());
    return setUpAuthenticator(admin);
  };

  it('go on under the new key; a process that has the old one says that codes cannot be checked', async () => {
    const { freshCode, recoveryCodes } = await app();
    const encryptionKey = randomBytes(32);
    expect(await rotateEncryptionKey(service.database, present(), encryptionKey)).toBe(1);
    expect(await signInBy(freshCode())).toBe(503);
    await service.app.close();
    service.app = await buildApp({ ...service, config: { ...service.config, encryptionKey }, hashCost: CHEAP });
    service.nobody = new Person(service.app, '', null, null);
    expect(await signInBy(freshCode())).toBe(200);
    expect(await signInBy(recoveryCodes[0] ?? '')).toBe(200);
    await expect(withDatabaseKey(service.database, present())).rejects.toThrow(NOT_THE_KEY);
  });

  it('whose key is lost are asked for all the same, and recovery codes are right (FACTOR-08)', async () => {
    const { freshCode, recoveryCodes } = await app();
    const { authenticators } = await giveUpApiKeys(service.database, fromEnvironment(randomBytes(32)));
    expect(authenticators).toBe(1);
    expect((await signInWith(service, 'admin')).body.second_factor).toBe('required');
    expect(await signInBy(freshCode())).toBe(401);
    expect(await signInBy(recoveryCodes[0] ?? '')).toBe(200);
  });
});

describe('the command', () => {
  const run = async (args: string[], changes: Partial<TestConsole['config']> = {}) => {
    const lines: string[] = [];
    const config = { ...service.config, ...changes };
    await rotateKeys.prepare(args)({ database: service.database, config, print: (line) => void lines.push(line) });
    return lines;
  };

  it('asks for the new key where the present one comes from the environment, and says what to do with it', async () => {
    await withDatabaseKey(service.database, present());
    await store();
    await expect(run([])).rejects.toThrow(/^NEW_ENCRYPTION_KEY is missing: set it to 32 random bytes in base64/);
    await expect(run([], { newEncryptionKey: service.config.encryptionKey })).rejects.toThrow('is the present key');
    const newEncryptionKey = randomBytes(32);
    const lines = await run([], { newEncryptionKey });
    expect(lines[0]).toBe('Sealed 2 API keys with the new key.');
    expect(lines[1]).toContain('Now set ENCRYPTION_KEY to the new key');
    expect(await openedBy(newEncryptionKey)).toEqual(keys);
    await expect(run([], { newEncryptionKey: randomBytes(32) })).rejects.toThrow(NOT_THE_KEY);
  });

  it('empties the API keys whose key is lost, and only those', async () => {
    await withDatabaseKey(service.database, present());
    await store();
    await expect(run(['--clear-api-keys'])).rejects.toThrow('none is lost, and none was emptied');
    const encryptionKey = randomBytes(32);
    const lines = await run(['--clear-api-keys'], { encryptionKey });
    expect(lines).toEqual([
      'Emptied the API keys of 1 company and the secrets of 0 credentials: they have to be entered again.',
    ]);
    expect((await admin.get(`/companies/${companyId}`)).body).toMatchObject({ has_shopify: false, has_klaviyo: false });
    await expect(withDatabaseKey(service.database, fromEnvironment(encryptionKey))).resolves.toBeTruthy();
    await expect(giveUpApiKeys(service.database, fromEnvironment(encryptionKey))).rejects.toThrow(RotationError);
    const entries = await service.database.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'clear keys')
      .execute();
    expect(entries).toMatchObject([
      { resource: 'company', record_id: String(companyId), before: { shopify_api_key: '***', klaviyo_api_key: '***' } },
    ]);
  });
});
