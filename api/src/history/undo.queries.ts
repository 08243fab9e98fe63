/**
 * Taking an operation back: each record as it was before, in one transaction, with the rights of whoever undoes it. What
 * has changed since is left and named; a single record that has is 409, and the periods of a variant move all or not at
 * all (DECISIONS §10). An undo is audited like any other change, and so can be undone itself.
 */
import { type Kysely, type Transaction } from 'kysely';
import type { UndoResponse } from 'contract/history';
import { matchingEntries, storedEntries } from '../database/audit-entries';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { Conflict, NotFound, RuleBroken } from '../http/errors';
import { lockTags } from '../tags/tags.queries';
import { changedNothing, effectsOf, type Effect } from './effects';
import { entriesWithin } from './obstacles.queries';
import { undoEffects, type Outcome } from './undo-effects';
import { TAG_RESOURCE, undoableOf, whyNever } from './undoable';

const LEFT = 'Nothing was undone.';

/**
 * Takes an operation back. Throws NotFound where nothing of it is there or within the caller's rights, Conflict where its
 * only record, or a variant's periods, have been changed since or a unique value is taken, RuleBroken where it is of a kind
 * that is never taken back.
 */
export async function undoOperation(db: Kysely<Tables>, caller: Caller, operationId: string): Promise<UndoResponse> {
  const actor: Caller = { ...caller, undoes: operationId };
  return db.transaction().execute(async (transaction) => {
    const entries = await storedEntries(matchingEntries(transaction, { operationId })).orderBy('id').execute();
    const within = await entriesWithin(transaction, caller, entries);
    if (!within.length) throw new NotFound('Operation not found');
    const all = effectsOf(within).filter((effect) => undoableOf(effect.resource) && !isNewTag(effect));
    const changes = all.filter((effect) => !isEmpty(effect));
    // Of many, those that were left as they were need no undoing; where all were, the reason is said.
    const effects = changes.length ? changes : all;
    // The last entry says what was done: one before it may be a tag that was made for it.
    const last = within.at(-1);
    if (!effects.length && last) throw new RuleBroken(whyNever(last));
    await lockCompanies(transaction, caller, effects);
    const outcomes = await undoEffects(transaction, actor, effects);
    requireSome(outcomes);
    const errors = outcomes.flatMap(({ effect, obstacle }) =>
      obstacle ? [{ id: effect.recordId, msg: obstacle.message }] : [],
    );
    return {
      operation_id: caller.requestId,
      success_count: outcomes.length - errors.length,
      error_count: errors.length,
      errors,
      not_restored: [...new Set(outcomes.flatMap(({ notRestored = [] }) => notRestored))],
    };
  });
}

/** It stays, as the tags do that are made for what carries them. */
const isNewTag = ({ resource, action }: Effect): boolean => resource === TAG_RESOURCE && action === 'create';

const isEmpty = (effect: Effect): boolean => {
  const noun = undoableOf(effect.resource);
  return noun !== undefined && changedNothing(effect, noun);
};

/** Throws where there is only one record, or nothing that could ever be taken back. */
function requireSome(outcomes: readonly Outcome[]): void {
  const obstacles = outcomes.flatMap(({ obstacle }) => obstacle ?? []);
  const [first] = obstacles;
  if (!first || obstacles.length < outcomes.length) return;
  if (obstacles.every(({ isLater }) => !isLater)) throw new RuleBroken(first.message);
  if (outcomes.length > 1) return;
  throw new Conflict(/^[a-z]\w*: /.test(first.message) ? first.message : `${first.message} ${LEFT}`);
}

/** Tags change under their company's lock, which is taken before any other, as every change of tags does. */
async function lockCompanies(transaction: Transaction<Tables>, caller: Caller, effects: readonly Effect[]) {
  const changingTags = effects.filter(
    ({ what, before, after, resource }) =>
      resource === TAG_RESOURCE ||
      (undoableOf(resource)?.taggable && (what === 'tags' || before === null || after === null)),
  );
  const ids = [...new Set(changingTags.flatMap(({ companyId }) => companyId ?? []))].sort((a, b) => a - b);
  if (ids.length) await lockTags(transaction, caller, ids);
}
