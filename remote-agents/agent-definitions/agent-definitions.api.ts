import type {
  AgentDefinition,
  AgentDefinitionCreate,
  AgentDefinitionListQuery,
  AgentDefinitionWrite,
  LinkedKnowledge,
} from 'api/contract/agents/agent-definitions';
import { injectEndpoints, resourceEndpoints } from 'shared-auth';

/** A definition and a knowledge item that is linked to it, or not. */
export interface Link {
  id: number;
  knowledgeId: number;
}

/** The calls of specification 1 §7 'Agent definitions'. */
export const agentDefinitionsApi = injectEndpoints(['agent-definitions'], (build) => {
  const definitions = resourceEndpoints(build, { path: '/agent-definitions', tag: 'agent-definitions' });
  const change = (method: 'POST' | 'DELETE') =>
    build.mutation<unknown, Link>({
      query: ({ id, knowledgeId }) => ({ method, path: `/agent-definitions/${id}/knowledge/${knowledgeId}` }),
      invalidatesTags: ['agent-definitions'],
    });
  return {
    listAgentDefinitions: definitions.list<AgentDefinition, AgentDefinitionListQuery>(),
    getAgentDefinition: definitions.get<AgentDefinition>(),
    createAgentDefinition: definitions.create<AgentDefinition, AgentDefinitionCreate>(),
    replaceAgentDefinition: definitions.replace<AgentDefinition, AgentDefinitionWrite>(),
    deleteAgentDefinition: definitions.remove(),
    bulkDeleteAgentDefinitions: definitions.bulk<{ ids: number[]; confirm: true }>('bulk'),
    listLinkedKnowledge: build.query<{ items: LinkedKnowledge[]; total: number }, number>({
      query: (id) => ({ path: `/agent-definitions/${id}/knowledge` }),
      providesTags: ['agent-definitions'],
    }),
    linkKnowledge: change('POST'),
    unlinkKnowledge: change('DELETE'),
  };
});
