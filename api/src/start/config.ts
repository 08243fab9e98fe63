import { existsSync } from 'node:fs';
import path from 'node:path';
import { AREAS, type Area } from 'contract/console-config';
import { GROUPS, type Group } from 'contract/session';
import type { MailConfig } from '../session/invitation-mail';
import { readDatabaseUrl } from './database-url';
import { readKeys, type Keys } from './keys';
import { readSecretFiles } from './secret-files';
import { readSignInProviders, type SignInProvider } from './sign-in-providers';
import { readSourceAddress, SOURCE_ADDRESSES, type Source, type SourceAddresses } from './source-addresses';
import { StartError } from './start-error';

/** The service's configuration: read once from the environment at start, and handed to whoever needs it. */
export interface Config extends Keys {
  /** NODE_ENV is `production`. */
  production: boolean;
  /** NODE_ENV is `development`: readable API documentation is served. */
  development: boolean;
  port: number;
  host: string;
  /** Absolute; holds the embedded database and the keys made for it. */
  dataDir: string;
  /** The PostgreSQL server to use, or several of them (database-url), with the password; null means the embedded one in `dataDir`. */
  databaseUrl: string | null;
  /** How many proxies stand in front: so many entries of X-Forwarded-For are believed. */
  trustProxy: number;
  brand: string;
  /** The origin under which people open the console, such as `https://console.example`; null where it is not set. */
  publicUrl: string | null;
  /** The server that takes mail; null where nothing is mailed. */
  mail: MailConfig | null;
  /** The groups whose members do nothing before they have set up a second factor. */
  requireSecondFactor: readonly Group[];
  /** The providers of single sign-on. */
  providers: readonly SignInProvider[];
  /** Whether passwords and passkeys sign in those alone whom the operator has named (SIGN_IN=oidc). */
  onlyProviders: boolean;
  /** The folder that holds the built console: `host/dist` and `remote-<area>/dist`. */
  files: string;
  /** The manifest URLs of the deployed areas. */
  remotes: Partial<Record<Area, string>>;
  /** The model of the agent chat. */
  agents: {
    /** Null means the built-in model that needs no network. */
    endpoint: ModelEndpoint | null;
    /** How many tokens an answer may have. */
    tokens: number;
  };
  /** How many messages a person may send to agents within an hour. */
  agentMessagesPerHour: number;
  /** How many tokens a person's answers may take in a month; null means as many as they like. */
  agentTokensPerMonth: number | null;
  /** The pause of the built-in model before each word, in milliseconds. */
  agentPaceMs: number;
  /** The folder in which `console backup` keeps backups; null where it is not set. */
  backupDir: string | null;
  /** For how many days the audit log is kept. */
  auditDays: number;
  /** Where the sources of connections are. */
  sources: SourceAddresses;
  /** Where the metrics are served; null means nowhere. */
  metrics: { host: string; port: number } | null;
  logLevel: LogLevel;
}

