import { signInRule, type SignInRule } from 'contract/people/sign-in-rules';
import { cellClass, defineList, ListScreen, prefetchList } from 'shared-ui/list-screen';
import { CompaniesField } from '../companies/companies-field';
import { companiesCell, companiesInWords, groupsCell, groupsInWords } from '../people/access-cells';
import { groupsField } from '../people/groups-field';
import { signInRuleCalls } from './sign-in-rules.api';

const valueCell = ({ claim, value }: SignInRule) => (
  <>
    <span className={cellClass('lines')} title={value} dir="auto">
      {value}
    </span>
    <span className={cellClass('quiet')}>{claim}</span>
  </>
);

const list = defineList({
  title: 'Sign-in Rules',
  noun: { one: 'Sign-in Rule', many: 'sign-in rules' },
  contract: signInRule,
  columns: [
    { key: 'value', lines: 2, flexible: true, cell: valueCell },
    { key: 'provider', width: 140 },
    { key: 'groups', lines: 2, flexible: true, fact: true, cell: groupsCell },
    { key: 'company_names', lines: 2, flexible: true, cell: companiesCell },
    'updated_at',
  ],
  filters: ['search'],
  fields: [
    { key: 'provider', help: 'Its name in the file of OIDC_PROVIDERS_FILE, such as okta.' },
    { key: 'claim', help: 'What the provider says of a person, such as groups, or realm_access.roles.' },
    { key: 'value', help: 'Whoever has this value, or has it in a list, is admitted.' },
    { key: 'groups', component: groupsField('Groups') },
    {
      key: 'company_ids',
      component: CompaniesField,
      help: 'The person sees these companies. Members of AaasAdmin see every one.',
    },
  ],
  details: [
    'provider',
    'claim',
    'value',
    { key: 'groups', render: groupsInWords },
    { key: 'company_names', render: companiesInWords },
  ],
  nameOf: ({ value }) => value,
  messages: {
    empty:
      'Without a rule a provider signs in those people alone whose email is known here, and decides about no rights.',
  },
});

export const prefetch = prefetchList(list, signInRuleCalls);

/**
 * Sign-in Rules (DECISIONS §15): which groups and companies single sign-on grants to whom. A provider with rules decides
 * about its people's rights at each of their sign-ins.
 */
export default function SignInRulesScreen() {
  return <ListScreen list={list} calls={signInRuleCalls} bulkActions={[]} />;
}
