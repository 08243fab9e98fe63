/** A whole service over a database of its own, and people who ask it over HTTP. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, InjectOptions } from 'fastify';
import { modelOf } from '../agents/model';
import { OfflineModel } from '../agents/offline-model';
import { buildApp, type Parts } from '../app';
import type { Config } from '../start/config';
import type { Group } from 'contract/session';
import type { Database } from '../database/connection';
import type { HashCost } from '../session/passwords';
import { createUser } from '../session/users.queries';
import { testDatabase } from './database';
import { described, requireDescribed } from './description';

/** The cheapest hash there is: what tests look at is never its strength. */
export const CHEAP: HashCost = { memoryCost: 8, timeCost: 1 };
/** The password of every person of a test. */
export const PASSWORD = 'correct horse battery';

const CLOSED = 'http://127.0.0.1:9';

const config: Config = {
  production: false,
  development: false,
  port: 0,
  host: '127.0.0.1',
  dataDir: '',
  databaseUrl: null,
  secret: 'a secret for tests, long enough to sign with',
  encryptionKey: randomBytes(32),
  encryptionKeyFile: null,
  isEncryptionKeyNew: false,
  newEncryptionKey: null,
  trustProxy: 1,
  brand: 'Storeward',
  publicUrl: null,
  mail: null,
  requireSecondFactor: [],
  providers: [],
  onlyProviders: false,
  files: '',
  remotes: {},
  agents: { endpoint: null, tokens: 4096 },
  // No test but that of the limit is to meet it.
  agentMessagesPerHour: 100_000,
  agentTokensPerMonth: null,
  agentPaceMs: 0,
  backupDir: null,
  auditDays: 400,
  // Where no one listens: a test names its stand-in.
  sources: { shopify: CLOSED, meta: CLOSED, youtube: CLOSED, klaviyo: CLOSED },
  metrics: null,
  logLevel: 'silent',
};

/** A response; `body` is its JSON, undefined without one. */
export interface TestResponse<Body = Record<string, unknown>> {
  status: number;
  body: Body;
  headers: Record<string, unknown>;
  text: string;
}

/** Someone who asks; without a token, not signed in. */
export class Person {
  constructor(
    private readonly app: FastifyInstance,
    readonly username: string,
    readonly access: string | null,
    readonly refresh: string | null,
  ) {}

  /** Sends a request below /api; an object as body is sent as JSON. */
  async ask<Body = Record<string, unknown>>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<TestResponse<Body>> {
    const response = await this.app.inject({
      method: method as NonNullable<InjectOptions['method']>,
      url: `/api${path}`,
      headers: {
        ...(this.access === null ? {} : { authorization: `Bearer ${this.access}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    requireDescribed(this.app, method, `/api${path}`, response.statusCode, body);
    const isJson = String(response.headers['content-type']).startsWith('application/json') && response.payload !== '';
    return {
      status: response.statusCode,
      body: (isJson ? response.json() : undefined) as Body,
      headers: response.headers,
      text: response.payload,
    };
  }

  /** Someone with this token in place of a person's. */
  with = (token: string): Person => new Person(this.app, 'a machine', token, null);

  get = <Body = Record<string, unknown>>(path: string, headers?: Record<string, string>) =>
    this.ask<Body>('GET', path, undefined, headers);
  post = <Body = Record<string, unknown>>(path: string, body?: unknown, headers?: Record<string, string>) =>
    this.ask<Body>('POST', path, body, headers);
  put = <Body = Record<string, unknown>>(path: string, body?: unknown, headers?: Record<string, string>) =>
    this.ask<Body>('PUT', path, body, headers);
  patch = <Body = Record<string, unknown>>(path: string, body?: unknown, headers?: Record<string, string>) =>
    this.ask<Body>('PATCH', path, body, headers);
  delete = <Body = Record<string, unknown>>(path: string, headers?: Record<string, string>) =>
    this.ask<Body>('DELETE', path, undefined, headers);
}

/** A service under test. */
export interface TestConsole {
  app: FastifyInstance;
  database: Database;
  config: Config;
  /** Someone without a token. */
  nobody: Person;
  /** Adds a user and signs in; `companies` are slugs or ids. */
  person(username: string, rights?: { groups?: Group[]; companies?: string[] }): Promise<Person>;
  close(): Promise<void>;
}

/** Builds a service over a database, a fresh one unless it is given; close it at the end, and the database with it. */
export async function openConsole(
  changes: Partial<Config> = {},
  parts: Pick<Parts, 'sources' | 'model'> = {},
  given?: Database,
): Promise<TestConsole> {
  const database = given ?? (await testDatabase());
  const all = { ...config, ...changes };
  const model = all.agents.endpoint ? await modelOf(all) : new OfflineModel(0);
  const app = await described(async () => {
    const built = await buildApp({ database, config: all, hashCost: CHEAP, model, ...parts });
    await built.ready();
    return built;
  });
  const nobody = new Person(app, '', null, null);
  return {
    app,
    database,
    config: all,
    nobody,
    async person(username, { groups = [], companies = [] } = {}) {
      const email = `${username.replace(/\s/g, '')}@example.test`;
      const user = { username, email, password: PASSWORD, groups, companies };
      await createUser(database.db, user, CHEAP);
      return signedInAs(app, nobody, username);
    },
    async close() {
      await app.close();
      await database.close();
    },
  };
}

/** Signs in with the password of every test. */
export async function signedInAs(app: FastifyInstance, nobody: Person, username: string): Promise<Person> {
  const { body } = await nobody.post<{ access: string; refresh: string }>('/token/pair', {
    username,
    password: PASSWORD,
  });
  return new Person(app, username, body.access, body.refresh);
}

/** Adds a company by SQL, ahead of any person who could; returns its id. */
export async function addTestCompany({ database }: TestConsole, name: string, slug: string): Promise<number> {
  const company = await database.db
    .insertInto('companies')
    .values({ name, slug, logo_url: 'https://example.test/logo.png', timezone: 'America/New_York' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return company.id;
}
