/** A conversation's proposals as they stand now, in the place of how they stood when they were made (DECISIONS §9). */
import type { Kysely } from 'kysely';
import type { ToolCall } from 'contract/agents/agent-chat';
import { PROPOSAL_KINDS, proposalTool, type Proposal, type ProposalResult } from 'contract/agents/proposals';
import type { Tables } from '../../database/connection';
import { stored, wireOf } from './proposals.queries';

const TOOLS: ReadonlySet<string> = new Set(PROPOSAL_KINDS.map(proposalTool));

/** Result of a tool that proposes; null for any other call. */
const proposalIn = ({ name, status, result }: ToolCall): Proposal | null =>
  TOOLS.has(name) && status === 'done' ? (result as ProposalResult).proposal : null;

/** The messages of one conversation; a proposal that is gone can be applied no more. */
export async function withPresentProposals<Message extends { readonly tab_id: string; tool_calls: ToolCall[] }>(
  db: Kysely<Tables>,
  messages: readonly Message[],
): Promise<Message[]> {
  const made = messages.flatMap(({ tool_calls }) => tool_calls.flatMap((call) => proposalIn(call)?.id ?? []));
  if (!made.length) return [...messages];
  const tabIds = new Set(messages.map(({ tab_id }) => tab_id));
  const now = await stored(
    db,
    made,
    (rows) => new Map(rows.filter(({ tab_id }) => tabIds.has(tab_id)).map((row) => [row.id, wireOf(row)])),
  );
  const present = (call: ToolCall): ToolCall => {
    const proposal = proposalIn(call);
    if (!proposal) return call;
    return { ...call, result: { ...(call.result as object), proposal: now.get(proposal.id) ?? over(proposal) } };
  };
  return messages.map((message) => ({ ...message, tool_calls: message.tool_calls.map(present) }));
}

const over = (proposal: Proposal): Proposal => ({
  ...proposal,
  status: proposal.status === 'open' ? 'expired' : proposal.status,
});
