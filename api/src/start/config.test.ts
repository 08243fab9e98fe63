import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { readConfig } from './config';
import { serversOf } from './database-url';
import { SECRETS } from './secret-files';
import { SOURCE_ADDRESSES } from './source-addresses';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'console-config-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const KEYS = { SECRET: 's'.repeat(32), ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64') };
const read = (environment: NodeJS.ProcessEnv) => readConfig({ DATA_DIR: dataDir, ...environment });
const mistakes = (environment: NodeJS.ProcessEnv): string[] => {
  try {
    read(environment);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
};

test('nothing needs to be set: the embedded database, port 8080, this machine only', () => {
  expect(read({})).toMatchObject({
    port: 8080,
    host: 'localhost',
    dataDir,
    databaseUrl: null,
    agentMessagesPerHour: 60,
    agentPaceMs: 25,
    trustProxy: 0,
    brand: 'Storeward',
    production: false,
    development: false,
  });
});

test('the secret of the embedded database is made once, in a file that only this user reads', async () => {
  const first = read({});
  expect(first.secret.length).toBeGreaterThanOrEqual(32);
  expect(read({}).secret).toBe(first.secret);
  expect(await readdir(dataDir)).toEqual(['signing-secret']);
  const file = path.join(dataDir, 'signing-secret');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await readFile(file, 'utf8')).trim()).toBe(first.secret);
});

test('an encryption key whose file is not there is made up and written nowhere: the database decides about it', async () => {
  const file = path.join(dataDir, 'encryption-key');
  const first = read({});
  expect(first).toMatchObject({ encryptionKeyFile: file, isEncryptionKeyNew: true });
  expect(first.encryptionKey).toHaveLength(32);
  expect(read({}).encryptionKey).not.toEqual(first.encryptionKey);
  expect(await readdir(dataDir)).not.toContain('encryption-key');
  await writeFile(file, KEYS.ENCRYPTION_KEY);
  expect(read({})).toMatchObject({ encryptionKey: Buffer.alloc(32, 7), isEncryptionKeyNew: false });
});

test.each([
  ['in production', { NODE_ENV: 'production' }],
  ['with DATABASE_URL', { DATABASE_URL: 'postgres://localhost/console' }],
])('%s no key is made up: each one that is missing is asked for', async (when, environment) => {
  expect(mistakes(environment)).toEqual([
    `SECRET is missing and ${when} none is made up: set it to at least 32 random characters, the same for every process, e.g. from \`openssl rand -base64 32\`.`,
    `ENCRYPTION_KEY is missing and ${when} none is made up: set it to 32 random bytes in base64, the same for ever, e.g. from \`openssl rand -base64 32\`.`,
  ]);
  expect(await readdir(dataDir)).toEqual([]);
  expect(read({ ...environment, ...KEYS }).encryptionKey).toEqual(Buffer.alloc(32, 7));
});

test('the next encryption key is held to the same form', () => {
  expect(read({}).newEncryptionKey).toBeNull();
  expect(read({ NEW_ENCRYPTION_KEY: KEYS.ENCRYPTION_KEY }).newEncryptionKey).toEqual(Buffer.alloc(32, 7));
  expect(mistakes({ NEW_ENCRYPTION_KEY: 'abcd' })).toEqual([
    'NEW_ENCRYPTION_KEY holds 3 bytes in base64: set it to 32 random bytes in base64.',
  ]);
});

test('keys that lie in the data folder are not those of a database that DATABASE_URL names', () => {
  read({});
  expect(mistakes({ DATABASE_URL: 'postgres://localhost/console' })).toEqual([
    expect.stringMatching(/^SECRET is missing and with DATABASE_URL none is made up/),
    expect.stringMatching(/^ENCRYPTION_KEY is missing and with DATABASE_URL none is made up/),
  ]);
});

test('in a folder that KEY_DIR names the keys are made, for production and DATABASE_URL too', async () => {
  const KEY_DIR = path.join(dataDir, 'keys');
  const environment = { NODE_ENV: 'production', DATABASE_URL: 'postgres://localhost/console', KEY_DIR };
  const first = read(environment);
  expect(first).toMatchObject({ encryptionKeyFile: path.join(KEY_DIR, 'encryption-key'), isEncryptionKeyNew: true });
  expect(read(environment).secret).toBe(first.secret);
  expect(await readdir(KEY_DIR)).toEqual(['signing-secret']);
  expect((await stat(path.join(KEY_DIR, 'signing-secret'))).mode & 0o777).toBe(0o600);
  expect(read({ ...environment, ...KEYS })).toMatchObject({ secret: KEYS.SECRET, encryptionKeyFile: null });
});

