/** Credentials in the database (DECISIONS §13). */
import { sql, type Kysely, type Transaction } from 'kysely';
import {
  CREDENTIAL_KINDS,
  credentialNoun,
  type Credential,
  type CredentialCreate,
  type CredentialPatch,
} from 'contract/company/connections';
import { requireSealable } from '../company/company-keys';
import { audit } from '../database/audit';
import type { Tables } from '../database/connection';
import { contains } from '../database/list';
import type { Secrets } from '../database/secrets';
import { isAuthorised, NOT_ALLOWED, requireCompany, type Caller } from '../http/access';
import { Conflict, InvalidInput, NotAllowed } from '../http/errors';
import type { Table } from '../records/columns';
import { recordsOf } from '../records/records';
import { searchedBy } from '../records/search';
import { reviveConnections } from './connection-states.queries';
import { credentialPlace, hintOf } from './credential-secrets';
import { SOURCE_NAMES } from './source';

declare module '../database/connection' {
  interface Tables {
    credentials: Table<typeof credentialNoun> & {
      /** Null: not used yet; false: it is dead until it gets another secret. */
      works: boolean | null;
    };
  }
}

const state = sql<Credential['state']>`
  case when secret is null or works = false then 'reconnect'
    when paused_until > clock_timestamp() then 'waiting'
    when works then 'ok' else 'new' end`;

/** The regular calls on credentials, but for those that a secret belongs to. A shared one is AaasAdmin's alone. */
export const credentials = recordsOf({
  noun: credentialNoun,
  table: 'credentials',
  authorised: (caller) =>
    caller.everyCompany
      ? sql<boolean>`(credentials.company_id is null or ${isAuthorised(caller, 'credentials.company_id')})`
      : isAuthorised(caller, 'credentials.company_id'),
  computed: {
    state,
    shared: sql<boolean>`company_id is null`,
    connection_count: sql<number>`(select count(*) from connections where credential_id = credentials.id)`,
  },
  searched: searchedBy('label'),
  sorts: {},
  filters: {
    search: (text) => contains('label', text),
    state: (asked) => sql<boolean>`${state} = ${asked}`,
  },
});

/** The calls that write secrets, sealed by `secrets`; they throw Busy as `requireSealable`. */
export function credentialWrites(secrets: Secrets) {
  const sealed = async (transaction: Transaction<Tables>, id: number, secret: string) => {
    await requireSealable(transaction, secrets);
    return { secret: secrets.seal(secret, credentialPlace(id)), hint: hintOf(secret) };
  };

  /** A new credential. Throws InvalidInput for what its source does not take, NotAllowed, NotFound for a company. */
  const create = (db: Kysely<Tables>, caller: Caller, body: CredentialCreate): Promise<Credential> =>
    db.transaction().execute(async (transaction) => {
      requireKind(body);
      const companyId = body.company_id ?? null;
      if (companyId === null && !caller.everyCompany) throw new NotAllowed(NOT_ALLOWED);
      await requireCompany(transaction, caller, companyId ?? undefined);
      const id = await nextId(transaction);
      const values = await sealed(transaction, id, body.secret ?? '');
      await credentials.insert(transaction, caller, { ...body, ...values, id });
      return credentials.find(transaction, caller, id);
    });

  /** The sent fields are set; with another secret, all that had stopped on it goes on. Throws as a regular PATCH. */
  const update = (
    db: Kysely<Tables>,
    caller: Caller,
    id: number,
    { secret, ...changes }: CredentialPatch,
    ifMatch: string | null,
  ): Promise<Credential> =>
    db.transaction().execute(async (transaction) => {
      if (secret === null) throw missing('secret', 'Secret is required');
      const values = secret === undefined ? {} : { ...(await sealed(transaction, id, secret)), ...UNUSED };
      const { kind, client_id } = await credentials.change(transaction, caller, id, { ...changes, ...values }, ifMatch);
      if (kind === 'client' && client_id === null) throw missing('client_id', 'Client ID is required');
      if (secret !== undefined) {
        await sql`update credentials set works = null where id = ${id}`.execute(transaction);
        await reviveConnections(transaction, id);
      }
      return credentials.find(transaction, caller, id);
    });

  return { create, update };
}

const UNUSED = { expires_at: null, state_message: null, paused_until: null };

/** Removes a credential, which is not undone; throws Conflict while a connection uses it. */
export const removeCredential = (db: Kysely<Tables>, caller: Caller, id: number): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const before = await credentials.lock(transaction, caller, id);
    const { rows } = await sql`select from connections where credential_id = ${id} limit 1`.execute(transaction);
    if (rows.length) throw new Conflict('A connection uses this credential: connect it with another one first.');
    await sql`delete from credentials where id = ${id}`.execute(transaction);
    await audit(transaction, caller, { action: 'revoke', resource: 'credential', recordId: id, before });
  });

function requireKind({ source, kind, client_id, secret }: CredentialCreate): void {
  const kinds: readonly string[] = CREDENTIAL_KINDS[source];
  if (!kinds.includes(kind)) {
    const { labels } = credentialNoun.properties.kind;
    const taken = CREDENTIAL_KINDS[source].map((one) => labels[one]).join(' or ');
    throw new InvalidInput([{ loc: ['body', 'kind'], msg: `${SOURCE_NAMES[source]} takes: ${taken}`, type: 'enum' }]);
  }
  if (typeof secret !== 'string') throw missing('secret', 'Secret is required');
  if (kind === 'client' && !client_id?.trim()) throw missing('client_id', 'Client ID is required');
}

const missing = (field: string, msg: string) => new InvalidInput([{ loc: ['body', field], msg, type: 'required' }]);

// A secret is bound to its credential's id, so the id must be known before the row is.
async function nextId(transaction: Transaction<Tables>): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('credentials', 'id')) as id`.execute(transaction);
  return rows[0]?.id ?? 0;
}
