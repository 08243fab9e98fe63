/** The regular routes of a noun, in one declaration; what is irregular is written out beside it. */
import type { Kysely } from 'kysely';
import type { Noun, Properties } from 'contract/noun';
import { NOUNS } from 'contract/nouns';
import { listResponse, type Paged } from 'contract/paging';
import type { Infer, RecordSchema } from 'contract/schema';
import type { Tables } from '../database/connection';
import { accessFor, type Caller } from '../http/access';
import { byId, type AddRoute } from '../http/route';
import { matchingIdsRoute, type Listed } from './matching-ids';

/** The regular calls, each as a route makes it. */
interface Calls<Item, Query, Create, Replace, Update> {
  list(db: Kysely<Tables>, caller: Caller, query: Query): Promise<Paged<Item>>;
  find(db: Kysely<Tables>, caller: Caller, id: number): Promise<Item>;
  create(db: Kysely<Tables>, caller: Caller, body: Create): Promise<Item>;
  replace(db: Kysely<Tables>, caller: Caller, id: number, body: Replace, ifMatch: string | null): Promise<Item>;
  update(db: Kysely<Tables>, caller: Caller, id: number, body: Update, ifMatch: string | null): Promise<Item>;
  remove(db: Kysely<Tables>, caller: Caller, id: number): Promise<void>;
}

type CallsOf<P extends Properties, Q> = Calls<
  Infer<Noun<P>['response']>,
  Infer<Q>,
  Infer<Noun<P>['create']>,
  Infer<Noun<P>['replace']>,
  Infer<Noun<P>['update']>
>;

/** Which regular routes a noun has; its entry in contract/nouns.ts gives their path and who may call them. */
export interface RegularRoutes<P extends Properties, Q extends RecordSchema> {
  readonly records: Listed<P, Q>;
  /** The calls that there are a route for. */
  readonly calls: Partial<CallsOf<P, Q>>;
  /** The API's documentation of a call, where it does more than to any record. */
  readonly summaries?: Partial<Record<keyof CallsOf<P, Q>, string>>;
}

const SUMMARIES = {
  list: 'Those that the filters match and the person is authorised for',
  find: 'One',
  create: 'Create one',
  replace: 'Replace every written field of one',
  update: 'Write the sent fields of one',
  remove: 'Delete one',
};

/** GET, POST, PUT, PATCH and DELETE as far as there are calls for them; beside a list the ids that its filters match. */
export function regularRoutes<P extends Properties, Q extends RecordSchema>(
  add: AddRoute,
  db: Kysely<Tables>,
  routes: RegularRoutes<P, Q>,
): void;
export function regularRoutes(
  add: AddRoute,
  db: Kysely<Tables>,
  { records, calls, summaries }: RegularRoutes<Properties, RecordSchema>,
): void {
  const { noun } = records.definition;
  const { path } = NOUNS[noun.kind];
  const { readers, writers, owners } = accessFor(noun.kind);
  const { list, find, create, replace, update, remove } = calls;
  const summary = { ...SUMMARIES, ...summaries };
  const one = `${path}/:id`;
  const record = { params: byId, response: noun.response };
  if (list)
    add('GET', path, {
      access: readers,
      summary: summary.list,
      query: noun.query,
      response: listResponse(noun.response),
      handle: ({ caller, query: asked }) => list(db, caller, asked),
    });
  if (list) matchingIdsRoute(add, db, records);
  if (find)
    add('GET', one, {
      ...record,
      access: readers,
      summary: summary.find,
      handle: ({ caller, params }) => find(db, caller, params.id),
    });
  if (create)
    add('POST', path, {
      access: owners,
      summary: summary.create,
      body: noun.create,
      response: noun.response,
      status: 201,
      handle: ({ caller, body }) => create(db, caller, body),
    });
  if (replace)
    add('PUT', one, {
      ...record,
      access: writers,
      summary: summary.replace,
      body: noun.replace,
      handle: ({ caller, params, body, ifMatch }) => replace(db, caller, params.id, body, ifMatch),
    });
  if (update)
    add('PATCH', one, {
      ...record,
      access: writers,
      summary: summary.update,
      body: noun.update,
      handle: ({ caller, params, body, ifMatch }) => update(db, caller, params.id, body, ifMatch),
    });
  if (remove)
    add('DELETE', one, {
      access: owners,
      summary: summary.remove,
      params: byId,
      handle: ({ caller, params }) => remove(db, caller, params.id),
    });
}
