/** `serve`: the API and the built console in one process, until a signal ends it. */
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { backupJobs } from './backup.jobs';
import {
  DEMONSTRATION_PASSWORD,
  DEMONSTRATION_USERS,
  fillDemonstration,
  startDemonstrationProvider,
  startDemonstrationSources,
  type DemonstrationProvider,
  type DemonstrationSources,
} from '../demo';
import { namingRuleJobs } from './ads/naming-rules.jobs';
import { buildApp } from './app';
import { connectionJobs } from './connections/connection.jobs';
import { readConfig, type Config } from './start/config';
import { readArguments, type Command } from './commands';
import { COMMAND_LIMITS, openConnection, openDatabase, type Connection, type Database } from './database/connection';
import { withDatabaseKey } from './encryption-key';
import { secretsWith, type Secrets } from './database/secrets';
import { FIRST_RUN_HOURS } from 'contract/people/people';
import { inviteFirstUser } from './session/invitations.queries';
import { runJobs } from './jobs/run-jobs';
import { operatorCommand } from './start/operator-command';
import { StartError } from './start/start-error';
import { metricsOfService, serveMetrics } from './http/metrics';
import { missingBuild, serveConsole } from './http/web';
import { logOf } from './http/logging';
import { upgrade } from './upgrade';

/** How `serve` is called. */
export const SERVE: Pick<Command, 'name' | 'usage' | 'summary'> = {
  name: 'serve',
  usage: 'serve [--demo | --demo-anywhere | --no-demo] [--single-sign-on]',
  summary:
    'Start the service; --demo fills an empty embedded database with demonstration data, --demo-anywhere that of DATABASE_URL too; --single-sign-on has a provider beside it to try',
};

/**
 * Starts the service and resolves when a signal has stopped it in order. Throws StartError with what to do
 * when it cannot start, UsageError for arguments it does not know.
 */
export const serve = async (
  args: string[],
  environment: NodeJS.ProcessEnv,
  print: (line: string) => void,
): Promise<void> => {
  const { flags } = readArguments(args, {
    words: [],
    flags: { demo: 'boolean', 'demo-anywhere': 'boolean', 'no-demo': 'boolean', 'single-sign-on': 'boolean' } as const,
  });
  // The last one counts: `pnpm start --no-demo` says both.
  const mode = args.findLast((arg) => arg.includes('demo'));
  const isDemo = mode === '--demo' || mode === '--demo-anywhere';
  const stopped = nextSignal();
  const read = readConfig(environment);
  const log = logOf(read);
  const report = (line: string) => (read.production ? log.info(line) : print(line));
  // Who sits at a terminal reads one message, unless there is something to wait for.
  if (read.production) report('Starting: opening the database');
  const database = await openDatabase(read, {
    report: (message) => log.warn(message),
    note: (message) => log.debug(message),
  });
  let standIns: DemonstrationSources | null = null;
  let signIn: DemonstrationProvider | null = null;
  try {
    await upgrade(database, read, report);
    const ownConfig = await withDatabaseKey(database, read);
    // An operator's own database is filled only where that is said by name; one that holds anything is left alone.
    if (mode === '--demo-anywhere' || (isDemo && ownConfig.databaseUrl === null))
      await fill(database.connection, secretsWith(ownConfig.encryptionKey));
    const demonstration = isDemo && (await hasDemonstration(database)) ? DEMONSTRATION : null;
    // The demonstration's keys go to this machine alone.
    if (demonstration) standIns = await startDemonstrationSources(database.db);
    const publicUrl = ownConfig.publicUrl ?? `http://localhost:${ownConfig.port}`;
    // Without passwords anybody is anybody: on this machine alone.
    if (flags['single-sign-on'] && demonstration) signIn = await startDemonstrationProvider(database.db, publicUrl);
    const config = {
      ...ownConfig,
      sources: { ...ownConfig.sources, ...standIns?.addresses },
      ...(signIn && { publicUrl, providers: [...ownConfig.providers, signIn.provider] }),
    };
    const metrics = config.metrics && metricsOfService();
    const app = await buildApp({ database, config, metrics, log });
    serveConsole(app, { config, demonstration, folder: config.files });
    const metricsServer = metrics && config.metrics && (await serveMetrics(metrics, config.metrics));
    if (metricsServer) app.addHook('onClose', () => metricsServer.close());
    const ready = () => `${config.brand} is ready: ${addressOf(app, config)}`;
    if (config.production) {
      await listen(app, config);
      app.log.info(ready());
      // Behind which address people find it, the service does not know.
      const hint = await firstUserHint(database, environment, 'the address of the console, followed by ');
      if (hint) app.log.warn(hint.join(' '));
      if (demonstration) app.log.warn(demonstrationLines(demonstration).join(' '));
    } else {
      // No line of a step that runs already stands before these.
      const { hint, unbuilt } = await silently(app, async () => {
        await listen(app, config);
        return {
          hint: (await firstUserHint(database, environment, addressOf(app, config))) ?? [],
          unbuilt: (await missingBuild(config.files)) ?? [],
        };
      });
      const people = demonstration ? demonstrationLines(demonstration) : hint;
      print(
        ['', ready(), unbuilt, people.length > 0 ? ['', ...people] : [], '', 'Ctrl-C stops it.', ''].flat(2).join('\n'),
      );
    }
    if (metricsServer) app.log.info(`Metrics: ${metricsServer.url}`);
    const logError = (message: string) => app.log.error(message);
    const all = [
      backupJobs(database, config, (line) => app.log.info(line)),
      connectionJobs(database, config, logError),
      namingRuleJobs(database),
    ];
    const jobs = runJobs(database.connection, {
      tasks: Object.assign({}, ...all.map(({ tasks }) => tasks)),
      schedule: Object.assign({}, ...all.map(({ schedule }) => schedule)),
      report: logError,
    });
    const signal = await stopped;
    app.log.info(`${signal}: stopping`);
    // Who presses Ctrl-C waits for it; replacing a process must go unnoticed.
    await Promise.all([jobs.stop(), app.draining.stop({ isHurried: signal !== 'SIGTERM' })]);
  } finally {
    signIn?.close();
    await standIns?.close();
    await database.close();
  }
};

