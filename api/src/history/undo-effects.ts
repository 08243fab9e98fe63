/** Taking back what was done to records: first the rows, then the tags on them and the links between them. */
import type { Transaction } from 'kysely';
import { lockCogs, OTHERS_HAVE_MOVED, undoCogs } from '../company/product-variant-cogs.undo.queries';
import type { AuditedRecord } from '../database/audit';
import type { Tables } from '../database/connection';
import type { Caller } from '../http/access';
import { Conflict, NotFound } from '../http/errors';
import { setLink } from '../agents/agent-definitions.queries';
import { auditTags, setTags } from '../tags/restore-tags.queries';
import { fieldsToRestore, linkedIn, obstacleTo, type Effect, type Obstacle } from './effects';
import { historiedOf } from './historied';
import { grouped } from '../records/grouped';
import type { RowCalls } from '../records/registry';
import { undoableNouns, type Undoable } from './undoable';

/** The outcome of one effect. */
export interface Outcome {
  readonly effect: Effect;
  /** Why it stays; null where the record is as it was. */
  readonly obstacle: Obstacle | null;
  /** The labels of what was changed and is not given back. */
  readonly notRestored?: readonly string[];
}

type States = ReadonlyMap<number, AuditedRecord>;
type Step = (
  transaction: Transaction<Tables>,
  caller: Caller,
  noun: Undoable,
  effects: readonly Effect[],
) => Promise<Outcome[]>;

/** Takes effects back as far as nothing stands in the way. Throws Conflict where only all of them could be. */
export async function undoEffects(
  transaction: Transaction<Tables>,
  caller: Caller,
  effects: readonly Effect[],
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [what, step] of STEPS)
    for (const noun of undoableNouns().values()) {
      const mine = effects.filter((effect) => effect.what === what && effect.resource === noun.resource);
      if (mine.length) outcomes.push(...(await step(transaction, caller, noun, mine)));
    }
  return outcomes;
}

/** Each effect with what stands in its way. */
const judged = (noun: Undoable, effects: readonly Effect[], states: States): Outcome[] => {
  const now = new Date();
  return effects.map((effect) => ({ effect, obstacle: obstacleTo(effect, noun, states.get(effect.recordId), now) }));
};
const idsOf = (effects: readonly Effect[]) => effects.map(({ recordId }) => recordId);

const undoRows: Step = (transaction, caller, noun, effects) =>
  noun.rows
    ? undoPlainRows(transaction, caller, noun, noun.rows, effects)
    : undoPeriods(transaction, caller, noun, effects);

async function undoPlainRows(
  transaction: Transaction<Tables>,
  caller: Caller,
  noun: Undoable,
  rows: RowCalls,
  effects: readonly Effect[],
): Promise<Outcome[]> {
  // Locked are those that the caller is authorised for; one that is not is, to them, not there.
  await rows.lockStates(transaction, caller, idsOf(effects));
  const outcomes = judged(noun, effects, await noun.statesOf(transaction, idsOf(effects)));
  const done = outcomes.flatMap(({ effect, obstacle }) => (obstacle ? [] : effect));

  const values = done.flatMap(({ recordId, before, after }): [number, AuditedRecord][] => {
    if (!before || !after) return [];
    const names = fieldsToRestore(before, after, noun.restorable);
    return [[recordId, Object.fromEntries(names.map((name) => [name, before[name]]))]];
  });
  if (values.length) await rows.putBack(transaction, caller, new Map(values));
  const unwanted = done.filter(({ before }) => !before);
  if (unwanted.length) await rows.deleteRows(transaction, caller, idsOf(unwanted));
  const kept = done.flatMap(({ before, after }) => (after || !before ? [] : [before]));
  const restored: States = kept.length ? await rows.reinsert(transaction, caller, kept) : new Map();

  return outcomes.map(({ effect, obstacle }) => {
    const { before, after, recordId } = effect;
    if (obstacle || !before) return { effect, obstacle };
    if (after) return { effect, obstacle, notRestored: secretsIn(effect) };
    const now = restored.get(recordId);
    if (!now) return { effect, obstacle: { message: noun.taken, isLater: true } };
    return { effect, obstacle, notRestored: lostBeside(noun, before, now) };
  });
}

/** The labels of the secrets that an effect changed. */
const secretsIn = ({ resource, after }: Effect): string[] =>
  [after?.['changed_secrets'] ?? []]
    .flat()
    .map((name) => historiedOf(resource)?.fields[String(name)]?.title ?? String(name));

