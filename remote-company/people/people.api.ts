import type {
  CompanyPeople,
  Invitation,
  InvitationCreate,
  PeopleBulk,
  PeopleBulkRights,
  Person,
  PersonListQuery,
  PersonRights,
} from 'contract/people/people';
import { resourceCalls } from 'shared-auth';

/** The calls of DECISIONS §15 on people. */
export const peopleCalls = resourceCalls('people', (people) => {
  const { build, path, tag } = people;
  const { list, matching, get, update } = people.regular<Person, PersonListQuery, InvitationCreate>();
  const invalidatesTags = [tag];
  const ofPerson = <Response>(action: string) =>
    build.mutation<Response, number>({
      query: (id) => ({ method: 'POST', path: `${path}/${id}/${action}` }),
      invalidatesTags,
    });
  return {
    list,
    matching,
    get,
    update,
    invite: people.bulk<InvitationCreate, Invitation>('invitations'),
    inviteAgain: ofPerson<Invitation>('invitation'),
    revokeInvitation: build.mutation<null, number>({
      query: (id) => ({ method: 'DELETE', path: `${path}/${id}/invitation` }),
      invalidatesTags,
    }),
    disable: ofPerson<Person>('disable'),
    enable: ofPerson<Person>('enable'),
    resetSecondFactor: ofPerson<Person>('reset-second-factor'),
    signOut: ofPerson<{ sessions_ended: number }>('sign-out'),
    disableMany: people.bulk<PeopleBulk>('bulk/disable'),
    enableMany: people.bulk<PeopleBulk>('bulk/enable'),
    changeRightsOfMany: people.bulk<PeopleBulkRights>('bulk/rights'),
    rights: build.query<PersonRights, number>({
      query: (id) => ({ path: `${path}/${id}/rights` }),
      providesTags: [tag],
    }),
    /** Who sees a company. */
    ofCompany: build.query<CompanyPeople, number>({
      query: (id) => ({ path: `/companies/${id}/people` }),
      providesTags: [tag],
    }),
  };
});
