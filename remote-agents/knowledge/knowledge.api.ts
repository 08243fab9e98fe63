import type { Knowledge, KnowledgeListQuery, KnowledgePatch, KnowledgeWrite } from 'api/contract/agents/knowledge';
import { injectEndpoints, resourceEndpoints } from 'shared-auth';

/** The calls of specification 1 §7 'Knowledge'. */
export const knowledgeApi = injectEndpoints(['knowledge'], (build) => {
  const knowledge = resourceEndpoints(build, { path: '/knowledge', tag: 'knowledge' });
  return {
    listKnowledge: knowledge.list<Knowledge, KnowledgeListQuery>(),
    getKnowledge: knowledge.get<Knowledge>(),
    createKnowledge: knowledge.create<Knowledge, KnowledgeWrite>(),
    updateKnowledge: knowledge.update<Knowledge, KnowledgePatch>(),
    deleteKnowledge: knowledge.remove(),
  };
});
