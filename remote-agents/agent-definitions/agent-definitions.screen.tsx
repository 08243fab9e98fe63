import {
  agentDefinition,
  agentDefinitionCreate,
  agentDefinitionListQuery,
  type AgentDefinition,
} from 'api/contract/agents/agent-definitions';
import { formatDate, formatNumber } from 'shared-ui';
import { defineList, ListScreen, useBulkOutcome, useCall, type BulkAction } from 'shared-ui/list-screen';
import { countedText } from '../counted-text';
import { preview } from '../preview';
import { agentDefinitionsApi } from './agent-definitions.api';
import { KnowledgeLinker } from './knowledge-linker';

const { slug, system_prompt } = agentDefinitionCreate.properties;

const list = defineList({
  title: 'Agent Definitions',
  noun: { one: 'Agent definition', many: 'agent definitions' },
  record: agentDefinition,
  query: agentDefinitionListQuery,
  written: agentDefinitionCreate,
  columns: [
    { key: 'slug', sort: 'slug' },
    { key: 'system_prompt', flexible: true, cell: (row) => preview(row.system_prompt) },
    { key: 'created_at', sort: 'created_at', cell: (row) => formatDate(row.created_at) },
    { key: 'updated_at', title: 'Updated', sort: 'updated_at', cell: (row) => formatDate(row.updated_at) },
  ],
  filters: [
    { key: 'search', type: 'text' },
    { key: 'slug_contains', type: 'text' },
    { key: 'slug', type: 'text' },
  ],
  fields: [
    { key: 'slug', type: 'custom', component: countedText(slug), help: 'Lowercase words joined by single hyphens' },
    { key: 'system_prompt', type: 'custom', component: countedText(system_prompt, 10) },
    // Of a definition that is there, the links change at once and by calls of their own.
    { key: 'knowledge_ids', type: 'custom', component: KnowledgeLinker, readOnlyInEdit: true },
  ],
  details: [
    { key: 'slug' },
    { key: 'system_prompt' },
    { key: 'prompt_length', render: (row) => `${formatNumber(row.prompt_length)} characters` },
    { key: 'agent_knowledge', render: (row) => row.agent_knowledge.map(({ name }) => name).join(', ') || '-' },
  ],
  defaultSort: 'slug',
  nameOf: (row) => row.slug,
  exports: true,
  sentences: {
    empty: 'No agent definitions found',
    loadFailed: 'Failed to load agent definitions',
    exportFailed: 'Failed to export agent definitions',
    deleteWarning: (rows) => touched(rows),
  },
});

/** What deleting definitions leaves behind. */
function touched(rows: readonly AgentDefinition[]): string {
  const links = rows.reduce((sum, { agent_knowledge: { length } }) => sum + length, 0);
  const agents = rows.length === 1 ? 'this agent' : 'these agents';
  const linked = `${formatNumber(links)} knowledge ${links === 1 ? 'item is' : 'items are'} linked and will stay.`;
  return `Nobody can chat with ${agents} any more; conversations are kept. ${links > 0 ? linked : ''}`.trim();
}

const {
  listAgentDefinitions,
  getAgentDefinition,
  createAgentDefinition,
  replaceAgentDefinition,
  deleteAgentDefinition,
  bulkDeleteAgentDefinitions,
} = agentDefinitionsApi.endpoints;
const calls = {
  list: listAgentDefinitions,
  get: getAgentDefinition,
  create: createAgentDefinition,
  update: replaceAgentDefinition,
  remove: deleteAgentDefinition,
};

/** Agent Definitions (specification 1 §2). */
export default function AgentDefinitionsScreen() {
  const call = useCall();
  const { sayWhenDone } = useBulkOutcome();

  const deleteSelected: BulkAction<AgentDefinition> = {
    label: 'Delete Selected',
    confirm: 'delete',
    danger: true,
    run: (rows) =>
      sayWhenDone(call.change(bulkDeleteAgentDefinitions, { ids: rows.map(({ id }) => id), confirm: true }), {
        done: (count, number) => `Deleted ${count} agent ${number === 1 ? 'definition' : 'definitions'}`,
        failure: 'Bulk delete failed',
      }),
  };

  return <ListScreen list={list} calls={calls} bulkActions={['Export Selected', deleteSelected, 'Clear Selection']} />;
}
