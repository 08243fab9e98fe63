/** The regular routes of a noun, in one declaration; what is irregular is written out beside it. */
import type { Kysely } from 'kysely';
import type { Noun, Properties } from 'contract/noun';
import { listResponse, type Paged } from 'contract/paging';
import type { Infer, RecordSchema } from 'contract/schema';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { byId, type AddRoute } from '../http/route';
import { matchingIdsRoute, type ListRoute } from './matching-ids';

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

/** Which regular routes a noun has below its path, and who may call them. */
export interface RegularRoutes<P extends Properties, Q extends RecordSchema> extends ListRoute<P, Q> {
  /** The calls that there are a route for. */
  readonly calls: Partial<CallsOf<P, Q>>;
  /** What the API's documentation says of a call, where that is more than what it does to any record. */
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
  { path, access, records, calls, summaries }: RegularRoutes<Properties, RecordSchema>,
): void {
  const { noun, query } = records.definition;
  const { list, find, create, replace, update, remove } = calls;
  const summary = { ...SUMMARIES, ...summaries };
  const one = `${path}/:id`;
  const record = { access, params: byId, response: noun.response };
  if (list)
    add('GET', path, {
      access,
      summary: summary.list,
      query,
      response: listResponse(noun.response),
      handle: ({ caller, query: asked }) => list(db, caller, asked),
    });
  if (list) matchingIdsRoute(add, db, { path, access, records });
  if (find)
    add('GET', one, {
      ...record,
      summary: summary.find,
      handle: ({ caller, params }) => find(db, caller, params.id),
    });
  if (create)
    add('POST', path, {
      access,
      summary: summary.create,
      body: noun.create,
      response: noun.response,
      status: 201,
      handle: ({ caller, body }) => create(db, caller, body),
    });
  if (replace)
    add('PUT', one, {
      ...record,
      summary: summary.replace,
      body: noun.replace,
      handle: ({ caller, params, body, ifMatch }) => replace(db, caller, params.id, body, ifMatch),
    });
  if (update)
    add('PATCH', one, {
      ...record,
      summary: summary.update,
      body: noun.update,
      handle: ({ caller, params, body, ifMatch }) => update(db, caller, params.id, body, ifMatch),
    });
  if (remove)
    add('DELETE', one, {
      access,
      summary: summary.remove,
      params: byId,
      handle: ({ caller, params }) => remove(db, caller, params.id),
    });
}
