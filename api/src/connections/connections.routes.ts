import {
  byRun,
  connection,
  connectionCreate,
  connectionMatch,
  connectionNoun,
  connectionPatch,
  connectionTest,
  queuedRun,
  runList,
  runListQuery,
  runWithFindings,
} from 'contract/company/connections';
import { NOUNS } from 'contract/nouns';
import { accessFor } from '../http/access';
import { byId, type AddRoute } from '../http/route';
import { regularRoutes } from '../records/regular-routes';
import {
  askForRun,
  connections,
  createConnection,
  pauseConnection,
  removeConnection,
  resumeConnection,
  updateConnection,
} from './connections.queries';
import { findingsOfRun, matchByHand } from './matching.queries';
import { confirmRun, listRuns, stopRun } from './runs.queries';
import { testConnection, testKlaviyo, type TestParts } from './test-connection';

const { path } = NOUNS.connection;
const { readers, writers: access } = accessFor(connectionNoun.kind);
const one = `${path}/:id`;
const run = `${one}/runs/:run_id`;

/** Connections and their runs, and the test of Klaviyo's key (DECISIONS §13). */
export function connectionRoutes(add: AddRoute, parts: TestParts): void {
  const { db, sources } = parts;
  const { list, find } = connections;
  regularRoutes(add, db, { records: connections, calls: { list, find } });
  add('POST', path, {
    access,
    summary: 'Connect a store, an account or the posts of a company; nothing is written before a preview is confirmed',
    body: connectionCreate,
    response: connection,
    errors: { 409: 'The company has a connection to that source' },
    status: 201,
    handle: ({ caller, body }) => createConnection(db, sources, caller, body),
  });
  add('PATCH', one, {
    access,
    summary: 'Write the sent fields of one; another store, account or credential makes it new again',
    params: byId,
    body: connectionPatch,
    response: connection,
    handle: ({ caller, params, body, ifMatch }) => updateConnection(db, caller, params.id, body, ifMatch),
  });
  add('DELETE', one, {
    access,
    summary: 'Delete one and its runs; the records that it read stay',
    params: byId,
    handle: ({ caller, params }) => removeConnection(db, caller, params.id),
  });
  add('POST', `${one}/test`, {
    access,
    summary: 'Ask the source what a read would need',
    params: byId,
    response: connectionTest,
    errors: { 400: 'It cannot be tested' },
    asksOutside: true,
    handle: ({ caller, params }) => testConnection(parts, caller, params.id),
  });
  for (const [call, isPreview, summary] of [
    ['preview', true, 'Count what a read would write, and write nothing; the first one is to be confirmed'],
    ['sync', false, 'Read all now'],
  ] as const)
    add('POST', `${one}/${call}`, {
      access,
      summary: `${summary}; joins the run that is queued or runs`,
      params: byId,
      response: queuedRun,
      errors: { 400: 'It is paused, needs a new key, or its first preview is not confirmed' },
      status: 202,
      handle: async ({ caller, params }) => ({ run_id: await askForRun(db, caller, params.id, { isPreview }) }),
    });
  add('POST', `${one}/pause`, {
    access,
    summary: 'Pause one; its run ends at the next page',
    params: byId,
    response: connection,
    handle: ({ caller, params }) => pauseConnection(db, caller, params.id),
  });
  add('POST', `${one}/resume`, {
    access,
    summary: 'Have one go on that is paused or needs a new key; it is read within a minute',
    params: byId,
    response: connection,
    errors: { 400: 'It is not paused' },
    handle: ({ caller, params }) => resumeConnection(db, caller, params.id),
  });
  add('POST', `${one}/match`, {
    access,
    summary: 'Say which record a doubtful one of the source is; null: a new one. It counts from the next run on',
    params: byId,
    body: connectionMatch,
    errors: { 400: 'No new record can be made of it, or nothing of this source is matched by hand' },
    handle: ({ caller, params, body }) => matchByHand(db, sources, caller, params.id, body),
  });
  add('GET', `${one}/runs`, {
    access: readers,
    summary: 'Its runs of the last 90 days, newest first',
    params: byId,
    query: runListQuery,
    response: runList,
    handle: async ({ caller, params, query }) => {
      await find(db, caller, params.id);
      return listRuns(db, params.id, query);
    },
  });
  add('GET', run, {
    access: readers,
    summary: 'One run with what it found doubtful, gone, or could not store',
    params: byRun,
    response: runWithFindings,
    handle: ({ caller, params }) => findingsOfRun(db, sources, caller, { id: params.id, runId: params.run_id }),
  });
  add('POST', `${run}/confirm`, {
    access,
    summary: 'Say yes to a run that asks; the response names the run that goes on',
    params: byRun,
    response: queuedRun,
    errors: { 400: 'It does not ask' },
    handle: async ({ caller, params }) => {
      await find(db, caller, params.id);
      return { run_id: await confirmRun(db, caller, params.id, params.run_id) };
    },
  });
  add('POST', `${run}/stop`, {
    access,
    summary: 'Stop a run that is queued, runs or asks',
    params: byRun,
    errors: { 400: 'It has ended' },
    handle: async ({ caller, params }) => {
      await find(db, caller, params.id);
      await stopRun(db, caller, params.id, params.run_id);
    },
  });
  add('POST', `${NOUNS.company.path}/:id/test-klaviyo`, {
    access: accessFor('company').writers,
    summary: "Ask Klaviyo whose account the company's key is for",
    params: byId,
    response: connectionTest,
    errors: { 400: 'There is no key' },
    asksOutside: true,
    handle: ({ caller, params }) => testKlaviyo(parts, caller, params.id),
  });
}
