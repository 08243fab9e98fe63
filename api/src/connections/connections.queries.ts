/** Connections in the database: made, changed, paused and resumed by people (DECISIONS §13). */
import { sql, type Kysely, type Transaction } from 'kysely';
import {
  connectionNoun,
  type Connection,
  type ConnectionCreate,
  type ConnectionPatch,
  type ConnectionSource,
} from 'contract/company/connections';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { contains } from '../database/list';
import { requireCompany, type Caller } from '../http/access';
import { Conflict, InvalidInput, NotFound, RuleBroken } from '../http/errors';
import type { Table } from '../records/columns';
import { laterThanBefore, requireUnchanged } from '../records/if-match';
import { recordsOf } from '../records/records';
import type { Row } from '../records/rows';
import { searchedBy } from '../records/search';
import { EXPIRING, UNREAD } from './connections-attention';
import { reviveConnection } from './connection-states.queries';
import { credentials } from './credentials.queries';
import { pauseConnections, stopRuns } from './pausing.queries';
import type { Sources } from './reading';
import { queueRun } from './runs.queries';
import { SOURCE_NAMES } from './source';
import { storeNameIn } from './store-name';

declare module '../database/connection' {
  interface Tables {
    connections: Table<typeof connectionNoun>;
  }
}

type ConnectionRow = Row<(typeof connectionNoun)['properties']>;

const ofCredential = (column: string) =>
  sql`(select ${sql.ref(column)} from credentials where credentials.id = credential_id)`;

/** The regular calls that read connections; those that write are below. */
export const connections = recordsOf({
  noun: connectionNoun,
  table: 'connections',
  computed: {
    credential_label: ofCredential('label') as ReturnType<typeof sql<string | null>>,
    credential_expires_at: ofCredential('expires_at') as ReturnType<typeof sql<string | null>>,
    open_run_id: sql<number | null>`(
      select max(sync_runs.id) from sync_runs
      where connection_id = connections.id and status in ('queued', 'running', 'asking'))`,
    // Of when the run began, as its windows are.
    spend_through: sql<string | null>`(
      select (started_at at time zone zone)::date - 1 from sync_runs
      where source = 'meta' and connection_id = connections.id and status = 'done' and not is_preview and only_ids is null
      order by sync_runs.id desc limit 1)`,
  },
  searched: searchedBy('external_name'),
  sorts: {},
  filters: {
    search: (text) => sql<boolean>`(${contains('external_name', text)} or ${contains('external_id', text)})`,
    attention: (why) => (why === 'expires' ? EXPIRING : UNREAD),
  },
});

/**
 * A new connection. Throws NotFound for company or credential, InvalidInput and RuleBroken for what cannot be connected,
 * Conflict where the company has one of that source.
 */
export const createConnection = (
  db: Kysely<Tables>,
  sources: Sources,
  caller: Caller,
  { settings = {}, ...body }: ConnectionCreate,
): Promise<Connection> =>
  db.transaction().execute(async (transaction) => {
    const { company_id, source } = body;
    await requireCompany(transaction, caller, company_id);
    const name = SOURCE_NAMES[source];
    if (!sources.connected[source]) throw new RuleBroken(`${name} cannot be connected by this version.`);
    const binding = await boundTo(transaction, caller, {
      companyId: company_id,
      source,
      credentialId: body.credential_id ?? null,
      externalId: body.external_id ?? null,
    });
    const values = { company_id, source, settings, ...binding };
    const row = await connections.insertNew(transaction, caller, values, { action: 'connect' });
    if (!row) throw new Conflict(`This company has a connection to ${name} already.`);
    return connections.find(transaction, caller, row.id);
  });

/** Changes settings, or what it reads, which makes it new again. Throws as above, and as a regular PATCH. */
export const updateConnection = (
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  changes: ConnectionPatch,
  ifMatch: string | null,
): Promise<Connection> =>
  db.transaction().execute(async (transaction) => {
    const before = await connections.lock(transaction, caller, id);
    await requireUnchanged(transaction, ifMatch, connections.definition.name, before);
    const {
      external_id = before.external_id,
      credential_id = before.credential_id,
      settings = before.settings,
    } = changes;
    const isOther = external_id !== before.external_id || credential_id !== before.credential_id;
    const binding = isOther
      ? await boundTo(transaction, caller, {
          companyId: before.company_id,
          source: before.source,
          externalId: external_id,
          credentialId: credential_id,
        })
      : {};
    // Its first preview is to be confirmed again.
    const afresh = isOther
      ? {
          state: 'new' as const,
          state_message: null,
          error_code: null,
          waiting_until: null,
          failures: 0,
          confirmed_at: null,
          next_run_at: null,
          zone: null,
          currency: null,
          paused_by: null,
        }
      : {};
    await transaction
      .updateTable('connections')
      .set({ ...binding, ...afresh, settings, updated_by: caller.userId, updated_at: laterThanBefore })
      .where('id', '=', id)
      .execute();
    if (isOther) await stopRuns(transaction, sql`connection_id = ${id}`, 'The connection was changed.');
    const after = await connections.lock(transaction, caller, id);
    await audit(transaction, caller, { action: 'configure', resource: 'connection', recordId: id, before, after });
    return connections.find(transaction, caller, id);
  });

