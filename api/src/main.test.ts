import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Connection } from './database/connection';
import { writeCheckValue } from './database/encryption-check';
import { migrateInTransaction, migrationsOf } from './database/migrate';
import { secretsWith } from './database/secrets';
import { onSingleConnection } from './database/single-connection';
import { emptyDatabase } from './testing/database';
import { eventually } from './testing/eventually';
import { startProcess, type TestProcess } from './testing/processes';

let dataDir: string;
const processes: TestProcess[] = [];
const consoleWith = (args: string[], environment: NodeJS.ProcessEnv = {}): TestProcess => {
  const running = startProcess('main.ts', args, { DATA_DIR: dataDir, PORT: '0', ...environment });
  processes.push(running);
  return running;
};
const result = async (args: string[], environment: NodeJS.ProcessEnv = {}) => {
  const running = consoleWith(args, environment);
  const code = await running.ends();
  return { code, output: running.output() };
};

/** The last migration that ran in one go with those before it. */
const LAST_BEFORE = '0029_texts_of_posts_in_an_index';
const READY = /Storeward is ready: (http:\/\/localhost:\d+)/;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'console-main-'));
  await chmod(dataDir, 0o711);
});
// As at a terminal: no connection of these tests' own is waited for.
afterEach(async () => {
  await Promise.all(processes.splice(0).map((running) => running.ends('SIGINT')));
});
afterAll(() => rm(dataDir, { recursive: true }));

describe('a command that is not understood says why and how it is called, and ends with 2', () => {
  test.each([
    [[], 'Say what to do.', 'pnpm console serve [--demo | --demo-anywhere | --no-demo]'],
    [['sing'], "There is no command 'sing'.", 'pnpm console migrate'],
    [['user', 'sing'], "There is no command 'user sing'.", 'pnpm console user create <username>'],
    [['serve', '--dmeo'], "Unknown option '--dmeo'.", 'pnpm console serve [--demo | --demo-anywhere | --no-demo]'],
    [['serve', 'now'], "Unexpected argument 'now'.", 'pnpm console serve [--demo | --demo-anywhere | --no-demo]'],
    [['user', 'disable'], 'username is missing.', 'pnpm console user disable <username>'],
  ])('%j', async (args, message, usage) => {
    // Before anything is opened: this folder could not be.
    const { code, output } = await result(args, { DATA_DIR: '/dev/null/data' });
    expect(output.split('\n')[0]).toBe(message);
    expect(output).toContain(`Usage:\n`);
    expect(output).toContain(usage);
    expect(code).toBe(2);
  });
});

test('--help explains a command, a noun or everything, and ends with 0', async () => {
  const one = await result(['company', 'restore', '--help']);
  expect(one).toEqual({
    code: 0,
    output: expect.stringContaining('pnpm console company restore <id or slug>') as string,
  });
  expect(one.output).not.toContain('user create');
  expect((await result(['--help'])).output).toContain('pnpm console user create <username>');
});

test('a command whose reader has gone away ends without a word', async () => {
  const running = consoleWith(['--help']);
  running.child.stdout?.destroy();
  expect(await running.ends()).toBe(0);
  expect(running.output()).toBe('');
});

test('the first start without demonstration says how to make the first user, who then is there for the next start', async () => {
  const first = consoleWith(['serve', '--demo', '--no-demo'], { LOG_LEVEL: 'info' });
  const [, url] = await first.says(READY);
  // Nothing stands before the words for a person.
  expect(first.output()).toMatch(/^\nStoreward is ready/);
  const [, link, token] = await first.says(
    /There is no user yet\. Make the first one in the browser, within 24 hours:\n {2}(\S+)\/login#invitation=(\S{43})\n/,
  );
  expect(link).toBe(url);
  await first.says(/or on the command line:\n {2}npx --yes pnpm@10\.34\.9 console user create <username>/);
  const open = async () =>
    (
      await fetch(`${url}/api/people/invitations/open`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
      })
    ).status;
  expect(await open()).toBe(200);
  expect(await (await fetch(`${url}/config.json`)).json()).not.toHaveProperty('demonstration');
  expect((await fetch(`${url}/api/ready`)).status).toBe(200);

  const made = await result(['user', 'create', 'ada', '--generate']);
  expect(made).toEqual({ code: 0, output: expect.stringContaining("Created user 'ada'") as string });
  // The link has ended with that.
  expect(await open()).toBe(404);
  expect(await first.ends('SIGINT')).toBe(0);

  const second = consoleWith(['serve'], { METRICS_PORT: '0', LOG_LEVEL: 'info' });
  await second.says(/Ctrl-C stops it/);
  expect(second.output()).not.toContain('There is no user yet');
  // On a port of their own, which only this machine reaches.
  const [, metrics = ''] = await second.says(/Metrics: (http:\/\/127\.0\.0\.1:\d+\/metrics)/);
  expect(await (await fetch(metrics)).text()).toContain('console_requests_total');
  const [, again] = await second.says(READY);
  expect((await fetch(`${again}/metrics`)).status).toBe(404);
});

