import type { Kysely } from 'kysely';
import { credentialCreate, credentialNoun } from 'contract/company/connections';
import { NOUNS } from 'contract/nouns';
import type { Tables } from '../database/connection';
import type { Secrets } from '../database/secrets';
import { accessFor } from '../http/access';
import { byId, type AddRoute } from '../http/route';
import { regularRoutes } from '../records/regular-routes';
import { credentials, credentialWrites, removeCredential } from './credentials.queries';

const { path } = NOUNS.credential;
const { owners: access } = accessFor(credentialNoun.kind);

/** Credentials of connections (DECISIONS §13). No response has a secret. */
export function credentialRoutes(add: AddRoute, { db, secrets }: { db: Kysely<Tables>; secrets: Secrets }): void {
  const { list, find } = credentials;
  const { create, update } = credentialWrites(secrets);
  regularRoutes(add, db, {
    records: credentials,
    calls: { list, find, update },
    summaries: { update: 'Write the sent fields of one; another secret has all go on that had stopped on it' },
  });
  add('POST', path, {
    access,
    summary: 'Store one, of a company or, for AaasAdmin, shared; its secret is never returned',
    body: credentialCreate,
    response: credentialNoun.response,
    status: 201,
    handle: ({ caller, body }) => create(db, caller, body),
  });
  add('DELETE', `${path}/:id`, {
    access,
    summary: 'Delete one that no connection uses',
    params: byId,
    errors: { 409: 'A connection uses it' },
    handle: ({ caller, params }) => removeCredential(db, caller, params.id),
  });
}
