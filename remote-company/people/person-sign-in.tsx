import type { Invitation, Person } from 'contract/people/people';
import { useState } from 'react';
import { Button, formatDateTime, useTell } from 'shared-ui';
import { Dialog } from 'shared-ui/dialog';
import { useCall, type RowDialogProps } from 'shared-ui/list-screen';
import InvitationLink from './invitation-link';
import { peopleCalls } from './people.api';

const SITUATION: Readonly<Record<Person['state'], (person: Person) => string>> = {
  active: ({ last_sign_in_at }) =>
    last_sign_in_at ? `Signed in last on ${formatDateTime(last_sign_in_at)}.` : 'Has not signed in since this is kept.',
  invited: ({ invitation_expires_at }) =>
    `Invited; the link works until ${invitation_expires_at ? formatDateTime(invitation_expires_at) : 'now'}.`,
  expired: () => 'Invited, but the link has ended.',
  disabled: () => 'Cannot sign in.',
};

/** Whether and how a person signs in, and each way to change that, with what it does. */
export default function PersonSignIn({ row, onClose }: RowDialogProps<Person>) {
  const [open, setOpen] = useState(true);
  const [isBusy, setIsBusy] = useState(false);
  const [made, setMade] = useState<Invitation | null>(null);
  const call = useCall();
  const tell = useTell();
  const { id, username, state, second_factor } = row;
  const act = (work: () => Promise<unknown>, done: string | null) => async () => {
    setIsBusy(true);
    try {
      await work();
      if (done) tell.success(done, username);
      setOpen(false);
    } catch (error) {
      tell.failure('Nothing was changed', error);
      setIsBusy(false);
    }
  };
  const renew = act(async () => {
    // Untracked: the store does not keep the response.
    const untracked = { initiate: (one: number) => peopleCalls.inviteAgain.initiate(one, { track: false }) };
    setMade(await call.change(untracked, id));
  }, null);
  const isInvited = state === 'invited' || state === 'expired';
  if (made && !open) return <InvitationLink made={made} onClose={onClose} />;
  return (
    <Dialog
      title="Sign-in"
      about={<bdi>{username}</bdi>}
      open={open}
      onCloseRequest={() => setOpen(false)}
      onClosed={() => !made && onClose()}
      footer={
        <>
          {isInvited && (
            <>
              <Button
                tone="danger"
                disabled={isBusy}
                onClick={act(() => call.change(peopleCalls.revokeInvitation, id), 'Invitation revoked')}
              >
                Revoke Invitation
              </Button>
              <Button tone="primary" disabled={isBusy} onClick={renew}>
                New Link
              </Button>
            </>
          )}
          {second_factor !== 'none' && (
            <Button
              tone="danger"
              disabled={isBusy}
              onClick={act(() => call.change(peopleCalls.resetSecondFactor, id), 'Second factor reset')}
            >
              Reset Second Factor
            </Button>
          )}
          {state === 'active' && (
            <>
              <Button
                disabled={isBusy}
                onClick={act(() => call.change(peopleCalls.signOut, id), 'Signed out everywhere')}
              >
                Sign Out Everywhere
              </Button>
              <Button
                tone="danger"
                disabled={isBusy}
                onClick={act(() => call.change(peopleCalls.disable, id), 'Person disabled')}
              >
                Disable
              </Button>
            </>
          )}
          {state === 'disabled' && (
            <Button
              tone="primary"
              disabled={isBusy}
              onClick={act(() => call.change(peopleCalls.enable, id), 'Person enabled')}
            >
              Enable
            </Button>
          )}
        </>
      }
    >
      <p>{SITUATION[state](row)}</p>
      {state === 'active' && (
        <p>
          Signing out ends what is open in every browser; the person may sign in again. Disabling does the same and
          closes sign-in, until you enable it. Neither loses anything that they wrote.
        </p>
      )}
      {second_factor !== 'none' && (
        <p>
          For somebody who lost their phone: resetting takes the second factor away and signs them out everywhere. Then
          their password alone signs in, so be sure who asks for it.
        </p>
      )}
      {isInvited && (
        <p>
          A new link ends the one before. Revoking takes the person off this list and frees the name; it cannot be
          undone.
        </p>
      )}
      {state === 'disabled' && <p>Enabling opens sign-in again, with the same groups and companies.</p>}
    </Dialog>
  );
}
