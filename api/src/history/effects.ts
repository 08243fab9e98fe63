/** The effects of an operation, record by record, and why it cannot be undone, if it cannot (DECISIONS §10). Pure. */
import { id } from 'contract/schema';
import { tagKey } from 'contract/tags';
import type { AuditedRecord } from '../database/audit';
import type { StoredAuditEntry } from '../database/audit-entries';

/** For how many days a deletion can be taken back. */
const DELETED_DAYS = 30;
const DAY = 24 * 60 * 60 * 1000;

/** The change of one record: the row itself, the tags it carries, or a link of an agent. */
export interface Effect {
  readonly what: 'row' | 'tags' | 'link';
  readonly resource: string;
  readonly recordId: number;
  readonly companyId: number | null;
  /** The first action and the last. */
  readonly action: string;
  readonly at: string;
  /** As the record was before the first entry, null where it was not there; and after the last. */
  readonly before: AuditedRecord | null;
  readonly after: AuditedRecord | null;
}

const WHATS: Readonly<Record<string, Effect['what']>> = {
  create: 'row',
  duplicate: 'row',
  update: 'row',
  rename: 'row',
  delete: 'row',
  restore: 'row',
  tag: 'tags',
  link: 'link',
  unlink: 'link',
};

/** The effect of one entry; null for one that cannot be undone because it is on no record. */
export function effectOf(entry: StoredAuditEntry): Effect | null {
  const { action, resource, record_id, company_id, at, before, after } = entry;
  const what = WHATS[action];
  const recordId = Number(record_id);
  if (!what || !Number.isInteger(recordId) || recordId < 1 || recordId > id.maximum) return null;
  return { what, resource, recordId, companyId: company_id || null, action, at, before, after };
}

/** The effects of these entries in all, in their order: each record once, however many entries there are about it. */
export function effectsOf(entries: readonly StoredAuditEntry[]): Effect[] {
  const effects = new Map<string, Effect>();
  for (const entry of entries) {
    const effect = effectOf(entry);
    if (!effect) continue;
    const key = [effect.what, effect.resource, effect.recordId, linkedIn(effect)].join(' ');
    const first = effects.get(key);
    effects.set(key, first ? joined(first, effect) : effect);
  }
  return [...effects.values()].filter(({ before, after }) => before !== null || after !== null);
}

/** One after the other on the same record. What stood beside a row is known from its deletion. */
const joined = (first: Effect, then: Effect): Effect => ({
  ...then,
  action: first.before === null ? first.action : then.action,
  before: first.before && { ...then.before, ...first.before },
});

/** The knowledge item that an agent was linked to or unlinked from. */
export const linkedIn = ({ what, before, after }: Pick<Effect, 'what' | 'before' | 'after'>): number | null =>
  what === 'link' ? Number((after ?? before)?.['knowledge_id']) : null;

/** The facts of a noun for judging an effect. */
export interface UndoableNoun {
  /** The name of one in messages. */
  readonly name: string;
  /** The fields that are restored; empty where the record itself is never written. */
  readonly restorable: readonly string[];
  /** The values beside a row, by their names in the log. */
  readonly beside: readonly string[];
  /** Why a deletion whose entry lacks one of them is not taken back; absent: it is older than that. */
  readonly partlyKept?: string;
  /** Whether an operation is taken back as a whole, with what it created, however long ago: the periods of a variant. */
  readonly isUnit?: boolean;
}

/** Why an effect cannot be taken back. */
export interface Obstacle {
  readonly message: string;
  /** Whether it is because of what happened since; else it never could be. */
  readonly isLater: boolean;
}

/** The record as it is: its row with what stands beside it; undefined where it is not there. */
export type State = AuditedRecord | undefined;

/** Why an effect cannot be taken back; null where it can. */
export function obstacleTo(effect: Effect, noun: UndoableNoun, state: State, now: Date): Obstacle | null {
  if (effect.what === 'tags') return obstacleToTags(effect, noun, state);
  if (effect.what === 'link') return obstacleToLink(effect, noun, state);
  const { before, after } = effect;
  if (before && after) return obstacleToUpdate(before, after, noun, state);
  if (before) return obstacleToDeletion(effect, before, noun, state, now);
  if (!after || (effect.action !== 'restore' && !noun.isUnit))
    return never(`A new ${noun.name} is not taken back by Undo: delete it instead.`);
  return obstacleToRestored(after, noun, state);
}

const never = (message: string): Obstacle => ({ message, isLater: false });
const later = (message: string): Obstacle => ({ message, isLater: true });
const gone = (noun: UndoableNoun) => later(`This ${noun.name} has been deleted since.`);
const changed = (noun: UndoableNoun) => later(`This ${noun.name} has been changed since.`);
const differs = (one: unknown, other: unknown) => JSON.stringify(one ?? null) !== JSON.stringify(other ?? null);

/** The fields that an update changed, and that Undo gives back. */
export const fieldsToRestore = (before: AuditedRecord, after: AuditedRecord, names: readonly string[]): string[] =>
  names.filter((name) => name in before && differs(before[name], after[name]));

/** Whether an update left every field as it was, as a status that was set again: there is nothing to take back. */
export const changedNothing = ({ what, before, after }: Effect, { restorable }: UndoableNoun): boolean =>
  what === 'row' &&
  before !== null &&
  after !== null &&
  !('changed_secrets' in after) &&
  fieldsToRestore(before, after, restorable).length === 0;

function obstacleToUpdate(before: AuditedRecord, after: AuditedRecord, noun: UndoableNoun, state: State) {
  if (!state) return gone(noun);
  if (noun.restorable.some((name) => name in after && differs(after[name], state[name]))) return changed(noun);
  if (fieldsToRestore(before, after, noun.restorable).length) return null;
  return never(
    'changed_secrets' in after
      ? 'Only API keys were changed, and the earlier ones are not kept.'
      : 'Nothing was changed, so there is nothing to undo.',
  );
}

function obstacleToDeletion({ at }: Effect, before: AuditedRecord, noun: UndoableNoun, state: State, now: Date) {
  if (state) return later(`This ${noun.name} is there again already.`);
  if (!noun.isUnit && now.getTime() - new Date(at).getTime() > DELETED_DAYS * DAY)
    return never(`This ${noun.name} was deleted more than ${DELETED_DAYS} days ago.`);
  // A value that older entries lack cannot be restored.
  const isWhole = noun.beside.every((name) => name in before);
  return isWhole ? null : never(noun.partlyKept ?? 'This was deleted before deletions could be undone.');
}

function obstacleToRestored(after: AuditedRecord, noun: UndoableNoun, state: State) {
  if (!state) return gone(noun);
  return [...noun.restorable, ...noun.beside].some((name) => differs(after[name], state[name])) ? changed(noun) : null;
}

const keysOf = (record: AuditedRecord | null | undefined) =>
  [record?.['tags'] ?? []]
    .flat()
    .map((name) => tagKey(String(name)))
    .sort();

function obstacleToTags({ after }: Effect, noun: UndoableNoun, state: State) {
  if (!state) return gone(noun);
  return differs(keysOf(after), keysOf(state)) ? later(`The tags of this ${noun.name} have been changed since.`) : null;
}

function obstacleToLink(effect: Effect, noun: UndoableNoun, state: State) {
  if (!state) return gone(noun);
  const isLinked = [state['knowledge_ids']].flat().includes(linkedIn(effect));
  // A link that was made and is there is taken off, one that was taken off and is not there is made.
  return isLinked === (effect.after !== null) ? null : later('This link has been changed since.');
}