test('in production the log names the command that makes the first user, as it is called where the service runs', async () => {
  const KEY_DIR = path.join(dataDir, 'keys');
  const folder = path.join(dataDir, 'production');
  const environment = { NODE_ENV: 'production', LOG_LEVEL: 'info', DATA_DIR: folder, KEY_DIR };
  const running = consoleWith(['serve'], { ...environment, CONSOLE_COMMAND: 'docker compose exec api console' });
  const [, first = ''] = await running.says(/^(.*)\n/);
  expect(JSON.parse(first)).toMatchObject({ level: 30, msg: 'Starting: opening the database' });
  await running.says(READY);
  await running.says(
    /"There is no user yet\. Make the first one in the browser, within 24 hours: {3}the address of the console, followed by \/login#invitation=\S{43} or on the command line: {3}docker compose exec api console user create <username> --groups AaasAdmin,CompanyAdmin"/,
  );
  const { output } = await result(['user', '--help'], { CONSOLE_COMMAND: 'docker compose exec api console' });
  expect(output).toContain('  docker compose exec api console user create <username>');
});

test('an operator’s own database is filled with demonstration data only where that is said by name @at-length', async () => {
  const database = await emptyDatabase();
  const DATABASE_URL = addressOf(database.connection);
  const environment = { DATABASE_URL, KEY_DIR: path.join(dataDir, 'keys') };
  try {
    const asked = consoleWith(['serve', '--demo'], environment);
    await asked.says(/There is no user yet/);
    expect(await asked.ends('SIGTERM')).toBe(0);
    const filled = consoleWith(['serve', '--demo-anywhere'], environment);
    await filled.says(/Demonstration users, all with the password console-demo:/);
    expect(await filled.ends('SIGTERM')).toBe(0);
  } finally {
    await database.close();
  }
});

test('migrate says what was run, and ends what runs in the background', async () => {
  expect((await result(['migrate', '--background'])).output).toMatch(/^The database is up to date\.\n/);
  const { code, output } = await result(['migrate', '--status']);
  expect(code).toBe(0);
  expect(output).toMatch(
    /^Migrations:\n {2}0001_users_sessions_and_audit {2}\d{4}-\d\d-\d\dT[^]*\nBackground steps:\n {2}0031_companies_of_entries {2}done {2}\d{4}-/,
  );
});

/** The address of a database of the test server. */
const addressOf = ({ connectionString, host, port, user, database }: Connection): string =>
  connectionString ?? `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host ?? '')}`;

test('a start with demonstration data offers its users, and a later start without does not @at-length', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'console-demo-'));
  await chmod(folder, 0o711);
  const first = consoleWith(['serve', '--demo'], { DATA_DIR: folder });
  const [, url] = await first.says(READY);
  await first.says(/Demonstration users, all with the password console-demo:\n {2}admin /);
  expect(await (await fetch(`${url}/config.json`)).json()).toMatchObject({
    demonstration: {
      password: 'console-demo',
      users: expect.arrayContaining([expect.objectContaining({ username: 'staff' })]) as unknown,
    },
  });
  expect(await first.ends('SIGINT')).toBe(0);

  const second = consoleWith(['serve', '--no-demo'], { DATA_DIR: folder });
  const [, again] = await second.says(READY);
  expect(await (await fetch(`${again}/config.json`)).json()).not.toHaveProperty('demonstration');
  expect(await second.ends('SIGINT')).toBe(0);
  await rm(folder, { recursive: true });
});

test('two starts on one folder both serve, and the one that is left goes on when the other is killed', async () => {
  const both = [consoleWith(['serve']), consoleWith(['serve'])];
  const urls = await Promise.all(both.map(async (running) => (await running.says(READY))[1]));
  for (const url of urls) expect((await fetch(`${url}/api/ready`)).status).toBe(200);
  await both[0]?.ends('SIGKILL');
  await eventually(async () => (await fetch(`${urls[1]}/api/ready`)).status === 200);
  expect(await both[1]?.ends('SIGINT')).toBe(0);
});

test('a stop does not wait for a connection that is held open', async () => {
  const running = consoleWith(['serve']);
  const [, url = ''] = await running.says(READY);
  const held = connect(Number(new URL(url).port), 'localhost');
  held.on('error', () => undefined);
  held.write(
    'POST /api/token/pair HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{',
  );
  await new Promise((resolve) => held.once('connect', resolve));
  // The test does not end the connection: the process does.
  expect(await running.ends('SIGTERM')).toBe(0);
  held.destroy();
});

