/** The records of every noun by its kind: history, undo and search read here and list no noun themselves. */
import type { Kysely, Transaction } from 'kysely';
import type { Properties } from 'contract/noun';
import { NOUN_KINDS, type NounKind } from 'contract/nouns';
import type { AuditedRecord } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import type { RowAccess } from './rows';
import type { Searched } from './search';

type States = Map<number, AuditedRecord>;

/** The calls of undo on the rows of a noun (undo-rows). */
export interface RowCalls {
  readonly restorable: readonly string[];
  statesOf(db: Kysely<Tables>, ids: readonly number[]): Promise<States>;
  lockStates(transaction: Transaction<Tables>, caller: Caller, ids: readonly number[]): Promise<States>;
  putBack(transaction: Transaction<Tables>, caller: Caller, values: ReadonlyMap<number, AuditedRecord>): Promise<void>;
  reinsert(transaction: Transaction<Tables>, caller: Caller, kept: readonly AuditedRecord[]): Promise<States>;
  deleteRows(transaction: Transaction<Tables>, caller: Caller, ids: readonly number[]): Promise<void>;
}

/** The records of any noun, as far as they are the same for all. */
export interface NounRecords {
  readonly definition: {
    readonly noun: {
      readonly kind: NounKind;
      readonly properties: Properties;
      readonly replace: { readonly properties: Properties };
    };
    readonly table: keyof Tables;
    readonly name: string;
    readonly missing: string;
    readonly conflict?: { readonly message: string };
    readonly beside?: { readonly columns: object };
    readonly searched: Searched;
    readonly authorised: RowAccess;
    readonly readAt?: string;
  };
  /** Throws NotFound for a record that is not there or not authorised. */
  find(db: Kysely<Tables>, caller: Caller, id: number): Promise<AuditedRecord>;
  readonly undo: RowCalls;
}

const registered = new Map<NounKind, NounRecords>();

/** Called by `recordsOf` for each noun. */
export const register = (records: NounRecords): void => void registered.set(records.definition.noun.kind, records);

/** The records of a noun. Throws for one whose queries are not imported: then its routes are missing too. */
function recordsOfNoun(kind: NounKind): NounRecords {
  const records = registered.get(kind);
  if (!records) throw new Error(`The noun ${kind} of contract/nouns.ts has no routes: name them in app.ts.`);
  return records;
}

/** Those of all nouns, in their order; throws as `recordsOfNoun`. */
export const allRecords = (): NounRecords[] => NOUN_KINDS.map(recordsOfNoun);
