import { namingRule, type NamingRule } from 'contract/ads/naming-rules';
import { icon } from 'shared-ui';
import { defineList, ListScreen, prefetchList } from 'shared-ui/list-screen';
import { namingRuleCalls } from './naming-rules.api';
import { PatternField } from './pattern-field';

const ApplyIcon = icon(<path d="M4 4h8l8 8-8 8-8-8zm4 4h.01" />);

const lastRunCell = ({ last_run_count: count }: NamingRule) => (count === null ? '-' : String(count));

const stateInWords = ({ state, last_updated_by_username: author }: NamingRule) =>
  state === 'active'
    ? 'Active'
    : `Ended: ${author ?? 'its author'} may not tag the ads of this company any more. Whoever saves it is its author.`;

const list = defineList({
  title: 'Naming Rules',
  noun: { one: 'Naming Rule', many: 'naming rules' },
  contract: namingRule,
  columns: [
    { key: 'name', flexible: true },
    { key: 'pattern', flexible: true, fact: true },
    'company_name',
    { key: 'state', fact: true },
    { key: 'last_updated_by_username' },
    'last_run_at',
    { key: 'last_run_count', cell: lastRunCell },
  ],
  filters: ['company_id', 'search'],
  fields: [
    { key: 'company_id', onlyInCreate: true },
    { key: 'name', help: 'Stands in the history of what it tags.' },
    { key: 'pattern', component: PatternField },
  ],
  details: [
    'company_name',
    'name',
    'pattern',
    { key: 'state', render: stateInWords },
    'last_updated_by_username',
    'last_run_at',
    'last_run_count',
  ],
  nameOf: ({ name }) => name,
  messages: {
    empty:
      'A naming rule turns the names of a company’s ads into tags, now and after each complete reading of its ads.',
  },
});

export const prefetch = prefetchList(list, namingRuleCalls);

const loadApply = () => import('./apply-rule');

/**
 * Naming Rules (DECISIONS §16): how a company names its ads, tried on all of them before anything is written. A rule runs
 * after each complete reading for as long as its author may tag the company's ads.
 */
export default function NamingRulesScreen() {
  return (
    <ListScreen
      list={list}
      calls={namingRuleCalls}
      rowActions={[{ label: 'Tag Ads…', icon: <ApplyIcon />, opens: loadApply }]}
      bulkActions={[]}
    />
  );
}
