import type {
  AgentDefinition,
  AgentDefinitionCreate,
  AgentDefinitionListQuery,
  AgentDefinitionWrite,
  LinkedKnowledge,
} from 'contract/agents/agent-definitions';
import type { Version } from 'contract/history';
import type { Paged } from 'contract/paging';
import { resourceCalls } from 'shared-auth';

/** A definition and a knowledge item that is linked to it, or not. */
export interface Link {
  id: number;
  knowledgeId: number;
}

/** The calls of specification 1 §7 'Agent definitions'. */
export const agentDefinitionCalls = resourceCalls('agent-definitions', (definitions) => {
  const { build, path, tag } = definitions;
  const change = (method: 'POST' | 'DELETE') =>
    build.mutation<unknown, Link>({
      query: ({ id, knowledgeId }) => ({ method, path: `${path}/${id}/knowledge/${knowledgeId}` }),
      invalidatesTags: [tag],
    });
  return {
    ...definitions.regular<AgentDefinition, AgentDefinitionListQuery, AgentDefinitionCreate>(),
    update: definitions.replace<AgentDefinition, AgentDefinitionWrite>(),
    removeMany: definitions.bulk<{ ids: number[]; confirm: true }>('bulk'),
    listLinked: build.query<{ items: LinkedKnowledge[]; total: number }, number>({
      query: (id) => ({ path: `${path}/${id}/knowledge` }),
      providesTags: [tag],
    }),
    listVersions: build.query<Paged<Version<AgentDefinitionWrite>>, { id: number; page: number }>({
      query: ({ id, page }) => ({ path: `${path}/${id}/versions`, query: { page } }),
    }),
    link: change('POST'),
    unlink: change('DELETE'),
  };
});
