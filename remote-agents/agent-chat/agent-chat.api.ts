import type {
  AgentList,
  Conversation,
  ConversationChange,
  ConversationList,
  SuggestedQuestions,
} from 'contract/agents/agent-chat';
import type { Feedback, FeedbackWrite } from 'contract/agents/agent-feedback';
import type { AgentUsageList } from 'contract/agents/agent-usage';
import type { Proposal } from 'contract/agents/proposals';
import type { UndoResponse } from 'contract/history';
import type { Paged } from 'contract/paging';
import { injectEndpoints } from 'shared-auth';

const pathOf = (tab: string) => `/agents/conversation/${encodeURIComponent(tab)}`;

const TAGS = ['agents', 'agent-conversations', 'agent-feedback'] as const;
/** The cache tags of the records that a proposal may change: they are fetched again. */
const PROPOSED = [
  'facebook-ads',
  'social-media-posts',
  'social-media-profiles',
  'social-media-search-terms',
  'product-variants',
  'tags',
  'dashboard',
  'history',
] as const;

/** The calls of specification 2 §7.6, but for the message, which is a stream. */
export const agentChatApi = injectEndpoints([...TAGS, ...PROPOSED], (build) => ({
  listAgents: build.query<AgentList, void>({
    query: () => ({ path: '/agents/list' }),
    providesTags: ['agents'],
  }),
  createAgentSession: build.mutation<{ tab_id: string }, void>({
    query: () => ({ method: 'POST', path: '/agents/session/create' }),
  }),
  selectAgent: build.mutation<unknown, { agent: string; tab_id: string }>({
    query: (body) => ({ method: 'POST', path: '/agents/select', body }),
  }),
  getConversation: build.query<Conversation, string>({
    query: (tab) => ({ path: pathOf(tab) }),
    keepUnusedDataFor: 0,
  }),
  listConversations: build.query<ConversationList, string>({
    query: (search) => ({ path: '/agents/conversations', query: search ? { search } : {} }),
    keepUnusedDataFor: 0,
    providesTags: ['agent-conversations'],
  }),
  /** `turn` counts what has been asked: other questions stand behind each answer. */
  suggestQuestions: build.query<SuggestedQuestions, { tab: string; turn: number }>({
    query: ({ tab }) => ({ path: `/agents/questions/${encodeURIComponent(tab)}` }),
  }),
  renameConversation: build.mutation<unknown, { tab: string } & ConversationChange>({
    query: ({ tab, title }) => ({ method: 'PATCH', path: pathOf(tab), body: { title } }),
    invalidatesTags: ['agent-conversations'],
  }),
  deleteConversation: build.mutation<unknown, string>({
    query: (tab) => ({ method: 'DELETE', path: pathOf(tab) }),
    invalidatesTags: ['agent-conversations'],
  }),
  /** A proposal with all its records. */
  getProposal: build.query<Proposal, number>({
    query: (id) => ({ path: `/agents/proposals/${id}` }),
    keepUnusedDataFor: 0,
  }),
  decideProposal: build.mutation<Proposal, { id: number; how: 'apply' | 'dismiss' }>({
    query: ({ id, how }) => ({ method: 'POST', path: `/agents/proposals/${id}/${how}` }),
    invalidatesTags: (_done, _error, { how }) => (how === 'apply' ? PROPOSED : []),
  }),
  undoProposal: build.mutation<UndoResponse, string>({
    query: (operation) => ({ method: 'POST', path: `/history/${encodeURIComponent(operation)}/undo` }),
    invalidatesTags: PROPOSED,
  }),
  giveFeedback: build.mutation<unknown, FeedbackWrite>({
    query: (body) => ({ method: 'POST', path: '/agents/feedback', body }),
    invalidatesTags: ['agent-feedback'],
  }),
  listFeedback: build.query<Paged<Feedback>, number>({
    query: (page) => ({ path: '/agents/feedback', query: { page } }),
    providesTags: ['agent-feedback'],
  }),
  listUsage: build.query<AgentUsageList, number>({
    query: (page) => ({ path: '/agents/usage', query: { page } }),
    keepUnusedDataFor: 0,
  }),
  clearConversation: build.mutation<unknown, string>({
    query: (tab) => ({ method: 'POST', path: `${pathOf(tab)}/clear` }),
  }),
  stopConversation: build.mutation<unknown, string>({
    query: (tab) => ({ method: 'POST', path: `${pathOf(tab)}/stop` }),
  }),
}));
