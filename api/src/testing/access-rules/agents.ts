import type { Person } from '../console';
import type { Db, Rules } from './rule';

const definition = (id: number) => ({ slug: `agent-${id}`, system_prompt: 'Be of help.' });
const definitionWithKnowledge = async (db: Db, companyId: number) => {
  const agent = await db
    .insertInto('agent_definitions')
    .values({ ...definition(companyId), updated_by: null })
    .returning(['id', 'slug'])
    .executeTakeFirstOrThrow();
  const item = await db
    .insertInto('knowledge')
    .values({ name: 'Name', content: 'Content', updated_by: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('agent_knowledge').values({ agent_id: agent.id, knowledge_id: item.id }).execute();
  return { ...agent, knowledgeId: item.id };
};
const knowledgeItem = async (db: Db, companyId: number) => ({
  id: (await definitionWithKnowledge(db, companyId)).knowledgeId,
});
const admins = { may: ['AaasAdmin'] } as const;
/** Of the asking person, or, for the stranger, of somebody else; whichever companies the two belong to. */
const ofSession = {
  may: 'signed in' as const,
  record: async (db: Db, companyId: number, owner: Person) => {
    const { slug } = await definitionWithKnowledge(db, companyId);
    const { tab_id } = (await owner.post<{ tab_id: string }>('/agents/session/create')).body;
    await owner.post('/agents/select', { tab_id, agent: slug });
    return { tab_id, agent: slug };
  },
};

/** A proposal in such a conversation. */
const proposalIn = (status: 'open' | 'dismissed') => ({
  may: 'signed in' as const,
  stranger: 404 as const,
  record: async (db: Db, companyId: number, owner: Person) => {
    const { tab_id, agent } = await ofSession.record(db, companyId, owner);
    const call = { method: 'POST', path: '/facebook-ads/tags/bulk/add', body: { how: 'add', tags: ['x'] } };
    return db
      .insertInto('agent_proposals')
      .values({
        tab_id,
        agent,
        status,
        run_id: 'x',
        kind: 'ad_tags',
        company_id: companyId,
        unchanged_count: 0,
        call: JSON.stringify(call),
        records: '[]',
        outcome: null,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow();
  },
});

export const agentRules: Rules = {
  'GET /api/knowledge': { ...admins, success: 200 },
  'GET /api/knowledge/ids': { ...admins, success: 200 },
  'POST /api/knowledge': { ...admins, success: 201, body: () => ({ name: 'Name', content: 'Content' }) },
  'GET /api/knowledge/:id': { ...admins, success: 200, record: knowledgeItem },
  'PATCH /api/knowledge/:id': { ...admins, success: 200, record: knowledgeItem, body: () => ({ name: 'New' }) },
  'DELETE /api/knowledge/:id': { ...admins, success: 204, record: knowledgeItem },

  'GET /api/agent-definitions': { ...admins, success: 200 },
  'GET /api/agent-definitions/ids': { ...admins, success: 200 },
  'GET /api/agent-definitions/search': { ...admins, success: 200 },
  'POST /api/agent-definitions': { ...admins, success: 201, body: definition },
  'POST /api/agent-definitions/bulk': { ...admins, success: 200, body: (id) => ({ ids: [id], confirm: true }) },
  'GET /api/agent-definitions/by-slug/:slug': { ...admins, success: 200, record: definitionWithKnowledge },
  'GET /api/agent-definitions/:id': { ...admins, success: 200, record: definitionWithKnowledge },
  'PUT /api/agent-definitions/:id': { ...admins, success: 200, record: definitionWithKnowledge, body: definition },
  'DELETE /api/agent-definitions/:id': { ...admins, success: 204, record: definitionWithKnowledge },
  'GET /api/agent-definitions/:id/knowledge': { ...admins, success: 200, record: definitionWithKnowledge },
  'POST /api/agent-definitions/:id/knowledge/:knowledgeId': {
    ...admins,
    success: 200,
    record: definitionWithKnowledge,
  },
  'DELETE /api/agent-definitions/:id/knowledge/:knowledgeId': {
    ...admins,
    success: 204,
    record: definitionWithKnowledge,
  },

  'GET /api/agents/list': { may: 'signed in', success: 200 },
  'POST /api/agents/session/create': { may: 'signed in', success: 201 },
  'POST /api/agents/select': { ...ofSession, success: 200, body: (_, values) => values, stranger: 404 },
  'POST /api/agents/message': {
    ...ofSession,
    success: 200,
    body: (_, { tab_id }) => ({ tab_id, message: 'Hello' }),
    stranger: 404,
  },
  'GET /api/agents/conversations': { may: 'signed in', success: 200 },
  'GET /api/agents/conversation/:tab_id': { ...ofSession, success: 200 },
  'GET /api/agents/questions/:tab_id': { ...ofSession, success: 200 },
  'PATCH /api/agents/conversation/:tab_id': { ...ofSession, success: 204, body: () => ({ title: 'Tea' }) },
  'DELETE /api/agents/conversation/:tab_id': { ...ofSession, success: 204 },
  'GET /api/agents/proposals/:id': { ...proposalIn('open'), success: 200 },
  // Whether the ordinary call is the person's to make, `decide-proposal` asks.
  'POST /api/agents/proposals/:id/apply': { ...proposalIn('dismissed'), success: 409 },
  'POST /api/agents/proposals/:id/dismiss': { ...proposalIn('open'), success: 200 },
  // Without an answer of this id.
  'POST /api/agents/feedback': { may: 'signed in', success: 404, body: () => ({ message_id: 1_000_000, up: true }) },
  'GET /api/agents/feedback': { ...admins, success: 200 },
  'GET /api/agents/usage': { ...admins, success: 200 },
  'POST /api/agents/conversation/:tab_id/stop': { ...ofSession, success: 204 },
  'POST /api/agents/conversation/:tab_id/clear': { ...ofSession, success: 204 },
};
