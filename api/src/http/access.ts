/**
 * Who may call a route: one declared rule a route, checked before the body is read, so that
 * somebody without the group learns nothing from a body (DECISIONS §1, §2).
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { IngestScope } from 'contract/ingest/ingest-tokens';
import { NOUNS, type NounFacts, type NounKind } from 'contract/nouns';
import type { Group } from 'contract/session';
import type { Actor } from '../database/audit';
import type { Tables } from '../database/connection';
import { NotAllowed, NotFound, NotSignedIn } from './errors';

/** A route's rule. */
export type Access =
  | { readonly who: 'anyone' }
  | { readonly who: 'signedIn'; readonly beforeFactor?: true }
  | { readonly who: 'groups'; readonly groups: readonly Group[] }
  | { readonly who: 'machine'; readonly scope: IngestScope };

/** A rule that admits people. */
export type PersonAccess = Exclude<Access, { who: 'anyone' } | { who: 'machine' }>;

/** The message for a missing group. */
export const NOT_ALLOWED = 'You do not have permission to do this';
const NO_FACTOR = 'Please set up a second factor in My account first';
// The same for an unknown token, one that has ended and one that was revoked.
const NO_TOKEN = 'This token does not admit you';
const NOT_IN_SCOPE = 'This token may not write this';

/** Open to the world. */
export const anyone = { who: 'anyone' } as const satisfies Access;
/** Open to every signed-in user. */
export const signedIn = { who: 'signedIn' } as const satisfies Access;
/** Open to those as well who have to set up a second factor before anything else (DECISIONS §15). */
export const beforeFactor = { who: 'signedIn', beforeFactor: true } as const satisfies Access;
/** Open to members of at least one of these groups. */
export const groups = (...names: [Group, ...Group[]]) => ({ who: 'groups', groups: names }) as const satisfies Access;
/** Open to machine tokens of this scope, and to no one else (DECISIONS §14). */
export const machine = (scope: IngestScope) => ({ who: 'machine', scope }) as const satisfies Access;

/** Who may read a noun's records, who may change one, and who may create and delete one (contract/nouns.ts). */
export function accessFor(kind: NounKind) {
  const { readers, writers, owners = writers }: NounFacts = NOUNS[kind];
  return { readers: readers ? groups(...readers) : signedIn, writers: groups(...writers), owners: groups(...owners) };
}

/** The signed-in user behind a request, as the database had it when the request came in. */
export interface Caller extends Actor {
  readonly userId: number;
  readonly requestId: string;
  readonly sessionId: string;
  readonly groups: readonly Group[];
  /** Members of AaasAdmin are authorised for every company; then `companyIds` is not looked at. */
  readonly everyCompany: boolean;
  readonly companyIds: readonly number[];
  /** A second factor is missing that one of their groups has to have: they have no groups and companies until then. */
  readonly mustSetUpFactor?: true;
}

/** The machine token behind a request, as the database had it when the request came in. */
export interface Machine {
  readonly tokenId: number;
  readonly name: string;
  readonly scopes: readonly IngestScope[];
  readonly companyIds: readonly number[];
}

/** How callers are found; each returns null for a token that admits no one. */
export interface CallerReaders {
  /** Who an access token belongs to now. */
  person(token: string, requestId: string): Promise<Caller | null>;
  /** The present state of a machine token; throws LimitReached. */
  machine(token: string, address: string): Promise<Machine | null>;
}

/** One route and its rule, as it stands. */
export interface GuardedRoute {
  readonly method: string;
  readonly url: string;
  readonly access: Access;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
  }
  interface FastifyRequest {
    /** Null on routes that are open to anyone or to machines. */
    caller: Caller | null;
    /** Null on all routes but those of machines. */
    machine: Machine | null;
  }
}

/**
 * Guards every route that is registered in this scope afterwards. A route without a rule throws at registration,
 * so the service does not start.
 *
 * @returns the routes with their rules, growing as they are registered
 */
