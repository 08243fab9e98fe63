/** Proposals in the database: kept, read as they are now, and removed (DECISIONS §9). */
import { sql, type Generated, type Kysely, type Selectable, type Transaction } from 'kysely';
import {
  NAMED_RECORDS,
  PROPOSAL_HOURS,
  type Proposal,
  type ProposalKind,
  type ProposalOutcome,
} from 'contract/agents/proposals';
import { audit, OPERATOR } from '../../database/audit';
import type { Tables } from '../../database/connection';
import type { Caller } from '../../http/access';
import { NotFound, RuleBroken } from '../../http/errors';
import { howMany } from '../tools/look-up';
import type { KeptRecord, ProposalDraft } from './draft-proposal';
import { PROPOSABLE } from './proposal-kinds';

/** A proposal's name in the audit log. */
export const PROPOSAL_RESOURCE = 'agent_proposal';

interface ProposalTable {
  id: Generated<number>;
  tab_id: string;
  run_id: string;
  agent: string;
  kind: ProposalKind;
  company_id: number;
  call: { readonly method: string; readonly path: string; readonly body: unknown };
  records: KeptRecord[];
  unchanged_count: number;
  status: Generated<'open' | 'applied' | 'dismissed'>;
  outcome: Omit<ProposalOutcome, 'is_undone'> | null;
  created_at: Generated<string>;
}

declare module '../../database/connection' {
  interface Tables {
    agent_proposals: ProposalTable;
  }
}

/** A proposal as it is stored, and whether its time is over. */
export type StoredProposal = Selectable<ProposalTable> & {
  readonly company_name: string;
  readonly is_over: boolean;
  readonly is_undone: boolean;
};

/** In which answer of which agent something is proposed. */
export interface ProposingRun {
  readonly runId: string;
  readonly tabId: string;
  readonly agentId: number;
}

/** So many may wait for a decision in one conversation: a model that proposes on and on is stopped. */
const MOST_OPEN = 10;

const isOver = sql<boolean>`agent_proposals.created_at < clock_timestamp() - make_interval(hours => ${PROPOSAL_HOURS})`;
const isUndone = sql<boolean>`exists (select from audit_log where undoes = agent_proposals.outcome ->> 'operation_id')`;
const isOpen = sql<boolean>`(agent_proposals.status = 'open' and not ${isOver})`;

/**
 * Keeps a draft. Throws RuleBroken where the answer is over, the agent may not propose this kind (any more), or too many
 * wait in the conversation.
 */
