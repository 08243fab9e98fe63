/** Deciding on a proposal: the owner of its conversation applies it, through the ordinary call, or dismisses it (DECISIONS §9). */
import { sql, type Kysely, type Transaction } from 'kysely';
import type { Proposal } from 'contract/agents/proposals';
import { audit, operationOf } from '../../database/audit';
import type { Tables } from '../../database/connection';
import { inOneTransaction } from '../../database/one-transaction';
import { requireCompany, type AccessOf, type Caller } from '../../http/access';
import { Conflict } from '../../http/errors';
import { requireRight, type KeptRecord } from './draft-proposal';
import { PROPOSABLE } from './proposal-kinds';
import {
  findProposal,
  lockProposal,
  PROPOSAL_RESOURCE,
  proposedBy,
  standingOf,
  type StoredProposal,
} from './proposals.queries';
import { lockProposedRecords, type ProposedRecord } from './proposed-records.queries';

const DECIDED = {
  applied: 'This proposal has been applied already.',
  dismissed: 'This proposal was dismissed.',
  expired: 'This proposal has expired: ask for it once more.',
} as const;

const CHANGED = 'It has been changed since it was proposed.';

/**
 * Applies a proposal of the caller's own conversation with the rights of this moment, all in one transaction: records that
 * have changed since are left and named, the others go through the ordinary call. Throws NotFound for another's proposal
 * and for a company that is out of reach, Conflict for one that is not open, NotAllowed without the right, and what the
 * ordinary call throws.
 */
export const applyProposal = (db: Kysely<Tables>, caller: Caller, id: number, accessOf: AccessOf): Promise<Proposal> =>
  inOneTransaction(db, async (transaction) => {
    const proposal = await openProposal(transaction, caller, id);
    const { kind, company_id: companyId, records, call } = proposal;
    const proposable = PROPOSABLE[kind];
    requireRight({ accessOf, caller }, proposable, call.body);
    await requireCompany(transaction, caller, companyId);
    const ids = records.map((record) => record.id);
    const now = await lockProposedRecords(transaction, caller, proposable.noun, { companyId, ids });
    const same = records.flatMap((record) => unchanged(record, now.get(record.id)) ?? []);
    const actor = proposedBy(caller, proposal);
    const done = same.length
      ? await proposable.apply(db, actor, { companyId, body: call.body, records: same })
      : { success_count: 0, errors: [] };
    const failures = new Map(done.errors.map((error) => [error.id, error.msg]));
    const isSame = new Set(same.map((record) => record.id));
    const errors = records.flatMap(({ id, name }) => {
      const gone = `The ${proposable.noun.one} is not there any more.`;
      const msg = isSame.has(id) ? failures.get(id) : now.has(id) ? CHANGED : gone;
      return msg === undefined ? [] : [{ id, name, msg }];
    });
    const success_count = records.length - errors.length;
    const outcome: NonNullable<StoredProposal['outcome']> = {
      operation_id: operationOf(caller) ?? caller.requestId,
      success_count,
      error_count: errors.length,
      errors,
    };
    await transaction
      .updateTable('agent_proposals')
      .set({ status: 'applied', outcome: sql`${JSON.stringify(outcome)}::jsonb` })
      .where('id', '=', id)
      .execute();
    await audit(transaction, actor, {
      action: 'apply',
      resource: PROPOSAL_RESOURCE,
      recordId: id,
      companyId,
      after: { kind, success_count, error_count: errors.length },
    });
    return findProposal(transaction, caller, id);
  });

/** A record as it was when it was proposed, or undefined. */
const unchanged = (record: KeptRecord, now: ProposedRecord | undefined): ProposedRecord | undefined =>
  now?.updated_at === record.updated_at && isEqual(now.seen, record.seen) ? now : undefined;

const isEqual = (one: ProposedRecord['seen'], other: ProposedRecord['seen']) =>
  Object.keys({ ...one, ...other }).every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));

/** Dismisses a proposal; throws as `applyProposal`. */
export const dismissProposal = (db: Kysely<Tables>, caller: Caller, id: number): Promise<Proposal> =>
  inOneTransaction(db, async (transaction) => {
    const proposal = await openProposal(transaction, caller, id);
    await transaction.updateTable('agent_proposals').set({ status: 'dismissed' }).where('id', '=', id).execute();
    await audit(transaction, proposedBy(caller, proposal), {
      action: 'dismiss',
      resource: PROPOSAL_RESOURCE,
      recordId: id,
      companyId: proposal.company_id,
      after: { kind: proposal.kind },
    });
    return findProposal(transaction, caller, id);
  });

async function openProposal(transaction: Transaction<Tables>, caller: Caller, id: number): Promise<StoredProposal> {
  const proposal = await lockProposal(transaction, caller, id);
  const standing = standingOf(proposal);
  if (standing !== 'open') throw new Conflict(DECIDED[standing]);
  return proposal;
}