/** Where the agents' language model is and how to get in. */
export interface ModelEndpoint {
  kind: 'openai-compatible' | 'anthropic';
  /** Without a trailing slash. */
  baseUrl: string;
  /** Null where the endpoint asks for none. */
  apiKey: string | null;
  model: string;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The checkout's folder, from the TypeScript source and from its build alike. */
export const PROJECT_FOLDER = path.resolve(
  __dirname,
  path.basename(path.resolve(__dirname, '../..')) === 'dist' ? '../../../..' : '../../..',
);

/**
 * Reads the environment, and the files that it names for secrets (secret-files); an empty value counts as absent. The two keys are made on first use, as files that only this
 * user reads, in the folder KEY_DIR, else, on the embedded database outside production, in the data folder; the encryption
 * key only once the database says that it holds nothing sealed with another (encryption-key).
 * Throws StartError with a message for each mistake, a line each.
 */
export const readConfig = (environment: NodeJS.ProcessEnv): Config => {
  const mistakes: string[] = [];
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof StartError)) throw error;
      mistakes.push(error.message);
    }
  };
  const secrets = readSecretFiles(environment);
  const given = (name: string): string | undefined => secrets.get(name) ?? environment[name];
  const value = (name: string): string | undefined => given(name)?.trim() || undefined;
  const wholeNumber: WholeNumber = (name, absent, [least, most]) => {
    const text = value(name);
    if (text === undefined) return absent;
    const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (number >= least && number <= most) return number;
    throw new StartError(
      `${name} is '${text}': set it to a whole number from ${least} to ${most}, or leave it out for ${absent ?? 'none'}.`,
    );
  };

  const production = value('NODE_ENV') === 'production';
  const dataDir = path.resolve(value('DATA_DIR') ?? 'data');
  // A password is what it is: with its spaces at both ends.
  const databasePassword = given('DATABASE_PASSWORD') || undefined;
  const databaseUrl = attempt(() => readDatabaseUrl(value('DATABASE_URL'), databasePassword)) ?? null;
  const config = {
    production,
    development: value('NODE_ENV') === 'development',
    port: attempt(() => wholeNumber('PORT', 8080, [0, 65535])),
    host: value('HOST') ?? 'localhost',
    dataDir,
    databaseUrl,
    ...readKeys({ value, attempt, production, dataDir }),
    trustProxy: attempt(() => wholeNumber('TRUST_PROXY', 0, [0, 10])),
    brand: value('BRAND') ?? 'Storeward',
    publicUrl: attempt(() => readOrigin('PUBLIC_URL', value('PUBLIC_URL'))) ?? null,
    mail: attempt(() => readMail(value)) ?? null,
    requireSecondFactor: attempt(() => readGroups('REQUIRE_SECOND_FACTOR', value('REQUIRE_SECOND_FACTOR'))),
    ...attempt(() => readSignIn(value)),
    files: path.resolve(value('CONSOLE_FILES') ?? PROJECT_FOLDER),
    remotes: Object.fromEntries(
      AREAS.flatMap((area) => {
        const url = attempt(() => readRemote(area, environment[`REMOTE_${area.toUpperCase()}_URL`]?.trim()));
        return url ? [[area, url]] : [];
      }),
    ),
    agents: {
      endpoint: attempt(() => readModelEndpoint(value)) ?? null,
      tokens: attempt(() => wholeNumber('AGENT_MAX_TOKENS', 4096, [16, 1_000_000])),
    },
    agentMessagesPerHour: attempt(() => wholeNumber('AGENT_MESSAGES_PER_HOUR', 60, [1, 1_000_000])),
    agentTokensPerMonth:
      value('AGENT_TOKENS_PER_MONTH') === undefined
        ? null
        : attempt(() => wholeNumber('AGENT_TOKENS_PER_MONTH', 0, [1, 1_000_000_000_000])),
    agentPaceMs: attempt(() => wholeNumber('AGENT_PACE_MS', 25, [0, 1000])),
    backupDir: value('BACKUP_DIR') === undefined ? null : path.resolve(value('BACKUP_DIR') ?? ''),
    auditDays: attempt(() => wholeNumber('AUDIT_DAYS', 400, [1, 36_500])),
    sources: Object.fromEntries(
      (Object.keys(SOURCE_ADDRESSES) as Source[]).map((source) => [
        source,
        attempt(() => readSourceAddress(source, value(`SOURCE_${source.toUpperCase()}_URL`), production)),
      ]),
    ),
    metrics: attempt(() => readMetricsAddress(value, wholeNumber)) ?? null,
    logLevel: attempt(() => readLogLevel(value('LOG_LEVEL'))),
  };
  if (mistakes.length > 0) throw new StartError([...new Set(mistakes)].join('\n'));
  // Whatever could not be read is among the mistakes.
  return config as Config;
};

const readRemote = (area: Area, text: string | undefined): string | null => {
  if (text === undefined) {
    const isBuilt = existsSync(path.join(PROJECT_FOLDER, `remote-${area}`, 'dist', 'mf-manifest.json'));
    return isBuilt ? `/remotes/${area}/mf-manifest.json` : null;
  }
  if (text === '') return null;
  if (/^\/(?!\/)/.test(text)) return text;
  if (URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol)) return text;
  throw new StartError(
    `REMOTE_${area.toUpperCase()}_URL is '${text}': set it to an http(s) address or a path from '/', to nothing for an area that is not deployed, or leave it out.`,
  );
};

type Value = (name: string) => string | undefined;
type WholeNumber = <Absent extends number | null>(
  name: string,
  absent: Absent,
  limits: [number, number],
) => number | Absent;

/** METRICS_PORT, a port of its own, on METRICS_HOST, which is this machine's loopback unless it says otherwise. */
const readMetricsAddress = (value: Value, wholeNumber: WholeNumber): Config['metrics'] => {
  const host = value('METRICS_HOST');
  const port = wholeNumber('METRICS_PORT', null, [0, 65535]);
  if (port === null) {
    if (host === undefined) return null;
    throw new StartError('METRICS_HOST is set without METRICS_PORT: set METRICS_PORT to a free port, or leave it out.');
  }
  if (port !== 0 && port === wholeNumber('PORT', 8080, [0, 65535]))
    throw new StartError(
      `METRICS_PORT is ${port}, which is PORT: set it to another port, for the metrics are no public page.`,
    );
  return { host: host ?? '127.0.0.1', port };
};

const ANTHROPIC = 'https://api.anthropic.com/v1';