const BESIDE_LABELS: Readonly<Record<string, string>> = {
  tags: 'Tags',
  knowledge_ids: 'Linked Knowledge',
  agent_ids: 'Linked Agents',
  resource_ids: 'Some uses',
};

/** The labels of what stood beside a row and could not come back whole, as a link to an agent that is gone. */
const lostBeside = ({ beside }: Undoable, before: AuditedRecord, now: AuditedRecord): string[] =>
  beside
    .filter((name) => [now[name] ?? []].flat().length < [before[name] ?? []].flat().length)
    .map((name) => BESIDE_LABELS[name] ?? name);

/** The periods of each variant, all or none. */
async function undoPeriods(
  transaction: Transaction<Tables>,
  caller: Caller,
  noun: Undoable,
  effects: readonly Effect[],
): Promise<Outcome[]> {
  const variantOf = ({ before, after }: Effect) => Number((after ?? before)?.['product_variant_id']);
  const companies = await lockCogs(transaction, caller, [...new Set(effects.map(variantOf))]);
  const outcomes = judged(noun, effects, await noun.statesOf(transaction, idsOf(effects)));
  const staying = new Set(outcomes.filter(({ obstacle }) => obstacle).map(({ effect }) => variantOf(effect)));
  for (const companyId of new Set(companies.values())) {
    const mine = effects.filter((effect) => companies.get(variantOf(effect)) === companyId);
    const moving = grouped(
      mine.filter((effect) => !staying.has(variantOf(effect))),
      variantOf,
    );
    for (const variantId of await undoCogs(transaction, caller, companyId, moving)) staying.add(variantId);
  }
  const others = { message: OTHERS_HAVE_MOVED, isLater: true };
  const all = outcomes.map(({ effect, obstacle }) => ({
    effect,
    obstacle: obstacle ?? (companies.has(variantOf(effect)) && !staying.has(variantOf(effect)) ? null : others),
  }));
  // Of one variant it is all or nothing: 409, and not a success with mistakes.
  const [first] = outcomes.flatMap(({ obstacle }) => obstacle ?? []);
  if (companies.size === 1 && staying.size)
    throw new Conflict(first ? `${first.message} Nothing was undone.` : OTHERS_HAVE_MOVED);
  return all;
}

const undoTags: Step = async (transaction, caller, noun, effects) => {
  const type = noun.taggable;
  if (!type || !noun.rows) return [];
  const states = await noun.rows.lockStates(transaction, caller, idsOf(effects));
  const outcomes = judged(noun, effects, states);
  const done = outcomes.flatMap(({ effect, obstacle }) => (obstacle ? [] : effect));
  const companyIds = [...new Set(done.flatMap(({ companyId }) => companyId ?? []))].sort((a, b) => a - b);
  for (const companyId of companyIds) {
    const wanted = done
      .filter((effect) => effect.companyId === companyId)
      .map(({ recordId, before }) => ({ id: recordId, tags: tagsIn(before) }));
    await setTags(transaction, caller, { type, companyId }, wanted);
    await auditTags(
      transaction,
      caller,
      type,
      wanted.map(({ id, tags }) => ({ id, companyId, was: tagsIn(states.get(id)), is: tags })),
    );
  }
  return outcomes;
};

const tagsIn = (record: AuditedRecord | null | undefined) => [record?.['tags'] ?? []].flat().map(String);

const unlessMissing = (error: unknown): false => {
  if (error instanceof NotFound) return false;
  throw error;
};

const undoLinks: Step = async (transaction, caller, noun, effects) => {
  const outcomes: Outcome[] = [];
  for (const effect of effects) {
    const states = (await noun.rows?.lockStates(transaction, caller, [effect.recordId])) ?? new Map();
    const [outcome] = judged(noun, [effect], states);
    const knowledgeId = linkedIn(effect);
    if (!outcome || knowledgeId === null) continue;
    if (outcome.obstacle) outcomes.push(outcome);
    else {
      // It throws for missing knowledge before anything is written.
      const isDone = await setLink(transaction, caller, effect.recordId, knowledgeId, effect.after === null).then(
        () => true,
        unlessMissing,
      );
      const missing = { message: 'The knowledge has been deleted since.', isLater: true };
      outcomes.push({ effect, obstacle: isDone ? null : missing });
    }
  }
  return outcomes;
};

const STEPS: readonly [Effect['what'], Step][] = [
  ['row', undoRows],
  ['tags', undoTags],
  ['link', undoLinks],
];
