/** The audit log: every write leaves who, when, what and which record, in the same transaction (DECISIONS §10). */
import type { Generated, Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Tables } from './connection';

declare module './connection' {
  interface Tables {
    audit_log: {
      id: Generated<number>;
      at: Generated<string>;
      user_id: number | null;
      username: string;
      action: string;
      resource: string;
      record_id: string;
      /** An AuditedRecord, or null. */
      before: unknown;
      after: unknown;
      request_id: string | null;
      /** Null where the entry is about no company; 0 where it is older than the column and not looked up yet. */
      company_id: number | null;
      /** The operation that the request is a part of; null: the request is the operation. */
      operation_id: string | null;
      /** The operation that this entry takes back. */
      undoes: string | null;
      /** The agent that proposed it, and the conversation in which it did; null where no agent proposed it. */
      agent: Generated<string | null>;
      tab_id: Generated<string | null>;
      /** Whether no entry before it in its operation did the same to the same kind of record in the same company. */
      is_first: Generated<boolean>;
    };
  }
}

/** A record as the log keeps it, by its columns; a secret is `HIDDEN`. */
export type AuditedRecord = Readonly<Record<string, unknown>>;

/** Who writes. The operator at the command line has neither a user nor a request. */
export interface Actor {
  readonly userId: number | null;
  readonly username: string;
  readonly requestId: string | null;
  /** The operation that the request is a later part of; absent: it is one of its own (DECISIONS §10). */
  readonly operationId?: string;
  /** The operation that is taken back. */
  readonly undoes?: string;
  /** Where an agent proposed what is done: its slug, and the conversation (DECISIONS §9). */
  readonly proposed?: { readonly agent: string; readonly tabId: string };
}

/** The operation that an actor's entries are of; null for the operator and the service. */
export const operationOf = ({ operationId, requestId }: Actor): string | null => operationId ?? requestId;

/** The operator at the command line. */
export const OPERATOR: Actor = { userId: null, username: 'operator', requestId: null };

/** The mark of a secret in the log. */
export const HIDDEN = '***';

/** One thing that was done to one record; `before` is absent for what is new, `after` for what is gone. */
export interface AuditEntry {
  action: string;
  resource: string;
  recordId: number | string;
  before?: object;
  after?: object;
  /** The company it is about, where neither the record nor `before` and `after` say so by `company_id`. */
  companyId?: number;
}

/** The company that an entry names by itself: a company's own, or the `company_id` of the record. */
const companyOf = ({ companyId, resource, recordId, before, after }: AuditEntry): number | null =>
  companyId ?? (resource === 'company' ? Number(recordId) : (companyIn(after) ?? companyIn(before)));

const companyIn = (values: object | undefined): number | null =>
  values && 'company_id' in values && typeof values.company_id === 'number' ? values.company_id : null;

// So that no statement grows without bound.
const ENTRIES_AT_ONCE = 1000;

/** Writes entries to the log. Secrets must already be `HIDDEN` in `before` and `after`. */
export async function audit(transaction: Transaction<Tables>, actor: Actor, ...entries: AuditEntry[]): Promise<void> {
  const { userId, username, requestId, operationId = null, undoes = null, proposed } = actor;
  const operation = operationOf(actor);
  for (let at = 0; at < entries.length; at += ENTRIES_AT_ONCE) {
    // One parameter for all of them: one for each value takes the driver longer than the database.
    const given = entries.slice(at, at + ENTRIES_AT_ONCE).map((entry) => ({
      action: entry.action,
      resource: entry.resource,
      record_id: String(entry.recordId),
      before: entry.before,
      after: entry.after,
      company_id: companyOf(entry),
    }));
    await sql`
      insert into audit_log (action, resource, record_id, before, after, company_id,
        user_id, username, request_id, operation_id, undoes, agent, tab_id, is_first)
      select action, resource, record_id, before, after, company_id,
        ${userId}::int, ${username}::text, ${requestId}::text, ${operationId}::text, ${undoes}::text,
        ${proposed?.agent ?? null}::text, ${proposed?.tabId ?? null}::text,
        ${operation}::text is null or (place = min(place) over (partition by action, resource, company_id)
          and not exists (select from audit_log as earlier where coalesce(earlier.operation_id, earlier.request_id) = ${operation}
            and (earlier.action, earlier.resource) = (entry.action, entry.resource)
            and earlier.company_id is not distinct from entry.company_id))
      from rows from (jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as
        (action text, resource text, record_id text, before jsonb, after jsonb, company_id int)) with ordinality
        as entry (action, resource, record_id, before, after, company_id, place)
      order by place`.execute(transaction);
  }
}
