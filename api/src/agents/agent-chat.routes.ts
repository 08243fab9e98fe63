import type { Kysely } from 'kysely';
import {
  agentList,
  agentMessage,
  agentSelected,
  agentSelection,
  agentSession,
  byTab,
  chatEvents,
  conversation,
  conversationChange,
  conversationList,
  conversationListQuery,
  suggestedQuestions,
} from 'contract/agents/agent-chat';
import { byProposal, proposal } from 'contract/agents/proposals';
import { feedbackList, feedbackListQuery, feedbackWrite } from 'contract/agents/agent-feedback';
import { agentUsageList, agentUsageQuery } from 'contract/agents/agent-usage';
import { groups, signedIn, type AccessOf, type MayList } from '../http/access';
import type { Tables } from '../database/connection';
import { events } from '../http/event-stream';
import type { AddRoute } from '../http/route';
import { beginRun, type MessageLimits } from './agent-runs.queries';
import {
  clearConversation,
  createAgentSession,
  findConversation,
  listAgents,
  selectAgent,
  stopAnswer,
} from './agent-sessions.queries';
import { giveFeedback, listFeedback } from './agent-feedback.queries';
import { listUsage } from './agent-usage.queries';
import { deleteConversation, listConversations, renameConversation } from './conversations.queries';
import { applyProposal, dismissProposal } from './proposals/decide-proposal';
import { findProposal } from './proposals/proposals.queries';
import { suggestQuestions } from './suggested-questions.queries';
import type { RunningAnswers } from './running-answers';

const access = signedIn;

/** Dependencies of the chat's routes. */
export interface AgentChat {
  readonly db: Kysely<Tables>;
  readonly answers: RunningAnswers;
  readonly limits: MessageLimits;
  /** Whether the operator's model answers; else the built-in one. */
  readonly isModelConfigured: boolean;
  readonly mayList: MayList;
  readonly accessOf: AccessOf;
}

/** The agent chat (specification 2 §7.6, DECISIONS §9): a session is its user's alone. */
export function agentChatRoutes(
  add: AddRoute,
  { db, answers, limits, isModelConfigured, mayList, accessOf }: AgentChat,
): void {
  add('GET', '/agents/list', {
    access,
    summary: 'The agents there are to chat with',
    response: agentList,
    handle: async () => ({ items: await listAgents(db), model_configured: isModelConfigured }),
  });
  add('POST', '/agents/session/create', {
    access,
    summary: 'Begin a chat session, with no agent selected',
    response: agentSession,
    status: 201,
    handle: ({ caller }) => createAgentSession(db, caller),
  });
  add('POST', '/agents/select', {
    access,
    summary: "Select a session's agent; a conversation with another one ends",
    body: agentSelection,
    response: agentSelected,
    handle: async ({ caller, body }) => {
      const selected = await selectAgent(db, caller, body);
      answers.end(body.tab_id);
      return selected;
    },
  });
  add('POST', '/agents/message', {
    access,
    summary: 'Send a message, or one in the place of earlier ones, and read its answer as it is written',
    body: agentMessage,
    response: events(chatEvents),
    errors: {
      429: 'Two answers are being written already, too many messages were sent within an hour, or the tokens of this month are used up',
    },
    handle: async ({ caller, body, signal }) => answers.write(await beginRun(db, caller, body, limits), caller, signal),
  });
  add('GET', '/agents/conversations', {
    access,
    summary: "The signed-in user's last conversations",
    query: conversationListQuery,
    response: conversationList,
    handle: ({ caller, query }) => listConversations(db, caller, query),
  });
  add('GET', '/agents/conversation/:tab_id', {
    access,
    summary: 'The agent and the messages of a session',
    params: byTab,
    response: conversation,
    handle: ({ caller, params }) => findConversation(db, caller, params.tab_id),
  });
  add('GET', '/agents/questions/:tab_id', {
    access,
    summary: 'Questions that the agent of a session can answer, others at each point of the conversation',
    params: byTab,
    response: suggestedQuestions,
    handle: ({ caller, params }) => suggestQuestions(db, caller, params.tab_id, mayList),
  });
  add('PATCH', '/agents/conversation/:tab_id', {
    access,
    summary: 'Name a conversation',
    params: byTab,
    body: conversationChange,
    handle: ({ caller, params, body }) => renameConversation(db, caller, params.tab_id, body),
  });
  add('DELETE', '/agents/conversation/:tab_id', {
    access,
    summary: 'Remove a conversation and end its answer',
    params: byTab,
    handle: async ({ caller, params }) => {
      await deleteConversation(db, caller, params.tab_id);
      answers.end(params.tab_id);
    },
  });
  const decides = {
    access,
    params: byProposal,
    response: proposal,
    errors: { 409: 'It has been applied or dismissed, or is older than a day' },
  } as const;
  add('GET', '/agents/proposals/:id', {
    access,
    summary: 'What an agent proposed in a conversation of the signed-in user, with all its records',
    params: byProposal,
    response: proposal,
    handle: ({ caller, params }) => findProposal(db, caller, params.id),
  });
  add('POST', '/agents/proposals/:id/apply', {
    ...decides,
    errors: {
      ...decides.errors,
      400: 'A rule of the ordinary call is broken',
      403: 'The right to the ordinary call is missing',
    },
    summary: 'Do what an agent proposed, through the ordinary call; records changed since are left and named',
    handle: ({ caller, params }) => applyProposal(db, caller, params.id, accessOf),
  });
  add('POST', '/agents/proposals/:id/dismiss', {
    ...decides,
    summary: 'Dismiss what an agent proposed',
    handle: ({ caller, params }) => dismissProposal(db, caller, params.id),
  });
  add('POST', '/agents/feedback', {
    access,
    summary: 'Say of an answer whether it helped; administrators read it with a copy of the answer',
    body: feedbackWrite,
    handle: ({ caller, body }) => giveFeedback(db, caller, body),
  });
  add('GET', '/agents/feedback', {
    access: groups('AaasAdmin'),
    summary: 'What people say of answers',
    query: feedbackListQuery,
    response: feedbackList,
    handle: ({ query }) => listFeedback(db, query),
  });
  add('GET', '/agents/usage', {
    access: groups('AaasAdmin'),
    summary: 'The tokens of answers: who, of which agent, by month',
    query: agentUsageQuery,
    response: agentUsageList,
    handle: async ({ query }) => ({ ...(await listUsage(db, query)), tokens_per_month: limits.tokensPerMonth }),
  });
  add('POST', '/agents/conversation/:tab_id/stop', {
    access,
    summary: 'End the answer that is being written; what was written stays',
    params: byTab,
    handle: async ({ caller, params }) => {
      await stopAnswer(db, caller, params.tab_id);
      answers.end(params.tab_id);
    },
  });
  add('POST', '/agents/conversation/:tab_id/clear', {
    access,
    summary: 'Remove the messages of a session; its agent stays',
    params: byTab,
    handle: async ({ caller, params }) => {
      await clearConversation(db, caller, params.tab_id);
      answers.end(params.tab_id);
    },
  });
}