describe('the password of the database', () => {
  const DATABASE_URL = 'postgres://console@db.example:5433/console';

  test.each(['aB+c/d=', 'p@ss/w:rd#1', ' %41 with spaces? ', '"\'$`\\', 'ключ\n🔑', '%'])(
    'may hold any characters: %j',
    (password) => {
      const connectionString = read({ DATABASE_URL, DATABASE_PASSWORD: password, ...KEYS }).databaseUrl ?? '';
      // As the driver reads it.
      const client = new Client({ connectionString });
      expect([client.user, client.password, client.host, client.port, client.database]).toEqual([
        'console',
        password,
        'db.example',
        5433,
        'console',
      ]);
    },
  );

  test('stands in one place, and no mistake repeats it', () => {
    expect(mistakes({ DATABASE_URL: 'postgres://me:hidden@db/x', DATABASE_PASSWORD: 'hidden', ...KEYS })).toEqual([
      'DATABASE_PASSWORD is set and DATABASE_URL holds a password too: leave one of them out.',
    ]);
    expect(mistakes({ DATABASE_PASSWORD: 'hidden' })).toEqual([
      'DATABASE_PASSWORD is set without DATABASE_URL: set DATABASE_URL to the address of its server, or leave both out for the embedded database.',
    ]);
  });
});

describe('secrets in files', () => {
  const write = async (content: string) => {
    const file = path.join(dataDir, `secret-${randomBytes(4).toString('hex')}`);
    await writeFile(file, content);
    return file;
  };
  const MODEL = { AGENT_BASE_URL: 'http://localhost/v1', AGENT_MODEL: 'x' };

  test('every secret may be named by a file, whose last line break is none of it', async () => {
    const DATABASE_URL = 'postgres://u@a/db';
    const environment = Object.fromEntries(
      await Promise.all(
        Object.entries({ ...KEYS, DATABASE_URL, DATABASE_PASSWORD: ' p\nw ', AGENT_API_KEY: 'k' }).map(
          async ([name, content]) => [`${name}_FILE`, await write(`${content}\n`)],
        ),
      ),
    ) as NodeJS.ProcessEnv;
    const config = read({ ...environment, ...MODEL, NEW_ENCRYPTION_KEY_FILE: await write(KEYS.ENCRYPTION_KEY) });
    expect(config).toMatchObject({ secret: KEYS.SECRET, newEncryptionKey: config.encryptionKey });
    expect(config.agents.endpoint?.apiKey).toBe('k');
    const client = new Client({ connectionString: config.databaseUrl ?? '' });
    expect([client.host, client.password]).toEqual(['a', ' p\nw ']);
    const anthropic = { ANTHROPIC_API_KEY_FILE: await write('sk'), AGENT_MODEL: 'claude' };
    expect(read(anthropic).agents.endpoint?.apiKey).toBe('sk');
  });

  test('whatever is read and named like a secret is one of them', () => {
    const names = new Set<string>();
    const noting = (environment: NodeJS.ProcessEnv) =>
      new Proxy(environment, {
        get: (values, name: string) => {
          names.add(name);
          return values[name];
        },
      });
    readConfig(noting({ DATA_DIR: dataDir, ...MODEL }));
    readConfig(noting({ DATA_DIR: dataDir, AGENT_MODEL: 'x', ANTHROPIC_API_KEY: 'x' }));
    const secrets = [...names].filter((name) => /(SECRET|KEY|PASSWORD|TOKEN|DATABASE_URL|SMTP_URL)$/.test(name));
    expect(secrets.filter((name) => !names.has(`${name}_FILE`))).toEqual([]);
    expect(secrets).toHaveLength(SECRETS.length);
  });

  test('what is given twice, cannot be read or is empty is told at once, and no key is made instead', async () => {
    const [empty, secret] = [await write('\n'), await write('hidden')];
    const environment = {
      SECRET: 'hidden',
      SECRET_FILE: secret,
      ENCRYPTION_KEY_FILE: '/nowhere/key',
      DATABASE_URL_FILE: dataDir,
      AGENT_API_KEY_FILE: empty,
    };
    const advice = (name: string) => `name a file that this user may read, or set ${name} instead.`;
    expect(mistakes(environment)).toEqual([
      `DATABASE_URL_FILE is ${dataDir}, which cannot be read (EISDIR): ${advice('DATABASE_URL')}`,
      'SECRET and SECRET_FILE are both set: leave one of them out.',
      `ENCRYPTION_KEY_FILE is /nowhere/key, which cannot be read (ENOENT): ${advice('ENCRYPTION_KEY')}`,
      `AGENT_API_KEY_FILE is ${empty}, which is empty: write the secret into it.`,
    ]);
    expect((await readdir(dataDir)).filter((name) => !name.startsWith('secret-'))).toEqual([]);
  });
});

