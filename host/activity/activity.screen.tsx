import { historyEntry, type HistoryEntry } from 'contract/history';
import { object } from 'contract/schema';
import { Badge, CopyButton, formatTime, shape } from 'shared-ui';
import { CompanyName } from 'shared-ui/companies';
import { cellClass, defineList, ListScreen } from 'shared-ui/list-screen';
import { actionOf, kindOf, recordOf, type ShownEntry } from 'shared-ui/record-details';
import { activityQuery } from './activity-query';
import { activityCalls } from './activity.api';
import './activity.css';
import { dayHeading } from './days';
import { AlikeRecords, EntryPart, MoreOf } from './entry-part';
import { isGroup, recordsOf } from './entry-words';

const TONES = { create: 'success', delete: 'danger', restore: 'success', update: 'info' } as const;
const toneOf = (action: string) => (TONES as Partial<Record<string, 'success' | 'danger' | 'info'>>)[action];

const whoCell = (entry: ShownEntry) => (
  <span className={cellClass('lines')}>
    <bdi>{entry.username}</bdi>
    {entry.agent && <small className="activity-agent">proposed by {entry.agent}</small>}
  </span>
);

const companyCell = ({ company_id }: HistoryEntry) => (company_id === null ? '-' : <CompanyName id={company_id} />);

const requestCell = ({ operation_id }: HistoryEntry) =>
  operation_id === null ? (
    '-'
  ) : (
    <span className={`${shape.line} activity-request`}>
      {operation_id}
      <CopyButton label="Copy request id" text={operation_id} />
    </span>
  );

const list = defineList({
  title: 'Activity',
  noun: { one: 'Entry', many: 'entries', file: 'activity' },
  contract: { response: historyEntry, create: object({}, []), query: activityQuery, defaultSort: '-at' },
  columns: [
    { key: 'at', sort: 'at', title: 'When', width: 92, first: 12, fact: true, cell: ({ at }) => formatTime(at) },
    { key: 'username', width: 100, first: 60, cell: whoCell, fact: true },
    {
      key: 'action',
      width: 120,
      first: 4,
      fact: true,
      cell: (entry) => <Badge tone={toneOf(entry.action) ?? 'secondary'}>{actionOf(entry)}</Badge>,
    },
    { key: 'resource', width: 116, first: 24, cell: kindOf },
    { key: 'record_name', title: 'Record', name: true, width: 110, flexible: true, cell: recordsOf },
    {
      key: 'changes',
      title: 'Changed',
      width: 110,
      flexible: true,
      cell: ({ changes }) => changes.map(({ label }) => label).join(', ') || '-',
    },
    {
      key: 'company_id',
      width: 104,
      first: 66,
      cell: companyCell,
    },
  ],
  filters: [
    'person',
    'company_id',
    'resource',
    'action',
    'chat',
    'sign_ins',
    'since',
    'until',
    'record_id',
    'operation_id',
  ],
  mainFilters: ['person', 'company_id', 'resource', 'action'],
  forgetsCompany: true,
  details: [
    { key: 'at', label: 'When' },
    { key: 'username', render: whoCell },
    {
      key: 'resource',
      label: 'Record',
      render: (entry) => (isGroup(entry) ? <AlikeRecords entry={entry} /> : `${kindOf(entry)} ${entry.record_id}`),
    },
    { key: 'company_id', render: companyCell },
    { key: 'changes', render: (entry) => <EntryPart entry={entry} /> },
    { key: 'operation_id', label: 'Request', render: requestCell },
    { key: 'operation_size', label: 'More', render: (entry) => <MoreOf entry={entry} /> },
  ],
  headingOf: ({ at }) => dayHeading(at),
  nameOf: recordOf,
  titleOf: (entry) => `${actionOf(entry)}: ${recordsOf(entry)}`,
  exports: true,
  messages: {
    empty: 'Nothing has been done that matches these filters',
    loadFailed: 'Failed to load activity',
    exportFailed: 'Failed to export activity',
  },
});

/** Activity: what was done in the whole console, by whom and when; AaasAdmin only (DECISIONS §10). */
export default function ActivityScreen() {
  return <ListScreen list={list} calls={activityCalls} bulkActions={[]} />;
}