/** Removes a connection and its runs; its records stay. Throws NotFound. */
export const removeConnection = (db: Kysely<Tables>, caller: Caller, id: number): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const before = await connections.lock(transaction, caller, id);
    await sql`delete from connections where id = ${id}`.execute(transaction);
    await audit(transaction, caller, { action: 'disconnect', resource: 'connection', recordId: id, before });
  });

/** Pauses a connection; its run ends at the next page. Throws NotFound. */
export const pauseConnection = (db: Kysely<Tables>, caller: Caller, id: number): Promise<Connection> =>
  db.transaction().execute(async (transaction) => {
    await connections.lock(transaction, caller, id);
    await pauseConnections(transaction, caller, sql<boolean>`id = ${id}`, `Paused by ${caller.username}.`);
    return connections.find(transaction, caller, id);
  });

/** Has a connection go on that was paused, or needed a new key; it is read within a minute. Throws NotFound, RuleBroken. */
export const resumeConnection = (db: Kysely<Tables>, caller: Caller, id: number): Promise<Connection> =>
  db.transaction().execute(async (transaction) => {
    const { state, company_id } = await connections.lock(transaction, caller, id);
    if (state !== 'paused' && state !== 'reconnect') throw new RuleBroken('This connection is not paused.');
    await reviveConnection(transaction, id);
    const entry = { action: 'resume', resource: 'connection', recordId: id, after: { company_id } };
    await audit(transaction, caller, entry);
    return connections.find(transaction, caller, id);
  });

/** Queues a run of a connection, or joins the one there is; returns its id. Throws NotFound, and RuleBroken where none may begin. */
export const askForRun = (
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  { isPreview }: { readonly isPreview: boolean },
): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const { state, confirmed_at } = await connections.lock(transaction, caller, id);
    if (state === 'paused') throw new RuleBroken('This connection is paused: resume it first.');
    if (state === 'reconnect')
      throw new RuleBroken('This connection needs a new key: enter one, or resume it to try the present one.');
    if (!isPreview && confirmed_at === null)
      throw new RuleBroken('Nothing is written before a preview is confirmed: look at one first.');
    return queueRun(transaction, id, { cause: 'person', isPreview, requestedBy: caller.username });
  });

interface Bound {
  readonly companyId: number;
  readonly source: ConnectionSource;
  readonly externalId: string | null;
  readonly credentialId: number | null;
}

/** The columns of a store or account and of the credential that may read it for the company. */
async function boundTo(
  transaction: Transaction<Tables>,
  caller: Caller,
  { companyId, source, externalId, credentialId }: Bound,
): Promise<Pick<ConnectionRow, 'external_id' | 'external_name' | 'credential_id'>> {
  const external_id = externalIdOf(source, externalId);
  if (credentialId === null) await requireOwnKey(transaction, { companyId, source, external_id });
  else {
    // A shared one reads other companies' accounts too: whoever may not see it may not bind it.
    const found = await credentials
      .rows(transaction)
      .where(
        sql<boolean>`id = ${credentialId} and source = ${source} and (company_id is null or company_id = ${companyId})`,
      )
      .where(credentials.definition.authorised(caller))
      .executeTakeFirst();
    if (!found) throw new NotFound('Credential not found');
  }
  return { external_id, external_name: external_id ?? SOURCE_NAMES[source], credential_id: credentialId };
}

/** The company's own key is for the store of its address alone. */
async function requireOwnKey(
  transaction: Transaction<Tables>,
  { companyId, source, external_id }: { companyId: number; source: ConnectionSource; external_id: string | null },
): Promise<void> {
  if (source !== 'shopify')
    throw new InvalidInput([{ loc: ['body', 'credential_id'], msg: 'Credential is required', type: 'required' }]);
  const row = await transaction
    .selectFrom('companies')
    .select(['shopify_store_url', 'shopify_api_key'])
    .where('id', '=', companyId)
    .executeTakeFirst();
  if (!row?.shopify_api_key)
    throw new RuleBroken('This company has no Shopify API key: enter one, or choose a credential.');
  if (storeNameIn(row.shopify_store_url) !== external_id)
    throw new RuleBroken(
      `The company's own key is for the store of its address alone, which has to be https://${external_id}.myshopify.com.`,
    );
}

const FORMS: Readonly<Record<ConnectionSource, { readonly pattern: RegExp; readonly msg: string } | null>> = {
  shopify: { pattern: /^[a-z0-9][a-z0-9-]*$/, msg: 'Store must be the NAME of https://NAME.myshopify.com' },
  meta: { pattern: /^act_\d{1,30}$/, msg: 'Account must be act_ and digits' },
  youtube: null,
};

function externalIdOf(source: ConnectionSource, given: string | null): string | null {
  const form = FORMS[source];
  const text = given?.trim().toLowerCase() || null;
  const invalid = (msg: string) => new InvalidInput([{ loc: ['body', 'external_id'], msg, type: 'pattern' }]);
  if (!form) {
    if (text !== null) throw invalid('YouTube has no store or account to name');
    return null;
  }
  if (text === null || !form.pattern.test(text)) throw invalid(form.msg);
  return text;
}
