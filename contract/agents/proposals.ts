/** Proposals of agents and people's decisions on the wire (DECISIONS §9). */
import { MAX_BULK } from '../bulk';
import {
  choice,
  company,
  count,
  dateTime,
  flag,
  id,
  integer,
  listOf,
  nullable,
  object,
  oneOf,
  response,
  text,
  type Infer,
} from '../schema';
import { listAddress, type ListAddress } from './tool-results';

/** The changes that an agent may propose, each with its label. */
export const proposalKind = choice('Proposal', {
  ad_tags: 'Add, remove or replace tags of Facebook ads',
  post_tags: 'Add, remove or replace tags of posts',
  profile_tags: 'Add, remove or replace tags of profiles',
  post_status: 'Set the status of posts',
  profile_status: 'Set the status of profiles',
  term_status: 'Set the status of search terms',
  variant_overrides: 'Set or clear the override names of product variants',
});

/** The kinds by their names. */
export const PROPOSAL_KINDS = proposalKind.enum;
export type ProposalKind = (typeof PROPOSAL_KINDS)[number];

/** The tool by which an agent makes a proposal of a kind. */
export const proposalTool = (kind: ProposalKind) => `propose_${kind}` as const;

/** The most records of one proposal. */
export const MAX_PROPOSED = MAX_BULK;
/** For so many hours a proposal can be applied. */
export const PROPOSAL_HOURS = 24;
/** So many records, and so many of those that were left, a proposal names unless it is asked for by itself. */
export const NAMED_RECORDS = 10;

/** A value before and after; null where it is empty. */
const change = response({
  label: text('Field'),
  before: nullable(text('Before')),
  after: nullable(text('After')),
});

/** The outcome of a proposal that was applied; `errors` names the records that were left as they were, and why. */
export const proposalOutcome = response({
  /** The id for POST /history/{operation_id}/undo. */
  operation_id: text('Operation'),
  success_count: count('Succeeded'),
  error_count: count('Left'),
  errors: listOf(response({ id, name: text('Name'), msg: text('Message') })),
  /** Somebody has taken it back since. */
  is_undone: flag('Undone'),
});

/** A proposal. `expired` is one without a decision within PROPOSAL_HOURS. */
export const proposal = response({
  id,
  kind: proposalKind,
  company_id: company('Company'),
  company_name: text('Company'),
  /** The change in words: 'Add the tag “winner” to 12 ads'. */
  summary: text('Summary'),
  /** The same in the few words of a button: 'Add tag to 12 ads'. */
  action: text('Action'),
  /** How many records would change; so many more of those that were meant have it already. */
  record_count: count('Records'),
  unchanged_count: count('Unchanged'),
  /** The first NAMED_RECORDS; all of them in the response of GET /agents/proposals/{id}. */
  records: listOf(response({ id, name: text('Name'), changes: listOf(change) })),
  /** The list that shows what was changed. */
  open: listAddress,
  status: oneOf('Status', ['open', 'applied', 'dismissed', 'expired']),
  /** Null unless it was applied. */
  outcome: nullable(proposalOutcome),
  created_at: dateTime('Created'),
});

/** Result of a tool that proposes. */
export const proposalResult = response({
  proposal,
  /** The facts that the model needs. */
  note: text('Note'),
});

/** Path of the calls on one proposal. */
export const byProposal = object({ id: integer('Proposal', { minimum: 1, maximum: id.maximum }) }, ['id']);

export type ProposalOutcome = Infer<typeof proposalOutcome>;
/** A change that an agent proposes. */
export interface Proposal extends Omit<Infer<typeof proposal>, 'open' | 'outcome'> {
  open: ListAddress;
  outcome: ProposalOutcome | null;
}
/** The result of a tool that proposes. */
export interface ProposalResult {
  proposal: Proposal;
  note: string;
}
