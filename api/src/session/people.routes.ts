import type { Kysely } from 'kysely';
import { bulkResponse } from 'contract/bulk';
import { NOUNS } from 'contract/nouns';
import {
  companyPeople,
  invitation,
  invitationAccept,
  invitationCreate,
  invitationToken,
  openInvitation as openInvitationResponse,
  peopleBulk,
  peopleBulkRights,
  person,
  personRights,
  signedOut,
} from 'contract/people/people';
import { tokenPair } from 'contract/session';
import type { Tables } from '../database/connection';
import { accessFor, anyone, type Caller } from '../http/access';
import { byId, type AddRoute } from '../http/route';
import { regularRoutes } from '../records/regular-routes';
import {
  acceptInvitation,
  invite,
  inviteAgain,
  openInvitation,
  revokeInvitation,
  type Accepting,
  type Inviting,
} from './invitations.queries';
import {
  changeRightsOfPeople,
  disablePeople,
  enablePeople,
  people,
  peopleOfCompany,
  rightsOf,
  updatePerson,
} from './people.queries';
import { resetSecondFactor } from './second-factor.queries';
import { disableUser, enableUser, signOutEverywhere } from './users.queries';

const { path } = NOUNS.user;
const { owners: access } = accessFor('user');
const PROTECTED = 'Oneself, one’s own groups, or the last AaasAdmin';
const HAS_PASSWORD = 'The person has a password already';

/** People and their invitations (DECISIONS §15). */
export function peopleRoutes(add: AddRoute, accepting: Accepting & Inviting): void {
  const { db } = accepting;
  const { list, find } = people;
  regularRoutes(add, db, {
    records: people,
    calls: { list, find, update: updatePerson },
    summaries: { update: 'Write email, groups and companies; not one’s own groups, nor the last AaasAdmin’s' },
  });
  add('GET', `${path}/:id/rights`, {
    access,
    summary: 'What a person may do, and in which companies',
    params: byId,
    response: personRights,
    handle: ({ caller, params }) => rightsOf(db, caller, params.id),
  });
  add('POST', `${path}/:id/disable`, {
    access,
    summary: 'Close sign-in to a person and end what is open',
    params: byId,
    response: person,
    errors: { 400: PROTECTED },
    handle: ({ caller, params }) => changed(db, caller, params.id, disableUser),
  });
  add('POST', `${path}/:id/enable`, {
    access,
    summary: 'Open sign-in to a person again',
    params: byId,
    response: person,
    handle: ({ caller, params }) => changed(db, caller, params.id, enableUser),
  });
  add('POST', `${path}/:id/sign-out`, {
    access,
    summary: 'End every session of a person',
    params: byId,
    response: signedOut,
    handle: async ({ caller, params }) => ({ sessions_ended: await signOutEverywhere(db, params.id, caller) }),
  });
  add('POST', `${path}/:id/reset-second-factor`, {
    access,
    summary: 'Take the second factor from a person who lost it, and end every session of theirs',
    params: byId,
    response: person,
    errors: { 400: 'Oneself' },
    handle: ({ caller, params }) => changed(db, caller, params.id, resetSecondFactor),
  });
  bulkRoutes(add, db);
  invitationRoutes(add, accepting);
  add('GET', `${NOUNS.company.path}/:id/people`, {
    access,
    summary: 'Who sees a company, and why',
    params: byId,
    response: companyPeople,
    handle: ({ caller, params }) => peopleOfCompany(db, caller, params.id),
  });
}

async function changed(
  db: Kysely<Tables>,
  caller: Caller,
  id: number,
  change: (db: Kysely<Tables>, id: number, actor: Caller) => Promise<void>,
) {
  await change(db, id, caller);
  return people.find(db, caller, id);
}

function bulkRoutes(add: AddRoute, db: Kysely<Tables>): void {
  const bulk = { access, response: bulkResponse };
  add('POST', `${path}/bulk/disable`, {
    ...bulk,
    summary: 'Close sign-in to many',
    body: peopleBulk,
    handle: ({ caller, body }) => disablePeople(db, caller, body),
  });
  add('POST', `${path}/bulk/enable`, {
    ...bulk,
    summary: 'Open sign-in to many again',
    body: peopleBulk,
    handle: ({ caller, body }) => enablePeople(db, caller, body),
  });
  add('POST', `${path}/bulk/rights`, {
    ...bulk,
    summary: 'Add groups and companies to many, and take them away',
    body: peopleBulkRights,
    handle: ({ caller, body }) => changeRightsOfPeople(db, caller, body),
  });
}

function invitationRoutes(add: AddRoute, accepting: Accepting & Inviting): void {
  const { db } = accepting;
  add('POST', `${path}/invitations`, {
    access,
    summary: 'Invite a person, by mail where the service mails; the secret of the link is in this response alone',
    body: invitationCreate,
    response: invitation,
    errors: { 409: 'The name is taken' },
    status: 201,
    isSecret: true,
    handle: ({ caller, body }) => invite(accepting, caller, body),
  });
  add('POST', `${path}/:id/invitation`, {
    access,
    summary: 'Give an invited person a new link; the one before ends',
    params: byId,
    response: invitation,
    errors: { 400: HAS_PASSWORD },
    status: 201,
    isSecret: true,
    handle: ({ caller, params }) => inviteAgain(accepting, caller, params.id),
  });
  add('DELETE', `${path}/:id/invitation`, {
    access,
    summary: 'Revoke an invitation: the person is taken off the list',
    params: byId,
    errors: { 400: HAS_PASSWORD },
    handle: ({ caller, params }) => revokeInvitation(db, caller, params.id),
  });
  // A secret of 256 random bits cannot be guessed: no limit beside that on hashes.
  add('POST', `${path}/invitations/open`, {
    access: anyone,
    summary: 'Whose an invitation is',
    body: invitationToken,
    response: openInvitationResponse,
    errors: { 404: 'Used, revoked, run out, or never made' },
    handle: ({ body }) => openInvitation(db, body.token),
  });
  add('POST', `${path}/invitations/accept`, {
    access: anyone,
    summary: 'Set the password of an invited person and sign in',
    body: invitationAccept,
    response: tokenPair,
    errors: {
      400: 'A password or name that may not be',
      404: 'Used, revoked, run out, or never made',
      409: 'The name is taken',
    },
    handle: ({ body, address, userAgent, requestId }) =>
      acceptInvitation(accepting, body, { address, userAgent, requestId }),
  });
}
