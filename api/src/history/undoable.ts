/** The records that undo changes back: who may, and by which calls (DECISIONS §2, §10). */
import type { Kysely } from 'kysely';
import { NOUNS, type NounFacts, type NounKind } from 'contract/nouns';
import type { Group } from 'contract/session';
import { RESOURCE_TYPES, type ResourceType } from 'contract/tags';
import { companyUndo } from '../company/companies.undo.queries';
import { COGS_RESOURCE } from '../company/cogs-periods.queries';
import { COGS_RESTORABLE, cogsStatesOf } from '../company/product-variant-cogs.undo.queries';
import type { AuditedRecord } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { allRecords, type NounRecords, type RowCalls } from '../records/registry';
import { personUndo } from '../session/people.queries';
import { TAGGABLES } from '../tags/taggable';
import { TAG_TAKEN } from '../tags/tags.queries';
import { tagUndo } from '../tags/tags.undo.queries';
import type { Effect, UndoableNoun } from './effects';

/** Records that undo changes back. */
export interface Undoable extends UndoableNoun {
  readonly resource: string;
  /** Whether a record belongs to a company. */
  readonly isOfCompany: boolean;
  /** Members of which groups may change its records, and which may create and delete them. */
  readonly writers: readonly Group[];
  readonly owners: readonly Group[];
  /** In place of both, where it depends on the record. */
  readonly writersOf?: (record: AuditedRecord) => readonly Group[];
  /** The type of its tags, where it carries any. */
  readonly taggable?: ResourceType | undefined;
  /** The message where another record has the unique value meanwhile. */
  readonly taken: string;
  /** Absent for the periods of a variant, which are moved all at once (company/product-variant-cogs.undo). */
  readonly rows?: RowCalls;
  statesOf(db: Kysely<Tables>, ids: readonly number[]): Promise<Map<number, AuditedRecord>>;
}

/** A deleted company is only hidden; a person's groups and companies have tables of their own. */
const IRREGULAR: Partial<Record<NounKind, RowCalls>> = { company: companyUndo, user: personUndo };

function undoable({ definition: { noun, name, conflict, beside }, undo }: NounRecords): Undoable {
  const { company, writers, owners = writers }: NounFacts = NOUNS[noun.kind];
  const rows = IRREGULAR[noun.kind] ?? undo;
  return {
    resource: noun.kind,
    name,
    restorable: undo.restorable,
    beside: Object.keys(beside?.columns ?? {}),
    isOfCompany: company !== null,
    writers,
    owners,
    rows,
    statesOf: rows.statesOf,
    taken: conflict?.message ?? `Another ${name} has taken its place.`,
    taggable: RESOURCE_TYPES.find((type) => type === noun.kind),
  };
}

/** The log's name for a tag. */
export const TAG_RESOURCE = 'tag';
const USES_NOT_KEPT = 'What carried this tag is not kept: it had more than 100,000 uses, or was deleted too long ago.';
const writersOfTag = (record: AuditedRecord) =>
  RESOURCE_TYPES.filter((type) => type === record['resource_type']).map((type) => TAGGABLES[type].writers);

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
        resource: TAG_RESOURCE,
        name: 'tag',
        beside: ['resource_ids'],
        partlyKept: USES_NOT_KEPT,
        taken: TAG_TAKEN,
        writers: [],
        owners: [],
        writersOf: writersOfTag,
        isOfCompany: true,
        rows: tagUndo,
        restorable: tagUndo.restorable,
        statesOf: tagUndo.statesOf,
      },
      {
        resource: COGS_RESOURCE,
        name: 'COGS record',
        restorable: COGS_RESTORABLE,
        beside: [],
        taken: '',
        writers: NOUNS.product_variant.writers,
        owners: NOUNS.product_variant.writers,
        isUnit: true,
        isOfCompany: true,
        statesOf: cogsStatesOf,
      },
    ].map((noun) => [noun.resource, noun]),
  ));

/** The noun that the log calls so; undefined for what cannot be undone, such as a session. */
export const undoableOf = (resource: string): Undoable | undefined => undoableNouns().get(resource);

/** Whether the caller's groups may do what taking an effect back does. */
export const mayUndo = (noun: Undoable, { before, after, what }: Effect, caller: Caller): boolean => {
  const isRemoval = what === 'row' && (before === null || after === null);
  const groups = noun.writersOf?.(after ?? before ?? {}) ?? (isRemoval ? noun.owners : noun.writers);
  return groups.some((group) => caller.groups.includes(group));
};

/** Why what is no effect on such a record is never taken back, in a message. */
export function whyNever({ action, resource }: { action: string; resource: string }): string {
  if (action === 'merge') return 'Merging tags cannot be undone.';
  if (resource === TAG_RESOURCE) return 'A new tag is not taken back by Undo.';
  if (resource === 'session') return 'Signing in and out cannot be undone.';
  if (resource === 'agent_proposal') return 'A proposal is not taken back: undo what it changed.';
  if (resource === 'agent_session') return 'A conversation cannot be undone.';
  if (resource === 'facebook_ad_selection') return 'A selection cannot be undone: select anew.';
  return 'This cannot be undone.';
}