export function guard(scope: FastifyInstance, read: CallerReaders): readonly GuardedRoute[] {
  const guarded: GuardedRoute[] = [];
  scope.decorateRequest('caller', null);
  scope.decorateRequest('machine', null);
  scope.addHook('onRoute', ({ method, url, config }) => {
    const access = config?.access;
    if (!access) throw new Error(`${String(method)} ${url} does not say who may call it`);
    for (const one of [method].flat()) guarded.push({ method: one, url, access });
  });
  scope.addHook('onRequest', async (request) => {
    const access = request.routeOptions.config.access;
    // Only an address that no route has is left without a rule; it is 404 for everyone.
    if (!access || access.who === 'anyone') return;
    if (access.who === 'machine') {
      const token = bearerToken(request, MACHINE_TOKEN);
      const found = token === null ? null : await read.machine(token, request.ip);
      if (!found) throw new NotSignedIn(NO_TOKEN);
      request.machine = found;
      if (!found.scopes.includes(access.scope)) throw new NotAllowed(NOT_IN_SCOPE);
      return;
    }
    const token = bearerToken(request, ACCESS_TOKEN);
    const caller = token === null ? null : await read.person(token, request.id);
    if (!caller) throw new NotSignedIn('Please sign in');
    request.caller = caller;
    if (caller.mustSetUpFactor && !('beforeFactor' in access)) throw new NotAllowed(NO_FACTOR);
    if (!isAdmitted(access, caller)) throw new NotAllowed(NOT_ALLOWED);
  });
  return guarded;
}

/**
 * The token of the one Authorization header: the scheme in any case, one space, the token. Anything else (two headers,
 * two spaces, a tab, a list) is no token at all; a token elsewhere, as in the query, is never looked at.
 */
function bearerToken({ raw }: FastifyRequest, shape: RegExp): string | null {
  const values = raw.rawHeaders.filter((_, at, all) => at % 2 === 1 && all[at - 1]?.toLowerCase() === 'authorization');
  if (values.length !== 1) return null;
  const token = /^bearer ([\w.-]+)$/i.exec(values[0] ?? '')?.[1] ?? '';
  return shape.test(token) ? token : null;
}

// Neither has the other's shape: a machine's token opens no person's route, and a person's none of a machine's.
const ACCESS_TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/;
const MACHINE_TOKEN = /^swi_[0-9A-Za-z]{8}_[0-9A-Za-z]{38}$/;

/** The rule of a call: `accessOf('POST', '/tags')`. Throws for a call that no route has. */
export type AccessOf = (method: string, path: string) => Access;

/** Reads it off the routes. */
export const accessIn =
  (guarded: readonly GuardedRoute[]): AccessOf =>
  (method, path) => {
    const access = guarded.find((route) => route.method === method && route.url === `/api${path}`)?.access;
    if (!access) throw new Error(`No route is ${method} ${path}`);
    return access;
  };

/** Whether a rule admits somebody. */
export const isAdmitted = (access: Access, caller: Caller): boolean =>
  access.who === 'machine'
    ? false
    : access.who !== 'groups' || access.groups.some((group) => caller.groups.includes(group));

/** Whether somebody may read the lists of a resource, by the rule of its own call: `mayList(caller, '/knowledge')`. */
export type MayList = (caller: Caller, path: string) => boolean;

/** Reads it off the routes; throws for a path without a list. */
export const listAccess =
  (guarded: readonly GuardedRoute[]): MayList =>
  (caller, path) =>
    isAdmitted(accessIn(guarded)('GET', path), caller);

/** Which companies somebody is authorised for. */
export type CompanyAccess = Pick<Caller, 'everyCompany' | 'companyIds'>;

/** The condition that a row's company is there and the caller is authorised for it; `column` holds the company's id. */
export const isAuthorised = (caller: CompanyAccess, column: string): RawBuilder<boolean> =>
  caller.everyCompany
    ? sql<boolean>`${sql.ref(column)} not in (select id from companies where deleted_at is not null)`
    : sql<boolean>`${sql.ref(column)} = any(${[...caller.companyIds]}::int[])`;

/**
 * Throws NotFound unless the company that a request names is there and the caller is authorised for it. A request that names
 * none (undefined) is about every company of the caller.
 */
export async function requireCompany(db: Kysely<Tables>, caller: Caller, id: number | undefined): Promise<void> {
  if (id === undefined) return;
  const { rows } = await sql`select from companies where id = ${id} and ${isAuthorised(caller, 'id')}`.execute(db);
  if (!rows.length) throw new NotFound('Company not found');
}
