/** People on the wire: who may sign in, what they may do, and how they are invited (DECISIONS §15). */
import { bulkIds, confirm } from '../bulk';
import { computed, noun, written, writtenOnce } from '../noun';
import { listQuery, partOf } from '../paging';
import {
  choice,
  company,
  count,
  dateTime,
  flag,
  id,
  listOf,
  nullable,
  object,
  response,
  secretText,
  text,
  type Infer,
} from '../schema';
import { GROUPS, type Group } from '../session';
import { newPassword } from './passwords';

/** How many hours the link of an invitation works, and that of the first run. */
export const INVITATION_HOURS = 72;
export const FIRST_RUN_HOURS = 24;

/** The rights that each group grants, in words (DECISIONS §2). */
export const GROUP_GRANTS = {
  CompanyAdmin: 'Changes their companies, product variants and what these cost.',
  SocialMediaManager: 'Reads and changes search terms, profiles, posts and their criteria.',
  AdManager: 'Tags, selects, exports and refreshes ads.',
  AaasAdmin: 'Sees every company; creates and deletes companies; keeps people, agents, knowledge and machine tokens.',
  Admin: 'Reads and changes product variants and what these cost.',
} as const satisfies Readonly<Record<Group, string>>;

const group = choice('Group', Object.fromEntries(GROUPS.map((name) => [name, name])) as { [G in Group]: G });
/** Groups, and companies, as a list of either. */
export const groupsOf = <const T extends string>(title: T) => listOf(group, { title, maxItems: GROUPS.length });
export const companiesOf = <const T extends string>(title: T) => listOf(company('Company'), { title, maxItems: 1000 });

const state = choice('State', {
  active: 'Active',
  invited: 'Invited',
  expired: 'Invitation ended',
  disabled: 'Disabled',
});

const second_factor = choice('Second Factor', {
  none: 'None',
  app: 'App',
  passkey: 'Passkey',
  both: 'App and passkey',
});

/** Query of GET /people. `search` looks in name and email; `reaches` finds those who see a company. */
export const personListQuery = listQuery(
  { search: partOf('Search'), group, state, second_factor, reaches: company('Sees Company') },
  ['username', 'email', 'last_sign_in_at', 'created_at'],
);

/**
 * A person. `company_ids` are the memberships: members of AaasAdmin see every company beside. `invited`: no password is set
 * yet. The log calls the kind `user`, as the command line does.
 */
export const personNoun = noun('user', personListQuery, 'username', {
  id,
  username: writtenOnce(text('Name', { minLength: 1, maxLength: 150 })),
  email: written(
    text('Email', {
      maxLength: 255,
      default: '',
      pattern: '^$|^\\S+@\\S+$',
      formatMessage: 'Email must be an address such as ada@example.com',
    }),
  ),
  groups: written(computed({ ...groupsOf('Groups'), default: [] as readonly Group[] })),
  company_ids: written(computed({ ...companiesOf('Companies'), default: [] as readonly number[] })),
  company_names: computed(listOf(text('Company'), { title: 'Companies' })),
  state: computed(state),
  second_factor: computed(second_factor),
  /** The provider whose claims decide about groups and companies; null: people do. */
  managed_by: computed(nullable(text('Managed By'))),
  /** Null for somebody who never did, or not since this is kept. */
  last_sign_in_at: nullable(dateTime('Last Sign-in')),
  /** Until when the link of the invitation works; null without one. */
  invitation_expires_at: computed(nullable(dateTime('Invitation Ends'))),
  created_at: dateTime('Created'),
  updated_at: computed(dateTime('Updated')),
});

/** A person as every response has it, the body of an invitation and that of PATCH /people/{id}. */
export const { response: person, create: invitationCreate, update: personPatch } = personNoun;

/** Whether the link of an invitation was mailed: not where the service mails nothing, or the person has no email. */
const mail = choice('Mail', { sent: 'Mailed', failed: 'Not taken by the mail server', none: 'Not mailed' });

/** The response of an invitation: the only one that has the secret of its link. */
export const invitation = response({ person, token: text('Token'), expires_at: dateTime('Works Until'), mail });

const token = secretText('Invitation', { minLength: 1, maxLength: 200 });

/** Body of POST /people/invitations/open. */
export const invitationToken = object({ token }, ['token']);

/** Whose invitation it is; without a name it makes the first user, who chooses one. */
export const openInvitation = response({ username: nullable(text('Name')), expires_at: dateTime('Works Until') });

/** Body of POST /people/invitations/accept; `username` is the first user's, and of no one else. */
export const invitationAccept = object(
  { token, password: newPassword, username: text('Name', { minLength: 1, maxLength: 150 }) },
  ['token', 'password'],
);

/** Body of POST /people/bulk/disable and /people/bulk/enable. */
export const peopleBulk = object({ ids: bulkIds, confirm }, ['ids']);

/** Body of POST /people/bulk/rights: what is added to each person's groups and companies, and taken away from them. */
export const peopleBulkRights = object(
  {
    ids: bulkIds,
    confirm,
    add_groups: groupsOf('Add Groups'),
    remove_groups: groupsOf('Take Away Groups'),
    add_company_ids: companiesOf('Add Companies'),
    remove_company_ids: companiesOf('Take Away Companies'),
  },
  ['ids'],
);

/** Response of POST /people/{id}/sign-out. */
export const signedOut = response({ sessions_ended: count('Sessions Ended') });

const may = choice('May', {
  read: 'Reads',
  change: 'Reads and changes',
  own: 'Everything that can be done with it',
});

/** Response of GET /people/{id}/rights: of each kind of record, what the person may do, and in which companies. */
export const personRights = response({
  every_company: flag('Sees Every Company'),
  companies: listOf(response({ id, name: text('Name') })),
  rights: listOf(response({ kind: text('Kind'), may })),
});

/** Response of GET /companies/{id}/people: who sees a company, and why; disabled people do not. */
export const companyPeople = response({
  items: listOf(
    response({
      id,
      username: text('Name'),
      email: text('Email'),
      groups: groupsOf('Groups'),
      state,
      is_member: flag('Member'),
      /** The provider whose rules give the groups and companies; null: people do. */
      managed_by: nullable(text('Managed By')),
      /** Whether AaasAdmin is the reason, or one of two. */
      sees_every_company: flag('Sees Every Company'),
    }),
  ),
  total: count('Total'),
});

export type Person = Infer<typeof person>;
export type PersonListQuery = Infer<typeof personListQuery>;
export type PersonPatch = Infer<typeof personPatch>;
export type InvitationCreate = Infer<typeof invitationCreate>;
export type Invitation = Infer<typeof invitation>;
export type OpenInvitation = Infer<typeof openInvitation>;
export type InvitationAccept = Infer<typeof invitationAccept>;
export type PeopleBulk = Infer<typeof peopleBulk>;
export type PeopleBulkRights = Infer<typeof peopleBulkRights>;
export type PersonRights = Infer<typeof personRights>;
export type CompanyPeople = Infer<typeof companyPeople>;
