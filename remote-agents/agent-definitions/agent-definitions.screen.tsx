import { agentDefinitionCreate, definitionNoun, type AgentDefinition } from 'contract/agents/agent-definitions';
import { formatNumber } from 'shared-ui';
import {
  prefetchList,
  defineList,
  deleteSelected,
  ListScreen,
  useBulkOutcome,
  type BulkRun,
} from 'shared-ui/list-screen';
import { countedText } from '../counted-text';
import { VersionsIcon } from '../versions/versions-icon';
import { previewCell } from '../preview';
import { agentDefinitionCalls } from './agent-definitions.api';
import { AllowedProposals, allowedInWords } from './allowed-proposals';
import { KnowledgeLinker } from './knowledge-linker';

const { slug, system_prompt } = agentDefinitionCreate.properties;

const list = defineList({
  title: 'Agent Definitions',
  noun: { one: 'Agent Definition', many: 'agent definitions' },
  contract: { ...definitionNoun, create: agentDefinitionCreate },
  columns: [
    'slug',
    { key: 'system_prompt', lines: 2, flexible: true, cell: (row) => previewCell(row.system_prompt) },
    'created_at',
    { key: 'updated_at', title: 'Updated' },
  ],
  filters: ['search', 'slug_contains', 'slug'],
  editor: true,
  fields: [
    { key: 'slug', component: countedText(slug), help: 'Lowercase words joined by single hyphens' },
    { key: 'system_prompt', component: countedText(system_prompt, 10), place: 'fill' },
    {
      key: 'allowed_proposals',
      component: AllowedProposals,
      place: 'beside',
      help: 'The agent writes nothing itself: it shows what would change, and whoever chats with it applies or dismisses that with their own rights.',
    },
    // Of a definition that is there, the links change at once and by calls of their own.
    { key: 'knowledge_ids', component: KnowledgeLinker, readOnlyInEdit: true, place: 'beside' },
  ],
  details: [
    'slug',
    'system_prompt',
    { key: 'prompt_length', render: (row) => `${formatNumber(row.prompt_length)} characters` },
    { key: 'allowed_proposals', render: (row) => proposalsCell(row.allowed_proposals) },
    { key: 'agent_knowledge', render: (row) => row.agent_knowledge.map(({ name }) => name).join(', ') || '-' },
  ],
  nameOf: (row) => row.slug,
  exports: true,
  messages: {
    empty: 'No agent definitions found',
    deleteWarning: (rows) => touched(rows),
    deleteAllWarning:
      'Nobody can chat with these agents any more; conversations are kept. Knowledge that is linked will stay.',
  },
});

const proposalsCell = (kinds: AgentDefinition['allowed_proposals']) =>
  kinds.length ? (
    <ul className="allowed-proposals__list">
      {allowedInWords(kinds).map((kind) => (
        <li key={kind}>{kind}</li>
      ))}
    </ul>
  ) : (
    'None'
  );

const versions = {
  label: 'Versions',
  icon: <VersionsIcon />,
  opens: () => import('./definition-versions'),
  inForm: true,
} as const;

/** The effects of deleting definitions. */
function touched(rows: readonly AgentDefinition[]): string {
  const links = rows.reduce((sum, { agent_knowledge: { length } }) => sum + length, 0);
  const agents = rows.length === 1 ? 'this agent' : 'these agents';
  const linked = `${formatNumber(links)} knowledge ${links === 1 ? 'item is' : 'items are'} linked and will stay.`;
  return `Nobody can chat with ${agents} any more; conversations are kept. ${links > 0 ? linked : ''}`.trim();
}

export const prefetch = prefetchList(list, agentDefinitionCalls);

/** Agent Definitions (specification 1 §2). */
export default function AgentDefinitionsScreen() {
  const { sayWhenDone } = useBulkOutcome();

  const deleteAll = (rows: readonly AgentDefinition[], bulk: BulkRun) =>
    sayWhenDone(
      bulk.inParts(rows, {
        send: (part) => bulk.change(agentDefinitionCalls.removeMany, { ids: part.map(({ id }) => id), confirm: true }),
      }),
      {
        done: (count, number) => `Deleted ${count} agent ${number === 1 ? 'definition' : 'definitions'}`,
        failure: 'Bulk delete failed',
      },
      bulk,
    );

  return (
    <ListScreen
      list={list}
      calls={agentDefinitionCalls}
      rowActions={[versions]}
      bulkActions={['Export Selected', deleteSelected(deleteAll), 'Clear Selection']}
    />
  );
}
