/** The records that undo changes back: who may, and by which calls (DECISIONS §2, §10). */
import type { Kysely } from 'kysely';
import { NOUNS, type NounFacts } from 'contract/nouns';
import type { Group } from 'contract/session';
import { RESOURCE_TYPES, type ResourceType } from 'contract/tags';
import { companyUndo } from '../company/companies.undo.queries';
import { COGS_RESOURCE } from '../company/cogs-periods.queries';
import { COGS_RESTORABLE, cogsStatesOf } from '../company/product-variant-cogs.undo.queries';
import type { AuditedRecord } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { allRecords, type NounRecords, type RowCalls } from '../records/registry';
import type { Effect, UndoableNoun } from './effects';

/** Records that undo changes back. */
export interface Undoable extends UndoableNoun {
  readonly resource: string;
  /** Whether a record belongs to a company. */
  readonly isOfCompany: boolean;
  /** Members of which groups may change its records, and which may create and delete them. */
  readonly writers: readonly Group[];
  readonly owners: readonly Group[];
  /** The type of its tags, where it carries any. */
  readonly taggable?: ResourceType | undefined;
  /** The message where another record has the unique value meanwhile. */
  readonly taken: string;
  /** Absent for the periods of a variant, which are moved all at once (company/product-variant-cogs.undo). */
  readonly rows?: RowCalls;
  statesOf(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, AuditedRecord>>;
}

function undoable({ definition: { noun, name, conflict, beside }, undo }: NounRecords): Undoable {
  const { company, writers, owners = writers }: NounFacts = NOUNS[noun.kind];
  // A deleted company is only hidden.
  const rows = noun.kind === 'company' ? companyUndo : undo;
  return {
    ...{ resource: noun.kind, name, restorable: undo.restorable, beside: Object.keys(beside?.columns ?? {}) },
    ...{ isOfCompany: company !== null, writers, owners, rows, statesOf: rows.statesOf },
    taken: conflict?.message ?? `Another ${name} has taken its place.`,
    taggable: RESOURCE_TYPES.find((type) => type === noun.kind),
  };
}

let known: ReadonlyMap<string, Undoable> | undefined;

/**
 * Every noun, and the cost periods of a variant, by the log's name; in the order in which an operation on several is undone:
 * knowledge before the agents that link it. Ready once the routes of all nouns are.
 */
export const undoableNouns = (): ReadonlyMap<string, Undoable> =>
  (known ??= new Map(
    [
      ...allRecords().map(undoable),
      {
        ...{ resource: COGS_RESOURCE, name: 'COGS record', restorable: COGS_RESTORABLE, beside: [], taken: '' },
        ...{ writers: NOUNS.product_variant.writers, owners: NOUNS.product_variant.writers },
        ...{ isUnit: true, isOfCompany: true, statesOf: cogsStatesOf },
      },
    ].map((noun) => [noun.resource, noun]),
  ));

/** The noun that the log calls so; undefined for what cannot be undone, such as a session. */
export const undoableOf = (resource: string): Undoable | undefined => undoableNouns().get(resource);

/** Whether the caller's groups may do what taking an effect back does. */
export const mayUndo = ({ writers, owners }: Undoable, { before, after, what }: Effect, caller: Caller): boolean => {
  const isRemoval = what === 'row' && (before === null || after === null);
  return (isRemoval ? owners : writers).some((group) => caller.groups.includes(group));
};

/** Why what is no effect on such a record is never taken back, in a message. */
export function whyNever({ action, resource }: { action: string; resource: string }): string {
  if (action === 'merge') return 'Merging tags cannot be undone.';
  if (resource === 'tag')
    return action === 'create' ? 'A new tag is not taken back by Undo.' : 'Deleting a tag cannot be undone.';
  if (resource === 'session') return 'Signing in and out cannot be undone.';
  if (resource === 'agent_proposal') return 'A proposal is not taken back: undo what it changed.';
  if (resource === 'agent_session') return 'A conversation cannot be undone.';
  if (resource === 'facebook_ad_selection') return 'A selection cannot be undone: select anew.';
  return 'This cannot be undone.';
}
