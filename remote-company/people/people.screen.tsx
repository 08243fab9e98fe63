import {
  peopleBulkRights,
  personNoun,
  type Invitation,
  type InvitationCreate,
  type PeopleBulk,
  type Person,
} from 'contract/people/people';
import { useMemo } from 'react';
import type { BulkResponse } from 'contract/bulk';
import { LockIcon, useDialog, ViewIcon } from 'shared-ui';
import {
  bulkForm,
  cellClass,
  defineList,
  ListScreen,
  prefetchList,
  useBulkOutcome,
  type BulkAction,
  type BulkRun,
  type Mutation,
} from 'shared-ui/list-screen';
import { CompaniesField } from '../companies/companies-field';
import { companiesCell, companiesInWords, groupsCell, groupsInWords } from './access-cells';
import { groupsField } from './groups-field';
import { managedField } from './managed-field';
import { peopleCalls } from './people.api';

const loadLink = () => import(/* webpackChunkName: 'company-added' */ './invitation-link');
const { list: listCall, matching, get, update } = peopleCalls;

// Untracked: the store does not keep the response.
const inviting: Mutation<InvitationCreate, Invitation> = {
  initiate: (body) => peopleCalls.invite.initiate(body, { track: false }),
};

const nameCell = ({ username, email }: Person) => (
  <>
    <span className={cellClass('lines')} title={username} dir="auto">
      {username}
    </span>
    {email && <span className={cellClass('quiet')}>{email}</span>}
  </>
);

const list = defineList({
  title: 'People',
  noun: { one: 'Person', many: 'people' },
  contract: personNoun,
  columns: [
    { key: 'username', lines: 2, flexible: true, cell: nameCell },
    { key: 'groups', lines: 2, flexible: true, fact: true, cell: groupsCell },
    { key: 'company_names', lines: 2, flexible: true, cell: companiesCell },
    { key: 'state', width: 150, fact: true },
    { key: 'second_factor', width: 150 },
    'last_sign_in_at',
  ],
  filters: ['search', 'group', 'state', 'second_factor', 'reaches'],
  fields: [
    { key: 'username', onlyInCreate: true, help: 'The name that the person signs in with.' },
    'email',
    { key: 'groups', component: managedField(groupsField('Groups')) },
    {
      key: 'company_ids',
      component: managedField(CompaniesField),
      help: 'The person sees these companies. Members of AaasAdmin see every one.',
    },
  ],
  details: {
    Person: ['username', 'email', 'state', 'second_factor', 'last_sign_in_at', 'invitation_expires_at'],
    Access: [
      { key: 'groups', render: groupsInWords },
      { key: 'company_names', render: companiesInWords },
      {
        key: 'managed_by',
        render: ({ managed_by }) => (managed_by === null ? 'People, here' : `${managed_by}, at each sign-in`),
      },
    ],
  },
  badges: { state: { active: 'success', invited: 'info', expired: 'warning', disabled: 'secondary' } },
  nameOf: ({ username }) => username,
  exports: true,
  exported: [
    'username',
    'email',
    'groups',
    { title: 'Companies', value: companiesInWords },
    { title: 'State', value: ({ state }) => personNoun.properties.state.labels[state] },
    {
      title: 'Second Factor',
      value: ({ second_factor }) => personNoun.properties.second_factor.labels[second_factor],
    },
    'last_sign_in_at',
  ],
  messages: { empty: 'No people found' },
  rereads: true,
  forgetsCompany: true,
});

const rightsForm = {
  title: 'Change Groups and Companies',
  schema: peopleBulkRights,
  fields: [
    { key: 'add_groups', component: groupsField('Add Groups') },
    { key: 'remove_groups', component: groupsField('Take Away Groups') },
    { key: 'add_company_ids', component: CompaniesField },
    { key: 'remove_company_ids', component: CompaniesField },
  ],
  note: 'What is named is added to the groups and companies of each selected person, or taken away. The rest stays.',
  submitLabel: 'Change',
} as const;

export const prefetch = prefetchList(list, peopleCalls);

/** People (DECISIONS §15): who signs in, with which groups and companies; invited by a link that is shown once. */
export default function PeopleScreen() {
  const { dialog, open, close } = useDialog();
  const { sayWhenDone } = useBulkOutcome();

  const calls = useMemo(() => {
    /** Invites once there is what shows the link, for it is not to be had again. */
    const showing = async (make: () => Promise<Invitation>) => {
      const { default: InvitationLink } = await loadLink();
      const made = await make();
      void open(async () => <InvitationLink made={made} onClose={close} />);
    };
    const create: Mutation<InvitationCreate, void> = {
      initiate: (body) => (dispatch) => {
        const made = showing(() => dispatch(inviting.initiate(body)).unwrap());
        const settled = made.then(
          () => ({}),
          (error: unknown) => ({ error }),
        );
        return Object.assign(settled, { unwrap: () => made });
      },
    };
    return { list: listCall, matching, get, update, create };
  }, [open, close]);

  const inParts = <Body extends object>(
    rows: readonly Person[],
    { mutation, more, done }: { mutation: Mutation<Body & PeopleBulk, BulkResponse>; more: Body; done: string },
    bulk: BulkRun,
  ) => {
    const send = (part: readonly Person[]) =>
      bulk.change(mutation, { ...more, ids: part.map(({ id }) => id), confirm: true });
    return sayWhenDone(
      bulk.inParts(rows, { send }),
      {
        done: (count) => `${done} ${count} people`,
        failed: (count) => `Failed to change ${count} people`,
        failure: 'Nothing was changed',
      },
      bulk,
    );
  };
  const closing: BulkAction<Person> = {
    label: 'Disable',
    confirm: 'end the sessions of and disable',
    danger: true,
    run: (rows, _entered, bulk) =>
      inParts(rows, { mutation: peopleCalls.disableMany, more: {}, done: 'Disabled' }, bulk),
  };
  const opening: BulkAction<Person> = {
    label: 'Enable',
    run: (rows, _entered, bulk) => inParts(rows, { mutation: peopleCalls.enableMany, more: {}, done: 'Enabled' }, bulk),
  };

  return (
    <>
      <ListScreen
        list={list}
        calls={calls}
        rowActions={[
          {
            label: 'What They May Do',
            icon: <ViewIcon />,
            opens: () => import(/* webpackChunkName: 'company-added' */ './person-rights'),
          },
          {
            label: 'Sign-in',
            icon: <LockIcon />,
            opens: () => import(/* webpackChunkName: 'company-added' */ './person-sign-in'),
          },
        ]}
        bulkActions={[
          bulkForm({
            label: 'Groups and Companies',
            form: rightsForm,
            run: (rows: readonly Person[], { ids: _ids, confirm: _confirm, ...more }, bulk) =>
              inParts(rows, { mutation: peopleCalls.changeRightsOfMany, more, done: 'Changed' }, bulk),
          }),
          'Export Selected',
          closing,
          opening,
          'Clear Selection',
        ]}
      />
      {dialog}
    </>
  );
}
