import type { Knowledge, KnowledgeListQuery, KnowledgeWrite } from 'api/contract/agents/knowledge';
import { resourceCalls } from 'shared-auth';

/** The calls of specification 1 §7 'Knowledge'. */
export const knowledgeCalls = resourceCalls('knowledge', (knowledge) =>
  knowledge.regular<Knowledge, KnowledgeListQuery, KnowledgeWrite>(),
);