describe('several database servers', () => {
  test('stand in one address, with or without a password of its own', () => {
    const DATABASE_URL = 'postgres://u@a:1,[::1]:2,c/db?target_session_attrs=read-write';
    expect(read({ DATABASE_URL, ...KEYS }).databaseUrl).toBe(DATABASE_URL);
    const { databaseUrl } = read({ DATABASE_URL, DATABASE_PASSWORD: 'p@s,s/', ...KEYS });
    const { urls, isChosen } = serversOf(databaseUrl ?? '');
    expect(isChosen).toBe(true);
    // As the driver reads them.
    const clients = urls.map((connectionString) => new Client({ connectionString }));
    expect(clients.map(({ host, port, user, password, database }) => [host, port, user, password, database])).toEqual(
      [
        ['a', 1],
        ['::1', 2],
        ['c', 5432],
      ].map((place) => [...place, 'u', 'p@s,s/', 'db']),
    );
    expect(serversOf('postgres://u@a/db').isChosen).toBe(false);
  });

  test.each([
    ['a:1,/db', 'DATABASE_URL names several servers, one of them without a host: write host:port,host:port.'],
    ['a:1,b:x/db', expect.stringMatching(/^DATABASE_URL is no PostgreSQL address/)],
    [
      '/db?host=a,b&port=1,2',
      "DATABASE_URL names several servers behind its '?': write them before the database's name, as host:port,host:port.",
    ],
    [
      'a,b/db?target_session_attrs=standby',
      'DATABASE_URL has target_session_attrs=standby, but the console writes: set it to read-write or primary, or leave it out.',
    ],
  ])('%s is refused with what to do', (rest, message) => {
    expect(mistakes({ DATABASE_URL: `postgres://${rest}`, ...KEYS })).toEqual([message]);
  });
});

test('in production the keys that an earlier start made are used', async () => {
  const before = read({});
  await writeFile(path.join(dataDir, 'encryption-key'), KEYS.ENCRYPTION_KEY);
  const { secret, encryptionKey } = read({ NODE_ENV: 'production' });
  expect([secret, encryptionKey]).toEqual([before.secret, Buffer.alloc(32, 7)]);
});

test('every mistake is told at once, each in a message that says what to do', () => {
  const environment = {
    PORT: '80a',
    TRUST_PROXY: '-1',
    LOG_LEVEL: 'loud',
    DATABASE_URL: 'mysql://user:pass-word@localhost/x',
    SECRET: 'short',
    ENCRYPTION_KEY: 'abcd',
    REMOTE_ADS_URL: 'ftp://ads',
    REMOTE_SOCIAL_URL: '//social.example',
  };
  expect(mistakes(environment)).toEqual([
    'DATABASE_URL is no PostgreSQL address: set it to postgresql://user:password@host:5432/database (several servers: host:5432,host:5432), or leave it out for the embedded database.',
    "PORT is '80a': set it to a whole number from 0 to 65535, or leave it out for 8080.",
    'SECRET has 5 characters: set it to at least 32 random characters, the same for every process, e.g. from `openssl rand -base64 32`.',
    'ENCRYPTION_KEY holds 3 bytes in base64: set it to 32 random bytes in base64, the same for ever, e.g. from `openssl rand -base64 32`.',
    "TRUST_PROXY is '-1': set it to a whole number from 0 to 10, or leave it out for 0.",
    "REMOTE_ADS_URL is 'ftp://ads': set it to an http(s) address or a path from '/', to nothing for an area that is not deployed, or leave it out.",
    "REMOTE_SOCIAL_URL is '//social.example': set it to an http(s) address or a path from '/', to nothing for an area that is not deployed, or leave it out.",
    "LOG_LEVEL is 'loud': set it to one of fatal, error, warn, info, debug, trace, silent.",
  ]);
});

