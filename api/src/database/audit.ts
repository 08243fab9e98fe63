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
      before: unknown;
      after: unknown;
      request_id: string | null;
    };
  }
}

/** Who writes. The operator at the command line has neither a user nor a request. */
export interface Actor {
  readonly userId: number | null;
  readonly username: string;
  readonly requestId: string | null;
}

/** The operator at the command line. */
export const OPERATOR: Actor = { userId: null, username: 'operator', requestId: null };

/** What a secret is in the log. */
export const HIDDEN = '***';

/** One thing that was done to one record; `before` is absent for what is new, `after` for what is gone. */
export interface Deed {
  action: string;
  resource: string;
  recordId: number | string;
  before?: object;
  after?: object;
}

const json = (value: object | undefined) => (value === undefined ? null : sql`${JSON.stringify(value)}::jsonb`);

/** Writes deeds to the log. Secrets must already be `HIDDEN` in `before` and `after`. */
export async function audit(transaction: Transaction<Tables>, actor: Actor, ...deeds: Deed[]): Promise<void> {
  if (!deeds.length) return;
  const rows = deeds.map(({ action, resource, recordId, before, after }) => ({
    user_id: actor.userId,
    username: actor.username,
    request_id: actor.requestId,
    action,
    resource,
    record_id: String(recordId),
    before: json(before),
    after: json(after),
  }));
  await transaction.insertInto('audit_log').values(rows).execute();
}
