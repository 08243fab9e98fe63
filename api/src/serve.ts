/** `serve`: the API and the built console in one process, until a signal ends it. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { DEMONSTRATION_PASSWORD, DEMONSTRATION_USERS, fillDemonstration } from '../demo';
import { buildApp } from './app';
import { readConfig, type Config } from './start/config';
import { readArguments, type Command } from './commands';
import { openDatabase, type Database } from './database/connection';
import { migrate } from './database/migrate';
import { withDatabaseKey } from './encryption-key';
import { secretsWith } from './database/secrets';
import { StartError } from './start/start-error';
import { missingBuild, serveConsole } from './http/web';

/** How `serve` is called. */
export const SERVE: Pick<Command, 'name' | 'usage' | 'summary'> = {
  name: 'serve',
  usage: 'serve [--demo | --no-demo]',
  summary: 'Start the service; --demo fills an empty embedded database with demonstration data',
};

// A request that runs longer than this at a stop is cut off.
const PATIENCE_MS = 1500;

/**
 * Starts the service and resolves when a signal has stopped it in order. Throws StartError with what to do
 * when it cannot start, UsageError for arguments it does not know.
 */
export const serve = async (
  args: string[],
  environment: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<void> => {
  readArguments(args, { words: [], flags: { demo: 'boolean', 'no-demo': 'boolean' } });
  // The last one counts: `pnpm start --no-demo` says both.
  const isDemo = args.lastIndexOf('--demo') > args.lastIndexOf('--no-demo');
  const stopped = nextSignal();
  const read = readConfig(environment);
  const running: { app?: FastifyInstance } = {};
  const database = await openDatabase(read, (sentence) => {
    if (running.app) running.app.log.warn(sentence);
    else process.stderr.write(`${sentence}\n`);
  });
  try {
    await migrate(database.connection);
    const config = await withDatabaseKey(database, read);
    // An operator's own database is filled only by the command `demo`; one that holds anything is left alone.
    if (isDemo && config.databaseUrl === null) await fillDemonstration(database, secretsWith(config.encryptionKey));
    const demonstration = isDemo && (await hasDemonstration(database)) ? DEMONSTRATION : null;
    const app = await buildApp({ database, config });
    running.app = app;
    serveConsole(app, { config, demonstration });
    await listen(app, config);
    const lines = [`${config.brand} is ready: ${addressOf(app, config)}`, ...(await advice(database, demonstration))];
    if (config.production) app.log.info(lines[0]);
    else print(['', ...lines, ''].join('\n'));
    await stopped;
    await stop(app);
  } finally {
    await database.close();
  }
};

const DEMONSTRATION = {
  password: DEMONSTRATION_PASSWORD,
  users: DEMONSTRATION_USERS.map(({ username, description }) => ({ username, description })),
};

/** True when every demonstration user is there, so that the login screen may offer them. */
const hasDemonstration = async ({ db }: Database): Promise<boolean> => {
  const names = DEMONSTRATION_USERS.map(({ username }) => username);
  const there = await db.selectFrom('users').select('username').where('username', 'in', names).execute();
  return there.length === names.length;
};

const listen = async (app: FastifyInstance, { host, port }: Config): Promise<void> => {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new StartError(`Port ${port} is taken: stop what uses it, or set PORT to another number.`);
    }
    if (code === 'EACCES') {
      throw new StartError(`Port ${port} may not be opened by this user: set PORT to a number from 1024.`);
    }
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
      throw new StartError(`HOST is '${host}', which is no address of this machine: set it to one, or leave it out.`);
    }
    throw error;
  }
};

const addressOf = (app: FastifyInstance, { host }: Config): string => {
  const { port } = app.server.address() as AddressInfo;
  return `http://${['0.0.0.0', '::'].includes(host) ? 'localhost' : host.includes(':') ? `[${host}]` : host}:${port}`;
};

const advice = async ({ db }: Database, demonstration: typeof DEMONSTRATION | null): Promise<string[]> => {
  const unbuilt = await missingBuild();
  const lines = unbuilt ? [unbuilt] : [];
  if (demonstration) {
    const width = Math.max(...demonstration.users.map(({ username }) => username.length));
    lines.push('', `Demonstration users, all with the password ${demonstration.password}:`);
    for (const { username, description } of demonstration.users)
      lines.push(`  ${username.padEnd(width)}  ${description}`);
  } else if (!(await db.selectFrom('users').select('id').limit(1).executeTakeFirst())) {
    lines.push(
      '',
      'There is no user yet. Make the first one:',
      '  npx --yes pnpm@10.34.9 console user create <username> --groups AaasAdmin,CompanyAdmin',
    );
  }
  return [...lines, '', 'Ctrl-C stops it.'];
};

const stop = async (app: FastifyInstance): Promise<void> => {
  const timer = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS);
  await app.close();
  clearTimeout(timer);
};

/** Resolves at the first signal to stop; a second one ends the process at once. */
const nextSignal = (): Promise<void> =>
  new Promise((resolve) => {
    let count = 0;
    const onSignal = () => {
      count += 1;
      if (count > 1) process.exit(130);
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
