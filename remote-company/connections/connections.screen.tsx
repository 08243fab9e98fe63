import { connectionCreate, connectionNoun, type Connection } from 'contract/company/connections';
import { CompanyField } from 'shared-ui/companies';
import { cellClass, defineList, ListScreen, prefetchList, type RowViewProps } from 'shared-ui/list-screen';
import { CostsField, CredentialField } from './connection-fields';
import { ConnectionTabs } from './connection-tabs';
import { stateText } from './connection-words';
import { connectionCalls } from './connections.api';

const nameCell = ({ external_name, company_name }: Connection) => (
  <>
    <span className={cellClass('lines')} title={external_name} dir="auto">
      {external_name}
    </span>
    <span className={cellClass('quiet')} dir="auto">
      {company_name}
    </span>
  </>
);
const stateCell = (connection: Connection) => {
  const text = stateText(connection, new Date());
  return (
    <span className={cellClass('lines')} title={text} dir="auto">
      {text}
    </span>
  );
};

/** The rule of the name of a store or account, by its source; the service judges it again. */
function brokenName(value: unknown, source: unknown): string | null {
  const name = typeof value === 'string' ? value.trim() : '';
  if (source === 'shopify' && !/^[a-z\d][a-z\d-]*$/i.test(name)) return 'Store must be the NAME of NAME.myshopify.com';
  if (source === 'meta' && !/^act_\d+$/.test(name)) return 'Account must be such as act_1234567890';
  if (source === 'youtube' && name) return 'YouTube has no store or account: leave it empty';
  return null;
}

const list = defineList({
  title: 'Connections',
  noun: { one: 'Connection', many: 'connections' },
  contract: { ...connectionNoun, create: connectionCreate },
  columns: [
    { key: 'external_name', title: 'Store or Account', flexible: true, lines: 2, cell: nameCell },
    { key: 'source', width: 110, fact: true },
    { key: 'state', flexible: true, lines: 2, cell: stateCell, fact: true },
    { key: 'last_success_at' },
    { key: 'next_run_at' },
  ],
  filters: ['search', 'company_id', 'source', 'state', 'attention'],
  fields: [
    { key: 'company_id', component: CompanyField, onlyInCreate: true },
    { key: 'source', onlyInCreate: true },
    {
      key: 'external_id',
      help: 'Shopify: the NAME of NAME.myshopify.com. Meta: act_ and digits. YouTube: nothing.',
      validate: (value, values) => ('source' in values ? brokenName(value, values['source']) : null),
    },
    {
      key: 'credential_id',
      component: CredentialField,
      validate: (value, values) =>
        values['source'] && values['source'] !== 'shopify' && !value ? 'Please choose a credential' : null,
    },
    { key: 'settings', component: CostsField, help: 'Costs that a store has of its variants.' },
  ],
  nameOf: ({ external_name, source }) => `${external_name} (${connectionNoun.properties.source.labels[source]})`,
  messages: {
    empty: 'No connections found',
    deleteWarning: 'Its runs are deleted with it. The records that it has read stay as they are.',
  },
  forgetsCompany: true,
  rereads: true,
});

export const prefetch = prefetchList(list, connectionCalls);

const view = {
  label: 'Open',
  load: () =>
    import(/* webpackChunkName: 'company-added' */ './connection-dialog') as Promise<{
      default: (props: RowViewProps<Connection>) => React.ReactNode;
    }>,
};

/** Connections (DECISIONS §13): the stores, accounts and posts that are read by themselves, and how that goes. */
export default function ConnectionsScreen() {
  return (
    <>
      <ConnectionTabs />
      <ListScreen list={list} calls={connectionCalls} view={view} bulkActions={[]} />
    </>
  );
}
