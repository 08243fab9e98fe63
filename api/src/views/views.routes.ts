import type { Kysely } from 'kysely';
import { view, viewCreate, viewList, viewPatch, viewsQuery } from 'contract/views';
import type { Tables } from '../database/connection';
import { signedIn } from '../http/access';
import { byId, type AddRoute } from '../http/route';
import { createView, deleteView, listViews, updateView } from './views.queries';

const access = signedIn;
const CONFLICT = 'The group has another author’s default view of the list';
const FORBIDDEN = 'A view of a group is changed by its author or AaasAdmin';

/** Saved views of lists, one's own and those of one's groups (DECISIONS §11). */
export function viewRoutes(add: AddRoute, db: Kysely<Tables>): void {
  add('GET', '/views', {
    access,
    summary: "The views of a list: the person's own, and those of the person's groups",
    query: viewsQuery,
    response: viewList,
    handle: ({ caller, query }) => listViews(db, caller, query.list),
  });
  add('POST', '/views', {
    access,
    summary: 'Save a view of a list, for oneself or for a group that one is in',
    body: viewCreate,
    response: view,
    status: 201,
    errors: { 409: CONFLICT },
    handle: ({ caller, body }) => createView(db, caller, body),
  });
  add('PATCH', '/views/:id', {
    access,
    summary: 'Write the sent fields of a view; a new position moves the others',
    params: byId,
    body: viewPatch,
    response: view,
    errors: { 403: FORBIDDEN, 409: CONFLICT },
    handle: ({ caller, params, body, ifMatch }) => updateView(db, caller, params.id, body, ifMatch),
  });
  add('DELETE', '/views/:id', {
    access,
    summary: 'Delete a view',
    params: byId,
    errors: { 403: FORBIDDEN },
    handle: ({ caller, params }) => deleteView(db, caller, params.id),
  });
}