test('a remote is where its URL says, and an empty URL means that the area is not deployed', () => {
  const url = 'https://ads.example/mf-manifest.json';
  const { remotes } = read({ REMOTE_ADS_URL: url, REMOTE_COMPANY_URL: '', REMOTE_SOCIAL_URL: '/social/manifest.json' });
  expect(remotes).toMatchObject({ ads: url, social: '/social/manifest.json' });
  expect(remotes).not.toHaveProperty('company');
});

test('a data folder that cannot be used is told in one message', async () => {
  await writeFile(path.join(dataDir, 'file'), '');
  const below = path.join(dataDir, 'file', 'data');
  expect(mistakes({ DATA_DIR: below })).toEqual([
    `The data folder ${below} cannot be used (ENOTDIR): give this user the right to read and write it, or set DATA_DIR to another folder.`,
  ]);
});

test('an empty value counts as absent', () => {
  expect(read({ PORT: '', BRAND: ' ', DATABASE_URL: '' })).toMatchObject({
    port: 8080,
    brand: 'Storeward',
    databaseUrl: null,
  });
});

describe('the language model of the agents', () => {
  const endpointOf = (environment: NodeJS.ProcessEnv) => read(environment).agents.endpoint;

  test('is the built-in one unless an endpoint is named', () => {
    expect(read({}).agents).toEqual({ endpoint: null, tokens: 4096 });
    // A key alone may be there for another program.
    expect(endpointOf({ ANTHROPIC_API_KEY: 'sk-ant' })).toBeNull();
  });

  test('is an OpenAI-compatible endpoint, with or without a key', () => {
    const environment = { AGENT_BASE_URL: 'http://localhost:11434/v1/', AGENT_MODEL: 'llama' };
    const endpoint = { kind: 'openai-compatible', baseUrl: 'http://localhost:11434/v1', apiKey: null, model: 'llama' };
    expect(endpointOf(environment)).toEqual(endpoint);
    expect(endpointOf({ ...environment, AGENT_API_KEY: 'key' })).toEqual({ ...endpoint, apiKey: 'key' });
    expect(read({ ...environment, AGENT_MAX_TOKENS: '500' }).agents.tokens).toBe(500);
    expect(read(environment).agentTokensPerMonth).toBeNull();
    expect(read({ ...environment, AGENT_TOKENS_PER_MONTH: '500' }).agentTokensPerMonth).toBe(500);
  });

  test('is Anthropic with its key and a model', () => {
    const environment = { ANTHROPIC_API_KEY: 'sk-ant', AGENT_MODEL: 'claude' };
    const endpoint = { kind: 'anthropic', baseUrl: 'https://api.anthropic.com/v1', apiKey: 'sk-ant', model: 'claude' };
    expect(endpointOf(environment)).toEqual(endpoint);
    expect(endpointOf({ ...environment, ANTHROPIC_BASE_URL: 'https://proxy.example/v1' })).toMatchObject({
      baseUrl: 'https://proxy.example/v1',
    });
  });

  test.each([
    [{ AGENT_BASE_URL: 'http://localhost/v1' }, /^AGENT_MODEL is missing/],
    [{ AGENT_BASE_URL: 'user:hidden@x', AGENT_MODEL: 'llama' }, /^AGENT_BASE_URL is no http\(s\) address/],
    [{ AGENT_MODEL: 'llama' }, /^AGENT_MODEL is set without an endpoint/],
    [{ AGENT_API_KEY: 'hidden' }, /^AGENT_API_KEY is set without AGENT_BASE_URL/],
    [{ AGENT_MAX_TOKENS: '1' }, /^AGENT_MAX_TOKENS is '1': set it to a whole number from 16 to 1000000/],
    [{ AGENT_MESSAGES_PER_HOUR: '0' }, /^AGENT_MESSAGES_PER_HOUR is '0': set it to a whole number from 1 to 1000000/],
    [
      { AGENT_TOKENS_PER_MONTH: '0' },
      /^AGENT_TOKENS_PER_MONTH is '0': set it to a whole number from 1 to 1000000000000/,
    ],
    [{ AGENT_PACE_MS: '1001' }, /^AGENT_PACE_MS is '1001': set it to a whole number from 0 to 1000/],
  ])('%j is refused with what to do', (environment, message) => {
    expect(mistakes(environment)).toEqual([expect.stringMatching(message)]);
    expect(mistakes(environment).join()).not.toContain('hidden');
  });
});

