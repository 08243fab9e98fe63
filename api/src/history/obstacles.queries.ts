/** Which entries of the log a person could take back, and what stands in the way of the others (DECISIONS §10). */
import { sql, type Kysely } from 'kysely';
import type { AuditedRecord } from '../database/audit';
import type { StoredAuditEntry } from '../database/audit-entries';
import type { Tables } from '../database/connection';
import { isAuthorised, type Caller } from '../http/access';
import { effectOf, obstacleTo } from './effects';
import { mayUndo, undoableOf, whyNever } from './undoable';

/** Those of an operation's entries that the caller has a right to take back. */
export async function entriesWithin(
  db: Kysely<Tables>,
  caller: Caller,
  entries: readonly StoredAuditEntry[],
): Promise<StoredAuditEntry[]> {
  const companyIds = [...new Set(entries.map(({ company_id }) => company_id ?? 0))];
  const { rows } = await sql<{ id: number }>`
    select id from companies where id = any(${companyIds}::int[]) and ${isAuthorised(caller, 'id')}`.execute(db);
  const authorised = new Set(rows.map(({ id }) => id));
  return entries.filter((entry) => isWithin(entry, caller, authorised));
}

/** Whether an entry is the caller's to take back, who is authorised for these of the companies. */
function isWithin(entry: StoredAuditEntry, caller: Caller, authorised: ReadonlySet<number>): boolean {
  const noun = undoableOf(entry.resource);
  const effect = effectOf(entry);
  if (!noun || !effect) return entry.user_id === caller.userId || caller.everyCompany;
  if (!mayUndo(noun, effect, caller)) return false;
  // A deleted company is visible only to those who may restore it.
  const isDeletedCompany = entry.resource === 'company' && effect.after === null && caller.everyCompany;
  return !noun.isOfCompany || isDeletedCompany || (effect.companyId !== null && authorised.has(effect.companyId));
}

/** The present state of the record of an entry. */
export interface Judged {
  /** Why the caller cannot take the entry back, in a message; null where they can. */
  readonly obstacle: string | null;
  /** The record as it is; undefined where it is gone, or of no noun that comes back. */
  readonly state: AuditedRecord | undefined;
}

/** Each entry, judged as things are now. */
export async function judgedEntries(
  db: Kysely<Tables>,
  caller: Caller,
  entries: readonly StoredAuditEntry[],
): Promise<[StoredAuditEntry, Judged][]> {
  const within = new Set(await entriesWithin(db, caller, entries));
  const states = await statesOf(db, entries);
  const now = new Date();
  return entries.map((entry) => {
    const state = states.get(keyOf(entry.resource, Number(entry.record_id)));
    return [entry, { obstacle: obstacleOf(entry, state, { isWithin: within.has(entry), now }), state }];
  });
}

function obstacleOf(
  entry: StoredAuditEntry,
  state: AuditedRecord | undefined,
  { isWithin, now }: { isWithin: boolean; now: Date },
): string | null {
  const noun = undoableOf(entry.resource);
  const effect = effectOf(entry);
  if (!noun || !effect) return whyNever(entry);
  if (entry.operation_id === null && entry.request_id === null) return 'The operator or the service did this.';
  if (effect.before === null && effect.after === null) return 'What the record was is not kept any more.';
  if (!isWithin) return 'You may not change this.';
  return obstacleTo(effect, noun, state, now)?.message ?? null;
}

const keyOf = (resource: string, id: number) => `${resource}/${id}`;

/** The records that the entries are about, as they are now. */
async function statesOf(db: Kysely<Tables>, entries: readonly StoredAuditEntry[]) {
  const all = new Map<string, AuditedRecord>();
  for (const resource of new Set(entries.map((entry) => entry.resource))) {
    const about = entries.filter((entry) => entry.resource === resource);
    const ids = about.flatMap((entry) => effectOf(entry)?.recordId ?? []);
    const states = await undoableOf(resource)?.statesOf(db, [...new Set(ids)]);
    for (const [id, state] of states ?? []) all.set(keyOf(resource, id), state);
  }
  return all;
}
