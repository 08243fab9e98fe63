import type { Invitation } from 'contract/people/people';
import { formatDateTime } from 'shared-ui';
import { ShownOnce } from '../shown-once';

interface InvitationLinkProps {
  made: Invitation;
  /** The dialog is gone: take it out of the tree. */
  onClose(): void;
}

/** The link of an invitation, shown once. Its secret stands behind the `#`, which no server and no log is told. */
export default function InvitationLink({ made: { person, token, expires_at }, onClose }: InvitationLinkProps) {
  return (
    <ShownOnce
      title="Copy the Invitation"
      about={person.username}
      warning="Whoever opens the link first chooses the password. Give it to this person alone."
      secret={`${window.location.origin}/login#invitation=${token}`}
      copyLabel="Copy link"
      onClose={onClose}
    >
      <p>It works once, until {formatDateTime(expires_at)}.</p>
    </ShownOnce>
  );
}
