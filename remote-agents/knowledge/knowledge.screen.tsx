import { knowledgeItem, type Knowledge } from 'contract/agents/knowledge';
import { formatNumber } from 'shared-ui';
import {
  prefetchList,
  defineList,
  deleteSelected,
  ListScreen,
  ONE_DONE,
  useBulkOutcome,
  type BulkRun,
} from 'shared-ui/list-screen';
import { countedText } from '../counted-text';
import { VersionsIcon } from '../versions/versions-icon';
import { previewCell } from '../preview';
import { knowledgeCalls } from './knowledge.api';

const { name, content } = knowledgeItem.properties;

const list = defineList({
  title: 'Knowledge',
  noun: { one: 'Knowledge', many: 'knowledge items', file: 'knowledge' },
  contract: knowledgeItem,
  columns: [
    { key: 'name', width: 200, flexible: true },
    { key: 'content', lines: 2, flexible: true, cell: (row) => previewCell(row.content) },
    'created_at',
    { key: 'updated_at', title: 'Updated' },
  ],
  filters: ['search', 'name', 'content_contains'],
  editor: true,
  fields: [
    { key: 'name', component: countedText(name) },
    { key: 'content', component: countedText(content, 10), place: 'fill' },
  ],
  details: ['name', 'content', 'agent_count'],
  nameOf: (row) => row.name,
  exports: true,
  messages: {
    empty: 'No knowledge found',
    loadFailed: 'Failed to load knowledge',
    exportFailed: 'Failed to export knowledge',
    deleteWarning: (rows) => touched(rows.map((row) => row.agent_count)),
    deleteAllWarning: 'Agents that are linked to any of them will lose it.',
  },
});

const versions = {
  label: 'Versions',
  icon: <VersionsIcon />,
  opens: () => import('./knowledge-versions'),
  inForm: true,
} as const;

/** The effects of deleting items, by the number of agents that each is linked to. */
function touched(agents: readonly number[]): string {
  const linked = agents.filter((count) => count > 0);
  if (agents.length === 1)
    return linked.length ? `It is linked to ${agentsOf(linked[0] ?? 0)}, which will lose it.` : 'No agent uses it.';
  if (linked.length === 0) return 'No agent uses any of them.';
  const links = linked.reduce((sum, count) => sum + count, 0);
  return `${formatNumber(linked.length)} of them ${linked.length === 1 ? 'is' : 'are'} linked to agents (${formatNumber(links)} ${links === 1 ? 'link' : 'links'}), which will lose them.`;
}

const agentsOf = (count: number) => `${formatNumber(count)} ${count === 1 ? 'agent' : 'agents'}`;

export const prefetch = prefetchList(list, knowledgeCalls);

/** Knowledge (specification 1 §2). */
export default function KnowledgeScreen() {
  const { sayWhenDone } = useBulkOutcome();

  /** One delete an item (specification 1 §7); what fails is told row by row. */
  const deleteAll = (rows: readonly Knowledge[], bulk: BulkRun) =>
    sayWhenDone(
      bulk.inParts(rows, {
        size: 1,
        send: async ([item]) => {
          if (item) await bulk.change(knowledgeCalls.remove, item.id);
          return ONE_DONE;
        },
      }),
      {
        done: (count, number) => `Deleted ${count} knowledge ${number === 1 ? 'item' : 'items'}`,
        failure: 'Bulk delete failed',
      },
      bulk,
    );

  return (
    <ListScreen
      list={list}
      calls={knowledgeCalls}
      rowActions={[versions]}
      bulkActions={['Export Selected', deleteSelected(deleteAll), 'Clear Selection']}
    />
  );
}
