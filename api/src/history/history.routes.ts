import type { Kysely } from 'kysely';
import {
  auditExport,
  auditQuery,
  byOperation,
  historyList,
  historyQuery,
  recordHistory,
  undoResponse,
  versionListOf,
  versionQuery,
} from 'contract/history';
import { NOUNS, type NounFacts } from 'contract/nouns';
import { COGS_RESOURCE } from '../company/cogs-periods.queries';
import { variants } from '../company/product-variants.queries';
import type { Tables } from '../database/connection';
import { accessFor, groups, signedIn } from '../http/access';
import { byId, type AddRoute } from '../http/route';
import { csv } from '../http/stream';
import { allRecords } from '../records/registry';
import { exportAudit } from './audit-export';
import { historiedNouns, historiedOf } from './historied';
import { readAudit, readCogsHistory, readHistory } from './history.queries';
import { undoOperation } from './undo.queries';
import { listVersions } from './versions.queries';

const admins = groups('AaasAdmin');

/** Who changed what and when: of a record for whoever may read it, all of it for AaasAdmin (DECISIONS §10). */
export function historyRoutes(add: AddRoute, db: Kysely<Tables>): void {
  for (const noun of historiedNouns().values())
    add('GET', `${noun.path}/:id/history`, {
      access: noun.readers,
      summary: 'What was done to one, newest first; also to one that was deleted',
      params: byId,
      query: noun.query ?? historyQuery,
      response: recordHistory,
      handle: ({ caller, params, query }) => readHistory(db, caller, noun, params.id, query),
    });
  const ofPeriods = historiedOf(COGS_RESOURCE);
  if (ofPeriods)
    add('GET', `${ofPeriods.path}/timeline/:id/history`, {
      access: ofPeriods.readers,
      summary: 'What was done to the cost periods of a product variant, newest first; also to those that are gone',
      params: byId,
      query: historyQuery,
      response: recordHistory,
      handle: async ({ caller, params, query }) => {
        await variants.find(db, caller, params.id);
        return readCogsHistory(db, caller, params.id, query);
      },
    });
  for (const records of allRecords()) {
    const { noun } = records.definition;
    const { path, versioned }: NounFacts = NOUNS[noun.kind];
    if (versioned)
      add('GET', `${path}/:id/versions`, {
        access: accessFor(noun.kind).readers,
        summary: 'The states that one was in, newest first; PUT or PATCH restores one',
        params: byId,
        query: versionQuery,
        response: versionListOf(noun),
        handle: ({ caller, params, query }) => listVersions(db, caller, records, params.id, query),
      });
  }
  add('POST', '/history/:operation_id/undo', {
    access: signedIn,
    summary: 'Take an operation back: each record as it was before; of many, those that have changed since are named',
    params: byOperation,
    response: undoResponse,
    errors: {
      400: 'It is of a kind that is never taken back',
      409: 'Its record has been changed since, or a unique value is taken',
    },
    handle: ({ caller, params }) => undoOperation(db, caller, params.operation_id),
  });
  add('GET', '/audit', {
    access: admins,
    summary: 'What was done in the whole console, newest first',
    query: auditQuery,
    response: historyList,
    handle: ({ caller, query }) => readAudit(db, caller, query),
  });
  add('POST', '/audit/export', {
    access: admins,
    summary: 'A CSV file of all entries of the log that match',
    body: auditExport,
    response: csv,
    handle: ({ body }) => exportAudit(db, body),
  });
}