test('the audit log is kept for 400 days, and there are no metrics, unless the environment says otherwise', () => {
  expect(read({})).toMatchObject({ auditDays: 400, metrics: null });
  expect(read({ AUDIT_DAYS: '30', METRICS_PORT: '9464' })).toMatchObject({
    auditDays: 30,
    metrics: { host: '127.0.0.1', port: 9464 },
  });
  expect(read({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' }).metrics).toEqual({ host: '0.0.0.0', port: 9464 });
});

test('REQUIRE_SECOND_FACTOR names groups, in any case; no group without it', () => {
  expect(read({}).requireSecondFactor).toEqual([]);
  expect(read({ REQUIRE_SECOND_FACTOR: ' aaasadmin, CompanyAdmin,' }).requireSecondFactor).toEqual([
    'AaasAdmin',
    'CompanyAdmin',
  ]);
});

test('PUBLIC_URL is an origin, with or without a slash behind it', () => {
  expect(read({}).publicUrl).toBeNull();
  for (const text of ['https://console.example', 'https://console.example/'])
    expect(read({ PUBLIC_URL: text }).publicUrl).toBe('https://console.example');
});

test('SMTP_URL names the server that takes mail, with its name and password', () => {
  const mail = { PUBLIC_URL: 'https://console.example', MAIL_FROM: 'console@example.com' };
  expect(read({}).mail).toBeNull();
  expect(read({ ...mail, SMTP_URL: 'smtps://ada%40x:p%2Fw@mail.example' }).mail).toEqual({
    host: 'mail.example',
    port: 465,
    secure: true,
    user: 'ada@x',
    password: 'p/w',
    from: 'console@example.com',
  });
  expect(read({ ...mail, SMTP_URL: 'smtp://mail.example:2525' }).mail).toMatchObject({
    port: 2525,
    secure: false,
    user: '',
  });
});

test.each([
  [
    { SMTP_URL: 'https://mail.example:secret' },
    'SMTP_URL is no address of a mail server: set it to one such as smtps://name:password@mail.example.',
  ],
  [
    { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@x, b@x' },
    'MAIL_FROM is missing or no address: set it to the sender of mail, such as console@example.com.',
  ],
  [
    { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@x' },
    'PUBLIC_URL is missing: set it to the address of the console, with which links in mail begin.',
  ],
  [
    { MAIL_FROM: 'a@x' },
    'MAIL_FROM is set without SMTP_URL: set SMTP_URL to the server that takes mail, or leave it out.',
  ],
  [
    { PUBLIC_URL: 'https://console.example/app' },
    "PUBLIC_URL is 'https://console.example/app': set it to the address under which people open the console, such as https://console.example, or leave it out.",
  ],
  [
    { REQUIRE_SECOND_FACTOR: 'AaasAdmin,admins' },
    "REQUIRE_SECOND_FACTOR names 'admins': set it to groups with commas between them, of CompanyAdmin, SocialMediaManager, AdManager, AaasAdmin, Admin, or leave it out.",
  ],
  [{ AUDIT_DAYS: '0' }, "AUDIT_DAYS is '0': set it to a whole number from 1 to 36500, or leave it out for 400."],
  [{ METRICS_PORT: 'x' }, "METRICS_PORT is 'x': set it to a whole number from 0 to 65535, or leave it out for none."],
  [
    { METRICS_HOST: '::1' },
    'METRICS_HOST is set without METRICS_PORT: set METRICS_PORT to a free port, or leave it out.',
  ],
  [
    { METRICS_PORT: '8080' },
    'METRICS_PORT is 8080, which is PORT: set it to another port, for the metrics are no public page.',
  ],
])('%j is told in one message', (environment, message) => {
  expect(mistakes(environment)).toEqual([message]);
});

describe('the addresses of sources', () => {
  test('are constants; a store named by SOURCE_SHOPIFY_URL is its name below that', () => {
    expect(read({}).sources).toEqual(SOURCE_ADDRESSES);
    expect(
      read({ SOURCE_SHOPIFY_URL: 'http://stand-in.example/shops/', SOURCE_META_URL: 'http://stand-in.example:81' })
        .sources,
    ).toEqual({
      ...SOURCE_ADDRESSES,
      shopify: 'http://stand-in.example/shops/{name}',
      meta: 'http://stand-in.example:81',
    });
  });

  test.each(['nonsense', 'ftp://127.0.0.1', 'http://me:hidden@127.0.0.1', 'http://127.0.0.1/?key=hidden'])(
    '%s is refused, and the message does not repeat it',
    (address) => {
      expect(mistakes({ SOURCE_META_URL: address })).toEqual([
        'SOURCE_META_URL is no http(s) address: set it to one such as http://127.0.0.1:9000, or leave it out.',
      ]);
    },
  );

  test.each(['http://127.0.0.1:9000', 'http://localhost:9000', 'http://[::1]:9000', 'https://127.3.2.1'])(
    'in production %s is this machine',
    (address) => {
      const { sources } = read({ NODE_ENV: 'production', ...KEYS, SOURCE_KLAVIYO_URL: address });
      expect(sources.klaviyo).toBe(address);
    },
  );

  test.each([
    'https://a.klaviyo.example',
    'http://127.0.0.1.example',
    'http://localhost.example',
    'http://10.0.0.1',
    'http://0.0.0.0:9000',
    'http://[::2]',
  ])('in production %s is refused: stored keys go nowhere else', (address) => {
    expect(mistakes({ NODE_ENV: 'production', ...KEYS, SOURCE_KLAVIYO_URL: address })).toEqual([
      'SOURCE_KLAVIYO_URL names another machine: in production stored keys go to the source itself or to this machine (127.0.0.1) alone. Leave it out.',
    ]);
  });
});

describe('single sign-on', () => {
  const okta = { name: 'okta', issuer: 'https://okta.example', client_id: 'console', client_secret: 'a secret' };
  const PUBLIC_URL = 'https://console.example';
  const file = async (content: unknown) => {
    const OIDC_PROVIDERS_FILE = path.join(dataDir, 'providers.json');
    await writeFile(OIDC_PROVIDERS_FILE, typeof content === 'string' ? content : JSON.stringify(content));
    return { PUBLIC_URL, OIDC_PROVIDERS_FILE };
  };

  test('has the providers of a file, each with a secret in it or in a file of its own', async () => {
    const secret = path.join(dataDir, 'secret');
    await writeFile(secret, 'from a file\n');
    const { client_secret: _, ...without } = okta;
    const environment = await file([
      okta,
      { ...without, name: 'b', label: 'B', client_secret_file: secret, scope: 'openid groups' },
    ]);
    expect(read({ ...environment, SIGN_IN: 'oidc' })).toMatchObject({
      onlyProviders: true,
      providers: [
        { name: 'okta', label: 'okta', clientSecret: 'a secret', scope: 'openid email profile' },
        { name: 'b', label: 'B', clientSecret: 'from a file', scope: 'openid groups' },
      ],
    });
    expect(read({})).toMatchObject({ providers: [], onlyProviders: false });
  });

  test.each<[unknown, string]>([
    ['{', 'which is not JSON'],
    [{}, 'which is no list'],
    [[{ ...okta, name: 'No' }], 'its provider 1 needs a name of lower-case words'],
    [[{ ...okta, issuer: 'http://okta.example' }], 'its provider 1 needs an https address as issuer'],
    [[okta, { ...okta, client_id: '' }], 'its provider 2 has no text as client_id'],
    [[{ name: 'okta' }], 'its provider 1 lacks its issuer'],
    [[{ ...okta, clientId: 'x' }], "its provider 1 has 'clientId', which is not known"],
    [[{ ...okta, client_secret_file: 'x' }], 'has both client_secret and client_secret_file'],
    [[{ ...okta, client_secret: undefined, client_secret_file: '/nowhere' }], 'which cannot be read (ENOENT)'],
    [[okta, okta], "which names 'okta' twice"],
  ])('%j is told', async (content, words) => {
    const [mistake = '', ...others] = mistakes(await file(content));
    expect(others).toEqual([]);
    expect(mistake).toContain(words);
    expect(mistake).not.toContain('a secret');
  });

  test('needs the public address, a file that is there, and a provider for SIGN_IN=oidc', async () => {
    const { OIDC_PROVIDERS_FILE } = await file([okta]);
    expect(mistakes({ OIDC_PROVIDERS_FILE })[0]).toMatch(/^PUBLIC_URL is missing/);
    expect(mistakes({ OIDC_PROVIDERS_FILE: '/nowhere', PUBLIC_URL })[0]).toContain('which cannot be read (ENOENT)');
    expect(mistakes({ SIGN_IN: 'oidc' })[0]).toMatch(/^SIGN_IN is oidc without a provider/);
    expect(mistakes({ SIGN_IN: 'saml' })[0]).toMatch(/^SIGN_IN is 'saml'/);
  });
});
