import type { Invitation } from 'contract/people/people';
import { Alert, formatDateTime } from 'shared-ui';
import { ShownOnce } from '../shown-once';

interface InvitationLinkProps {
  made: Invitation;
  /** The dialog is gone: take it out of the tree. */
  onClose(): void;
}

/** The link of an invitation, shown once. Its secret stands behind the `#`, which no server and no log is told. */
export default function InvitationLink({ made: { person, token, expires_at, mail }, onClose }: InvitationLinkProps) {
  return (
    <ShownOnce
      title="Copy the Invitation"
      about={person.username}
      warning="Whoever opens the link first chooses the password. Give it to this person alone."
      secret={`${window.location.origin}/login#invitation=${token}`}
      copyLabel="Copy link"
      onClose={onClose}
    >
      {mail === 'sent' && <Alert type="success">It was mailed to {person.email} as well. You need not send it.</Alert>}
      {mail === 'failed' && (
        <Alert type="warning">The mail server did not take it. Please send it to {person.email} yourself.</Alert>
      )}
      <p>It works once, until {formatDateTime(expires_at)}.</p>
    </ShownOnce>
  );
}
