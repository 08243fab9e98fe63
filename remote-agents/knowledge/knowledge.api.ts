import type { Knowledge, KnowledgeListQuery, KnowledgeWrite } from 'contract/agents/knowledge';
import type { Version } from 'contract/history';
import type { Paged } from 'contract/paging';
import { resourceCalls } from 'shared-auth';

/** The calls of specification 1 §7 'Knowledge', and the versions of an item (DECISIONS §10). */
export const knowledgeCalls = resourceCalls('knowledge', (knowledge) => {
  const { build, path } = knowledge;
  return {
    ...knowledge.regular<Knowledge, KnowledgeListQuery, KnowledgeWrite>(),
    listVersions: build.query<Paged<Version<KnowledgeWrite>>, { id: number; page: number }>({
      query: ({ id, page }) => ({ path: `${path}/${id}/versions`, query: { page } }),
    }),
  };
});
