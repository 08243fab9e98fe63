import type { AgentList, Conversation, ConversationList } from 'api/contract/agents/agent-chat';
import { injectEndpoints } from 'shared-auth';

/** The calls of specification 2 §7.6, but for the message, which is a stream. */
export const agentChatApi = injectEndpoints(['agents'], (build) => ({
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
    query: (tab) => ({ path: `/agents/conversation/${encodeURIComponent(tab)}` }),
    keepUnusedDataFor: 0,
  }),
  listConversations: build.query<ConversationList, void>({
    query: () => ({ path: '/agents/conversations' }),
    keepUnusedDataFor: 0,
  }),
  clearConversation: build.mutation<unknown, string>({
    query: (tab) => ({ method: 'POST', path: `/agents/conversation/${encodeURIComponent(tab)}/clear` }),
  }),
  stopConversation: build.mutation<unknown, string>({
    query: (tab) => ({ method: 'POST', path: `/agents/conversation/${encodeURIComponent(tab)}/stop` }),
  }),
}));