/** Fills an empty database with the demonstration data, which may take longer than a person's call. */
const fill = async (connection: Connection, secrets: Secrets): Promise<void> => {
  const patient = openConnection(connection, { limits: COMMAND_LIMITS });
  try {
    await fillDemonstration(patient, secrets);
  } finally {
    await patient.close();
  }
};

const DEMONSTRATION = {
  password: DEMONSTRATION_PASSWORD,
  users: DEMONSTRATION_USERS.map(({ username, description }) => ({ username, description })),
};

/** True when every demonstration user is there, so that the login screen may offer them. */
const hasDemonstration = async ({ db }: Database): Promise<boolean> => {
  const names = DEMONSTRATION_USERS.map(({ username }) => username);
  const there = await db.selectFrom('users').select('username').where('username_key', 'in', names).execute();
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

/** The words that say how to make the first user, with a new link for it; null when there is one. */
const firstUserHint = async (
  { db }: Database,
  environment: NodeJS.ProcessEnv,
  address: string,
): Promise<string[] | null> => {
  const token = await inviteFirstUser(db);
  if (token === null) return null;
  const command = `${operatorCommand(environment, 'npx --yes pnpm@10.34.9 console')} user create <username> --groups AaasAdmin,CompanyAdmin`;
  return [
    `There is no user yet. Make the first one in the browser, within ${FIRST_RUN_HOURS} hours:`,
    `  ${address}/login#invitation=${token}`,
    'or on the command line:',
    `  ${command}`,
  ];
};

const demonstrationLines = ({ users, password }: typeof DEMONSTRATION): string[] => {
  const width = Math.max(...users.map(({ username }) => username.length));
  return [
    `Demonstration users, all with the password ${password}:`,
    ...users.map(({ username, description }) => `  ${username.padEnd(width)}  ${description}`),
  ];
};

/** Starts listening while nothing but a warning is logged: the first words are for a person. */
const silently = async <T>(app: FastifyInstance, act: () => Promise<T>): Promise<T> => {
  const { level } = app.log;
  if (['info', 'debug', 'trace'].includes(level)) app.log.level = 'warn';
  const result = await act();
  app.log.level = level;
  return result;
};

/** Resolves with the first signal to stop; a second one ends the process at once. */
const nextSignal = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    let count = 0;
    const onSignal = (signal: NodeJS.Signals) => {
      count += 1;
      if (count > 1) process.exit(130);
      resolve(signal);
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
  });
