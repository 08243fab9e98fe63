import type { Kysely } from 'kysely';
import {
  ingestTokenCreate,
  ingestTokenRotation,
  ingestTokenWithSecret,
  tokenNoun,
} from 'contract/ingest/ingest-tokens';
import { NOUNS } from 'contract/nouns';
import type { Tables } from '../database/connection';
import { accessFor } from '../http/access';
import { byId, type AddRoute } from '../http/route';
import { regularRoutes } from '../records/regular-routes';
import {
  createIngestToken,
  ingestTokens,
  revokeIngestToken,
  rotateIngestToken,
  updateIngestToken,
} from './ingest-tokens.queries';

const { path } = NOUNS.ingest_token;
const { owners } = accessFor(tokenNoun.kind);
const ENDED = 'The token has ended';

/** Machine tokens (DECISIONS §14). A secret is in two responses, and these are kept nowhere. */
export function ingestTokenRoutes(add: AddRoute, db: Kysely<Tables>): void {
  const { list, find } = ingestTokens;
  regularRoutes(add, db, {
    records: ingestTokens,
    calls: { list, find, update: updateIngestToken, remove: revokeIngestToken },
    summaries: {
      update: 'Write name, companies or scopes of one that has not ended',
      remove: 'Revoke one: it ends at once, and is listed for 90 days',
    },
  });
  add('POST', path, {
    access: owners,
    summary: 'Make one; its secret is in this response alone',
    body: ingestTokenCreate,
    response: ingestTokenWithSecret,
    status: 201,
    isSecret: true,
    handle: ({ caller, body }) => createIngestToken(db, caller, body),
  });
  add('POST', `${path}/:id/rotate`, {
    access: owners,
    summary: 'Give one a new secret, which is in this response alone; the one before works on for the overlap',
    params: byId,
    body: ingestTokenRotation,
    response: ingestTokenWithSecret,
    errors: { 400: ENDED },
    isSecret: true,
    handle: ({ caller, params, body }) => rotateIngestToken(db, caller, params.id, body),
  });
}