describe('what keeps the service from starting is one message, and the process ends with 1', () => {
  let taken: Server;
  beforeAll(async () => {
    taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, 'localhost', resolve));
  });
  afterAll(() => taken.close());

  const refused = async (args: string[], environment: NodeJS.ProcessEnv): Promise<string> => {
    const { code, output } = await result(args, { LOG_LEVEL: 'silent', ...environment });
    expect(code).toBe(1);
    return output;
  };

  test('a port that is taken', async () => {
    const { port } = taken.address() as AddressInfo;
    expect(await refused(['serve'], { PORT: String(port) })).toBe(
      `Port ${port} is taken: stop what uses it, or set PORT to another number.\n`,
    );
  });

  test('a host that is not this machine', async () => {
    expect(await refused(['serve'], { HOST: '192.0.2.1' })).toBe(
      "HOST is '192.0.2.1', which is no address of this machine: set it to one, or leave it out.\n",
    );
  });

  test('a database that cannot be reached', async () => {
    const keys = { SECRET: 's'.repeat(32), ENCRYPTION_KEY: Buffer.alloc(32).toString('base64') };
    const url = 'postgres://me:hunter2@127.0.0.1:1/console';
    expect(await refused(['user', 'list'], { DATABASE_URL: url, ...keys })).toBe(
      'The database console at 127.0.0.1:1 cannot be reached (ECONNREFUSED): check DATABASE_URL and that the server runs.\n',
    );
  });

  test('an encryption key that is lost, or not that of the database, until the keys it sealed are given up @at-length', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'console-keys-'));
    await chmod(folder, 0o711);
    const DATA_DIR = folder;
    const file = path.join(folder, 'encryption-key');
    expect((await result(['demo'], { DATA_DIR })).code).toBe(0);
    const key = await readFile(file);
    await rm(file);
    expect(await refused(['serve'], { DATA_DIR })).toMatch(/^ENCRYPTION_KEY is missing: .*encryption-key is gone/);
    await writeFile(file, Buffer.alloc(32, 7).toString('base64'));
    expect(await refused(['serve'], { DATA_DIR })).toBe(
      `${file} is not the key that this database's API keys are sealed with: bring that key back. If it is lost, \`pnpm console keys rotate --clear-api-keys\` empties the API keys and makes this key the new one.\n`,
    );
    await writeFile(file, key);
    expect((await result(['keys', 'rotate'], { DATA_DIR })).output).toMatch(
      /^Sealed [1-9]\d* API keys with the new key/,
    );
    expect(await readFile(`${file}.old`)).toEqual(key);
    const running = consoleWith(['serve'], { DATA_DIR });
    await running.says(READY);
    expect(await running.ends('SIGTERM')).toBe(0);
    await rm(folder, { recursive: true });
  });

  test('a key that is not the database’s, before the database is migrated', async () => {
    const database = await emptyDatabase();
    const migrated = () => onSingleConnection(database.connection, ({ db }) => migrationsOf(db));
    const key = Buffer.alloc(32, 1).toString('base64');
    const environment = { DATABASE_URL: addressOf(database.connection), SECRET: 's'.repeat(32) };
    try {
      await onSingleConnection(database.connection, ({ db }) => migrateInTransaction(db, LAST_BEFORE));
      await database.db
        .transaction()
        .execute((transaction) => writeCheckValue(transaction, secretsWith(Buffer.from(key, 'base64'))));
      const other = { ...environment, ENCRYPTION_KEY: Buffer.alloc(32, 2).toString('base64') };
      for (const command of ['serve', 'migrate'])
        expect(await refused([command], other)).toMatch(/^ENCRYPTION_KEY is not the key that this database/);
      expect((await migrated()).at(-1)).toBe(LAST_BEFORE);
      expect((await result(['migrate'], { ...environment, ENCRYPTION_KEY: key })).output).toMatch(
        /^Ran migration 0030_background_steps\.\n[^]*The service runs 0031_companies_of_entries(, \w+)* in the background/,
      );
    } finally {
      await database.close();
    }
  });

  test('a server that is a standby', async () => {
    const signal = path.join(dataDir, 'postgres', 'standby.signal');
    await writeFile(signal, '', { mode: 0o644 });
    expect(await refused(['serve'], {})).toBe(
      "The database server is a standby, which takes no changes: set DATABASE_URL to the primary's address, or promote the standby.\n",
    );
    await rm(signal);
  });

  test('a data folder that cannot be made', async () => {
    await writeFile(path.join(dataDir, 'file'), '');
    const below = path.join(dataDir, 'file', 'data');
    expect(await refused(['serve'], { DATA_DIR: below })).toBe(
      `The data folder ${below} cannot be used (ENOTDIR): give this user the right to read and write it, or set DATA_DIR to another folder.\n`,
    );
  });
});
