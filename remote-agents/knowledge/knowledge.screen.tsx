import { knowledge, knowledgeListQuery, knowledgeWrite, type Knowledge } from 'api/contract/agents/knowledge';
import type { BulkResponse } from 'api/contract/bulk';
import { formatDate, formatNumber, useToast } from 'shared-ui';
import { defineList, ListScreen, perRow, useCall, type BulkAction } from 'shared-ui/list-screen';
import { countedText } from '../counted-text';
import { preview } from '../preview';
import { knowledgeApi } from './knowledge.api';

const { name, content } = knowledgeWrite.properties;

const list = defineList({
  title: 'Knowledge',
  noun: { one: 'Knowledge', many: 'knowledge items', file: 'knowledge' },
  record: knowledge,
  query: knowledgeListQuery,
  written: knowledgeWrite,
  columns: [
    { key: 'name', sort: 'name', flexible: true },
    { key: 'content', flexible: true, cell: (row) => preview(row.content) },
    { key: 'created_at', sort: 'created_at', cell: (row) => formatDate(row.created_at) },
    { key: 'updated_at', title: 'Updated', sort: 'updated_at', cell: (row) => formatDate(row.updated_at) },
  ],
  filters: [
    { key: 'search', type: 'text' },
    { key: 'name', type: 'text' },
    { key: 'content_contains', type: 'text' },
  ],
  fields: [
    { key: 'name', type: 'custom', component: countedText(name) },
    { key: 'content', type: 'custom', component: countedText(content, 10) },
  ],
  details: [{ key: 'name' }, { key: 'content' }, { key: 'agent_count' }],
  defaultSort: 'name',
  nameOf: (row) => row.name,
  exports: true,
  sentences: {
    empty: 'No knowledge found',
    loadFailed: 'Failed to load knowledge',
    exportFailed: 'Failed to export knowledge',
    deleteWarning: (rows) => touched(rows.map((row) => row.agent_count)),
  },
});

/** What deleting items takes away, by the number of agents that each is linked to. */
function touched(agents: readonly number[]): string {
  const linked = agents.filter((count) => count > 0);
  if (agents.length === 1)
    return linked.length ? `It is linked to ${agentsOf(linked[0] ?? 0)}, which will lose it.` : 'No agent uses it.';
  if (linked.length === 0) return 'No agent uses any of them.';
  const links = linked.reduce((sum, count) => sum + count, 0);
  return `${formatNumber(linked.length)} of them ${linked.length === 1 ? 'is' : 'are'} linked to agents (${formatNumber(links)} ${links === 1 ? 'link' : 'links'}), which will lose them.`;
}

const agentsOf = (count: number) => `${formatNumber(count)} ${count === 1 ? 'agent' : 'agents'}`;

const { listKnowledge, getKnowledge, createKnowledge, updateKnowledge, deleteKnowledge } = knowledgeApi.endpoints;
const calls = {
  list: listKnowledge,
  get: getKnowledge,
  create: createKnowledge,
  update: updateKnowledge,
  remove: deleteKnowledge,
};

/** Knowledge (specification 1 §2). */
export default function KnowledgeScreen() {
  const call = useCall();
  const toast = useToast();

  /** One delete an item (specification 1 §7); what fails is told row by row. */
  const deleteAll = async (rows: readonly Knowledge[]): Promise<BulkResponse> => {
    const outcome = await perRow(rows, ({ id }) => call.change(deleteKnowledge, id));
    const { success_count: deleted } = outcome;
    toast.show(
      deleted > 0
        ? { type: 'success', message: `Deleted ${formatNumber(deleted)} knowledge ${deleted === 1 ? 'item' : 'items'}` }
        : { type: 'error', message: 'Bulk delete failed' },
    );
    return outcome;
  };

  const deleteSelected: BulkAction<Knowledge> = {
    label: 'Delete Selected',
    confirm: 'delete',
    danger: true,
    run: deleteAll,
  };

  return <ListScreen list={list} calls={calls} bulkActions={['Export Selected', deleteSelected, 'Clear Selection']} />;
}
