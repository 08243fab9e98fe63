import type { InvitationAccept, OpenInvitation } from 'contract/people/people';
import type { TokenPair } from 'contract/session';
import { injectEndpoints } from 'shared-auth';

const path = '/people/invitations';

/** The calls of an invitation, for people who are not signed in (DECISIONS §15). Untracked: the store keeps no secret. */
export const { openInvitation, acceptInvitation } = injectEndpoints([], (build) => ({
  openInvitation: build.mutation<OpenInvitation, string>({
    query: (token) => ({ method: 'POST', path: `${path}/open`, body: { token } }),
  }),
  acceptInvitation: build.mutation<TokenPair, InvitationAccept>({
    query: (body) => ({ method: 'POST', path: `${path}/accept`, body }),
  }),
})).endpoints;