/** AGENT_BASE_URL names an OpenAI-compatible endpoint; without it ANTHROPIC_API_KEY and AGENT_MODEL together name Anthropic. */
const readModelEndpoint = (value: (name: string) => string | undefined): ModelEndpoint | null => {
  const [baseUrl, model, anthropicKey] = ['AGENT_BASE_URL', 'AGENT_MODEL', 'ANTHROPIC_API_KEY'].map(value);
  if (baseUrl !== undefined) {
    if (model === undefined)
      throw new StartError('AGENT_MODEL is missing: set it to the name of a model that AGENT_BASE_URL serves.');
    const apiKey = value('AGENT_API_KEY') ?? null;
    return { kind: 'openai-compatible', baseUrl: httpAddress('AGENT_BASE_URL', baseUrl), apiKey, model };
  }
  if (model === undefined) {
    if (value('AGENT_API_KEY') === undefined) return null;
    throw new StartError(
      'AGENT_API_KEY is set without AGENT_BASE_URL: set AGENT_BASE_URL and AGENT_MODEL, or leave it out.',
    );
  }
  if (anthropicKey === undefined)
    throw new StartError(
      'AGENT_MODEL is set without an endpoint: set AGENT_BASE_URL or ANTHROPIC_API_KEY, or leave it out for the built-in model.',
    );
  const address = httpAddress('ANTHROPIC_BASE_URL', value('ANTHROPIC_BASE_URL') ?? ANTHROPIC);
  return { kind: 'anthropic', baseUrl: address, apiKey: anthropicKey, model };
};

const httpAddress = (name: string, text: string): string => {
  // The value may hold a password, so the message does not repeat it.
  if (!URL.canParse(text) || !['http:', 'https:'].includes(new URL(text).protocol))
    throw new StartError(`${name} is no http(s) address: set it to one such as https://models.example/v1.`);
  return text.replace(/\/+$/, '');
};

/** The origin of an http(s) address that has nothing behind its host. */
const readOrigin = (name: string, text: string | undefined): string | null => {
  if (text === undefined) return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && ['http:', 'https:'].includes(url.protocol) && url.href === `${url.origin}/`) return url.origin;
  throw new StartError(
    `${name} is '${text}': set it to the address under which people open the console, such as https://console.example, or leave it out.`,
  );
};

const SMTP_PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 };

/** SMTP_URL with MAIL_FROM; links in mail begin with PUBLIC_URL. */
const readMail = (value: Value): MailConfig | null => {
  const [text, from] = ['SMTP_URL', 'MAIL_FROM'].map(value);
  if (text === undefined) {
    if (from === undefined) return null;
    throw new StartError(
      'MAIL_FROM is set without SMTP_URL: set SMTP_URL to the server that takes mail, or leave it out.',
    );
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  const port = url && SMTP_PORTS[url.protocol];
  // The value may hold a password, so the message does not repeat it.
  if (!url?.hostname || !port)
    throw new StartError(
      'SMTP_URL is no address of a mail server: set it to one such as smtps://name:password@mail.example.',
    );
  if (from === undefined || !/^[^\s<>,;]+@[^\s<>,;]+$/.test(from))
    throw new StartError(
      'MAIL_FROM is missing or no address: set it to the sender of mail, such as console@example.com.',
    );
  if (value('PUBLIC_URL') === undefined)
    throw new StartError(
      'PUBLIC_URL is missing: set it to the address of the console, with which links in mail begin.',
    );
  const { hostname: host, username, password } = url;
  return {
    host,
    from,
    port: Number(url.port) || port,
    secure: url.protocol === 'smtps:',
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
  };
};

/** OIDC_PROVIDERS_FILE, whose providers lead back to PUBLIC_URL, and SIGN_IN. */
const readSignIn = (value: Value): Pick<Config, 'providers' | 'onlyProviders'> => {
  const providers = readSignInProviders(value('OIDC_PROVIDERS_FILE'));
  if (providers.length > 0 && value('PUBLIC_URL') === undefined)
    throw new StartError(
      'PUBLIC_URL is missing: set it to the address of the console, to which the providers of OIDC_PROVIDERS_FILE lead back.',
    );
  const by = value('SIGN_IN') ?? 'password';
  if (by !== 'password' && by !== 'oidc')
    throw new StartError(
      `SIGN_IN is '${by}': set it to oidc, where passwords are for named people alone, or leave it out.`,
    );
  if (by === 'oidc' && providers.length === 0)
    throw new StartError('SIGN_IN is oidc without a provider: set OIDC_PROVIDERS_FILE to a file that names one.');
  return { providers, onlyProviders: by === 'oidc' };
};

/** Names of groups with commas between them, in any case. */
const readGroups = (name: string, text = ''): readonly Group[] =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)
    .map((word) => {
      const group = GROUPS.find((one) => one.toLowerCase() === word.toLowerCase());
      if (group) return group;
      throw new StartError(
        `${name} names '${word}': set it to groups with commas between them, of ${GROUPS.join(', ')}, or leave it out.`,
      );
    });

const readLogLevel = (text: string | undefined): LogLevel => {
  const level = LOG_LEVELS.find((known) => known === (text ?? (process.stdout.isTTY ? 'warn' : 'info')));
  if (level) return level;
  throw new StartError(`LOG_LEVEL is '${text}': set it to one of ${LOG_LEVELS.join(', ')}.`);
};