export async function keepProposal(
  db: Kysely<Tables>,
  caller: Caller,
  { runId, tabId, agentId }: ProposingRun,
  draft: ProposalDraft,
): Promise<Proposal> {
  return db.transaction().execute(async (transaction) => {
    const session = await transaction
      .selectFrom('agent_sessions')
      .select('tab_id')
      .where('tab_id', '=', tabId)
      .where('run_id', '=', runId)
      .forUpdate()
      .executeTakeFirst();
    if (!session) throw new RuleBroken('The answer was stopped, and nothing is proposed.');
    const agent = await transaction
      .selectFrom('agent_definitions')
      .select('slug')
      .where('id', '=', agentId)
      .where(sql<boolean>`${draft.kind} = any(allowed_proposals)`)
      .executeTakeFirst();
    if (!agent) throw new RuleBroken('This agent may not propose that.');
    const { count } = await transaction
      .selectFrom('agent_proposals')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('tab_id', '=', tabId)
      .where(isOpen)
      .executeTakeFirstOrThrow();
    if (count >= MOST_OPEN)
      throw new RuleBroken(`${MOST_OPEN} proposals wait for a decision in this conversation already.`);
    const { kind, companyId, body, records, unchanged } = draft;
    const { id } = await transaction
      .insertInto('agent_proposals')
      .values({
        tab_id: tabId,
        run_id: runId,
        agent: agent.slug,
        kind,
        company_id: companyId,
        call: sql`${JSON.stringify({ ...PROPOSABLE[kind].route(body), body })}::jsonb`,
        records: sql`${JSON.stringify(records)}::jsonb`,
        unchanged_count: unchanged,
        outcome: null,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(transaction, proposedBy(caller, { agent: agent.slug, tab_id: tabId }), {
      action: 'propose',
      resource: PROPOSAL_RESOURCE,
      recordId: id,
      companyId,
      after: { kind, record_count: records.length },
    });
    return wireOf(await stored(transaction, [id], requireOne));
  });
}

/** The person who does what an agent proposed: so the log says it. */
export const proposedBy = (caller: Caller, { agent, tab_id }: Pick<StoredProposal, 'agent' | 'tab_id'>): Caller => ({
  ...caller,
  proposed: { agent, tabId: tab_id },
});

/** One of the person's own proposals with all its records; throws NotFound, for another's as for none. */
export async function findProposal(db: Kysely<Tables>, caller: Caller, id: number): Promise<Proposal> {
  await requireOwn(db, caller, id);
  return wireOf(await stored(db, [id], requireOne), Infinity);
}

/** The same, locked until the transaction ends. */
export async function lockProposal(
  transaction: Transaction<Tables>,
  caller: Caller,
  id: number,
): Promise<StoredProposal> {
  await requireOwn(transaction, caller, id);
  await sql`select from agent_proposals where id = ${id} for update`.execute(transaction);
  return stored(transaction, [id], requireOne);
}

async function requireOwn(db: Kysely<Tables>, { userId }: Caller, id: number): Promise<void> {
  await db
    .selectFrom('agent_proposals')
    .innerJoin('agent_sessions', 'agent_sessions.tab_id', 'agent_proposals.tab_id')
    .select('agent_proposals.id')
    .where('agent_proposals.id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow(missing);
}

const missing = () => new NotFound('Proposal not found');
const requireOne = ([row]: readonly StoredProposal[]): StoredProposal => {
  if (!row) throw missing();
  return row;
};

/** Those of the ids that are there. */
export async function stored<R>(
  db: Kysely<Tables>,
  ids: readonly number[],
  read: (rows: readonly StoredProposal[]) => R,
): Promise<R> {
  const rows = await db
    .selectFrom('agent_proposals')
    .innerJoin('companies', 'companies.id', 'company_id')
    .selectAll('agent_proposals')
    .select(['companies.name as company_name', isOver.as('is_over'), isUndone.as('is_undone')])
    .where('agent_proposals.id', 'in', [...ids])
    .execute();
  return read(rows);
}

/** How it stands. */
export const standingOf = ({ status, is_over }: Pick<StoredProposal, 'status' | 'is_over'>): Proposal['status'] =>
  status === 'open' && is_over ? 'expired' : status;

/** A proposal on the wire; `named` is how many of its records, and of those that were left, it names. */
export function wireOf(row: StoredProposal, named = NAMED_RECORDS): Proposal {
  const { id, kind, company_id, company_name, records, unchanged_count, outcome, created_at } = row;
  const proposable = PROPOSABLE[kind];
  const { one, many } = proposable.noun;
  return {
    id,
    kind,
    company_id,
    company_name,
    unchanged_count,
    created_at,
    ...proposable.words(row.call.body, howMany(records.length, one, many)),
    record_count: records.length,
    records: records.slice(0, named).map(({ id, name, changes }) => ({ id, name, changes: [...changes] })),
    open: proposable.open(row.call.body, company_id),
    status: standingOf(row),
    outcome: outcome && { ...outcome, errors: outcome.errors.slice(0, named), is_undone: row.is_undone },
  };
}

/** Removes those of answers that are removed; the log keeps what was applied. */
export async function deleteProposals(
  transaction: Transaction<Tables>,
  tabId: string,
  runIds?: readonly string[],
): Promise<void> {
  await transaction
    .deleteFrom('agent_proposals')
    .where('tab_id', '=', tabId)
    .$if(runIds !== undefined, (query) => query.where('run_id', 'in', [...(runIds ?? []), '']))
    .execute();
}

/** Removes for good those that were not decided on in time. */
export async function purgeProposals(db: Kysely<Tables>): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const purged = await transaction
      .deleteFrom('agent_proposals')
      .where('status', '=', 'open')
      .where(isOver)
      .returning(['id', 'kind', 'company_id'])
      .execute();
    const entries = purged.map(({ id, kind, company_id }) => ({
      action: 'purge',
      resource: PROPOSAL_RESOURCE,
      recordId: id,
      companyId: company_id,
      before: { kind },
    }));
    await audit(transaction, { ...OPERATOR, username: 'service' }, ...entries);
  });
}
